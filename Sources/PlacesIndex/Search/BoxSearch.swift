/// The search around a point, or inside an area.
extension IndexSearch {
    /// Best-first through the boxes. False, with nothing lost, when more than `leafLimit` leaves would have to be
    /// looked at.
    mutating func searchBoxes(
        _ condition: Condition,
        _ extra: Float,
        _ driver: Int,
        bound limit: Float,
        leafLimit: Int
    ) -> Bool {
        guard view.boxes.count > 0 else { return true }
        let range = scratch.ranges[Int(condition.firstRange)]
        let boxes = scratch.boxes
        var count = 0
        var leaves = 0
        func push(_ item: BoxItem) -> Bool {
            guard count < Scratch.maximumBoxes else { return false }
            var at = count
            count &+= 1
            while at > 0 {
                let parent = (at &- 1) / 2
                guard item.bound > boxes[parent].bound else { break }
                boxes[at] = boxes[parent]
                at = parent
            }
            boxes[at] = item
            return true
        }
        func pop() -> BoxItem {
            let top = boxes[0]
            count &-= 1
            guard count > 0 else { return top }
            let item = boxes[count]
            var at = 0
            while true {
                var child = at &* 2 &+ 1
                guard child < count else { break }
                if child &+ 1 < count, boxes[child &+ 1].bound > boxes[child].bound { child &+= 1 }
                guard boxes[child].bound > item.bound else { break }
                boxes[at] = boxes[child]
                at = child
            }
            boxes[at] = item
            return top
        }
        guard push(BoxItem(bound: .infinity, box: Int32(truncatingIfNeeded: view.boxes.count &- 1))) else {
            return false
        }
        // A damaged file may have boxes in a circle.
        var visits = 0
        while count > 0 {
            let top = pop()
            if rows.isFull, top.bound <= rows.threshold { return true }
            let box = view.boxes[Int(top.box)]
            visits &+= 1
            if visits > 1_000_000 { return true }
            if box.level == 0 {
                leaves &+= 1
                if leaves > leafLimit { return false }
                scanLeaf(box, range, extra, driver)
                continue
            }
            let below = view.boxes.slice(Int(box.first), min(Int(box.end) &- Int(box.first), Layout.boxFanout))
            let costs = nearness?.leastCosts(below) ?? SIMD8(repeating: 0)
            var child = 0
            while child < below.count {
                if !isSelective || isInside(below[child]) {
                    // What the stream has not given scores `limit` at most.
                    let bound = min(Ranking.decode(below[child].score) + extra, limit) - costs[child]
                    if !rows.isFull || bound > rows.threshold {
                        let number = Int32(truncatingIfNeeded: Int(box.first) &+ child)
                        guard push(BoxItem(bound: bound, box: number)) else { return false }
                    }
                }
                child &+= 1
            }
        }
        return true
    }

    func isInside(_ box: Box) -> Bool {
        guard let restriction = filter.restriction else { return true }
        for area in restriction.boxes where area.overlaps(box) { return true }
        return false
    }

    /// Takes in the entries in a leaf; of places in some areas alone, where such are given.
    mutating func scanLeaf(
        _ box: Box,
        _ range: PhraseRange,
        _ extra: Float,
        _ driver: Int,
        inside areas: Condition? = nil
    ) {
        if areas != nil {
            let items = view.forward.slice(Int(box.first), min(Int(box.end) &- Int(box.first), 1 << 20))
            work &-= items.count
            // Without a branch for each word, whether any is among them is told faster.
            let first = UInt32(truncatingIfNeeded: range.first)
            let width = UInt32(truncatingIfNeeded: range.count)
            var found: UInt32 = 0
            for item in items {
                found |= (item & Layout.phraseMask) &- first < width ? 1 : 0
            }
            guard found != 0 else { return }
        }
        scanItems(Int(box.first), Int(box.end), Int(box.entry) &- 1, range, extra, driver, inside: areas)
    }

    /// Takes in the entries in a part of `forward`; `before` is the place of the one before them.
    @inline(__always)
    mutating func scanItems(
        _ start: Int,
        _ end: Int,
        _ before: Int,
        _ range: PhraseRange,
        _ extra: Float,
        _ driver: Int,
        inside areas: Condition? = nil
    ) {
        let first = UInt32(truncatingIfNeeded: range.first)
        let width = UInt32(truncatingIfNeeded: range.count)
        let items = view.forward.slice(start, min(end &- start, 1 << 20))
        // A damaged file may have leaves of any size.
        guard work > 0, var item = items.baseAddress else { return }
        work &-= items.count
        let last = item + items.count
        var entry = before
        while item < last {
            entry &+= Int(item.pointee >> 31)
            if (item.pointee & Layout.phraseMask) &- first < width {
                let number = view.spatialEntries[entry]
                if areas.map({ isInArea(view.places[view.entryPlaces[number]], $0) }) ?? true {
                    accept(number, extra: extra, besides: driver, range)
                }
            }
            item += 1
        }
    }
}
