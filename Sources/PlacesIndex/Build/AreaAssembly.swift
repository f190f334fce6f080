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
        var keyed: [(text: [UInt8], area: UInt32)] = []
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
            for text in usable.map(\.text) + (record.code.isEmpty ? [] : [record.code]) {
                var copy = text
                copy.withUTF8 { folded.fold($0) }
                for start in 0..<folded.count where folded.marks[start] & FoldedText.Mark.anyStart != 0 {
                    let end = min(folded.count, start + Layout.maximumPhrase)
                    keyed.append((Array(folded.text[start..<end]), UInt32(number)))
                }
            }
        }
        keyed.sort { a, b in
            if a.text == b.text { return a.area < b.area }
            return a.text.lexicographicallyPrecedes(b.text)
        }
        var last: (text: [UInt8], area: UInt32)?
        for item in keyed {
            if let last, last.text == item.text, last.area == item.area { continue }
            var term = AreaTerm()
            if let last, last.text == item.text, let shared = terms.last {
                term.text = shared.text
            } else {
                term.text = UInt32(texts.count)
                item.text.withUnsafeBytes { texts.put(raw: $0) }
            }
            term.length = UInt32(item.text.count)
            term.area = item.area
            terms.append(term)
            last = item
        }
        for list in collected.areaSets.lists {
            var set = AreaSetRow()
            set.first = UInt32(lists.count)
            set.count = UInt16(truncatingIfNeeded: min(list.count - 1, 65535))
            set.country = UInt16(truncatingIfNeeded: list[0])
            lists += list.dropFirst()
            sets.append(set)
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
        RadixSort.sort(&pairs)
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
