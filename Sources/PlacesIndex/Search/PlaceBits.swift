/// A set of places as bits. Those that words leave are few of all, so what no place is in is never cleared: a bit for
/// each line of memory tells whether there is something in it.
struct PlaceBits {
    /// Words of memory for one set: the bits, then those of the lines, then a line of zeroes.
    static let size = PlaceBits.wordCount + PlaceBits.lineWords + PlaceBits.lineSize
    private static let wordCount = IndexSearch.notedPlaces / 64
    private static let lineSize = 8
    private static let lineWords = PlaceBits.wordCount / PlaceBits.lineSize / 64

    /// What is here is not cleared: also room for other things, as long as it is no set.
    let words: UnsafeMutablePointer<UInt64>
    private let lines: UnsafeMutablePointer<UInt64>

    /// A set in memory that has been cleared before.
    @inline(__always)
    init(_ memory: UnsafeMutablePointer<UInt64>) {
        words = memory
        lines = memory + PlaceBits.wordCount
    }

    func clear() { lines.update(repeating: 0, count: PlaceBits.lineWords + PlaceBits.lineSize) }

    @inline(__always)
    private static func word(of place: UInt32) -> Int { Int(place & UInt32(IndexSearch.notedPlaces &- 1)) >> 6 }

    @inline(__always)
    func insert(_ place: UInt32) {
        let word = PlaceBits.word(of: place)
        let line = word / PlaceBits.lineSize
        let mark: UInt64 = 1 << UInt64(line & 63)
        if lines[line >> 6] & mark == 0 {
            lines[line >> 6] |= mark
            (words + line &* PlaceBits.lineSize).update(repeating: 0, count: PlaceBits.lineSize)
        }
        words[word] |= 1 << UInt64(place & 63)
    }

    /// Places beyond `IndexSearch.notedPlaces` share their bits with others.
    @inline(__always)
    func contains(_ place: UInt32) -> Bool {
        let word = PlaceBits.word(of: place)
        let line = word / PlaceBits.lineSize
        return lines[line >> 6] >> UInt64(line & 63) & 1 == 1 && words[word] >> UInt64(place & 63) & 1 == 1
    }

    /// Sets the bits of none of so many places, but all of them may be set without a look at their lines.
    @inline(__always)
    func clearAll(_ places: Int) {
        let used = (min(max(places, 1), IndexSearch.notedPlaces) &+ 63) / 64
        let lineCount = (used &+ PlaceBits.lineSize &- 1) / PlaceBits.lineSize
        words.update(repeating: 0, count: lineCount &* PlaceBits.lineSize)
        clear()
        for line in 0..<lineCount { lines[line >> 6] |= 1 << UInt64(line & 63) }
    }

    /// Inserts one of the places that were cleared.
    @inline(__always)
    func insertCleared(_ place: UInt32) { words[PlaceBits.word(of: place)] |= 1 << UInt64(place & 63) }

    /// Calls `body` with each place that is in one at least of each two of some sets, in order, until it is false; or
    /// until `goesOn`, which is asked now and then with the next place, is.
    @inline(__always)
    static func walk(
        _ sets: UnsafeBufferPointer<PlaceBits>,
        goesOn: (UInt32) -> Bool,
        _ body: (UInt32) -> Bool
    ) {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: lineSize) { line in
            for lineWord in 0..<lineWords {
                var lines = linesInAll(sets, lineWord)
                guard lines != 0 else { continue }
                guard goesOn(UInt32(truncatingIfNeeded: lineWord &* 64 &* lineSize &* 64)) else { return }
                while lines != 0 {
                    let number = lineWord &* 64 &+ lines.trailingZeroBitCount
                    lines &= lines &- 1
                    guard read(sets, number, into: line) else { continue }
                    for word in 0..<lineSize {
                        var bits = line[word]
                        while bits != 0 {
                            let place = (number &* lineSize &+ word) &* 64 &+ bits.trailingZeroBitCount
                            guard body(UInt32(truncatingIfNeeded: place)) else { return }
                            bits &= bits &- 1
                        }
                    }
                }
            }
        }
    }

    /// How many places are in one at least of each two of some sets.
    static func count(_ sets: UnsafeBufferPointer<PlaceBits>) -> Int {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: lineSize) { line in
            var total = 0
            for lineWord in 0..<lineWords {
                var lines = linesInAll(sets, lineWord)
                while lines != 0 {
                    let number = lineWord &* 64 &+ lines.trailingZeroBitCount
                    lines &= lines &- 1
                    guard read(sets, number, into: line) else { continue }
                    for word in line { total &+= word.nonzeroBitCount }
                }
            }
            return total
        }
    }

    /// Which of 64 lines have something in one at least of each two sets.
    @inline(__always)
    private static func linesInAll(_ sets: UnsafeBufferPointer<PlaceBits>, _ lineWord: Int) -> UInt64 {
        var lines = UInt64.max
        var index = 0
        while index &+ 1 < sets.count {
            lines &= sets[index].lines[lineWord] | sets[index &+ 1].lines[lineWord]
            index &+= 2
        }
        return lines
    }

    /// Reads a line of what is in one at least of each two sets; false where that is nothing.
    @inline(__always)
    private static func read(
        _ sets: UnsafeBufferPointer<PlaceBits>,
        _ number: Int,
        into line: UnsafeMutableBufferPointer<UInt64>
    ) -> Bool {
        var first = SIMD2<UInt64>(repeating: .max)
        var second = first
        var third = first
        var fourth = first
        var index = 0
        while index &+ 1 < sets.count {
            let one = sets[index].row(number)
            let other = sets[index &+ 1].row(number)
            first &= two(one) | two(other)
            second &= two(one + 2) | two(other + 2)
            third &= two(one + 4) | two(other + 4)
            fourth &= two(one + 6) | two(other + 6)
            index &+= 2
        }
        let all = first | second | third | fourth
        guard all.x | all.y != 0, let words = line.baseAddress else { return false }
        let memory = UnsafeMutableRawPointer(words)
        memory.storeBytes(of: first, as: SIMD2<UInt64>.self)
        memory.storeBytes(of: second, toByteOffset: 16, as: SIMD2<UInt64>.self)
        memory.storeBytes(of: third, toByteOffset: 32, as: SIMD2<UInt64>.self)
        memory.storeBytes(of: fourth, toByteOffset: 48, as: SIMD2<UInt64>.self)
        return true
    }

    @inline(__always)
    private static func two(_ words: UnsafePointer<UInt64>) -> SIMD2<UInt64> {
        UnsafeRawPointer(words).loadUnaligned(as: SIMD2<UInt64>.self)
    }

    /// The words of a line; where nothing is in it, those of the other set of the pair are enough.
    @inline(__always)
    private func row(_ line: Int) -> UnsafePointer<UInt64> {
        if lines[line >> 6] >> UInt64(line & 63) & 1 == 1 { return UnsafePointer(words + line &* PlaceBits.lineSize) }
        return UnsafePointer(words + PlaceBits.noLine)
    }

    /// Words that are always zero, once the set was cleared.
    private static let noLine = wordCount + lineWords
}
