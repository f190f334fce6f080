import Glibc

/// Arrays of many megabytes, in large pages: they are made with a five-hundredth of the page faults, and what jumps about
/// in them finds its way with a few translations of addresses.
enum LargeArray {
    /// Below this the memory is not asked for.
    private static let least = 2 * FileBytes.largePage

    /// Bytes of what grows faster than others.
    static let fastGrowth = 1 << 20..<1 << 27

    /// Before the memory is first written to: what is there already stays as it is.
    static func advise(_ memory: UnsafeMutableRawPointer?, _ size: Int) {
        guard size >= least, let memory else { return }
        // Whole pages that are the array's alone.
        let page = UInt(FileBytes.largePage)
        let first = (UInt(bitPattern: memory) + page - 1) & ~(page - 1)
        let end = (UInt(bitPattern: memory) + UInt(size)) & ~(page - 1)
        if first < end { madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_HUGEPAGE) }
    }
}

extension Array where Element: BitwiseCopyable {
    /// So many items, all alike.
    static func large(repeating item: Element, count: Int) -> [Element] {
        large(count) { $0.initialize(repeating: item) }
    }

    /// So many items, all of which `body` initializes.
    static func large(_ count: Int, _ body: (UnsafeMutableBufferPointer<Element>) -> Void) -> [Element] {
        // The one empty array that all share would be written to, by several threads at once.
        guard count > 0 else {
            body(UnsafeMutableBufferPointer(start: nil, count: 0))
            return []
        }
        return [Element](unsafeUninitializedCapacity: count) { items, filled in
            let items = UnsafeMutableBufferPointer(rebasing: items[..<count])
            LargeArray.advise(items.baseAddress, count * MemoryLayout<Element>.stride)
            body(items)
            filled = count
        }
    }

    /// Room for so many items.
    mutating func reserveLarge(_ count: Int) {
        guard count > capacity else { return }
        self = [Element](unsafeUninitializedCapacity: count) { items, filled in
            LargeArray.advise(items.baseAddress, count * MemoryLayout<Element>.stride)
            filled = items.initialize(from: self).index
        }
    }

    /// Room for so many items more. An array that is long already gets much more than appending makes: what is never
    /// written to takes no memory, and less is copied from one place to the next.
    @inline(__always)
    mutating func growLarge(by more: Int = 1) {
        if count &+ more > capacity { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        let size = capacity * MemoryLayout<Element>.stride
        let factor = LargeArray.fastGrowth.contains(size) ? 4 : 2
        reserveLarge(Swift.max(count + more, capacity * factor))
    }
}
