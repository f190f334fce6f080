/// For letters inside words: each three bytes that occur in words, but at their beginning, and the words that hold them.
struct TrigramAssembly {
    let sections: [SectionBytes]

    /// `firsts`: the best entry of each phrase.
    init(_ phrases: PhraseAssembly, firsts: [UInt32]) {
        // Words: their first phrase, with the best entry of all their phrases.
        var keys: [UInt64] = []
        // A word of bits more: they are read 64 from any phrase on.
        var starts = [UInt64](repeating: 0, count: phrases.count / 64 + 2)
        phrases.withTexts { texts in
            for word in 0..<phrases.words.count - 1 {
                let first = Int(phrases.words[word])
                starts[first >> 6] |= 1 << UInt64(first & 63)
                // Scripts without spaces need none: their words begin at every letter.
                guard texts.wordSize(first) > 3, texts[first][0] < 0xE0 else { continue }
                var best = firsts[first]
                for phrase in first + 1..<max(first + 1, Int(phrases.words[word + 1])) {
                    best = min(best, firsts[phrase])
                }
                keys.append(UInt64(best) << 32 | UInt64(first))
            }
        }
        RadixSort.sort(&keys, from: 32)
        let words = keys.map { UInt32(truncatingIfNeeded: $0) }
        var pairs: [UInt64] = []
        phrases.withTexts { texts in
            for (rank, first) in words.enumerated() {
                let phrase = texts[Int(first)]
                let size = texts.wordSize(Int(first))
                for at in 1..<(size - 2) {
                    let key = UInt64(phrase[at]) << 16 | UInt64(phrase[at + 1]) << 8 | UInt64(phrase[at + 2])
                    let rest = phrase[(at + 3)..<size]
                    pairs.append(
                        key << 40 | UInt64(rank) << 8 | UInt64(TrigramRow.code(rest.first, rest.dropFirst().first))
                    )
                }
            }
        }
        RadixSort.sort(&pairs, from: 0)
        var rows: [TrigramRow] = []
        var lists = ByteWriter()
        var last: UInt64 = .max
        for pair in pairs where pair != last {
            let key = UInt32(pair >> 40)
            if rows.last?.key != key {
                var row = TrigramRow()
                row.key = key
                row.first = UInt32(truncatingIfNeeded: lists.count)
                rows.append(row)
                last = 0
            }
            let word = pair >> 8 & 0xFFFF_FFFF
            let previous = rows[rows.count - 1].count == 0 ? 0 : last >> 8 & 0xFFFF_FFFF
            lists.put(variable: word - previous)
            lists.put(UInt8(truncatingIfNeeded: pair))
            rows[rows.count - 1].count += 1
            last = pair
        }
        sections = [
            SectionBytes(.trigrams, rows), SectionBytes(.trigramWords, lists.bytes), SectionBytes(.words, words),
            SectionBytes(.wordStarts, starts),
        ]
    }
}
