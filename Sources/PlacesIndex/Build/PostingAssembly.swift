/// Which entries each phrase is in, best first, and what finds the best entry of a range of phrases.
struct PostingAssembly {
    private(set) var firsts: [UInt32]
    private var restOffsets: [UInt32]
    private var rest: [UInt32]
    private let heavy: HeavyWords

    private static let entryMark: UInt32 = 1 << 31

    private struct PhraseState: BitwiseCopyable {
        /// Its best entry.
        var first = UInt32.max
        /// How many others it has; then where the next one goes.
        var next: UInt32 = 0
        /// The row of its first word, if many names have it.
        var heavyWord = UInt32.max
    }

    /// `entryNames`: of each entry, its name in the table.
    init(_ entryNames: [UInt32], _ table: NameTable, _ phrases: PhraseAssembly) {
        let none = UInt32.max
        let phraseCount = phrases.count
        // What is asked of a phrase lies together: each entry's phrases are all over the memory.
        var states = [PhraseState].large(repeating: PhraseState(), count: phraseCount)
        // The phrases of all entries; the highest bit: the first one of an entry. Each name has a word.
        var items: [UInt32] = []
        items.reserveLarge(entryNames.reduce(0) { $0 + table.words(of: Int($1)).count })
        for name in entryNames {
            var mark = PostingAssembly.entryMark
            for word in table.words(of: Int(name)) {
                items.append(phrases.numbers[word] | mark)
                mark = 0
            }
        }
        PostingAssembly.walk(items, &states) { number, phrase, states in
            if states[phrase].first == none {
                states[phrase].first = number
            } else {
                states[phrase].next &+= 1
            }
        }
        var total: UInt32 = 0
        restOffsets = [UInt32].large(phraseCount + 1) { offsets in
            for phrase in 0..<phraseCount {
                offsets.initializeElement(at: phrase, to: total)
                let count = states[phrase].next
                states[phrase].next = total
                total &+= count
            }
            offsets.initializeElement(at: phraseCount, to: total)
        }
        var heavy = HeavyWords()
        heavy.choose(phrases, restOffsets) { phrase, row in states[phrase].heavyWord = row }
        var rest = [UInt32].large(repeating: 0, count: Int(total))
        PostingAssembly.walk(items, &states) { number, phrase, states in
            let state = states[phrase]
            if state.heavyWord != none { heavy.take(number, row: state.heavyWord) }
            if state.first == number { return }
            rest[Int(state.next)] = number
            states[phrase].next &+= 1
        }
        heavy.close()
        self.heavy = heavy
        // A phrase of hidden places alone does not occur: their names were not entered.
        firsts = [UInt32].large(phraseCount) { firsts in
            for phrase in 0..<phraseCount { firsts.initializeElement(at: phrase, to: states[phrase].first) }
        }
        self.rest = rest
    }

    /// Calls `body` with each entry and each phrase of it. The states of the next phrases are fetched from memory at once:
    /// what is done to one depends on what is found there.
    @inline(__always)
    private static func walk(
        _ items: [UInt32],
        _ states: inout [PhraseState],
        _ body: (_ entry: UInt32, _ phrase: Int, _ states: inout UnsafeMutableBufferPointer<PhraseState>) -> Void
    ) {
        states.withUnsafeMutableBufferPointer { states in
            var number = UInt32.max
            var first = 0
            while first < items.count {
                let end = min(first + 64, items.count)
                var taken: UInt32 = 0
                for at in first..<end { taken &+= states[Int(items[at] & ~entryMark)].next & 0xFF }
                // So many it cannot be: it only keeps the reading from being left out.
                guard taken < 1 << 20 else { return }
                for at in first..<end {
                    // The first entry is number 0.
                    number &+= items[at] >> 31
                    body(number, Int(items[at] & ~entryMark), &states)
                }
                first = end
            }
        }
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

    /// Makes room for the entries of the words that have many: a name may have such a word twice, so it may be too much.
    /// `mark` gets each phrase of such a word, and the word's row.
    mutating func choose(_ phrases: PhraseAssembly, _ restOffsets: [UInt32], mark: (Int, UInt32) -> Void) {
        var room = 0
        for word in 0..<phrases.words.count - 1 {
            let first = Int(phrases.words[word])
            let end = Int(phrases.words[word + 1])
            let total = end - first + Int(restOffsets[end] - restOffsets[first])
            guard total > Layout.heavyWordEntries, end - first > 1 else { continue }
            for phrase in first..<end { mark(phrase, UInt32(rows.count)) }
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
    mutating func take(_ entry: UInt32, row number: UInt32) {
        let row = rows[Int(number)]
        let end = Int(row.entries &+ row.count)
        if row.count > 0, entries[end &- 1] == entry { return }
        entries[end] = entry
        rows[Int(number)].count &+= 1
    }

    /// Takes out the room that was too much.
    mutating func close() {
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
