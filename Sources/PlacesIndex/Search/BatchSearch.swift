/// Long lists of entries, a batch at a time: what a batch needs from memory is fetched at once, where entry by entry
/// each would wait for the one before.
extension IndexSearch {
    static let batchSize = 64

    /// Has the first places of a list fetched from memory at once, for a walk that would wait for each in turn.
    @inline(__always)
    func fetchPlaces(_ list: UnsafeBufferPointer<UInt32>, _ most: Int) {
        var sum: UInt32 = 0
        for index in 0..<min(list.count, most) { sum ^= view.places[view.entryPlaces[list[index]]].forward }
        scratch.batch[0] = sum
    }

    /// Takes in the entries of a list that may come in.
    mutating func acceptAll(
        _ list: UnsafeBufferPointer<UInt32>,
        _ extra: Float,
        _ driver: Int,
        _ range: PhraseRange
    ) {
        inBatches(list.count, { list[$0] }, { search, count in search.acceptBatch(count, extra, driver, range) })
    }

    /// The same for a list in order of score, as far as its entries may come in.
    mutating func acceptInOrder(
        _ list: UnsafeBufferPointer<UInt32>,
        _ extra: Float,
        _ driver: Int,
        _ range: PhraseRange,
        looks: Int
    ) {
        notePlaces(besides: driver, looks: looks)
        var at = 0
        while at < list.count {
            if rows.isFull, Ranking.decode(view.entryScores[list[at]]) + extra <= rows.threshold { return }
            let end = min(list.count, at &+ IndexSearch.batchSize)
            acceptAll(UnsafeBufferPointer(rebasing: list[at..<end]), extra, driver, range)
            at = end
        }
    }

    mutating func acceptAll(
        _ selection: Selection,
        _ part: Range<Int>,
        _ extra: Float,
        _ driver: Int,
        _ range: PhraseRange
    ) {
        inBatches(
            part.count,
            { selection.entry(part.lowerBound &+ $0) },
            { search, count in search.acceptBatch(count, extra, driver, range) }
        )
    }

    /// Looks at the places of the entries of a list.
    mutating func acceptPlaces(_ count: Int, _ extra: Float, _ driver: Int, _ entry: (Int) -> UInt32) {
        inBatches(count, entry, { search, count in search.acceptPlaces(count, extra, driver) })
    }

    @inline(__always)
    private mutating func inBatches(
        _ count: Int,
        _ entry: (Int) -> UInt32,
        _ body: (_ search: inout IndexSearch, _ count: Int) -> Void
    ) {
        var at = 0
        while at < count {
            let size = min(IndexSearch.batchSize, count &- at)
            for index in 0..<size { scratch.batch[index] = entry(at &+ index) }
            body(&self, size)
            at &+= size
        }
    }

    private mutating func acceptBatch(_ count: Int, _ extra: Float, _ driver: Int, _ range: PhraseRange) {
        let batch = scratch.batch
        let wanted = floor - extra + range.cost
        var kept = 0
        for index in 0..<count {
            let entry = batch[index]
            batch[kept] = entry
            kept &+= Ranking.decode(view.entryScores[entry]) >= wanted ? 1 : 0
        }
        if notedCount > 0 { kept = keepHolding(kept, wanted, driver) }
        if kept > 4 { fetchWords(kept) }
        for index in 0..<kept { accept(batch[index], extra: extra, besides: driver, range) }
    }

    /// Leaves those entries of a batch of which the places may have the other words.
    private func keepHolding(_ count: Int, _ wanted: Float, _ driver: Int) -> Int {
        let batch = scratch.batch
        let places = batch + IndexSearch.batchSize
        for index in 0..<count { places[index] = view.entryPlaces[batch[index]] }
        var kept = 0
        for index in 0..<count {
            let entry = batch[index]
            let cost = lackingCost(places[index], besides: driver)
            batch[kept] = entry
            kept &+= cost == 0 || Ranking.decode(view.entryScores[entry]) - cost >= wanted ? 1 : 0
        }
        return kept
    }

    /// Fetches the rows of a batch of entries, and the words of their places where those are asked for.
    private func fetchWords(_ count: Int) {
        var sum: UInt32 = 0
        let starts = scratch.batch + IndexSearch.batchSize
        for index in 0..<count {
            starts[index] = view.places[view.entryPlaces[scratch.batch[index]]].forward
        }
        if conditionCount > 1 {
            for index in 0..<count { sum ^= view.forward[starts[index]] }
        }
        // It is read for its own sake.
        starts[0] = sum
    }

    private mutating func acceptPlaces(_ count: Int, _ extra: Float, _ driver: Int) {
        let batch = scratch.batch
        for index in 0..<count { batch[index] = view.entryPlaces[batch[index]] }
        acceptPlaces(ofBatch: count, extra, driver)
    }

    /// Takes in those of a batch of places that may come in.
    mutating func acceptPlaces(ofBatch count: Int, _ extra: Float, _ driver: Int) {
        let batch = scratch.batch
        let starts = batch + IndexSearch.batchSize
        let wanted = rows.threshold - extra
        let walk = scratch.walks.pointee << 32
        var kept = 0
        for index in 0..<count {
            let place = batch[index]
            batch[kept] = place
            let isNew = scratch.failed[Int(place) & (Scratch.rememberedItems &- 1)] != walk | UInt64(place)
            kept &+= isNew && (notedCount == 0 || lackingCost(place, besides: driver) < .infinity) ? 1 : 0
        }
        let found = kept
        kept = 0
        for index in 0..<found {
            let place = batch[index]
            let row = view.places[place]
            batch[kept] = place
            starts[kept] = row.forward
            kept &+= Ranking.decode(row.score) >= wanted && passes(row) ? 1 : 0
        }
        var sum: UInt32 = 0
        for index in 0..<kept { sum ^= view.forward[starts[index]] }
        starts[0] = sum
        for index in 0..<kept { acceptPlace(batch[index], extra, driver) }
    }
}
