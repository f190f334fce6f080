/// Which entries each phrase is in, best first, and what finds the best entry of a range of phrases.
struct PostingAssembly {
    private(set) var firsts: [UInt32]
    private var restOffsets: [UInt32]
    private var rest: [UInt32]
    private var heavy = HeavyWords()

    /// `entryNames`: of each entry, its name in the table.
    init(_ entryNames: [UInt32], _ table: NameTable, _ phrases: PhraseAssembly) {
        let none = UInt32.max
        let phraseCount = phrases.count
        var firsts = [UInt32].large(repeating: none, count: phraseCount)
        var counts = [UInt32].large(repeating: 0, count: phraseCount + 1)
        for (number, name) in entryNames.enumerated() {
            for word in table.words(of: Int(name)) {
                let phrase = Int(phrases.numbers[word])
                if firsts[phrase] == none { firsts[phrase] = UInt32(number) } else { counts[phrase] &+= 1 }
            }
        }
        var total: UInt32 = 0
        for phrase in 0...phraseCount {
            let count = counts[phrase]
            counts[phrase] = total
            total &+= count
        }
        // A copy here and now, since `counts` is written to again.
        restOffsets = [UInt32].large(counts.count) { _ = $0.initialize(from: counts) }
        heavy.choose(phrases, restOffsets)
        var rest = [UInt32].large(repeating: 0, count: Int(total))
        for (number, name) in entryNames.enumerated() {
            for word in table.words(of: Int(name)) {
                let phrase = Int(phrases.numbers[word])
                heavy.take(UInt32(number), phrase)
                if firsts[phrase] == UInt32(number) { continue }
                rest[Int(counts[phrase])] = UInt32(number)
                counts[phrase] &+= 1
            }
        }
        heavy.close()
        // A phrase of hidden places alone does not occur: their names were not entered.
        self.firsts = firsts
        self.rest = rest
    }

    /// The further entries of some phrases.
    func rest(of phrases: Range<Int>) -> ArraySlice<UInt32> {
        rest[Int(restOffsets[phrases.lowerBound])..<Int(restOffsets[phrases.upperBound])]
    }

    func sections() -> [SectionBytes] {
        let several = firsts.indices.lazy.filter { self.restOffsets[$0] < self.restOffsets[$0 + 1] }
        let marks = Marks.make(firsts.count, having: several)
        let starts = several.map { self.restOffsets[$0] } + [UInt32(rest.count)]
        return [
            SectionBytes(.phraseFirsts, firsts), SectionBytes(.restMarks, marks), SectionBytes(.restStarts, starts),
            SectionBytes(.rest, rest),
            SectionBytes(.minimumTable, minima()), SectionBytes(.heavyWords, heavy.rows),
            SectionBytes(.heavyEntries, heavy.entries),
        ]
    }

    /// For each power of two, the position of the minimum over that many blocks from each block on.
    private func minima() -> [UInt32] {
        let block = Layout.minimumBlock
        var level: [UInt32] = []
        for start in stride(from: 0, to: firsts.count, by: block) {
            var best = start
            for position in start..<min(start + block, firsts.count) where firsts[position] < firsts[best] {
                best = position
            }
            level.append(UInt32(best))
        }
        var table = level
        let levels = max(1, Int.bitWidth - level.count.leadingZeroBitCount)
        table.reserveLarge(level.count * levels)
        var width = 1
        let blocks = level.count
        while width * 2 <= blocks {
            var next = level
            for index in 0..<blocks where index + width < blocks {
                let left = level[index]
                let right = level[index + width]
                next[index] = firsts[Int(left)] <= firsts[Int(right)] ? left : right
            }
            table += next
            level = next
            width *= 2
        }
        return table
    }
}

/// Words that many names have: their entries in order, since a walk along such a list is ten times faster than a merge
/// of the lists of its phrases.
private struct HeavyWords {
    private(set) var rows: [HeavyWordRow] = []
    private(set) var entries: [UInt32] = []
    /// Of each phrase, the row of its word; `none` for most.
    private var rowOfPhrase: [UInt32] = []
    private static let none = UInt32.max

    /// Makes room for the entries of the words that have many: a name may have such a word twice, so it may be too much.
    mutating func choose(_ phrases: PhraseAssembly, _ restOffsets: [UInt32]) {
        rowOfPhrase = [UInt32].large(repeating: HeavyWords.none, count: phrases.count)
        var room = 0
        for word in 0..<phrases.words.count - 1 {
            let first = Int(phrases.words[word])
            let end = Int(phrases.words[word + 1])
            let total = end - first + Int(restOffsets[end] - restOffsets[first])
            guard total > Layout.heavyWordEntries, end - first > 1 else { continue }
            for phrase in first..<end { rowOfPhrase[phrase] = UInt32(rows.count) }
            var row = HeavyWordRow()
            row.first = UInt32(first)
            row.end = UInt32(end)
            row.entries = UInt32(truncatingIfNeeded: room)
            rows.append(row)
            room += total
        }
        entries = [UInt32].large(repeating: 0, count: room)
    }

    /// Entries come in order.
    @inline(__always)
    mutating func take(_ entry: UInt32, _ phrase: Int) {
        let number = rowOfPhrase[phrase]
        guard number != HeavyWords.none else { return }
        let row = rows[Int(number)]
        let end = Int(row.entries &+ row.count)
        if row.count > 0, entries[end &- 1] == entry { return }
        entries[end] = entry
        rows[Int(number)].count &+= 1
    }

    /// Takes out the room that was too much.
    mutating func close() {
        rowOfPhrase = []
        var end = 0
        for number in rows.indices {
            let first = Int(rows[number].entries)
            let count = Int(rows[number].count)
            if first > end { for index in 0..<count { entries[end + index] = entries[first + index] } }
            rows[number].entries = UInt32(end)
            end += count
        }
        entries.removeLast(entries.count - end)
    }
}
