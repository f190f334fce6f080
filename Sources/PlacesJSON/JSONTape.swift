internal import Glibc

/// A text that was read, in four blocks: an entry for each value and name, the children of arrays and objects, strings
/// that had escapes, and the text itself, in which all other strings still are.
struct JSONTape: ~Copyable {
    struct Entry: BitwiseCopyable {
        /// A string's offset, a container's first link, a number's bits, or 1 for true.
        var payload: UInt64 = 0
        /// Bytes of a string, elements of an array, members of an object.
        var count: UInt32 = 0
        var kind = JSONNode.Kind.null
        /// Whether the string stands among the unescaped ones and not in the text.
        var isUnescaped = false
    }

    /// What a node needs.
    struct View {
        let entries: UnsafeMutablePointer<Entry>
        /// Entries of elements; of an object's members name and value in turn.
        let links: UnsafeMutablePointer<UInt32>
        let unescaped: UnsafeMutablePointer<UInt8>
        let text: UnsafePointer<UInt8>
    }

    var entries: GrowingBlock<Entry>
    var links: GrowingBlock<UInt32>
    var unescaped: GrowingBlock<UInt8>

    init(textLength: Int) {
        entries = GrowingBlock(capacity: textLength / 8 + 16)
        links = GrowingBlock(capacity: textLength / 8 + 16)
        unescaped = GrowingBlock(capacity: 64)
    }
}

/// Plain values in one block of memory that grows.
struct GrowingBlock<Element: BitwiseCopyable>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    mutating func append(_ element: Element) {
        if count == capacity { grow(to: capacity &* 2) }
        base.advanced(by: count).initialize(to: element)
        count &+= 1
    }

    mutating func append(_ source: UnsafePointer<Element>, count added: Int) {
        if capacity &- count < added { grow(to: max(capacity &* 2, count &+ added)) }
        base.advanced(by: count).initialize(from: source, count: added)
        count &+= added
    }

    /// Drops the last ones; `newCount` is at most `count`.
    mutating func shorten(to newCount: Int) { count = newCount }

    private mutating func grow(to newCapacity: Int) {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
        larger.initialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity = newCapacity
    }
}
