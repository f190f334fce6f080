import Glibc

/// A phrase: the rest of a name from one of its words on.
struct PhraseKey: BitwiseCopyable {
    /// Eight bytes, so that comparisons touch no text: the first ones, and further ones where those are equal. When
    /// phrases are sorted, 0 or `again`.
    var head: UInt64
    var offset: UInt32
    /// Which word of which name it is.
    var word: UInt32

    /// The phrase before has the same text.
    static let again: UInt64 = 1
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

    /// The bytes of a phrase from `depth` on, as its head has those of its beginning.
    @inline(__always)
    private func head(_ offset: UInt32, _ depth: Int) -> UInt64 { key(offset &+ UInt32(depth), word: 0).head }

    /// Distributes phrases by their first two bytes, then threads take the parts. Returns where the parts begin, and the
    /// end: phrases of two parts differ. The head of each key then tells whether it is the phrase before once more.
    ///
    /// `walk` gives each phrase of a piece, of which several are walked along at once, and each twice: so they are only put
    /// down where they belong.
    @inline(__always)
    func sort(
        pieces: Int,
        threads: Int,
        walk: (_ piece: Int, _ body: (_ offset: UInt32, _ word: UInt32) -> Void) -> Void
    ) -> (keys: [PhraseKey], borders: [Int]) {
        // Where the keys of each piece go, by their first two bytes.
        var nexts = [[Int]](repeating: [], count: pieces)
        nexts.withUnsafeMutableBufferPointer { nexts in
            let nexts = nexts
            Parallel.run(pieces, threads: threads) { piece in
                var counts = [Int](repeating: 0, count: 65536)
                counts.withUnsafeMutableBufferPointer { counts in
                    walk(piece) { offset, _ in counts[bucket(offset)] += 1 }
                }
                nexts[piece] = counts
            }
        }
        var starts = [Int](repeating: 0, count: 65537)
        var count = 0
        for bucket in 0..<65536 {
            starts[bucket] = count
            for piece in 0..<pieces {
                let size = nexts[piece][bucket]
                nexts[piece][bucket] = count
                count += size
            }
        }
        starts[65536] = count
        var keys = [PhraseKey].large(count) { keys in
            nexts.withUnsafeMutableBufferPointer { nexts in
                let nexts = nexts
                Parallel.run(pieces, threads: threads) { piece in
                    nexts[piece].withUnsafeMutableBufferPointer { next in
                        walk(piece) { offset, word in
                            let bucket = bucket(offset)
                            keys.initializeElement(at: next[bucket], to: key(offset, word: word))
                            next[bucket] += 1
                        }
                    }
                }
            }
        }
        let borders = sort(&keys, starts, threads: threads)
        return (keys, borders)
    }

    /// The first two bytes of a phrase.
    @inline(__always)
    private func bucket(_ offset: UInt32) -> Int {
        Int(text[Int(offset)]) << 8 | Int(text[Int(offset) &+ 1])
    }

