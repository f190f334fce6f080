/// Long lists of entries, a batch at a time: what a batch needs from memory is fetched at once, where entry by entry
/// each would wait for the one before.
extension IndexSearch {
    static let batchSize = 64
    /// Batches that there is room for, and one number more.
    static let batches = 5

    /// Has the first places of a list fetched from memory at once, for a walk that would wait for each in turn.
    @inline(__always)
    func fetchPlaces(_ list: UnsafeBufferPointer<UInt32>, _ most: Int) {
        var sum: UInt32 = 0
        for index in 0..<min(list.count, most) {
            let row = view.places[view.entryPlaces[list[index]]]
            sum ^= conditionCount > 0 ? view.areaSetLists[view.areaSets[row.areaSet].first] : row.forward
        }
        scratch.batch[0] = sum
    }

    /// Takes in the entries of a list that may come in, as far as they are in a part of all.
    mutating func acceptAll(
        _ list: UnsafeBufferPointer<UInt32>,
        _ extra: Float,
        _ driver: Int,
        _ range: PhraseRange,
        in part: Range<UInt32> = 0..<UInt32.max
    ) {
        acceptAll(list.count, extra, driver, range, in: part) { list[$0] }
    }

    mutating func acceptAll(
        _ selection: Selection,
        _ selected: Range<Int>,
        _ extra: Float,
        _ driver: Int,
        _ range: PhraseRange,
        in part: Range<UInt32>
    ) {
        acceptAll(selected.count, extra, driver, range, in: part) { selection.entry(selected.lowerBound &+ $0) }
    }

