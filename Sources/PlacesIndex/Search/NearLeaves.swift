/// The leaves around a place, the most promising first: the best score in a leaf, less what its distance costs. That
/// hardly depends on what is typed, so it is found out once, as far as somebody asks, and kept as long as the place is.
final class NearLeaves {
    struct Leaf: BitwiseCopyable {
        /// Of its best place, `most` if that is less.
        var score: Float
        /// Of its nearest corner.
        var cost: Float
        /// In `forward`, and the entry before them in `spatialEntries`.
        var first: Int
        var end: Int
        var before: Int
    }

    private struct Item: BitwiseCopyable {
        var bound: Float
        var cost: Float
        var box: Int32
    }

    private static let capacity = 256
    private static let waitingCapacity = 2048

    private let leaves = UnsafeMutablePointer<Leaf>.allocate(capacity: NearLeaves.capacity)
    private var count = 0
    /// Boxes to look into, as a heap.
    private let waiting = UnsafeMutablePointer<Item>.allocate(capacity: NearLeaves.waitingCapacity)
    private var waitingCount = 0
    /// Boxes that may still be looked into: a damaged file may have boxes in a circle.
    private var visits = 0
    private var nearness: Nearness?
    /// What a place can score at most: the best ones are known already, whatever is typed.
    private var most: Float = 0
    /// In steps of so much, up: so the order of the leaves hangs on the place and on what is typed now, and never on what
    /// was typed before, and is still seldom made anew.
    private static let step: Float = 2
    private var columns: UnsafePointer<IndexColumns>?

    deinit {
        leaves.deallocate()
        waiting.deallocate()
    }

    /// Begins anew where the place is another one, or what can be found there: `limit` at most.
    func prepare(_ wanted: Nearness, _ limit: Float, _ view: IndexView) {
        let limit = (limit / NearLeaves.step).rounded(.up) * NearLeaves.step
        if limit == most, nearness == wanted, columns == view.columns { return }
        nearness = wanted
        most = limit
        columns = view.columns
        count = 0
        waitingCount = 0
        visits = 100_000
        if view.boxes.count > 0 {
            push(Item(bound: .infinity, cost: 0, box: Int32(truncatingIfNeeded: view.boxes.count &- 1)))
        }
    }

    /// Leaf number `index` in their order; nil after the last one.
    func leaf(_ index: Int, _ view: IndexView) -> Leaf? {
        while index >= count {
            guard count < NearLeaves.capacity, let nearness, findNext(nearness, view) else { return nil }
        }
        return leaves[index]
    }

    /// False when there are no more.
    private func findNext(_ nearness: Nearness, _ view: IndexView) -> Bool {
        let boxes = view.boxes
        while waitingCount > 0, visits > 0 {
            visits &-= 1
            let top = pop()
            let box = boxes[Int(top.box)]
            if box.level == 0 {
                leaves[count] = Leaf(
                    score: min(Ranking.decode(box.score), most),
                    cost: top.cost,
                    first: Int(box.first),
                    end: Int(box.end),
                    before: Int(box.entry) &- 1
                )
                count &+= 1
                return true
            }
            let below = boxes.slice(Int(box.first), min(Int(box.end) &- Int(box.first), Layout.boxFanout))
            let costs = nearness.leastCosts(below)
            for index in 0..<below.count {
                let score = min(Ranking.decode(below[index].score), most)
                push(
                    Item(
                        bound: score - costs[index],
                        cost: costs[index],
                        box: Int32(truncatingIfNeeded: Int(box.first) &+ index)
                    )
                )
            }
        }
        return false
    }

    private func push(_ item: Item) {
        // Far more than ever wait on the way to the last leaf that is kept.
        guard waitingCount < NearLeaves.waitingCapacity else { return }
        var at = waitingCount
        waitingCount &+= 1
        while at > 0 {
            let parent = (at &- 1) / 2
            guard item.bound > waiting[parent].bound else { break }
            waiting[at] = waiting[parent]
            at = parent
        }
        waiting[at] = item
    }

    private func pop() -> Item {
        let top = waiting[0]
        waitingCount &-= 1
        guard waitingCount > 0 else { return top }
        let item = waiting[waitingCount]
        var at = 0
        while true {
            var child = at &* 2 &+ 1
            guard child < waitingCount else { break }
            if child &+ 1 < waitingCount, waiting[child &+ 1].bound > waiting[child].bound { child &+= 1 }
            guard waiting[child].bound > item.bound else { break }
            waiting[at] = waiting[child]
            at = child
        }
        waiting[at] = item
        return top
    }
}

extension IndexSearch {
    /// Whether some phrases are among those of a place: eight at a time, without a branch for each.
    @inline(__always)
    static func holds(_ items: UnsafeBufferPointer<UInt32>, _ first: UInt32, _ width: UInt32) -> Bool {
        let base = UnsafeRawPointer(items.baseAddress)
        let mask = SIMD8<UInt32>(repeating: Layout.phraseMask)
        let start = SIMD8<UInt32>(repeating: first)
        let limit = SIMD8<UInt32>(repeating: width)
        var found = SIMDMask<SIMD8<Int32>>(repeating: false)
        var at = 0
        if let base {
            while at &+ 8 <= items.count {
                let eight = base.loadUnaligned(fromByteOffset: at &* 4, as: SIMD8<UInt32>.self)
                found = found .| ((eight & mask) &- start .< limit)
                at &+= 8
            }
        }
        if any(found) { return true }
        while at < items.count {
            if (items[at] & Layout.phraseMask) &- first < width { return true }
            at &+= 1
        }
        return false
    }

    /// Takes in what lies around the place that is preferred. What the stream has not given scores `limit` at most.
    /// Nearness is a wish: what is beyond some leaves is not worth the time.
    mutating func searchNear(_ condition: Condition, _ extra: Float, _ driver: Int, bound limit: Float) {
        guard let nearness else { return }
        let near = owner._withUnsafeGuaranteedRef { $0.near(Int(number)) }
        near.prepare(nearness, limit - extra, view)
        let range = scratch.ranges[Int(condition.firstRange)]
        let first = UInt32(truncatingIfNeeded: range.first)
        let width = UInt32(truncatingIfNeeded: range.count)
        var looked = 0
        var index = 0
        while looked < IndexSearch.biasLeaves, work > 0, let leaf = near.leaf(index, view) {
            index &+= 1
            if rows.isFull {
                if leaf.score + extra - leaf.cost <= rows.threshold { return }
                if min(leaf.score + extra, limit) - leaf.cost <= rows.threshold { continue }
            }
            looked &+= 1
            let items = view.forward.slice(leaf.first, min(leaf.end &- leaf.first, 1 << 20))
            work &-= items.count
            if IndexSearch.holds(items, first, width) {
                scanItems(leaf.first, leaf.end, leaf.before, range, extra, driver)
            }
        }
    }
}
