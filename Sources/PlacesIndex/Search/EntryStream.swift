/// Gives the entries of ranges of phrases, best first, without looking at more of them than are asked for.
struct EntryStream {
    /// A range of phrases with its best entry, or (`position` < 0) a rest of one phrase's entries.
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

    /// Takes the best entry out. Must not be empty.
    @inline(__always)
    mutating func pop() -> (entry: UInt32, source: Int32) {
        let top = items[0]
        if top.position < 0 {
            let next = Int(top.first) &+ 1
            if next < Int(top.end) {
                var rest = top
                rest.first = Int32(truncatingIfNeeded: next)
                rest.entry = view.rest[next]
                replaceTop(rest)
            } else {
                removeTop()
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
                    position: -1,
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