    @inline(__always)
    private mutating func acceptAll(
        _ count: Int,
        _ extra: Float,
        _ driver: Int,
        _ range: PhraseRange,
        in part: Range<UInt32>,
        _ entry: (Int) -> UInt32
    ) {
        if count < IndexSearch.batchSize, part.lowerBound == 0, part.upperBound == .max {
            for index in 0..<count { scratch.batch[index] = entry(index) }
            acceptBatch(count, extra, driver, range, isLimited: false)
            return
        }
        // Of a long list, the numbers tell the scores.
        let isLimited = isSelective && count >= IndexSearch.batchSize
        inBatches(
            count,
            in: part,
            entry,
            limit: { search in isLimited ? search.entries(from: search.floor - extra + range.cost) : .max },
            { search, count in search.acceptBatch(count, extra, driver, range, isLimited: isLimited) }
        )
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

    /// Takes in the best entries of a condition: to go through the numbers of all is faster than a stream of the best.
    mutating func acceptBest(of condition: Condition, _ most: Int, _ extra: Float, _ driver: Int) {
        let list = roomForEntries
        let bound = entries(from: floor - extra)
        let total = Int(condition.entries)
        var limit = bound
        if total > 8 &* most {
            // They are numbered by score, and those of a word are spread about evenly. Never 0, which would not grow: a
            // damaged file may claim that a word has more entries than there are.
            limit = min(bound, UInt32(truncatingIfNeeded: max(1, 2 &* most &* view.entryCount / total)))
        }
        var count = pick(condition, below: limit, into: list)
        while count < most, limit < bound {
            limit = min(bound, limit <= .max / 8 ? limit &* 8 : .max)
            count = pick(condition, below: limit, into: list)
        }
        if count > most {
            IndexSearch.moveLeast(most, of: list, count)
            count = most
        }
        acceptAll(UnsafeBufferPointer(start: list, count: count), extra, driver, PhraseRange())
    }

    /// Writes the entries of a condition below a number into a list, and returns how many those are.
    private func pick(_ condition: Condition, below limit: UInt32, into list: UnsafeMutablePointer<UInt32>) -> Int {
        var count = 0
        for index in 0..<Int(condition.rangeCount) {
            let range = scratch.ranges[Int(condition.firstRange) &+ index]
            let firsts = view.phraseFirsts.slice(Int(range.first), range.count)
            count = IndexSearch.pick(firsts, below: limit, into: list, count)
            let start = view.restStart(Int(range.first))
            let rest = view.rest.slice(start, view.restStart(Int(range.end)) &- start)
            count =
                rest.count > IndexSearch.restToPick
                ? pickRest(ofPhrases: range, firsts, below: limit, into: list, count)
                : IndexSearch.pick(rest, below: limit, into: list, count)
        }
        return count
    }

    /// Other entries of some phrases that are looked at without a look at which phrase each is of.
    private static let restToPick = 4096

    /// Picks the other entries of those phrases of which the best one is below a number: they follow it, in order.
    private func pickRest(
        ofPhrases range: PhraseRange,
        _ firsts: UnsafeBufferPointer<UInt32>,
        below limit: UInt32,
        into list: UnsafeMutablePointer<UInt32>,
        _ before: Int
    ) -> Int {
        guard let base = firsts.baseAddress else { return before }
        var count = before
        let bound = SIMD8<Int32>(repeating: Int32(truncatingIfNeeded: min(limit, UInt32(Int32.max))))
        var at = 0
        while at < firsts.count {
            let end = min(at &+ 8, firsts.count)
            if end == at &+ 8 {
                let eight = UnsafeRawPointer(base + at).loadUnaligned(as: SIMD8<Int32>.self)
                guard any(eight .< bound) else {
                    at = end
                    continue
                }
            }
            while at < end {
                let phrase = Int(range.first) &+ at
                if base[at] < limit, view.restMarks[phrase >> 6].has(phrase) {
                    let start = view.restStart(phrase)
                    for entry in view.rest.slice(start, view.restStart(phrase &+ 1) &- start) {
                        guard entry < limit, count < IndexSearch.roomForBest else { break }
                        list[count] = entry
                        count &+= 1
                    }
                }
                at &+= 1
            }
        }
        return count
    }

    /// The same for one list, after what is there. Eight at once: of most eight, none is below.
    private static func pick(
        _ entries: UnsafeBufferPointer<UInt32>,
        below limit: UInt32,
        into list: UnsafeMutablePointer<UInt32>,
        _ before: Int
    ) -> Int {
        guard let base = entries.baseAddress else { return before }
        var count = before
        var at = 0
        let bound = SIMD8<Int32>(repeating: Int32(truncatingIfNeeded: min(limit, UInt32(Int32.max))))
        while at &+ 8 <= entries.count {
            let eight = UnsafeRawPointer(base + at).loadUnaligned(as: SIMD8<Int32>.self)
            if any(eight .< bound) {
                guard count &+ 8 <= roomForBest else { return count }
                for entry in at..<at &+ 8 {
                    list[count] = base[entry]
                    count &+= base[entry] < limit ? 1 : 0
                }
            }
            at &+= 8
        }
        while at < entries.count, count < roomForBest {
            list[count] = base[at]
            count &+= base[at] < limit ? 1 : 0
            at &+= 1
        }
        return count
    }

    /// Entries that there is room for.
    static let roomForBest = IndexSearch.notedPlaces / 64 * 2

    /// Brings the least numbers to the front.
    private static func moveLeast(_ wanted: Int, of list: UnsafeMutablePointer<UInt32>, _ count: Int) {
        var low = 0
        var high = count &- 1
        while low < high {
            let pivot = list[(low &+ high) / 2]
            var left = low
            var right = high
            while left <= right {
                while list[left] < pivot { left &+= 1 }
                while list[right] > pivot { right &-= 1 }
                guard left <= right else { break }
                let other = list[left]
                list[left] = list[right]
                list[right] = other
                left &+= 1
                right &-= 1
            }
            if wanted <= right { high = right } else if wanted >= left { low = left } else { return }
        }
    }

    /// Looks at the places of the entries of a list, as far as those are in a part of all.
    mutating func acceptPlaces(
        _ count: Int,
        _ extra: Float,
        _ driver: Int,
        in part: Range<UInt32>,
        _ entry: (Int) -> UInt32
    ) {
        inBatches(
            count,
            in: part,
            entry,
            limit: { _ in .max },
            { search, count in search.acceptPlaces(count, extra, driver) }
        )
    }

    /// Runs `body` for the better part of all entries, and then for the others: what is found in that leaves few of them
    /// to be looked at. For all at once where they are few, or where enough is found.
    @inline(__always)
    mutating func betterFirst(_ total: Int, _ body: (_ search: inout IndexSearch, _ part: Range<UInt32>) -> Void) {
        var first: UInt32 = 0
        if isSelective, !rows.isFull, total >= 4 &* IndexSearch.batchSize {
            first = UInt32(truncatingIfNeeded: view.entryCount / IndexSearch.betterPart)
            body(&self, 0..<first)
        }
        body(&self, first..<UInt32.max)
    }

    /// Entries are numbered by score: one in so many is among the better.
    private static let betterPart = 16

    @inline(__always)
    private mutating func inBatches(
        _ count: Int,
        in part: Range<UInt32>,
        _ entry: (Int) -> UInt32,
        limit: (_ search: inout IndexSearch) -> UInt32,
        _ body: (_ search: inout IndexSearch, _ count: Int) -> Void
    ) {
        let batch = scratch.batch
        var at = 0
        while at < count {
            let end = min(part.upperBound, limit(&self))
            guard part.lowerBound < end else { return }
            let width = end &- part.lowerBound
            var size = 0
            while at < count, size < IndexSearch.batchSize {
                let number = entry(at)
                batch[size] = number
                size &+= number &- part.lowerBound < width ? 1 : 0
                at &+= 1
            }
            if size > 0 { body(&self, size) }
        }
    }

    /// So many entries have this score or more: those before this one.
    private mutating func entries(from score: Float) -> UInt32 {
        if entryLimit.score != score {
            entryLimit = (score, count(view.entryCount, from: score) { $0.entryScores[$1] })
        }
        return entryLimit.number
    }

    /// The same of the places.
    private mutating func places(from score: Float) -> UInt32 {
        if placeLimit.score != score {
            placeLimit = (score, count(view.places.count, from: score) { $0.places[$1].score })
        }
        return placeLimit.number
    }

    @inline(__always)
    private func count(_ count: Int, from score: Float, _ scores: (_ view: IndexView, _ at: Int) -> UInt16) -> UInt32 {
        guard score > Ranking.decode(0) else { return .max }
        var low = 0
        var high = count
        while low < high {
            let middle = (low &+ high) / 2
            if Ranking.decode(scores(view, middle)) >= score { low = middle &+ 1 } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    private mutating func acceptBatch(
        _ count: Int,
        _ extra: Float,
        _ driver: Int,
        _ range: PhraseRange,
        isLimited: Bool
    ) {
        let batch = scratch.batch
        let wanted = floor - extra + range.cost
        var kept = count
        if !isLimited {
            kept = 0
            for index in 0..<count {
                let entry = batch[index]
                batch[kept] = entry
                kept &+= Ranking.decode(view.entryScores[entry]) >= wanted ? 1 : 0
            }
        }
        if notedCount > 0 { kept = keepHolding(kept, wanted, driver) }
        if kept > 4 {
            if isSelective {
                kept = fetchPassing(batch, batch, batch + IndexSearch.batchSize, kept)
            } else if conditionCount == 1 {
                fetchRows(kept)
            }
        }
        if conditionCount > 1 { kept = keepComplete(batch, batch, kept, besides: driver) }
        for index in 0..<kept { accept(batch[index], extra: extra, besides: driver, range) }
    }

    /// Leaves those entries of a batch of which the places may have the other words.
    private func keepHolding(_ count: Int, _ wanted: Float, _ driver: Int) -> Int {
        let batch = scratch.batch
        let places = batch + IndexSearch.batchSize
        for index in 0..<count { places[index] = view.entryPlaces[batch[index]] }
        var kept = 0
        let walk = scratch.walks.pointee << 32
        for index in 0..<count {
            let entry = batch[index]
            let place = places[index]
            let slot = Int(place) & (Scratch.rememberedItems &- 1)
            if scratch.failed[slot] == walk | UInt64(place) { continue }
            let cost = leastCost(place, besides: driver)
            if cost == .infinity { scratch.failed[slot] = walk | UInt64(place) }
            batch[kept] = entry
            kept &+= cost == 0 || Ranking.decode(view.entryScores[entry]) - cost >= wanted ? 1 : 0
        }
        return kept
    }

    /// Fetches the rows of a batch of entries.
    private func fetchRows(_ count: Int) {
        var sum: UInt32 = 0
        for index in 0..<count { sum ^= view.places[view.entryPlaces[scratch.batch[index]]].forward }
        // It is read for its own sake.
        scratch.batch[IndexSearch.batchSize] = sum
    }

    /// Leaves those entries of which the places pass the filter, with their `tags`, and has what a look at their areas
    /// needs fetched at once. `starts` has room for as many: where the words of the places begin.
    func fetchPassing(
        _ entries: UnsafeMutablePointer<UInt32>,
        _ tags: UnsafeMutablePointer<UInt32>,
        _ starts: UnsafeMutablePointer<UInt32>,
        _ count: Int
    ) -> Int {
        var hasAreas = false
        for index in 0..<conditionCount where scratch.conditions[index].areaBits >= 0 { hasAreas = true }
        var sum: UInt32 = 0
        var kept = 0
        // What the tests need is fetched first, since none of it waits for the outcome of a test.
        for index in 0..<count {
            let place = view.entryPlaces[entries[index]]
            starts[index] = place
            sum ^= view.places[place].areaSet
        }
        if test.mindsCountry || hasAreas {
            for index in 0..<count { sum ^= view.areaSets[view.places[starts[index]].areaSet].first }
        }
        for index in 0..<count {
            let row = view.places[starts[index]]
            entries[kept] = entries[index]
            tags[kept] = tags[index]
            starts[kept] = row.forward
            guard passes(row) else { continue }
            kept &+= 1
            if hasAreas { sum ^= view.areaSetLists[view.areaSets[row.areaSet].first] }
        }
        // It is read for its own sake.
        scratch.batch[IndexSearch.batches &* IndexSearch.batchSize] = sum
        return kept
    }

    /// Whether a place may still come in, though its words cost something.
    @inline(__always)
    private mutating func mayComeIn(_ place: UInt32, _ cost: Float, _ extra: Float) -> Bool {
        guard cost > 0, rows.isFull else { return cost < .infinity }
        guard cost < .infinity else { return false }
        let score = rows.threshold - extra + cost
        // A few costs are asked for, in turn.
        let slot = min(Int(cost / Ranking.contextWord + 0.5), costlyScores.scalarCount &- 1)
        if costlyScores[slot] != score {
            costlyScores[slot] = score
            costlyLimits[slot] = count(view.places.count, from: score) { $0.places[$1].score }
        }
        return place < costlyLimits[slot]
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
        let sets = starts + IndexSearch.batchSize
        let limit = min(places(from: rows.threshold - extra), placeEnd)
        let minds = notedCount > 0
        let walk = scratch.walks.pointee << 32
        var kept = 0
        for index in 0..<count {
            let place = batch[index]
            batch[kept] = place
            let isNew = scratch.failed[Int(place) & (Scratch.rememberedItems &- 1)] != walk | UInt64(place)
            kept &+=
                place < limit && isNew && mayHaveDriver(place) && !isLacking(place)
                    && (!minds || mayComeIn(place, leastCost(place, besides: driver), extra)) ? 1 : 0
        }
        let found = kept
        var sum: UInt32 = 0
        for index in 0..<found { sum ^= view.places[batch[index]].areaSet }
        if test.mindsCountry {
            for index in 0..<found { sum ^= view.areaSets[view.places[batch[index]].areaSet].first }
        }
        kept = 0
        for index in 0..<found {
            let place = batch[index]
            let row = view.places[place]
            batch[kept] = place
            starts[kept] = row.forward
            sets[kept] = row.areaSet
            kept &+= passes(row) ? 1 : 0
        }
        for index in 0..<kept { sum ^= view.forward[starts[index]] }
        scratch.batch[IndexSearch.batches &* IndexSearch.batchSize] = sum
        kept = keepComplete(places: batch, kept, starts, sets, driver)
        for index in 0..<kept { acceptPassing(batch[index], extra, driver) }
    }
}
