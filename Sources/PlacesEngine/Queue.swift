/// First in, first out; constant time at both ends, memory kept for the next burst.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count &- head }
    var isEmpty: Bool { head == elements.count }

    /// The elements that are left, from the first on; nil past the end.
    subscript(_ index: Int) -> Element? { index >= 0 && index < count ? elements[head &+ index] : nil }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head].take()
        head &+= 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 1024, head &* 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}

/// The nearest deadlines first (a binary heap). A request that ends early leaves its entry behind; whoever pops it sees
/// that the request is gone.
struct DeadlineHeap {
    private var entries: [(time: UInt64, id: UInt64)] = []

    var nearest: UInt64? { entries.first?.time }

    mutating func insert(time: UInt64, id: UInt64) {
        entries.append((time, id))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            if entries[parent].time <= entries[child].time { break }
            entries.swapAt(parent, child)
            child = parent
        }
    }

    /// The next ID whose time has come.
    mutating func popExpired(at now: UInt64) -> UInt64? {
        guard let first = entries.first, first.time <= now else { return nil }
        return pop(first.id)
    }

    var nearestID: UInt64? { entries.first?.id }

    mutating func removeNearest() {
        if let first = entries.first { _ = pop(first.id) }
    }

    private mutating func pop(_ id: UInt64) -> UInt64 {
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            var parent = 0
            while true {
                var least = parent
                for child in [parent * 2 + 1, parent * 2 + 2] where child < entries.count {
                    if entries[child].time < entries[least].time { least = child }
                }
                if least == parent { break }
                entries.swapAt(parent, least)
                parent = least
            }
        }
        return id
    }
}
