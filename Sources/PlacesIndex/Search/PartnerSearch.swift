import PlacesText

/// The search along what passes a narrow filter, and along another word where that is shorter.
extension IndexSearch {
    /// Looks at the entries of a condition that pass a narrow filter.
    mutating func walkSelection(_ selection: Selection, _ condition: Condition, _ extra: Float, _ driver: Int) {
        notePlaces(besides: driver, looks: looks(Int(condition.entries), extra))
        betterFirst(Int(condition.entries)) { search, part in
            for index in 0..<Int(condition.rangeCount) {
                let range = search.scratch.ranges[Int(condition.firstRange) &+ index]
                let selected = selection.indexes(Int(range.first), Int(range.end))
                search.acceptAll(selection, selected, extra, driver, range, in: part)
            }
        }
    }

    /// A leaf costs as much as so many entries: its words lie one after the other. Those that pass a narrow filter are
    /// at hand, and so cost less.
    private func entriesOfLeaf(_ ranges: Int) -> Int { selection != nil ? 4 &* ranges : 2 }

    /// About so many places have to be looked at in the areas of a condition; `most`: what is more need not be counted.
    mutating func looksInAreas(_ condition: Condition, _ driver: Int, most: Int) -> Int {
        let entriesOfLeaf = entriesOfLeaf(Int(scratch.conditions[driver].rangeCount))
        var looks = 0
        walkAreas(condition) { search, area in
            let list = AreaList(search.view, area)
            let leaves = Int(min(list.leaves, 1 << 32)) &* entriesOfLeaf
            looks &+= list.looks &+ (list.isComplete ? 0 : leaves / 2)
            return looks < most
        }
        return looks
    }

    /// Completes the search for all words along the names and the areas that have another word than the driver's, where
    /// those are much less: "ho chi m" has thousands of names with a word in m, and few places in Ho Chi Minh City.
    /// False, with nothing done, where they are not.
    mutating func walkPartner(_ driver: Int, _ extra: Float, total: Int) -> Bool {
        guard conditionCount > 1, missingAllowed == 0, scratch.conditions[driver].rangeCount <= 16 else { return false }
        var least = total / 2
        guard least > 0 else { return false }
        var partner = -1
        for index in 0..<conditionCount where index != driver {
            let condition = scratch.conditions[index]
            var cost = Int(condition.entries)
            if cost < least, condition.areaBits >= 0 {
                guard view.areaPlaces.count > 0 else { continue }
                cost &+= looksInAreas(condition, driver, most: least &- cost)
            }
            guard cost < least else { continue }
            least = cost
            partner = index
        }
        guard partner >= 0 else { return false }
        let condition = scratch.conditions[partner]
        notePlaces(besides: driver, partner, looks: least)
        betterFirst(Int(condition.entries)) { $0.walkPlaces(ofNames: condition, extra, driver, in: $1) }
        guard condition.areaBits >= 0 else { return true }
        noteDriver(driver, looks: least)
        walkAreas(condition, extra, driver)
        driverIsNoted = false
        return true
    }

    /// Looks at the places that have a word in their names.
    private mutating func walkPlaces(
        ofNames condition: Condition,
        _ extra: Float,
        _ driver: Int,
        in part: Range<UInt32>
    ) {
        for index in 0..<Int(condition.rangeCount) {
            let range = scratch.ranges[Int(condition.firstRange) &+ index]
            if let selection {
                let selected = selection.indexes(Int(range.first), Int(range.end))
                acceptPlaces(selected.count, extra, driver, in: part) { selection.entry(selected.lowerBound &+ $0) }
                continue
            }
            let firsts = view.phraseFirsts.slice(Int(range.first), range.count)
            acceptPlaces(firsts.count, extra, driver, in: part) { firsts[$0] }
            let start = view.restStart(Int(range.first))
            let rest = view.rest.slice(start, view.restStart(Int(range.end)) &- start)
            acceptPlaces(rest.count, extra, driver, in: part) { rest[$0] }
        }
    }

    /// Takes in the entries of a place that meet the driver's condition, however the place was found: it has to score
    /// the same whichever way was the shortest.
    mutating func acceptPlace(_ place: UInt32, _ extra: Float, _ driver: Int) {
        let slot = Int(place) & (Scratch.rememberedItems &- 1)
        let key = scratch.walks.pointee << 32 | UInt64(place)
        // All that it has was taken in, or it lacks something.
        guard scratch.failed[slot] != key else { return }
        if passes(view.places[place]) { acceptPassing(place, extra, driver) }
        scratch.failed[slot] = key
    }

