/// The best entries of the beginnings that very many names have: the most typed and the dearest to search.
struct ReadyAssembly {
    let sections: [SectionBytes]

    init(_ nodes: [TreeNode], _ postings: PostingAssembly) {
        let large = nodes.indices.filter { nodes[$0].end - nodes[$0].first > UInt32(Layout.readyPhrases) }
        // Of each of them.
        var bests = [[UInt32]](repeating: [], count: large.count)
        // Children come after their parents, those of a later one after those of another, and each phrase is looked at
        // once.
        var nextChild = large.count
        for position in large.indices.reversed() {
            let node = nodes[large[position]]
            var best = Best()
            func take(_ phrases: Range<UInt32>) {
                let phrases = Int(phrases.lowerBound)..<Int(phrases.upperBound)
                for entry in postings.firsts[phrases] { best.take(entry) }
                for entry in postings.rest(of: phrases) { best.take(entry) }
            }
            let children = node.isLeaf ? 0..<0 : Int(node.child)..<Int(node.child + node.childCount)
            take(node.first..<(children.isEmpty ? node.end : nodes[children.lowerBound].first))
            for child in children.reversed() {
                if nextChild > 0, large[nextChild - 1] == child {
                    nextChild -= 1
                    for entry in bests[nextChild] { best.take(entry) }
                } else {
                    take(nodes[child].first..<nodes[child].end)
                }
            }
            bests[position] = best.entries
        }
        // A name may have two words that begin so; then it is only one entry, and the list may be short.
        let ready = large.indices.filter { bests[$0].count == Layout.readyEntries }
        let numbers = ready.map { UInt32(large[$0]) }
        var entries: [UInt32] = []
        entries.reserveCapacity(numbers.count * Layout.readyEntries)
        for position in ready { entries += bests[position] }
        sections = [SectionBytes(.readyNodes, numbers), SectionBytes(.readyEntries, entries)]
    }

    /// The sections with the scores and places of the ready entries beside them.
    static func locate(_ sections: [SectionBytes]) -> [SectionBytes] {
        func column<Item>(_ wanted: Layout.Section) -> Column<Item> {
            // The arrays stay where they are while `sections` has them.
            Column(
                sections.first { $0.section == wanted }?.withBytes { $0 }
                    ?? UnsafeRawBufferPointer(start: nil, count: 0)
            )
        }
        return withExtendedLifetime(sections) {
            let places: Column<PlaceRow> = column(.places)
            let entryPlaces = EntryPlaces(column: column(.entryPlaces))
            let scores: Column<UInt16> = column(.entryScores)
            let entries: Column<UInt32> = column(.readyEntries)
            let located = [ReadyEntry].large(entries.count) { located in
                for index in 0..<entries.count {
                    let entry = entries[index]
                    let ready = ReadyEntry(entry, places[entryPlaces[entry]], score: scores[entry])
                    located.initializeElement(at: index, to: ready)
                }
            }
            return sections.map { $0.section == .readyEntries ? SectionBytes(.readyEntries, located) : $0 }
        }
    }

    /// The least numbers, each once, in order.
    private struct Best {
        private(set) var entries: [UInt32] = []
        private var worst = UInt32.max

        @inline(__always)
        mutating func take(_ entry: UInt32) {
            if entry < worst { insert(entry) }
        }

        private mutating func insert(_ entry: UInt32) {
            var at = entries.count
            while at > 0, entries[at - 1] > entry { at -= 1 }
            if at > 0, entries[at - 1] == entry { return }
            if entries.count == Layout.readyEntries { entries.removeLast() }
            entries.insert(entry, at: at)
            if entries.count == Layout.readyEntries { worst = entries[entries.count - 1] }
        }
    }
}
