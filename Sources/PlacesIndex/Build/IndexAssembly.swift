import PlacesModel

/// Turns collected records into the sections of a file. What does not need the other's results is made at once, on as
/// many threads as there are; the file is the same for any number of them.
final class IndexAssembly {
    let collected: CollectedRecords
    private let onProgress: (Double) -> Bool
    private let threads: Int
    /// In order of importance.
    private(set) var rows: [PlaceRow] = []

    init(_ collected: CollectedRecords, threads: Int, onProgress: @escaping (Double) -> Bool) {
        self.collected = collected
        self.threads = threads
        self.onProgress = onProgress
    }

    private func step(_ fraction: Double) throws(PlacesError) {
        guard onProgress(fraction) else { throw PlacesError(.cancelled, "the building of the index was stopped") }
    }

    /// All sections but those of the answers; these take long, and need nothing but the others.
    func sections() throws(PlacesError) -> (first: [SectionBytes], answers: LaterSections) {
        try step(0)
        var names = RecordNames(collected, threads: threads)
        try step(0.2)
        let order = orderPlaces(names)
        let entries = EntryAssembly(rows, order, names)
        let table = names.table
        names = RecordNames()
        try step(0.3)
        let phrases = PhraseAssembly(table, used: entries.usedNames, threads: threads)
        try step(0.5)
        var postings: PostingAssembly?
        var spatial: SpatialAssembly?
        var areas: AreaAssembly?
        var facets: FacetAssembly?
        var ids: [UInt32] = []
        var tree: (nodes: [TreeNode], labels: [UInt8]) = ([], [])
        var texts: [SectionBytes] = []
        var minima: [SectionBytes] = []
        var inner: [SectionBytes] = []
        var best: [SectionBytes] = []
        // The longest first, as far as others do not wait for it.
        let steps = [
            Parallel.Step { postings = PostingAssembly(entries.names, table, phrases) },
            Parallel.Step { spatial = SpatialAssembly(self.collected, self.rows, entries, table, phrases) },
            Parallel.Step(after: [0]) {
                if let postings { inner = TrigramAssembly(phrases, firsts: postings.firsts).sections }
            },
            Parallel.Step { tree = phrases.tree() },
            Parallel.Step(after: [0, 3]) {
                guard let postings else { return }
                let bests = PhraseAssembly.bests(tree.nodes, postings.firsts).map { entries.scores[Int($0)] }
                best = [SectionBytes(.nodeScores, bests)] + ReadyAssembly(tree.nodes, postings).sections
            },
            Parallel.Step { ids = self.idSlots() },
            Parallel.Step { areas = AreaAssembly(self.collected) },
            Parallel.Step(after: [1, 6]) {
                guard let spatial else { return }
                areas?.addPlaces(self.rows, leafSets: spatial.leafSets, leafStarts: spatial.leafStarts)
            },
            Parallel.Step { facets = FacetAssembly(self.collected, self.rows, entries) },
            Parallel.Step { texts = phrases.texts() },
            Parallel.Step(after: [0]) { minima = postings?.sections() ?? [] },
        ]
        Parallel.run(steps, threads: threads)
        guard let spatial, let areas, let facets, postings != nil else {
            throw PlacesError(.internalError, "a part of the index was not made")
        }
        for place in rows.indices { rows[place].forward = spatial.placeStarts[place] }
        try step(0.9)
        let meta = meta()
        var result: [SectionBytes] = [
            SectionBytes(.meta, meta.write()), SectionBytes(.places, rows),
            SectionBytes(.names, areas.names.bytes), SectionBytes(.extras, collected.extras.bytes),
            SectionBytes(.ids, ids), SectionBytes(.idTexts, collected.idTexts.bytes),
            SectionBytes(.entryPlaces, EntryPlaces.areTheSame(entries.places) ? [] : entries.places),
            SectionBytes(.entryScores, entries.scores),
            // Zeroes are what is read where nothing is.
            SectionBytes(.entryLanguages, entries.languages.allSatisfy { $0 == 0 } ? [] : entries.languages),
        ]
        result += spatial.sections + texts
        result += [SectionBytes(.nodes, tree.nodes), SectionBytes(.nodeLabels, tree.labels)]
        result += best + minima + inner + areas.sections
        result += [SectionBytes(.typeSets, typeSets()), SectionBytes(.facets, facets.rows)]
        result += [SectionBytes(.facetEntries, facets.entries)]
        let located = ReadyAssembly.locate(result)
        let answers = LaterSections(count: AnswerAssembly.sectionCount) { [threads] in
            AnswerAssembly.answers(of: located, meta, threads: threads)
        }
        return (located, answers)
    }

