/// A set of places as bits. Those that words leave are few of all, so what no place is in is never cleared: a bit for
/// each line of memory tells whether there is something in it.
struct PlaceBits {
    /// Words of memory for one set: the bits, then those of the lines.
    static let size = PlaceBits.wordCount + PlaceBits.lineWords
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

    func clear() { lines.update(repeating: 0, count: PlaceBits.lineWords) }

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

    /// Calls `body` with each place that is in all of some sets, in order, until it is false.
    @inline(__always)
    static func walk(_ sets: UnsafeBufferPointer<PlaceBits>, _ body: (UInt32) -> Bool) {
        for lineWord in 0..<lineWords {
            var lines = UInt64.max
            for set in sets { lines &= set.lines[lineWord] }
            while lines != 0 {
                let first = (lineWord &* 64 &+ lines.trailingZeroBitCount) &* lineSize
                lines &= lines &- 1
                for word in first..<first &+ lineSize {
                    var bits = UInt64.max
                    for set in sets { bits &= set.words[word] }
                    while bits != 0 {
                        guard body(UInt32(truncatingIfNeeded: word &* 64 &+ bits.trailingZeroBitCount)) else { return }
                        bits &= bits &- 1
                    }
                }
            }
        }
    }
}
