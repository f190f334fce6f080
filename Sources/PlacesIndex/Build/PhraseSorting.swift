import Glibc

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
    /// Bytes of all texts.
    let size: Int

    /// Bytes of a phrase; long ones are cut between letters.
    @inline(__always)
    func length(_ offset: UInt32) -> Int {
        let base = text + Int(offset)
        let limit = min(Layout.maximumPhrase &+ 1, self.size &- Int(offset))
        var size = memchr(base, 0, limit).map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? limit
        guard size > Layout.maximumPhrase else { return size }
        size = Layout.maximumPhrase
        while size > 0, base[size] & 0xC0 == 0x80 { size &-= 1 }
        return size
    }

    func key(_ offset: UInt32, word: UInt32) -> PhraseKey {
        let at = Int(offset)
        var head: UInt64 = 0
        if at &+ 8 <= size {
            head = UInt64(littleEndian: load(at)).byteSwapped
            // What follows the end is no part of it.
            let end = PhraseSorting.end(head.byteSwapped)
            if end < 8 { head &= ~(UInt64.max >> UInt64(end &* 8)) }
        } else {
            var index = 0
            while index < 8, text[at &+ index] != 0 {
                head |= UInt64(text[at &+ index]) << UInt64(56 &- index &* 8)
                index &+= 1
            }
        }
        return PhraseKey(head: head, offset: offset, word: word)
    }

    @inline(__always)
    private func load(_ at: Int) -> UInt64 { UnsafeRawPointer(text + at).loadUnaligned(as: UInt64.self) }

    /// Where the first NUL is in eight bytes, 8 for none.
    @inline(__always)
    private static func end(_ bytes: UInt64) -> Int {
        let zeros = (bytes &- 0x0101_0101_0101_0101) & ~bytes & 0x8080_8080_8080_8080
        return zeros.trailingZeroBitCount >> 3
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
        // Eight bytes at a time, to where they differ or end.
        let last = size &- 8 &- Int(max(a.offset, b.offset))
        while at < Layout.maximumPhrase, at <= last {
            let one = UInt64(littleEndian: load(Int(a.offset) &+ at))
            let two = UInt64(littleEndian: load(Int(b.offset) &+ at))
            let end = PhraseSorting.end(one)
            if one == two {
                if end < 8 { return 0 }
                at &+= 8
                continue
            }
            let differs = (one ^ two).trailingZeroBitCount >> 3
            if end < differs { return 0 }
            let shift = UInt64(differs &* 8)
            return one >> shift & 0xFF < two >> shift & 0xFF ? -1 : 1
        }
        while at < Layout.maximumPhrase {
            if left[at] != right[at] { return left[at] < right[at] ? -1 : 1 }
            if left[at] == 0 { return 0 }
            at &+= 1
        }
        return 0
    }

    /// Distributes what several threads made by the first two bytes, then threads take the parts. Returns where the parts
    /// begin, and the end: phrases of two parts differ.
    func sort(_ pieces: inout [[PhraseKey]], threads: Int) -> (keys: [PhraseKey], borders: [Int]) {
        let count = pieces.reduce(0) { $0 + $1.count }
        // Where the keys of each piece go, by their first two bytes.
        var nexts = [[Int]](repeating: [], count: pieces.count)
        nexts.withUnsafeMutableBufferPointer { nexts in
            let (nexts, pieces) = (nexts, pieces)
            Parallel.run(pieces.count, threads: threads) { piece in
                var counts = [Int](repeating: 0, count: 65536)
                for key in pieces[piece] { counts[Int(key.head >> 48)] += 1 }
                nexts[piece] = counts
            }
        }
        var starts = [Int](repeating: count, count: 65537)
        var total = 0
        for bucket in 0..<65536 {
            starts[bucket] = total
            for piece in pieces.indices {
                let size = nexts[piece][bucket]
                nexts[piece][bucket] = total
                total += size
            }
        }
        var sorted = [PhraseKey].large(count) { target in
            let (nexts, pieces) = (nexts, pieces)
            Parallel.run(pieces.count, threads: threads) { piece in
                var next = nexts[piece]
                for key in pieces[piece] {
                    let bucket = Int(key.head >> 48)
                    target.initializeElement(at: next[bucket], to: key)
                    next[bucket] += 1
                }
            }
        }
        pieces = []
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
        return (sorted, borders.map { starts[$0] })
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
