/// The best entries of the beginnings that very many names have: the most typed and the dearest to search.
struct ReadyAssembly {
    let sections: [SectionBytes]

    init(_ nodes: [TreeNode], _ postings: PostingAssembly) {
        var numbers: [UInt32] = []
        var entries: [UInt32] = []
        for (number, node) in nodes.enumerated() where node.end - node.first > UInt32(Layout.readyPhrases) {
            var best = Best()
            let phrases = Int(node.first)..<Int(node.end)
            for entry in postings.firsts[phrases] { best.take(entry) }
            for entry in postings.rest(of: phrases) { best.take(entry) }
            // A name may have two words that begin so; then it is only one entry, and the list may be short.
            guard best.entries.count == Layout.readyEntries else { continue }
            numbers.append(UInt32(number))
            entries += best.entries
        }
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
            let located = entries.all.map { ReadyEntry($0, places[entryPlaces[$0]], score: scores[$0]) }
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
