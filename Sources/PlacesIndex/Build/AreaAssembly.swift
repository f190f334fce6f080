import PlacesModel
import PlacesText

/// Countries, regions and cities: their names, the words that find them, and which of them each place is in.
struct AreaAssembly {
    private(set) var names: ByteWriter
    private var rows: [AreaRow]
    private var terms: [AreaTerm] = []
    private var texts = ByteWriter()
    private var sets: [AreaSetRow] = []
    private var lists: [UInt32] = []
    private var leaves = ByteWriter()

    var sections: [SectionBytes] {
        [
            SectionBytes(.areas, rows), SectionBytes(.areaLeaves, leaves.bytes), SectionBytes(.areaTerms, terms),
            SectionBytes(.areaTermTexts, texts.bytes),
            SectionBytes(.areaSets, sets), SectionBytes(.areaSetLists, lists),
        ]
    }

    init(_ collected: CollectedRecords) {
        names = collected.names
        rows = collected.areas.rows
        let folded = FoldedText()
        // The texts, each followed by a NUL, and where words begin in them.
        var words: [UInt8] = [0]
        var starts: [(offset: UInt32, area: UInt32)] = []
        for (number, record) in collected.areas.records.enumerated() {
            rows[number].names = UInt32(names.count)
            let usable = record.names.filter { !$0.text.isEmpty }
            names.put(variable: UInt64(usable.count))
            for name in usable {
                let language = UInt64(min(collected.languages.number(of: name.language), 255))
                names.put(variable: language << 2 | UInt64(name.kind.rawValue))
                names.put(name.text)
            }
            if !record.code.isEmpty {
                rows[number].code = UInt32(names.count)
                names.put(record.code)
            }
            func add(_ text: String) {
                var copy = text
                copy.withUTF8 { folded.fold($0) }
                for start in 0..<folded.count where folded.marks[start] & FoldedText.Mark.anyStart != 0 {
                    starts.append((UInt32(truncatingIfNeeded: words.count + start), UInt32(number)))
                }
                words.append(contentsOf: folded.text)
                words.append(0)
            }
            for name in usable { add(name.text) }
            if !record.code.isEmpty { add(record.code) }
        }
        addTerms(words, starts)
        for list in collected.areaSets.lists {
            var set = AreaSetRow()
            set.first = UInt32(lists.count)
            set.count = UInt16(truncatingIfNeeded: min(list.count - 1, 65535))
            set.country = UInt16(truncatingIfNeeded: list[0])
            lists += list.dropFirst()
            sets.append(set)
        }
    }

    private mutating func addTerms(_ words: [UInt8], _ starts: [(offset: UInt32, area: UInt32)]) {
        words.withUnsafeBufferPointer { words in
            guard let base = words.baseAddress else { return }
            let sorting = PhraseSorting(text: base)
            var keys = starts.map { sorting.key($0.offset, word: $0.area) }
            _ = sorting.sort(&keys, threads: 1)
            var first = 0
            while first < keys.count {
                let text = keys[first]
                var end = first + 1
                while end < keys.count, keys[end].head == text.head, sorting.compare(keys[end], text) == 0 { end += 1 }
                var term = AreaTerm()
                term.text = UInt32(texts.count)
                // Cut where it is too long, be it in the middle of a letter.
                var size = 0
                while size < Layout.maximumPhrase, base[Int(text.offset) + size] != 0 { size += 1 }
                term.length = UInt32(size)
                texts.put(raw: UnsafeRawBufferPointer(start: base + Int(text.offset), count: size))
                var last: UInt32?
                for area in keys[first..<end].map(\.word).sorted() where area != last {
                    term.area = area
                    terms.append(term)
                    last = area
                }
                first = end
            }
        }
    }

    /// Lists of each area the leaves that have places in it. `leafSets`: of each leaf, the area sets of its places.
    mutating func addLeaves(_ leafSets: [UInt32], starts: [UInt32]) {
        var pairs: [UInt64] = []
        var lastLeaf = [UInt32](repeating: .max, count: rows.count)
        for leaf in 0..<max(0, starts.count - 1) {
            for setNumber in leafSets[Int(starts[leaf])..<Int(starts[leaf + 1])] {
                let set = sets[Int(setNumber)]
                for area in lists[Int(set.first)..<Int(set.first) + Int(set.count)] where lastLeaf[Int(area)] != leaf {
                    lastLeaf[Int(area)] = UInt32(leaf)
                    pairs.append(UInt64(area) << 32 | UInt64(leaf))
                }
            }
        }
        RadixSort.sort(&pairs, from: 32)
        leaves.put(0)
        var at = 0
        while at < pairs.count {
            let area = pairs[at] >> 32
            var end = at
            while end < pairs.count, pairs[end] >> 32 == area { end += 1 }
            rows[Int(area)].leaves = UInt32(leaves.count)
            leaves.put(variable: UInt64(end - at))
            var last: UInt64 = 0
            for pair in pairs[at..<end] {
                leaves.put(variable: pair & 0xFFFF_FFFF - last)
                last = pair & 0xFFFF_FFFF
            }
            at = end
        }
    }
}
