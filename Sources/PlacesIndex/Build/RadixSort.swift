/// Sorts 64-bit numbers, some bits at a time.
enum RadixSort {
    /// By the bits from `from` on; what is equal in them keeps its order.
    static func sort(_ keys: inout [UInt64], from: UInt64 = 0) {
        let count = keys.count
        guard count > 1 else { return }
        var other = [UInt64].large(count) { _ in }
        keys.withUnsafeMutableBufferPointer { keys in
            other.withUnsafeMutableBufferPointer { other in
                guard let keys = keys.baseAddress, let other = other.baseAddress else { return }
                // Of many numbers more bits at once: fewer passes, which pay for a longer table.
                if count >= 1 << 16 {
                    sort(keys, other, count, from: from, width: 11)
                } else {
                    sort(keys, other, count, from: from)
                }
            }
        }
    }

    /// `other` has room for as many.
    static func sort(
        _ keys: UnsafeMutablePointer<UInt64>,
        _ other: UnsafeMutablePointer<UInt64>,
        _ count: Int,
        from: UInt64 = 0
    ) {
        if count <= 32 {
            insert(keys, count, from)
        } else {
            sort(keys, other, count, from: from, width: 8)
        }
    }

    @inline(__always)
    private static func sort(
        _ keys: UnsafeMutablePointer<UInt64>,
        _ other: UnsafeMutablePointer<UInt64>,
        _ count: Int,
        from: UInt64,
        width: UInt64
    ) {
        var all: UInt64 = 0
        var common = UInt64.max
        for index in 0..<count {
            all |= keys[index]
            common &= keys[index]
        }
        var source = keys
        var target = other
        let parts = 1 << Int(width)
        let mask = UInt64(parts) - 1
        withUnsafeTemporaryAllocation(of: Int.self, capacity: parts + 1) { starts in
            guard let starts = starts.baseAddress else { return }
            for shift in stride(from: from, to: 64, by: Int(width)) where (all ^ common) >> shift & mask != 0 {
                starts.initialize(repeating: 0, count: parts + 1)
                for index in 0..<count { starts[Int(source[index] >> shift & mask) &+ 1] &+= 1 }
                for index in 1...parts { starts[index] &+= starts[index &- 1] }
                for index in 0..<count {
                    let key = source[index]
                    let part = Int(key >> shift & mask)
                    target[starts[part]] = key
                    starts[part] &+= 1
                }
                swap(&source, &target)
            }
        }
        if source != keys { keys.update(from: source, count: count) }
    }

    private static func insert(_ keys: UnsafeMutablePointer<UInt64>, _ count: Int, _ from: UInt64) {
        var index = 1
        while index < count {
            let key = keys[index]
            var at = index
            while at > 0, keys[at &- 1] >> from > key >> from {
                keys[at] = keys[at &- 1]
                at &-= 1
            }
            keys[at] = key
            index &+= 1
        }
    }
}
