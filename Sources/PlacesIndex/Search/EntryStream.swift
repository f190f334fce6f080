/// Gives the entries of ranges of phrases, best first, without looking at more of them than are asked for.
struct EntryStream {
    /// A range of phrases with its best entry, or (`position` < 0) a rest of one phrase's entries, or of a node's ready
    /// ones.
    struct Item: BitwiseCopyable {
        var entry: UInt32
        var first: Int32
        var end: Int32
        var position: Int32
        /// The caller's number of the range.
        var source: Int32
    }

    static let capacity = 4096

    private let view: IndexView
    private let items: UnsafeMutablePointer<Item>
    private(set) var count = 0
    /// Something had no room; the stream is not complete.
    private(set) var overflowed = false
    /// What comes from a node's ready entries, comes from the nodes below it once more: then each entry is given once.
    private var isReady = false
    private static let rest: Int32 = -1
    private static let ready: Int32 = -2
    /// Nodes whose children may still be added: a damaged file may have nodes in a circle.
    private var nodesLeft = 1024

    @inline(__always)
    init(_ view: IndexView, _ items: UnsafeMutablePointer<Item>) {
        self.view = view
        self.items = items
    }

    var isEmpty: Bool { count == 0 }

    /// The number of the next entry.
    var nextEntry: UInt32 { count > 0 ? items[0].entry : .max }

    @inline(__always)
    mutating func add(_ first: Int, _ end: Int, source: Int32 = 0) {
        guard first < end else { return }
        let position = first &+ 1 == end ? first : view.bestPhrase(first, end)
        push(
            Item(
                entry: view.phraseFirsts[position],
                first: Int32(truncatingIfNeeded: first),
                end: Int32(truncatingIfNeeded: end),
                position: Int32(truncatingIfNeeded: position),
                source: source
            )
        )
    }

    /// Adds the entries of a node of which the best are ready; false, with nothing done, where none are.
    mutating func add(node: Int) -> Bool {
        guard node >= 0, let list = view.readyList(ofNode: node) else { return false }
        isReady = true
        addReady(list, after: nil, depth: 0)
        return true
    }

    private mutating func addReady(_ list: Int, after last: UInt32?, depth: Int) {
        let end = (list &+ 1) &* Layout.readyEntries
        var first = list &* Layout.readyEntries
        if let last {
            while first < end, view.readyEntries[first].entry <= last { first &+= 1 }
            if first == end {
                addChildren(ofList: list, after: last, depth: depth &+ 1)
                return
            }
        }
        push(
            Item(
                entry: view.readyEntries[first].entry,
                first: Int32(truncatingIfNeeded: first),
                end: Int32(truncatingIfNeeded: end),
                position: EntryStream.ready,
                source: 0
            )
        )
    }

    /// What a node has beyond its ready entries: that of its children, and of the phrases that end with it.
    private mutating func addChildren(ofList list: Int, after last: UInt32, depth: Int) {
        guard nodesLeft > 0, depth <= Layout.maximumPhrase else {
            overflowed = true
            return
        }
        nodesLeft &-= 1
        let node = view.nodes[view.readyNodes[list]]
        let first = Int(node.child)
        let children = view.nodes.slice(first, Int(node.childCount))
        guard let child = children.first else { return }
        add(Int(node.first), Int(child.first))
        var ready = view.firstReadyList(fromNode: first)
        for index in 0..<children.count {
            if Int(view.readyNodes[ready]) == first &+ index, ready < view.readyNodes.count {
                addReady(ready, after: last, depth: depth)
                ready &+= 1
            } else {
                add(Int(children[index].first), Int(children[index].end))
            }
        }
    }

    /// Takes the best entry out. Must not be empty.
    @inline(__always)
    mutating func pop() -> (entry: UInt32, source: Int32) {
        let top = popNext()
        if isReady {
            while count > 0, items[0].entry <= top.entry { _ = popNext() }
        }
        return top
    }

    @inline(__always)
    private mutating func popNext() -> (entry: UInt32, source: Int32) {
        let top = items[0]
        if top.position < 0 {
            let next = Int(top.first) &+ 1
            if next < Int(top.end) {
                var rest = top
                rest.first = Int32(truncatingIfNeeded: next)
                rest.entry = top.position == EntryStream.rest ? view.rest[next] : view.readyEntries[next].entry
                replaceTop(rest)
            } else {
                removeTop()
                if top.position == EntryStream.ready {
                    addChildren(ofList: next / Layout.readyEntries &- 1, after: top.entry, depth: 0)
                }
            }
            return (top.entry, top.source)
        }
        removeTop()
        let position = Int(top.position)
        let restFirst = view.restStart(position)
        let restEnd = view.restStart(position &+ 1)
        if restFirst < restEnd {
            push(
                Item(
                    entry: view.rest[restFirst],
                    first: Int32(truncatingIfNeeded: restFirst),
                    end: Int32(truncatingIfNeeded: restEnd),
                    position: EntryStream.rest,
                    source: top.source
                )
            )
        }
        add(Int(top.first), position, source: top.source)
        add(position &+ 1, Int(top.end), source: top.source)
        return (top.entry, top.source)
    }

    @inline(__always)
    private mutating func push(_ item: Item) {
        guard count < EntryStream.capacity else {
            overflowed = true
            return
        }
        var at = count
        count &+= 1
        while at > 0 {
            let parent = (at &- 1) / 2
            guard item.entry < items[parent].entry else { break }
            items[at] = items[parent]
            at = parent
        }
        items[at] = item
    }

    @inline(__always)
    private mutating func removeTop() {
        count &-= 1
        if count > 0 { replaceTop(items[count]) }
    }

    @inline(__always)
    private mutating func replaceTop(_ item: Item) {
        var at = 0
        while true {
            var child = at &* 2 &+ 1
            guard child < count else { break }
            if child &+ 1 < count, items[child &+ 1].entry < items[child].entry { child &+= 1 }
            guard items[child].entry < item.entry else { break }
            items[at] = items[child]
            at = child
        }
        items[at] = item
    }
}
