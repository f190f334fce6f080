import PlacesText

/// The distinct folded names, and where words begin in them. Equal names, of which there are many, are kept once.
final class NameTable {
    /// Folded names, each followed by a NUL.
    private(set) var text: [UInt8] = []
    /// Where each name's words begin in `text`; `wordStarts[n]` of name n counts from `firstWord[n]`.
    private(set) var wordOffsets: [UInt32] = []
    private(set) var firstWord: [UInt32] = [0]
    private var nameOffsets: [UInt32] = []
    /// Of each name, the first one of the same text. (`T'bilisi` and `Tbilisi` are one text, but words begin elsewhere.)
    private(set) var firstOfText: [UInt32] = []
    private var newWords: [UInt32] = []
    /// Open-addressed: the upper half of the hash, and the number + 1 below; 0 for none.
    private var slots: [UInt64] = Array(repeating: 0, count: 1024)
    private let folded = FoldedText()

    var count: Int { nameOffsets.count }

    func words(of name: Int) -> Range<Int> { Int(firstWord[name])..<Int(firstWord[name + 1]) }

    /// The folded text of a name, without the NUL.
    func range(of name: Int) -> Range<Int> {
        let end = name + 1 < count ? Int(nameOffsets[name + 1]) : text.count
        return Int(nameOffsets[name])..<end - 1
    }

    /// The number of a name; nil where nothing of it is left when it is folded.
    func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        folded.fold(name)
        guard folded.count > 0 else { return nil }
        newWords.removeAll(keepingCapacity: true)
        for index in 0..<folded.count where folded.marks[index] & FoldedText.Mark.anyStart != 0 {
            guard newWords.count < Layout.maximumWords else { break }
            newWords.append(UInt32(truncatingIfNeeded: index))
        }
        return enter(folded.bytes, folded.count)
    }

    /// Takes the names of another table; returns the number of each.
    func merge(_ other: NameTable) -> [UInt32] {
        var numbers: [UInt32] = []
        numbers.reserveCapacity(other.count)
        while (count + other.count) * 4 > slots.count * 3 { grow() }
        other.text.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return }
            for name in 0..<other.count {
                let range = other.range(of: name)
                newWords.removeAll(keepingCapacity: true)
                for word in other.words(of: name) {
                    newWords.append(other.wordOffsets[word] &- UInt32(truncatingIfNeeded: range.lowerBound))
                }
                numbers.append(UInt32(truncatingIfNeeded: enter(base + range.lowerBound, range.count)))
            }
        }
        return numbers
    }

    /// The number of a folded text with `newWords`.
    private func enter(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Int {
        if (count + 1) * 4 > slots.count * 3 { grow() }
        let tag = Layout.hash(bytes, size) >> 32
        let added = count
        var first = added
        let number = slots.withUnsafeMutableBufferPointer { slots in
            var slot = NameTable.slot(tag, slots.count)
            while slots[slot] != 0 {
                let known = Int(slots[slot] & 0xFFFF_FFFF) &- 1
                if slots[slot] >> 32 == tag, isEqual(known, bytes, size) {
                    if hasNewWords(known) { return known }
                    first = Int(firstOfText[known])
                }
                slot = slot &+ 1 == slots.count ? 0 : slot &+ 1
            }
            slots[slot] = tag << 32 | UInt64(added + 1)
            return added
        }
        guard number == added else { return number }
        let start = UInt32(truncatingIfNeeded: text.count)
        nameOffsets.append(start)
        firstOfText.append(UInt32(truncatingIfNeeded: first))
        text.append(contentsOf: UnsafeBufferPointer(start: bytes, count: size))
        text.append(0)
        for word in newWords { wordOffsets.append(start &+ word) }
        firstWord.append(UInt32(truncatingIfNeeded: wordOffsets.count))
        return number
    }

    private func hasNewWords(_ known: Int) -> Bool {
        let words = words(of: known)
        guard words.count == newWords.count else { return false }
        for index in 0..<words.count
        where wordOffsets[words.lowerBound &+ index] &- nameOffsets[known] != newWords[index] { return false }
        return true
    }

    @inline(__always)
    private static func slot(_ tag: UInt64, _ count: Int) -> Int { Int((tag &* UInt64(count)) >> 32) }

    private func isEqual(_ known: Int, _ bytes: UnsafePointer<UInt8>, _ size: Int) -> Bool {
        let start = Int(nameOffsets[known])
        guard start + size < text.count, text[start + size] == 0 else { return false }
        return text.withUnsafeBufferPointer { text in
            for index in 0..<size where text[start &+ index] != bytes[index] { return false }
            return true
        }
    }

    private func grow() {
        var larger = [UInt64](repeating: 0, count: slots.count * 2)
        larger.withUnsafeMutableBufferPointer { larger in
            for entry in slots where entry != 0 {
                var slot = NameTable.slot(entry >> 32, larger.count)
                while larger[slot] != 0 { slot = slot &+ 1 == larger.count ? 0 : slot &+ 1 }
                larger[slot] = entry
            }
        }
        slots = larger
    }
}
