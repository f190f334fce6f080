/// Which entries each phrase is in, best first, and what finds the best entry of a range of phrases.
struct PostingAssembly {
    private(set) var firsts: [UInt32]
    private var restOffsets: [UInt32]
    private var rest: [UInt32]

    init(_ entries: [IndexAssembly.Entry], _ table: NameTable, _ wordPhrases: [UInt32], phraseCount: Int) {
        let none = UInt32.max
        var firsts = [UInt32](repeating: none, count: phraseCount)
        var counts = [UInt32](repeating: 0, count: phraseCount + 1)
        for (number, entry) in entries.enumerated() {
            for word in table.words(of: Int(entry.name)) {
                let phrase = Int(wordPhrases[word])
                if firsts[phrase] == none { firsts[phrase] = UInt32(number) } else { counts[phrase] &+= 1 }
            }
        }
        var total: UInt32 = 0
        for phrase in 0...phraseCount {
            let count = counts[phrase]
            counts[phrase] = total
            total &+= count
        }
        restOffsets = counts
        var rest = [UInt32](repeating: 0, count: Int(total))
        for (number, entry) in entries.enumerated() {
            for word in table.words(of: Int(entry.name)) {
                let phrase = Int(wordPhrases[word])
                if firsts[phrase] == UInt32(number) { continue }
                rest[Int(counts[phrase])] = UInt32(number)
                counts[phrase] &+= 1
            }
        }
        // A phrase of hidden places alone does not occur: their names were not entered.
        self.firsts = firsts
        self.rest = rest
    }

    /// The further entries of some phrases.
    func rest(of phrases: Range<Int>) -> ArraySlice<UInt32> {
        rest[Int(restOffsets[phrases.lowerBound])..<Int(restOffsets[phrases.upperBound])]
    }

    func sections(_ phrases: PhraseAssembly) -> [SectionBytes] {
        let (words, entries) = heavyWords(phrases)
        return [
            SectionBytes(.phraseFirsts, firsts), SectionBytes(.restOffsets, restOffsets), SectionBytes(.rest, rest),
            SectionBytes(.minimumTable, minima()), SectionBytes(.heavyWords, words),
            SectionBytes(.heavyEntries, entries),
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

    /// Words that many names have: their entries in order, since a walk along such a list is ten times faster than a
    /// merge of the lists of its phrases.
    private func heavyWords(_ phrases: PhraseAssembly) -> ([HeavyWordRow], [UInt32]) {
        var rows: [HeavyWordRow] = []
        var entries: [UInt32] = []
        phrases.withTexts { text in
            var first = 0
            while first < phrases.count {
                let start = text(first)
                let size = start.firstIndex(of: 0x20) ?? start.count
                var end = first + 1
                while end < phrases.count {
                    let other = text(end)
                    guard other.count > size, other[size] == 0x20, other[..<size].elementsEqual(start[..<size]) else {
                        break
                    }
                    end += 1
                }
                let total = end - first + Int(restOffsets[end] - restOffsets[first])
                if total > Layout.heavyWordEntries, end - first > 1 {
                    var list = Array(firsts[first..<end])
                    list += rest[Int(restOffsets[first])..<Int(restOffsets[end])]
                    list.sort()
                    var row = HeavyWordRow()
                    row.first = UInt32(first)
                    row.end = UInt32(end)
                    row.entries = UInt32(entries.count)
                    var last = UInt32.max
                    for entry in list where entry != last {
                        entries.append(entry)
                        last = entry
                    }
                    row.count = UInt32(entries.count) - row.entries
                    rows.append(row)
                }
                first = end
            }
        }
        return (rows, entries)
    }
}
