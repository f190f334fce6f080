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
    /// Open-addressed: the upper half of the hash, and the number + 1 below; 0 for none.
    private var slots: [UInt64] = Array(repeating: 0, count: 1024)
    private let folded = FoldedText()

    private struct Waiting: BitwiseCopyable {
        var start: Int
        var size: Int
        var firstWord: Int
        var wordCount: Int
        var tag: UInt64
    }

    private var waiting: [Waiting] = []
    /// The texts of those that wait, and where words begin in them; there is room behind what is used.
    private var waitingText = [UInt8](repeating: 0, count: 1 << 12)
    private var waitingSize = 0
    private var waitingWords = [UInt32](repeating: 0, count: 1 << 10)
    private var waitingWordCount = 0

    /// Very many records may have few names.
    private static let mostSlotsAtFirst = 1 << 20

    var count: Int { nameOffsets.count }

    func words(of name: Int) -> Range<Int> { Int(firstWord[name])..<Int(firstWord[name + 1]) }

    /// The folded text of a name, without the NUL.
    func range(of name: Int) -> Range<Int> {
        let end = name + 1 < count ? Int(nameOffsets[name + 1]) : text.count
        return Int(nameOffsets[name])..<end - 1
    }

    /// Room for the names of so many records, and of so many of them `now`.
    func reserve(_ records: Int, now: Int) {
        var count = slots.count
        while count < min(now, NameTable.mostSlotsAtFirst) { count *= 2 }
        if count > slots.count { slots = [UInt64].large(repeating: 0, count: count) }
        nameOffsets.reserveLarge(records)
        firstOfText.reserveLarge(records)
        firstWord.reserveLarge(records + 1)
        wordOffsets.reserveLarge(3 * records)
        text.reserveLarge(16 * records)
    }

    /// Folds a name, which `enterWaiting` will enter; false where nothing of it is left when it is folded.
    func fold(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let (firstWord, start) = (waitingWordCount, waitingSize)
        if waitingWords.count - firstWord < Layout.maximumWords {
            waitingWords += repeatElement(0, count: waitingWords.count)
        }
        if waitingText.count - start < 2 * name.count {
            waitingText += repeatElement(0, count: waitingText.count + 2 * name.count)
        }
        let waits: Waiting? = waitingText.withUnsafeMutableBufferPointer { text in
            waitingWords.withUnsafeMutableBufferPointer { words in
                guard let text = text.baseAddress, let words = words.baseAddress,
                    let (size, count) = folded.foldPlain(
                        name,
                        into: text + start,
                        starts: words + firstWord,
                        mostStarts: Layout.maximumWords
                    )
                else { return nil }
                return Waiting(
                    start: start,
                    size: size,
                    firstWord: firstWord,
                    wordCount: count,
                    tag: Layout.hash(text + start, size) >> 32
                )
            }
        }
        guard let waits = waits ?? foldInFull(name), waits.size > 0 else { return false }
        waitingSize = start + waits.size
        waitingWordCount = firstWord + waits.wordCount
        waiting.append(waits)
        return true
    }

    /// The same for any text.
    private func foldInFull(_ name: UnsafeBufferPointer<UInt8>) -> Waiting? {
        folded.fold(name)
        guard folded.count > 0 else { return nil }
        if waitingText.count - waitingSize < folded.count {
            waitingText += repeatElement(0, count: waitingText.count + folded.count)
        }
        var count = 0
        for index in 0..<folded.count where folded.marks[index] & FoldedText.Mark.anyStart != 0 {
            guard count < Layout.maximumWords else { break }
            waitingWords[waitingWordCount + count] = UInt32(truncatingIfNeeded: index)
            count += 1
        }
        for index in 0..<folded.count { waitingText[waitingSize + index] = folded.bytes[index] }
        return Waiting(
            start: waitingSize,
            size: folded.count,
            firstWord: waitingWordCount,
            wordCount: count,
            tag: Layout.hash(folded.bytes, folded.count) >> 32
        )
    }

    /// Names that wait to be entered.
    var waitingCount: Int { waiting.count }

    /// Enters the names that were folded, and tells the number of each. Where they may be in the table is fetched from
    /// memory at once, not one after the other.
    func enterWaiting(_ body: (Int) -> Void) {
        while (count + waiting.count) * 4 > slots.count * 3 { grow() }
        var taken: UInt64 = 0
        for name in waiting { taken |= slots[NameTable.slot(name.tag, slots.count)] }
        // Nothing has this number: it only keeps the reading from being left out.
        guard taken != .max || count > 0 else { return }
        waitingText.withUnsafeBufferPointer { text in
            waitingWords.withUnsafeBufferPointer { words in
                guard let base = text.baseAddress else { return }
                for name in waiting {
                    let ownWords = words[name.firstWord..<name.firstWord + name.wordCount]
                    body(enter(base + name.start, name.size, UnsafeBufferPointer(rebasing: ownWords), name.tag))
                }
            }
        }
        waiting.removeAll(keepingCapacity: true)
        waitingSize = 0
        waitingWordCount = 0
    }

    // MARK: Several tables

    /// A name of a table, as other tables before it have it: the table and the number, of the same words and of the same
    /// text.
    private struct Known: BitwiseCopyable {
        var table: UInt32 = .max
        var name: UInt32 = 0
        var tableOfText: UInt32 = .max
        var text: UInt32 = 0
    }

    /// Puts several tables together into the first, which takes no further names then; returns the number of each name of
    /// each table. What the tables before have is looked up on all threads.
    static func join(_ tables: [NameTable], threads: Int) -> [[UInt32]] {
        var numbers: [[UInt32]] = []
        for (position, table) in tables.enumerated() {
            guard position > 0 else {
                numbers.append(Array(0..<UInt32(truncatingIfNeeded: table.count)))
                continue
            }
            let known = known(table, in: tables[..<position], threads: threads)
            numbers.append(tables[0].take(table, known, numbers))
        }
        return numbers
    }

    private static func known(_ table: NameTable, in others: ArraySlice<NameTable>, threads: Int) -> [Known] {
        let count = table.count
        return [Known].large(count) { known in
            let parts = Parallel.pieces(of: count, threads: threads)
            Parallel.run(parts, threads: threads) { part in
                for name in count * part / parts..<count * (part + 1) / parts {
                    var result = Known()
                    for (number, other) in others.enumerated() where result.table == .max {
                        let found = other.find(table, name)
                        if let text = found.text, result.tableOfText == .max {
                            result.tableOfText = UInt32(truncatingIfNeeded: number)
                            result.text = other.firstOfText[text]
                        }
                        if let same = found.name {
                            result.table = UInt32(truncatingIfNeeded: number)
                            result.name = UInt32(truncatingIfNeeded: same)
                        }
                    }
                    known.initializeElement(at: name, to: result)
                }
            }
        }
    }

    /// The number of a name of another table, and that of one of the same text.
    private func find(_ other: NameTable, _ name: Int) -> (name: Int?, text: Int?) {
        let range = other.range(of: name)
        let words = other.words(of: name)
        var sameText: Int?
        let found: Int? = other.text.withUnsafeBufferPointer { text in
            guard let bytes = text.baseAddress.map({ $0 + range.lowerBound }) else { return nil }
            let tag = Layout.hash(bytes, range.count) >> 32
            var slot = NameTable.slot(tag, slots.count)
            while slots[slot] != 0 {
                let known = Int(slots[slot] & 0xFFFF_FFFF) &- 1
                if slots[slot] >> 32 == tag, isEqual(known, bytes, range.count) {
                    sameText = known
                    if hasWords(known, other, words, range.lowerBound) { return known }
                }
                slot = slot &+ 1 == slots.count ? 0 : slot &+ 1
            }
            return nil
        }
        return (found, sameText)
    }

    private func hasWords(_ known: Int, _ other: NameTable, _ theirs: Range<Int>, _ start: Int) -> Bool {
        let words = words(of: known)
        guard words.count == theirs.count else { return false }
        for index in 0..<words.count
        where wordOffsets[words.lowerBound &+ index] &- nameOffsets[known]
            != other.wordOffsets[theirs.lowerBound &+ index] &- UInt32(truncatingIfNeeded: start)
        { return false }
        return true
    }

    /// Takes the names that are in no table before; `numbers` are those of the names of these tables.
    private func take(_ other: NameTable, _ known: [Known], _ numbers: [[UInt32]]) -> [UInt32] {
        text.reserveLarge(text.count + other.text.count)
        wordOffsets.reserveLarge(wordOffsets.count + other.wordOffsets.count)
        for list in [\NameTable.nameOffsets, \.firstOfText, \.firstWord] {
            self[keyPath: list].reserveLarge(self[keyPath: list].count + other.count)
        }
        var result: [UInt32] = []
        result.reserveLarge(other.count)
        for name in 0..<other.count {
            let known = known[name]
            guard known.table == .max else {
                result.append(numbers[Int(known.table)][Int(known.name)])
                continue
            }
            let added = UInt32(truncatingIfNeeded: count)
            // The first of its own table comes before it.
            let first = Int(other.firstOfText[name])
            let firstOfAll =
                known.tableOfText == .max
                ? first < name ? result[first] : added : numbers[Int(known.tableOfText)][Int(known.text)]
            result.append(added)
            let range = other.range(of: name)
            let start = UInt32(truncatingIfNeeded: text.count)
            nameOffsets.append(start)
            firstOfText.append(firstOfAll)
            text.append(contentsOf: other.text[range.lowerBound...range.upperBound])
            for word in other.words(of: name) {
                wordOffsets.append(other.wordOffsets[word] &- UInt32(truncatingIfNeeded: range.lowerBound) &+ start)
            }
            firstWord.append(UInt32(truncatingIfNeeded: wordOffsets.count))
        }
        return result
    }

    // MARK: One table

    /// The number of a folded text with these words.
    private func enter(
        _ bytes: UnsafePointer<UInt8>,
        _ size: Int,
        _ newWords: UnsafeBufferPointer<UInt32>,
        _ tag: UInt64
    ) -> Int {
        let added = count
        var first = added
        let number = slots.withUnsafeMutableBufferPointer { slots in
            var slot = NameTable.slot(tag, slots.count)
            while slots[slot] != 0 {
                let known = Int(slots[slot] & 0xFFFF_FFFF) &- 1
                if slots[slot] >> 32 == tag, isEqual(known, bytes, size) {
                    if hasWords(known, newWords) { return known }
                    first = Int(firstOfText[known])
                }
                slot = slot &+ 1 == slots.count ? 0 : slot &+ 1
            }
            slots[slot] = tag << 32 | UInt64(added + 1)
            return added
        }
        guard number == added else { return number }
        let start = UInt32(truncatingIfNeeded: text.count)
        makeRoom(size, newWords.count)
        nameOffsets.append(start)
        firstOfText.append(UInt32(truncatingIfNeeded: first))
        text.append(contentsOf: UnsafeBufferPointer(start: bytes, count: size))
        text.append(0)
        for word in newWords { wordOffsets.append(start &+ word) }
        firstWord.append(UInt32(truncatingIfNeeded: wordOffsets.count))
        return number
    }

    private func makeRoom(_ size: Int, _ words: Int) {
        nameOffsets.growLarge()
        firstOfText.growLarge()
        text.growLarge(by: size &+ 1)
        wordOffsets.growLarge(by: words)
        firstWord.growLarge()
    }

    private func hasWords(_ known: Int, _ newWords: UnsafeBufferPointer<UInt32>) -> Bool {
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
        var larger = [UInt64].large(repeating: 0, count: slots.count * 2)
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