    /// Numbers the places by importance; equal ones keep their order. Returns the record of each.
    private func orderPlaces(_ names: RecordNames) -> [UInt32] {
        let hidden = Duplicates.find(collected, names, threads: threads)
        let importances = collected.importances
        // Descending by importance: the bits of a float that is not negative are in its order. Those that another row
        // shows have no entries, and come last.
        var keys = importances.enumerated().map { index, importance in
            UInt64(hidden[index] ? ~importance.bitPattern : 0x7FFF_FFFF &- importance.bitPattern) << 32 | UInt64(index)
        }
        RadixSort.sort(&keys, from: 32)
        let count = keys.count
        rows = [PlaceRow].large(count) { rows in
            let parts = Parallel.pieces(of: count, threads: threads)
            Parallel.run(parts, threads: threads) { part in
                for number in count * part / parts..<count * (part + 1) / parts {
                    let index = Int(keys[number] & 0xFFFF_FFFF)
                    var row = collected.rows[index]
                    row.score = Ranking.encode(importances[index])
                    if hidden[index] { row.flags |= PlaceRow.isDuplicate }
                    rows.initializeElement(at: number, to: row)
                }
            }
        }
        return keys.map { UInt32(truncatingIfNeeded: $0) }
    }

    private func meta() -> Meta {
        var meta = Meta()
        for (index, name) in collected.sources.texts.enumerated() {
            meta.sources.append(
                PlaceIndex.Source(
                    name: name,
                    placeCount: index < collected.sourceCounts.count ? collected.sourceCounts[index] : 0,
                    attribution: collected.attributions[name] ?? ""
                )
            )
        }
        meta.idPrefixes = collected.idPrefixes.texts
        meta.languages = collected.languages.texts
        meta.types = collected.types.texts
        meta.timeZones = collected.timeZones.texts
        meta.timeZonePlaces = Array(repeating: 0, count: meta.timeZones.count)
        for (number, row) in rows.enumerated() where row.timeZone > 0 {
            let zone = Int(row.timeZone) - 1
            if zone < meta.timeZonePlaces.count, meta.timeZonePlaces[zone] == 0 {
                meta.timeZonePlaces[zone] = UInt32(number + 1)
            }
        }
        return meta
    }

    /// Open-addressed: place + 1.
    private func idSlots() -> [UInt32] {
        var slots = [UInt32].large(repeating: 0, count: rows.count + rows.count / 3 + 1)
        let prefixes = collected.idPrefixes.texts.map { Array($0.utf8) }
        let batch = 64
        var first = 0
        slots.withUnsafeMutableBufferPointer { slots in
            withUnsafeTemporaryAllocation(of: Int.self, capacity: batch) { starts in
                while first < rows.count {
                    let count = min(batch, rows.count - first)
                    // Fetched from memory at once, not one after the other.
                    var taken: UInt32 = 0
                    for index in 0..<count {
                        let hash = collected.hash(ofID: rows[first + index], prefixes: prefixes)
                        starts[index] = CollectedRecords.slot(of: hash, count: slots.count)
                    }
                    for index in 0..<count { taken |= slots[starts[index]] }
                    // No place has this number: it only keeps the reading from being left out.
                    guard taken != .max else { return }
                    for index in 0..<count {
                        var slot = starts[index]
                        while slots[slot] != 0 { slot = slot + 1 == slots.count ? 0 : slot + 1 }
                        slots[slot] = UInt32(first + index + 1)
                    }
                    first += count
                }
            }
        }
        return slots
    }

    /// First one offset a set, and one more; then each set's types.
    private func typeSets() -> [UInt32] {
        let lists = collected.typeSets.lists
        var result: [UInt32] = [UInt32(lists.count)]
        var at = UInt32(lists.count + 2)
        for list in lists {
            result.append(at)
            at += UInt32(list.count)
        }
        result.append(at)
        for list in lists { result += list }
        return result
    }
}

enum RecordNameKind {
    static let primary: UInt8 = 0
    static let translated: UInt8 = 1
    static let alternate: UInt8 = 2
}
