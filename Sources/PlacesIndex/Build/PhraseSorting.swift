/// A phrase: the rest of a name from one of its words on.
struct PhraseKey: BitwiseCopyable {
    /// The first eight bytes, so that most comparisons touch no text.
    var head: UInt64
    var offset: UInt32
    /// Which word of which name it is.
    var word: UInt32
}

/// Sorts phrases by their bytes.
struct PhraseSorting {
    let text: UnsafePointer<UInt8>

    /// Bytes of a phrase; long ones are cut between letters.
    @inline(__always)
    func length(_ offset: UInt32) -> Int {
        let base = text + Int(offset)
        var size = 0
        while base[size] != 0 {
            if size == Layout.maximumPhrase {
                while size > 0, base[size] & 0xC0 == 0x80 { size &-= 1 }
                return size
            }
            size &+= 1
        }
        return size
    }

    func key(_ offset: UInt32, word: UInt32) -> PhraseKey {
        var head: UInt64 = 0
        let base = text + Int(offset)
        var at = 0
        while at < 8, base[at] != 0 {
            head |= UInt64(base[at]) << UInt64(56 &- at &* 8)
            at &+= 1
        }
        return PhraseKey(head: head, offset: offset, word: word)
    }

    @inline(__always)
    func isBefore(_ a: PhraseKey, _ b: PhraseKey) -> Bool {
        if a.head != b.head { return a.head < b.head }
        return compare(a, b) < 0
    }

    /// Texts from the ninth byte on. A phrase of fewer bytes has a NUL in its head.
    @inline(__always)
    func compare(_ a: PhraseKey, _ b: PhraseKey) -> Int {
        if a.head & 0xFF == 0 { return 0 }
        let left = text + Int(a.offset)
        let right = text + Int(b.offset)
        var at = 8
        while at < Layout.maximumPhrase {
            if left[at] != right[at] { return left[at] < right[at] ? -1 : 1 }
            if left[at] == 0 { return 0 }
            at &+= 1
        }
        return 0
    }

    /// Distributes by the first two bytes, then threads take the parts. Returns where the parts begin, and the end:
    /// phrases of two parts differ.
    func sort(_ keys: inout [PhraseKey], threads: Int) -> [Int] {
        let count = keys.count
        var starts = [Int](repeating: 0, count: 65537)
        for key in keys { starts[Int(key.head >> 48) + 1] += 1 }
        for index in 1...65536 { starts[index] += starts[index - 1] }
        var sorted = [PhraseKey](unsafeUninitializedCapacity: count) { target, filled in
            var next = starts
            for key in keys {
                let part = Int(key.head >> 48)
                target.initializeElement(at: next[part], to: key)
                next[part] += 1
            }
            filled = count
        }
        keys = []
        let parts = Parallel.pieces(of: count, threads: threads)
        var borders = [0]
        for part in 1..<max(parts, 2) where parts > 1 {
            borders.append(starts.firstIndex { $0 >= count * part / parts } ?? 65536)
        }
        borders.append(65536)
        sorted.withUnsafeMutableBufferPointer { sorted in
            let sorted = sorted
            Parallel.run(parts, threads: threads) { part in
                for bucket in borders[part]..<borders[part + 1] {
                    let first = starts[bucket]
                    let size = starts[bucket + 1] - first
                    if size > 1, let base = sorted.baseAddress { quickSort(base + first, size, depth: 0) }
                }
            }
        }
        keys = sorted
        return borders.map { starts[$0] }
    }

    private func quickSort(_ base: UnsafeMutablePointer<PhraseKey>, _ size: Int, depth: Int) {
        var start = 0
        var count = size
        var level = depth
        while count > 16 {
            level += 1
            if level > 60 {
                // Adversarial order: the standard sort does not degrade.
                var rest = UnsafeMutableBufferPointer(start: base + start, count: count)
                rest.sort { isBefore($0, $1) }
                return
            }
            // Three parts, since equal phrases are common.
            let pivot = median(base[start], base[start &+ count / 2], base[start &+ count &- 1])
            var low = start
            var at = start
            var high = start &+ count
            while at < high {
                let key = base[at]
                let order = key.head != pivot.head ? (key.head < pivot.head ? -1 : 1) : compare(key, pivot)
                if order < 0 {
                    base[at] = base[low]
                    base[low] = key
                    low &+= 1
                    at &+= 1
                } else if order > 0 {
                    high &-= 1
                    base[at] = base[high]
                    base[high] = key
                } else {
                    at &+= 1
                }
            }
            let left = low &- start
            let right = start &+ count &- high
            if left < right {
                quickSort(base + start, left, depth: level)
                start = high
                count = right
            } else {
                quickSort(base + high, right, depth: level)
                count = left
            }
        }
        var index = start &+ 1
        while index < start &+ count {
            let key = base[index]
            var at = index
            while at > start, isBefore(key, base[at &- 1]) {
                base[at] = base[at &- 1]
                at &-= 1
            }
            base[at] = key
            index &+= 1
        }
    }

    private func median(_ a: PhraseKey, _ b: PhraseKey, _ c: PhraseKey) -> PhraseKey {
        if isBefore(a, b) { return isBefore(b, c) ? b : isBefore(a, c) ? c : a }
        return isBefore(a, c) ? a : isBefore(b, c) ? c : b
    }
}
