/// Words of names and addresses that people write in more than one way (`st`, `street`, `saint`), folded.
package final class Abbreviations: @unchecked Sendable {
    // @unchecked: written in `init` alone.
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

    /// The words that stand for the same as this one: numbers for `text(_:)`.
    @inline(__always)
    package func variants(of word: UnsafePointer<UInt8>, _ size: Int) -> UnsafeBufferPointer<UInt32> {
        let at = lowerBound(word, size)
        guard at < count, Int(words[at].length) == size, compare(at, word, size) == 0 else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return list(at)
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
            start: variants + Int(words[word].firstVariant), count: Int(words[word].variantCount))
    }

    package func text(_ word: UInt32) -> UnsafeBufferPointer<UInt8> {
        let word = words[Int(word)]
        return UnsafeBufferPointer(start: blob + Int(word.offset), count: Int(word.length))
    }

    /// The shortest way to write a word, itself where there is no other: the same for all that mean the same.
    package func shortest(_ word: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let base = word.baseAddress else { return word }
        var best = word
        for variant in variants(of: base, word.count) {
            let text = text(variant)
            if text.count < best.count { best = text }
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
        let groups = Abbreviations.readGroups()
        var numbers: [[UInt8]: Set<[UInt8]>] = [:]
        for group in groups {
            // Two short forms of one word are not each other's: `str` is not `st`.
            for short in group.dropFirst() where short != group[0] {
                numbers[group[0], default: []].insert(short)
                numbers[short, default: []].insert(group[0])
            }
        }
        let sorted = numbers.keys.sorted { $0.lexicographicallyPrecedes($1) }
        var places: [[UInt8]: UInt32] = [:]
        for (number, word) in sorted.enumerated() { places[word] = UInt32(number) }
        var bytes: [UInt8] = []
        var rows: [Word] = []
        var lists: [UInt32] = []
        for word in sorted {
            let list = (numbers[word] ?? []).compactMap { places[$0] }.sorted()
            rows.append(
                Word(
                    offset: UInt32(bytes.count), length: UInt16(word.count), variantCount: UInt16(list.count),
                    firstVariant: UInt32(lists.count)))
            bytes += word
            lists += list
        }
        count = rows.count
        blob = .allocate(capacity: bytes.count + 1)
        blob.update(from: bytes, count: bytes.count)
        words = .allocate(capacity: rows.count + 1)
        words.initialize(from: rows, count: rows.count)
        variants = .allocate(capacity: lists.count + 1)
        variants.initialize(from: lists, count: lists.count)
    }

    /// The first of a group is its full form.
    private static func readGroups() -> [[[UInt8]]] {
        let folded = FoldedText()
        func fold(_ text: Substring) -> [UInt8]? {
            var copy = String(text)
            copy.withUTF8 { folded.fold($0) }
            let word = Array(folded.text)
            // A single letter stands for too much, and these are words, not phrases.
            return word.count >= 2 && !word.contains(0x20) ? word : nil
        }
        var groups: [[[UInt8]]] = []
        let table = AbbreviationsTable.text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
        for line in table.split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard columns.count >= 4, columns[3] != "stopword", columns[2] != "-", let full = fold(columns[1]) else {
                continue
            }
            let short = columns[2].split(separator: "|").compactMap(fold)
            if !short.isEmpty { groups.append([full] + short) }
        }
        return groups
    }
}