    /// Sorts the phrases that begin with the same two bytes, which begin at `starts`; returns where the parts begin.
    private func sort(_ sorted: inout [PhraseKey], _ starts: [Int], threads: Int) -> [Int] {
        let count = sorted.count
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
                    if size > 0, let base = sorted.baseAddress { sort(base + first, size, depth: 0, level: 0) }
                }
            }
        }
        return borders.map { starts[$0] }
    }

    /// Sorts phrases of which the first `depth` bytes are alike; their heads are the bytes that follow. `level`: how often
    /// these were parted already.
    private func sort(_ keys: UnsafeMutablePointer<PhraseKey>, _ size: Int, depth: Int, level: Int) {
        var start = 0
        var count = size
        var level = level
        while count > PhraseSorting.fewKeys {
            level += 1
            if level > 60 {
                // Adversarial order: the standard sort does not degrade.
                var rest = UnsafeMutableBufferPointer(start: keys + start, count: count)
                rest.sort { $0.head < $1.head }
                break
            }
            let base = keys + start
            let pivot = pivot(base, count)
            // Without a branch, which would be guessed wrong half of the time.
            var low = 0
            for at in 0..<count {
                let key = base[at]
                base[at] = base[low]
                base[low] = key
                low &+= PhraseSorting.isLess(key.head, pivot)
            }
            // Equal heads are common.
            var high = low
            for at in low..<count {
                let key = base[at]
                base[at] = base[high]
                base[high] = key
                high &+= 1 &- PhraseSorting.isLess(pivot, key.head)
            }
            finish(base + low, high &- low, depth: depth)
            if low < count &- high {
                sort(base, low, depth: depth, level: level)
                start &+= high
                count &-= high
            } else {
                sort(base + high, count &- high, depth: depth, level: level)
                count = low
            }
        }
        if count <= PhraseSorting.fewKeys {
            insertionSort(keys + start, count)
            finishFew(keys + start, count, depth: depth)
            return
        }
        let end = start &+ count
        while start < end {
            var next = start &+ 1
            while next < end, keys[next].head == keys[start].head { next &+= 1 }
            finish(keys + start, next &- start, depth: depth)
            start = next
        }
    }

    /// 1 or 0. The compiler makes a branch of a comparison.
    @inline(__always)
    private static func isLess(_ a: UInt64, _ b: UInt64) -> Int {
        Int(truncatingIfNeeded: (~a & b | ~(a ^ b) & (a &- b)) >> 63)
    }

    private static let fewKeys = 20

    private func insertionSort(_ keys: UnsafeMutablePointer<PhraseKey>, _ count: Int) {
        var index = 1
        while index < count {
            let key = keys[index]
            var at = index
            while at > 0, key.head < keys[at &- 1].head {
                keys[at] = keys[at &- 1]
                at &-= 1
            }
            keys[at] = key
            index &+= 1
        }
    }

    /// Sorts phrases with equal heads by what follows, and marks those that are the one before once more.
    private func finish(_ keys: UnsafeMutablePointer<PhraseKey>, _ count: Int, depth: Int) {
        let next = depth &+ 8
        if count > 1, keys[0].head & 0xFF != 0, next < Layout.maximumPhrase {
            for index in 0..<count { keys[index].head = head(keys[index].offset, next) }
            sort(keys, count, depth: next, level: 0)
            return
        }
        keys[0].head = 0
        for index in 1..<max(count, 1) { keys[index].head = PhraseKey.again }
    }

    /// The same for few keys in order of their heads. The further heads of all are read before any is compared: they are
    /// anywhere in memory, and so the waiting for them overlaps.
    private func finishFew(_ keys: UnsafeMutablePointer<PhraseKey>, _ count: Int, depth: Int) {
        let next = depth &+ 8
        // Of those that go on alike, a bit each; and of the first one of each kind.
        var alike: UInt32 = 0
        var firsts: UInt32 = 0
        var index = 0
        while index < count {
            let head = keys[index].head
            var end = index &+ 1
            while end < count, keys[end].head == head { end &+= 1 }
            if end &- index > 1, head & 0xFF != 0, next < Layout.maximumPhrase {
                firsts |= 1 &<< UInt32(index)
                for at in index..<end {
                    alike |= 1 &<< UInt32(at)
                    keys[at].head = self.head(keys[at].offset, next)
                }
            } else {
                keys[index].head = 0
                for at in index &+ 1..<end { keys[at].head = PhraseKey.again }
            }
            index = end
        }
        while firsts != 0 {
            let first = firsts.trailingZeroBitCount
            firsts &= firsts &- 1
            let stops = ~alike & ~((1 &<< UInt32(first)) &- 1) | firsts
            let end = min(count, stops.trailingZeroBitCount)
            sort(keys + first, end &- first, depth: next, level: 0)
        }
    }

    private func pivot(_ keys: UnsafeMutablePointer<PhraseKey>, _ count: Int) -> UInt64 {
        let step = count / 8
        return PhraseSorting.median(
            PhraseSorting.median(keys[0].head, keys[step].head, keys[2 &* step].head),
            PhraseSorting.median(keys[3 &* step].head, keys[4 &* step].head, keys[5 &* step].head),
            PhraseSorting.median(keys[6 &* step].head, keys[7 &* step].head, keys[count &- 1].head)
        )
    }

    private static func median(_ a: UInt64, _ b: UInt64, _ c: UInt64) -> UInt64 { max(min(a, b), min(max(a, b), c)) }
}
