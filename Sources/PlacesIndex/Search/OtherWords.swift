/// The other words of the query, asked of a batch of entries at once: most places lack one of them, and to see that is
/// all that those cost.
extension IndexSearch {
    /// Leaves those entries of a batch, with their tags, of which the places have the other words, in a name or in an
    /// area's. Where words may be missing all are left.
    mutating func keepComplete(
        _ entries: UnsafeMutablePointer<UInt32>,
        _ tags: UnsafeMutablePointer<UInt32>,
        _ count: Int,
        besides driver: Int
    ) -> Int {
        guard work > 0 else { return 0 }
        guard missingAllowed == 0 else { return count }
        let starts = scratch.batch + 2 &* IndexSearch.batchSize
        let sets = starts + IndexSearch.batchSize
        fetchWords(entries, count, starts, sets, besides: driver)
        var kept = count
        var index = 0
        while index < conditionCount, kept > 0 {
            if index != driver { kept = keep(entries, tags, kept, starts, sets, having: scratch.conditions[index]) }
            index &+= 1
        }
        return kept
    }

    /// Leaves those of a batch of places that have the driver's word in a name, and the others in a name or in an area's.
    /// `starts` and `sets` are where their words begin, and their sets of areas.
    mutating func keepComplete(
        places: UnsafeMutablePointer<UInt32>,
        _ count: Int,
        _ starts: UnsafeMutablePointer<UInt32>,
        _ sets: UnsafeMutablePointer<UInt32>,
        _ driver: Int
    ) -> Int {
        guard work > 0 else { return 0 }
        var condition = scratch.conditions[driver]
        condition.areaBits = -1
        var kept = keep(places, places, count, starts, sets, having: condition)
        guard missingAllowed == 0 else { return kept }
        var index = 0
        while index < conditionCount, kept > 0 {
            if index != driver { kept = keep(places, places, kept, starts, sets, having: scratch.conditions[index]) }
            index &+= 1
        }
        return kept
    }

    /// Writes where the words of each place begin, and its set of areas. None of what a place needs from memory waits for
    /// another place.
    private func fetchWords(
        _ entries: UnsafeMutablePointer<UInt32>,
        _ count: Int,
        _ starts: UnsafeMutablePointer<UInt32>,
        _ sets: UnsafeMutablePointer<UInt32>,
        besides driver: Int
    ) {
        let places = view.places
        let entryPlaces = view.entryPlaces
        for index in 0..<count {
            let place = Int(entryPlaces[entries[index]])
            let row = places.base + (place < places.count ? place : 0)
            starts[index] = row.pointee.forward
            sets[index] = row.pointee.areaSet
        }
        guard hasNames(besides: driver) else { return }
        let forward = view.forward
        var sum: UInt32 = 0
        for index in 0..<count { sum ^= forward[starts[index]] }
        // It is read for its own sake.
        scratch.batch[IndexSearch.batches &* IndexSearch.batchSize] = sum
    }

    private func hasNames(besides driver: Int) -> Bool {
        var index = 0
        while index < conditionCount {
            if index != driver, scratch.conditions[index].rangeCount > 0 { return true }
            index &+= 1
        }
        return false
    }

    /// Leaves those of which the places have one word, in a name or in an area's.
    private mutating func keep(
        _ entries: UnsafeMutablePointer<UInt32>,
        _ tags: UnsafeMutablePointer<UInt32>,
        _ count: Int,
        _ starts: UnsafeMutablePointer<UInt32>,
        _ sets: UnsafeMutablePointer<UInt32>,
        having condition: Condition
    ) -> Int {
        let forward = view.forward
        let areaSets = view.areaSets
        let areaSetLists = view.areaSetLists
        let areas = condition.areaBits >= 0 ? AreaBits(bits + Int(condition.areaBits), view.areas.count) : nil
        let low = UInt32(truncatingIfNeeded: condition.low)
        let width = condition.rangeCount > 0 ? UInt32(truncatingIfNeeded: condition.high &- condition.low) : 0
        let isOne = condition.rangeCount == 1
        var kept = 0
        var looks = 0
        for index in 0..<count {
            let start = Int(starts[index])
            let set = sets[index]
            var isFound = false
            if width > 0 {
                let end = min(start &+ 4096, forward.count)
                var at = start
                while at < end {
                    let item = forward.base[at]
                    if at > start, item & Layout.placeFlag != 0 { break }
                    at &+= 1
                    if item & Layout.phraseMask &- low < width, isOne || isAmong(item & Layout.phraseMask, condition) {
                        isFound = true
                        break
                    }
                }
                looks &+= at &- start
            }
            if !isFound, let areas {
                let row = areaSets[set]
                let list = areaSetLists.slice(Int(row.first), Int(row.count))
                for area in list where areas.contains(area) { isFound = true }
            }
            entries[kept] = entries[index]
            tags[kept] = tags[index]
            starts[kept] = starts[index]
            sets[kept] = set
            kept &+= isFound ? 1 : 0
        }
        work &-= looks
        return kept
    }

    private func isAmong(_ phrase: UInt32, _ condition: Condition) -> Bool {
        let ranges = scratch.ranges + Int(condition.firstRange)
        let phrase = Int32(truncatingIfNeeded: phrase)
        for index in 0..<Int(condition.rangeCount)
        where phrase >= ranges[index].first && phrase < ranges[index].end {
            return true
        }
        return false
    }
}
