/// A set of areas as bits, and then a bit for each word of them in which there may be some: of a hundred thousand areas
/// few have a word.
struct AreaBits {
    let words: UnsafeMutablePointer<UInt64>
    private let areaCount: Int
    private let wordCount: Int

    /// Words of memory for one set.
    @inline(__always)
    static func size(_ areaCount: Int) -> Int {
        let wordCount = (areaCount &+ 63) / 64
        return wordCount &+ (wordCount &+ 63) / 64
    }

    @inline(__always)
    init(_ words: UnsafeMutablePointer<UInt64>, _ areaCount: Int) {
        self.words = words
        self.areaCount = areaCount
        wordCount = (areaCount &+ 63) / 64
    }

    func clear() { words.update(repeating: 0, count: AreaBits.size(areaCount)) }

    /// What is no area is left out.
    @inline(__always)
    func insert(_ area: UInt32) {
        guard Int(area) < areaCount else { return }
        let word = Int(area >> 6)
        words[word] |= 1 << UInt64(area & 63)
        words[wordCount &+ word >> 6] |= 1 << UInt64(word & 63)
    }

    /// Inserts those of some terms. Of many, which words they are in is not noted: it takes as long as to insert them,
    /// and they are hardly ever walked along.
    func insert(_ terms: UnsafeBufferPointer<AreaTerm>) {
        guard terms.count > AreaBits.manyTerms else {
            for term in terms { insert(term.area) }
            return
        }
        for term in terms where Int(term.area) < areaCount {
            words[Int(term.area >> 6)] |= 1 << UInt64(term.area & 63)
        }
        for group in 0..<wordCount / 64 { words[wordCount &+ group] = .max }
        if wordCount % 64 > 0 { words[wordCount &+ wordCount / 64] = 1 << UInt64(wordCount % 64) &- 1 }
    }

    private static let manyTerms = 512

    @inline(__always)
    func contains(_ area: UInt32) -> Bool {
        Int(area) < areaCount && words[Int(area >> 6)] >> UInt64(area & 63) & 1 == 1
    }

    /// Calls `body` with each of them, in order, until it is false.
    @inline(__always)
    func walk(_ body: (_ area: Int) -> Bool) {
        for group in 0..<(wordCount &+ 63) / 64 {
            var groupLeft = words[wordCount &+ group]
            while groupLeft != 0 {
                let word = group &* 64 &+ groupLeft.trailingZeroBitCount
                groupLeft &= groupLeft &- 1
                var left = words[word]
                while left != 0 {
                    guard body(word &* 64 &+ left.trailingZeroBitCount) else { return }
                    left &= left &- 1
                }
            }
        }
    }
}