    /// The same for a place that passes the filter.
    mutating func acceptPassing(_ place: UInt32, _ extra: Float, _ driver: Int) {
        defer {
            scratch.failed[Int(place) & (Scratch.rememberedItems &- 1)] = scratch.walks.pointee << 32 | UInt64(place)
        }
        let row = view.places[place]
        guard work > 0, Ranking.decode(row.score) + extra >= rows.threshold else { return }
        let condition = scratch.conditions[driver]
        let start = Int(row.forward)
        // A damaged file may have the words of a place past the end.
        let end = max(start, endOfPlace(start))
        var entry = -1
        for index in 0..<Int(condition.rangeCount) {
            let range = scratch.ranges[Int(condition.firstRange) &+ index]
            let first = UInt32(truncatingIfNeeded: range.first)
            let width = UInt32(truncatingIfNeeded: range.count)
            var at = start
            while at < end, view.forward.base[at] & Layout.phraseMask &- first >= width { at &+= 1 }
            guard at < end else { continue }
            if entry < 0 {
                if conditionCount > 1 {
                    // The other words are asked for first: to find its entries takes longer.
                    guard let costs = costs(place, row, besides: driver) else {
                        noteLacking(place)
                        return
                    }
                    guard Ranking.decode(row.score) + extra - costs.x - costs.y >= rows.threshold else { return }
                }
                entry = view.entry(ofPlaceAt: start, &work)
            }
            scanItems(start, end, entry &- 1, range, extra, driver)
        }
        work &-= (end &- start) &* max(1, Int(condition.rangeCount))
    }

    private func endOfPlace(_ start: Int) -> Int {
        let last = min(start &+ 4096, view.forward.count)
        var at = start &+ 1
        while at < last, view.forward.base[at] & Layout.placeFlag == 0 { at &+= 1 }
        return min(at, last)
    }

    /// Calls `body` with the areas of a condition that may have places which pass, until it is false.
    mutating func walkAreas(
        _ condition: Condition,
        _ body: (_ search: inout IndexSearch, _ area: AreaRow) -> Bool
    ) {
        AreaBits(bits + Int(condition.areaBits), view.areas.count).walk { number in
            let area = view.areas[number]
            return area.list == 0 || !test.mayHold(area) || body(&self, area)
        }
    }

    /// Looks at the places in the areas: at the best of each, then at the others.
    mutating func walkAreas(_ areas: Condition, _ extra: Float, _ driver: Int) {
        walkAreas(areas) { search, area in
            var list = AreaList(search.view, area)
            _ = search.walkPlaces(of: &list, 0..<min(list.listed, IndexSearch.bestOfArea), extra, driver)
            return true
        }
        walkAreas(areas) { search, area in
            var list = AreaList(search.view, area)
            guard search.walkPlaces(of: &list, min(list.listed, IndexSearch.bestOfArea)..<list.listed, extra, driver)
            else { return true }
            return search.walkLeaves(of: &list, areas, extra, driver)
        }
    }

    private static let bestOfArea = 16

    /// Looks at a part of the places of an area; true where those that are not listed may come in.
    private mutating func walkPlaces(
        of list: inout AreaList,
        _ part: Range<Int>,
        _ extra: Float,
        _ driver: Int
    ) -> Bool {
        var place: UInt32 = 0
        for _ in 0..<min(part.lowerBound, list.listed) { place = list.next(after: place) }
        var left = part.count
        while left > 0, !list.failed, work > 0 {
            let size = min(IndexSearch.batchSize, left)
            left &-= size
            for index in 0..<size {
                place = list.next(after: place)
                scratch.batch[index] = place
            }
            // The other word is in an area's name, which costs.
            let bound = Ranking.decode(view.places[scratch.batch[0]].score) + extra - Ranking.contextWord
            if scratch.batch[0] >= placeEnd || rows.isFull && bound < rows.threshold { return false }
            acceptPlaces(ofBatch: size, extra, driver)
        }
        return !list.isComplete
    }

    /// Looks into the leaves that have places in an area.
    private mutating func walkLeaves(
        of list: inout AreaList,
        _ areas: Condition,
        _ extra: Float,
        _ driver: Int
    ) -> Bool {
        let condition = scratch.conditions[driver]
        var count = list.leaves
        var leaf: UInt32 = 0
        while count > 0, !list.failed, work > 0 {
            count &-= 1
            leaf = list.next(after: leaf)
            guard Int(leaf) < view.boxes.count else { return false }
            let box = view.boxes[leaf]
            guard box.level == 0, isInside(box) else { continue }
            let bound = Ranking.decode(box.score) + extra - Ranking.contextWord
            if rows.isFull, bound <= rows.threshold { continue }
            // Areas lie in each other.
            let slot = Int(leaf) & (Scratch.rememberedItems &- 1)
            let key = scratch.walks.pointee << 32 | UInt64(leaf)
            guard scratch.visited[slot] != key else { continue }
            scratch.visited[slot] = key
            for index in 0..<Int(condition.rangeCount) {
                let range = scratch.ranges[Int(condition.firstRange) &+ index]
                scanLeaf(box, range, extra, driver, inside: areas)
            }
        }
        return true
    }
}

extension IndexView {
    /// Where the entries of a place begin in `spatialEntries`, when its words begin there in `forward`. `work` counts the
    /// steps down: a damaged file may have one leaf for all.
    func entry(ofPlaceAt start: Int, _ work: inout Int) -> Int {
        // The last leaf that does not begin after it. Leaves are the first boxes.
        var low = 0
        var high = boxes.count
        while low < high {
            let middle = (low &+ high) / 2
            let box = boxes[middle]
            if box.level == 0, Int(box.first) <= start { low = middle &+ 1 } else { high = middle }
        }
        let leaf = boxes[max(0, low &- 1)]
        let items = forward.slice(Int(leaf.first) &+ 1, start &- Int(leaf.first))
        work &-= items.count
        guard work > 0 else { return 0 }
        var entry = Int(leaf.entry)
        for item in items { entry &+= Int(item >> 31) }
        return entry
    }
}
