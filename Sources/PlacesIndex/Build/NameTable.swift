import PlacesText

/// The distinct folded names, and where words begin in them. Equal names, of which there are many, are indexed once.
final class NameTable {
    /// Folded names, each followed by a NUL.
    private(set) var text: [UInt8] = []
    /// Where each name's words begin in `text`; `wordStarts[n]` of name n counts from `firstWord[n]`.
    private(set) var wordOffsets: [UInt32] = []
    private(set) var firstWord: [UInt32] = [0]
    private var nameOffsets: [UInt32] = []
    private var slots: [UInt32] = Array(repeating: 0, count: 1024)
    private let folded = FoldedText()

    var count: Int { nameOffsets.count }

    func words(of name: Int) -> Range<Int> { Int(firstWord[name])..<Int(firstWord[name + 1]) }

    /// The number of a name; nil where nothing of it is left when it is folded.
    func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        folded.fold(name)
        return numberOfFolded()
    }

    private func numberOfFolded() -> Int? {
        let size = folded.count
        guard size > 0 else { return nil }
        if (count + 1) * 4 > slots.count * 3 { grow() }
        var slot = CollectedRecords.slot(of: Layout.hash(folded.bytes, size), count: slots.count)
        while slots[slot] != 0 {
            let known = Int(slots[slot]) - 1
            if isEqual(known, size) { return known }
            slot = slot + 1 == slots.count ? 0 : slot + 1
        }
        let number = count
        slots[slot] = UInt32(number + 1)
        let start = text.count
        nameOffsets.append(UInt32(truncatingIfNeeded: start))
        text.append(contentsOf: folded.text)
        text.append(0)
        var words = 0
        for index in 0..<size where folded.marks[index] & FoldedText.Mark.anyStart != 0 {
            guard words < Layout.maximumWords else { break }
            wordOffsets.append(UInt32(truncatingIfNeeded: start + index))
            words += 1
        }
        firstWord.append(UInt32(truncatingIfNeeded: wordOffsets.count))
        return number
    }

    private func isEqual(_ known: Int, _ size: Int) -> Bool {
        let start = Int(nameOffsets[known])
        guard start + size < text.count, text[start + size] == 0 else { return false }
        return text.withUnsafeBufferPointer { text in
            for index in 0..<size where text[start &+ index] != folded.bytes[index] { return false }
            return true
        }
    }

    private func grow() {
        var larger = [UInt32](repeating: 0, count: slots.count * 2)
        text.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            for (number, offset) in nameOffsets.enumerated() {
                let end = number + 1 < nameOffsets.count ? Int(nameOffsets[number + 1]) : text.count
                let hash = Layout.hash(base + Int(offset), end - 1 - Int(offset))
                var slot = CollectedRecords.slot(of: hash, count: larger.count)
                while larger[slot] != 0 { slot = slot + 1 == larger.count ? 0 : slot + 1 }
                larger[slot] = UInt32(number + 1)
            }
        }
        slots = larger
    }
}
