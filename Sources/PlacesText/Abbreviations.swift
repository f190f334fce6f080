/// Words of names and addresses that people write in more than one way (`st`, `street`, `saint`), folded.
package struct Abbreviations: @unchecked Sendable {
    // A struct of plain pointers, which are never freed: threads that search at once would fight over an object's count
    // of references. @unchecked: written in `init` alone.
    package static let shared = Abbreviations()

    /// A word, or a text without words.
    package struct Word: BitwiseCopyable {
        fileprivate var offset: UInt32
        fileprivate var length: UInt16
        fileprivate var variantCount: UInt16
        fileprivate var firstVariant: UInt32
    }

    private let blob: UnsafeMutablePointer<UInt8>
    /// In order of their bytes.
    private let words: UnsafeMutablePointer<Word>
    private let count: Int
    private let variants: UnsafeMutablePointer<UInt32>
    /// A bit for each first letter, last letter and length that a word has: most words of names are none of them.
    private let shapes: UnsafeMutablePointer<UInt64>
    private static let shapeWords = 256

    /// The words that stand for the same as this one: numbers for `text(_:)`.
    @inline(__always)
    package func variants(of word: UnsafePointer<UInt8>, _ size: Int) -> UnsafeBufferPointer<UInt32> {
        let shape = Abbreviations.shape(word, size)
        guard shapes[shape >> 6] >> UInt64(shape & 63) & 1 != 0 else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        let at = lowerBound(word, size)
        guard at < count, Int(words[at].length) == size, compare(at, word, size) == 0 else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return list(at)
    }

    @inline(__always)
    private static func shape(_ word: UnsafePointer<UInt8>, _ size: Int) -> Int {
        guard size > 0 else { return 0 }
        let ends = UInt64(word[0]) << 16 | UInt64(word[size &- 1]) << 8 | UInt64(truncatingIfNeeded: size & 0xFF)
        return Int((ends &* 0x9E37_79B9_7F4A_7C15) >> 50)
    }

    /// The words of the table that begin with these letters.
    package func words(beginningWith word: UnsafePointer<UInt8>, _ size: Int) -> Range<Int> {
        let first = lowerBound(word, size)
        var end = first
        while end < count, compare(end, word, size) == 0 { end &+= 1 }
        return first..<end
    }

    package func list(_ word: Int) -> UnsafeBufferPointer<UInt32> {
        UnsafeBufferPointer(
            start: variants + Int(words[word].firstVariant),
            count: Int(words[word].variantCount)
        )
    }

    package func text(_ word: UInt32) -> UnsafeBufferPointer<UInt8> {
        let word = words[Int(word)]
        return UnsafeBufferPointer(start: blob + Int(word.offset), count: Int(word.length))
    }

    /// The shortest way to write a word, itself where there is no other: the same for all that mean the same.
    package func shortest(_ word: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let base = word.baseAddress else { return word }
        var best = word
        func consider(_ text: UnsafeBufferPointer<UInt8>) {
            if text.count < best.count || (text.count == best.count && text.lexicographicallyPrecedes(best)) {
                best = text
            }
        }
        // The other short forms of a short form are those of the words it stands for.
        for full in variants(of: base, word.count) {
            consider(text(full))
            for short in list(Int(full)) { consider(text(short)) }
        }
        return best
    }

    private func lowerBound(_ word: UnsafePointer<UInt8>, _ size: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low &+ high) / 2
            if compare(middle, word, size) < 0 { low = middle &+ 1 } else { high = middle }
        }
        return low
    }

    /// How the beginning of a word of the table compares.
    @inline(__always)
    private func compare(_ at: Int, _ word: UnsafePointer<UInt8>, _ size: Int) -> Int {
        let text = blob + Int(words[at].offset)
        let length = Int(words[at].length)
        var index = 0
        while index < size {
            if index >= length { return -1 }
            if text[index] != word[index] { return text[index] < word[index] ? -1 : 1 }
            index &+= 1
        }
        return 0
    }

    private init() {
        var pairs = AbbreviationsTable.text.withUTF8Buffer { Abbreviations.readPairs($0) }
        pairs.sort()
        var bytes: [UInt8] = []
        var rows: [Word] = []
        for pair in pairs where rows.isEmpty || !pair.word.elementsEqual(bytes[Int(rows[rows.count - 1].offset)...]) {
            rows.append(
                Word(offset: UInt32(bytes.count), length: UInt16(pair.word.count), variantCount: 0, firstVariant: 0)
            )
            bytes += pair.word
        }
        count = rows.count
        blob = .allocate(capacity: bytes.count + 1)
        blob.update(from: bytes, count: bytes.count)
        words = .allocate(capacity: rows.count + 1)
        words.initialize(from: rows, count: rows.count)
        shapes = .allocate(capacity: Abbreviations.shapeWords)
        shapes.initialize(repeating: 0, count: Abbreviations.shapeWords)
        for row in rows {
            let shape = Abbreviations.shape(blob + Int(row.offset), Int(row.length))
            shapes[shape >> 6] |= 1 << UInt64(shape & 63)
        }
        variants = .allocate(capacity: pairs.count + 1)
        var row = -1
        var filled = 0
        for (index, pair) in pairs.enumerated() {
            if index == 0 || pair.word != pairs[index - 1].word {
                row += 1
                words[row].firstVariant = UInt32(filled)
            } else if pair.variant == pairs[index - 1].variant {
                continue
            }
            variants[filled] = UInt32(
                pair.variant.withUnsafeBufferPointer { variant in
                    variant.baseAddress.map { lowerBound($0, variant.count) } ?? 0
                }
            )
            filled += 1
            words[row].variantCount += 1
        }
    }

    private struct Pair: Comparable {
        var word: [UInt8]
        var variant: [UInt8]

        static func < (a: Pair, b: Pair) -> Bool {
            a.word == b.word
                ? a.variant.lexicographicallyPrecedes(b.variant) : a.word.lexicographicallyPrecedes(b.word)
        }
    }

    /// Each full form with each of its short forms, both ways round. (Two short forms of one word are not each other's:
    /// `str` is not `st`.)
    private static func readPairs(_ table: UnsafeBufferPointer<UInt8>) -> [Pair] {
        let folded = FoldedText()
        func fold(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
            folded.fold(UnsafeBufferPointer(rebasing: text))
            // A single letter stands for too much, and these are words, not phrases.
            guard folded.count >= 2, !folded.text.contains(0x20) else { return nil }
            return Array(folded.text)
        }
        var pairs: [Pair] = []
        pairs.reserveCapacity(4000)
        for line in table.split(separator: 0x0A) where line.first != UInt8(ascii: "#") {
            let columns = line.split(separator: 0x09, omittingEmptySubsequences: false)
            guard columns.count >= 4, !columns[3].elementsEqual("stopword".utf8), let full = fold(columns[1]) else {
                continue
            }
            for part in columns[2].split(separator: UInt8(ascii: "|")) {
                guard let short = fold(part), short != full else { continue }
                pairs.append(Pair(word: full, variant: short))
                pairs.append(Pair(word: short, variant: full))
            }
        }
        return pairs
    }
}
