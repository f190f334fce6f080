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
        var items: [UInt64] = []
        phrases.withTexts { texts in
            items.reserveLarge(words.reduce(0) { $0 + texts.wordSize(Int($1)) - 3 })
            for (rank, first) in words.enumerated() {
                let phrase = texts[Int(first)]
                let size = texts.wordSize(Int(first))
                for at in 1..<(size - 2) {
                    let key = UInt64(phrase[at]) << 16 | UInt64(phrase[at + 1]) << 8 | UInt64(phrase[at + 2])
                    let next = TrigramRow.code(at + 3 < size ? phrase[at + 3] : nil)
                    let second = TrigramRow.code(at + 4 < size ? phrase[at + 4] : nil)
                    items.append(InsideItem(key, next, rank, second, goesOn: at + 5 < size).bits)
                }
            }
        }
        // They were made in order of rank: only those of one word may be out of order then, which are few.
        RadixSort.sort(&items, from: InsideItem.firstBitAboveRank)
        for index in items.indices.dropFirst() where items[index] < items[index - 1] {
            let item = items[index]
            var at = index
            while at > 0, items[at - 1] > item {
                items[at] = items[at - 1]
                at -= 1
            }
            items[at] = item
        }
        var rows: [TrigramRow] = []
        var lists = ByteWriter()
        var start = 0
        while start < items.count {
            var row = TrigramRow()
            row.key = UInt32(InsideItem(items[start]).key)
            row.first = UInt32(truncatingIfNeeded: lists.count)
            var end = start + 1
            while end < items.count, InsideItem(items[end]).key == InsideItem(items[start]).key { end += 1 }
            let kept = TrigramAssembly.withoutRepeats(items[start..<end])
            row.count = UInt32(truncatingIfNeeded: kept.count)
            lists.growLarge(by: 5 * kept.count + 256)
            if kept.count > TrigramRow.shortList {
                lists.put(grouped: kept)
            } else {
                lists.put(short: kept)
            }
            rows.append(row)
            start = end
        }
        sections = [
            SectionBytes(.trigrams, rows), SectionBytes(.insideWords, lists.bytes), SectionBytes(.words, words),
            SectionBytes(.wordStarts, starts),
        ]
    }

    private static func withoutRepeats(_ items: ArraySlice<UInt64>) -> [InsideItem] {
        var kept: [InsideItem] = []
        for item in items where item != kept.last?.bits { kept.append(InsideItem(item)) }
        return kept
    }
}

/// Three bytes inside a word, and what a list tells of it; in the order of grouped lists.
private struct InsideItem {
    let bits: UInt64
    static let firstBitAboveRank: UInt64 = 35

    init(_ bits: UInt64) { self.bits = bits }

    init(_ key: UInt64, _ next: UInt8, _ rank: Int, _ second: UInt8, goesOn: Bool) {
        bits = key << 40 | UInt64(next) << 35 | UInt64(rank) << 6 | UInt64(second) << 1 | (goesOn ? 1 : 0)
    }

    var key: UInt64 { bits >> 40 }
    var next: UInt64 { bits >> 35 & 31 }
    var rank: UInt64 { bits >> 6 & 0x1FFF_FFFF }
    /// The code of the second byte after the three, and whether the word goes on after it.
    var rest: UInt64 { bits & 63 }
    /// As `rest`, with the code of the first byte above.
    var restOfShort: UInt64 { next << 6 | rest }
}

extension ByteWriter {
    /// Words in order, each with what follows.
    fileprivate mutating func put(short items: [InsideItem]) {
        var last: UInt64 = 0
        for item in items.sorted(by: { ($0.rank, $0.restOfShort) < ($1.rank, $1.restOfShort) }) {
            put(variable: (item.rank - last) << TrigramRow.shortBits | item.restOfShort)
            last = item.rank
        }
    }

    /// Which groups there are, the bytes of a number, where each group ends, then the groups.
    fileprivate mutating func put(grouped items: [InsideItem]) {
        var groups: UInt32 = 0
        var ends: [Int] = []
        var lists = ByteWriter()
        var last: UInt64 = 0
        for (index, item) in items.enumerated() {
            if index == 0 || item.next != items[index - 1].next {
                groups |= 1 << UInt32(item.next)
                if index > 0 { ends.append(lists.count) }
                last = 0
            }
            lists.put(variable: (item.rank - last) << TrigramRow.groupedBits | item.rest)
            last = item.rank
        }
        ends.append(lists.count)
        put(fixed: groups)
        let width = lists.count < 1 << 8 ? 1 : lists.count < 1 << 16 ? 2 : 4
        put(UInt8(width))
        for end in ends {
            for at in 0..<width { put(UInt8(truncatingIfNeeded: end >> (8 * at))) }
        }
        lists.bytes.withUnsafeBytes { put(raw: $0) }
    }
}
