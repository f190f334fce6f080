import PlacesText

/// The distinct folded names, and where words begin in them. Equal names, of which there are many, are indexed once.
final class NameTable {
    /// Folded names, each followed by a NUL.
    private(set) var text: [UInt8] = []
    /// Where each name's words begin in `text`; `wordStarts[n]` of name n counts from `firstWord[n]`.
    private(set) var wordOffsets: [UInt32] = []
    private(set) var firstWord: [UInt32] = [0]
    private var nameOffsets: [UInt32] = []
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
        let size = folded.count
        guard size > 0 else { return nil }
        let (number, isNew) = enter(folded.bytes, size)
        guard isNew else { return number }
        let start = Int(nameOffsets[number])
        var words = 0
        for index in 0..<size where folded.marks[index] & FoldedText.Mark.anyStart != 0 {
            guard words < Layout.maximumWords else { break }
            wordOffsets.append(UInt32(truncatingIfNeeded: start + index))
            words += 1
        }
        firstWord.append(UInt32(truncatingIfNeeded: wordOffsets.count))
        return number
    }

    /// Takes the names of another table; returns the number of each.
    func merge(_ other: NameTable) -> [UInt32] {
        var numbers: [UInt32] = []
        numbers.reserveCapacity(other.count)
        other.text.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return }
            for name in 0..<other.count {
                let range = other.range(of: name)
                let (number, isNew) = enter(base + range.lowerBound, range.count)
                numbers.append(UInt32(truncatingIfNeeded: number))
                guard isNew else { continue }
                let start = nameOffsets[number]
                for word in other.words(of: name) {
                    wordOffsets.append(
                        start &+ (other.wordOffsets[word] &- UInt32(truncatingIfNeeded: range.lowerBound))
                    )
                }
                firstWord.append(UInt32(truncatingIfNeeded: wordOffsets.count))
            }
        }
        return numbers
    }

    /// The number of a folded text; a new one has no words yet.
    private func enter(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> (number: Int, isNew: Bool) {
        if (count + 1) * 4 > slots.count * 3 { grow() }
        let tag = Layout.hash(bytes, size) >> 32
        let number = slots.withUnsafeMutableBufferPointer { slots in
            var slot = NameTable.slot(tag, slots.count)
            while slots[slot] != 0 {
                let known = slots[slot]
                if known >> 32 == tag, isEqual(Int(known & 0xFFFF_FFFF) &- 1, bytes, size) {
                    return Int(known & 0xFFFF_FFFF) &- 1
                }
                slot = slot &+ 1 == slots.count ? 0 : slot &+ 1
            }
            slots[slot] = tag << 32 | UInt64(count + 1)
            return count
        }
        guard number == count else { return (number, false) }
        nameOffsets.append(UInt32(truncatingIfNeeded: text.count))
        text.append(contentsOf: UnsafeBufferPointer(start: bytes, count: size))
        text.append(0)
        return (number, true)
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
