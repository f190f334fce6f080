/// A row of equal items in an index file. Any index is safe: the file may be damaged.
struct Column<Item: BitwiseCopyable>: @unchecked Sendable {
    // @unchecked: points into read-only memory that the index keeps.
    let base: UnsafePointer<Item>
    let count: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        let size = MemoryLayout<Item>.stride
        let whole = bytes.count / size
        if whole > 0, let start = bytes.baseAddress {
            base = start.assumingMemoryBound(to: Item.self)
            count = whole
        } else {
            base = Zeroes.page.value.assumingMemoryBound(to: Item.self)
            count = 0
        }
    }

    /// The item; past the end the first one, or zeroes where there is none.
    @inline(__always)
    subscript(_ index: Int) -> Item {
        UInt(bitPattern: index) < UInt(bitPattern: count) ? base[index] : base[0]
    }

    @inline(__always)
    subscript(_ index: UInt32) -> Item { self[Int(index)] }

    /// `first ..< first + length`, cut to what is there.
    @inline(__always)
    func slice(_ first: Int, _ length: Int) -> UnsafeBufferPointer<Item> {
        let start = Swift.min(Swift.max(first, 0), count)
        return UnsafeBufferPointer(start: base + start, count: Swift.min(Swift.max(length, 0), count &- start))
    }

    var all: UnsafeBufferPointer<Item> { UnsafeBufferPointer(start: base, count: count) }
}

/// What an empty column points at.
private enum Zeroes {
    static let page: Shared<UnsafeRawPointer> = {
        let page = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 64)
        page.initializeMemory(as: UInt8.self, repeating: 0, count: 256)
        return Shared(UnsafeRawPointer(page))
    }()
}
