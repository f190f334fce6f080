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
    private var places = ByteWriter()

    var sections: [SectionBytes] {
        [
            SectionBytes(.areas, rows), SectionBytes(.areaPlaces, places.bytes), SectionBytes(.areaTerms, terms),
            SectionBytes(.areaTermTexts, texts.bytes),
            SectionBytes(.areaSets, sets), SectionBytes(.areaSetLists, lists),
        ]
    }

    init(_ collected: CollectedRecords) {
        // Nobody else reads them from here on; a copy would be many megabytes.
        names = ByteWriter()
        swap(&names, &collected.names)
        rows = collected.areas.rows
        let folded = FoldedText()
        // The texts, each followed by a NUL, and where words begin in them.
        var words: [UInt8] = [0]
        var starts: [(offset: UInt32, area: UInt32)] = []
        for (number, record) in collected.areas.records.enumerated() {
            rows[number].names = UInt32(names.count)
            let usable = record.names.filter { !$0.text.isEmpty }
            names.put(nameCount: usable.count)
            for name in usable {
                let language = UInt64(min(collected.languages.number(of: name.language), 255))
                names.put(name: name.text, language: language, kind: name.kind.rawValue)
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
            let sorting = PhraseSorting(text: base, size: words.count)
            let keys = sorting.sort(pieces: 1, threads: 1) { _, body in
                for start in starts { body(start.offset, start.area) }
            }.keys
            var first = 0
            while first < keys.count {
                let text = keys[first]
                var end = first + 1
                while end < keys.count, keys[end].head == PhraseKey.again { end += 1 }
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

    /// Lists of each area its best places, and the leaves that it has places in where those are not all. `leafSets`: of
    /// each leaf, the area sets of its places.
    mutating func addPlaces(_ rows: [PlaceRow], leafSets: [UInt32], leafStarts: [UInt32]) {
        let best = bestPlaces(rows)
        let pairs = leaves(leafSets, leafStarts)
        for area in self.rows.indices { self.rows[area].isOfCountry = 1 }
        for row in rows where row.flags & PlaceRow.isDuplicate == 0 {
            let set = sets[Int(row.areaSet)]
            for at in Int(set.first)..<Int(set.first) + Int(set.count)
            where self.rows[Int(lists[at])].country != set.country {
                self.rows[Int(lists[at])].isOfCountry = 0
            }
        }
        places.put(0)
        var at = 0
        while at < pairs.count {
            let area = Int(pairs[at] >> 32)
            var end = at
            while end < pairs.count, Int(pairs[end] >> 32) == area { end += 1 }
            self.rows[area].list = UInt32(places.count)
            places.put(variable: UInt64(end - at))
            let listed = best.list[best.starts[area]..<best.starts[area + 1]]
            places.put(variable: UInt64(listed.count))
            places.put(best.counts[area] > listed.count ? 1 : 0)
            put(listed)
            if best.counts[area] > listed.count {
                put(pairs[at..<end].lazy.map { UInt32(truncatingIfNeeded: $0) })
            }
            at = end
        }
    }

    /// Ascending numbers as their differences.
    private mutating func put(_ numbers: some Sequence<UInt32>) {
        var last: UInt32 = 0
        for number in numbers {
            places.put(variable: UInt64(number - last))
            last = number
        }
    }

    /// How many places each area has, and the best of them, where those of each area begin in one list.
    private func bestPlaces(_ rows: [PlaceRow]) -> (counts: [Int], starts: [Int], list: [UInt32]) {
        var counts = [Int](repeating: 0, count: self.rows.count)
        let (sets, lists) = (self.sets, self.lists)
        func walk(_ body: (_ place: Int, _ area: Int) -> Void) {
            for (number, row) in rows.enumerated() where row.flags & PlaceRow.isDuplicate == 0 {
                let set = sets[Int(row.areaSet)]
                for at in Int(set.first)..<Int(set.first) + Int(set.count) { body(number, Int(lists[at])) }
            }
        }
        walk { counts[$1] += 1 }
        let most = max(Layout.areaPlaces, 2 * counts.count)
        var starts = [0]
        starts.reserveCapacity(counts.count + 1)
        for count in counts { starts.append(starts[starts.count - 1] + min(count, most)) }
        var next = starts
        var list = [UInt32](repeating: 0, count: starts[counts.count])
        walk { place, area in
            guard next[area] < starts[area + 1] else { return }
            list[next[area]] = UInt32(place)
            next[area] += 1
        }
        return (counts, starts, list)
    }

    /// `area << 32 | leaf`, in order.
    private func leaves(_ leafSets: [UInt32], _ starts: [UInt32]) -> [UInt64] {
        var pairs: [UInt64] = []
        var lastLeaf = [UInt32](repeating: .max, count: rows.count)
        for leaf in 0..<max(0, starts.count - 1) {
            for setNumber in leafSets[Int(starts[leaf])..<Int(starts[leaf + 1])] {
                let set = sets[Int(setNumber)]
                for at in Int(set.first)..<Int(set.first) + Int(set.count) where lastLeaf[Int(lists[at])] != leaf {
                    let area = lists[at]
                    lastLeaf[Int(area)] = UInt32(leaf)
                    pairs.append(UInt64(area) << 32 | UInt64(leaf))
                }
            }
        }
        RadixSort.sort(&pairs, from: 32)
        return pairs
    }
}
