package import PlacesModel

extension FoldedText {
    /// Where a word, or the beginning of one, first stands in the text: at one of the places where words begin.
    package func position(of word: UnsafePointer<UInt8>, _ size: Int, isPrefix: Bool) -> Int? {
        guard size > 0 else { return nil }
        var start = 0
        while start &+ size <= count {
            if marks[start] & Mark.anyStart != 0, bytes[start] == word[0] {
                var length = 1
                while length < size, bytes[start &+ length] == word[length] { length &+= 1 }
                if length == size, isPrefix || isWordEnd(start &+ size) { return start }
            }
            start &+= 1
        }
        return nil
    }

    /// Where letters first stand in the text, inside a word or not.
    package func position(ofLetters word: UnsafePointer<UInt8>, _ size: Int) -> Int? {
        guard size > 0 else { return nil }
        var start = 0
        while start &+ size <= count {
            var length = 0
            while length < size, bytes[start &+ length] == word[length] { length &+= 1 }
            if length == size { return start }
            start &+= 1
        }
        return nil
    }

    /// Where the word that begins at `start` ends.
    package func wordEnd(from start: Int) -> Int {
        var end = start &+ 1
        while end < count, bytes[end] != 0x20 { end &+= 1 }
        return end
    }

    private func isWordEnd(_ at: Int) -> Bool {
        at >= count || bytes[at] == 0x20 || marks[at] & Mark.anyStart != 0
    }

    /// The code points of the source that bytes of the folded text came from. A letter is in it whole or not at all
    /// (of `ß`, folded to `ss`, one `s` is no letter); marks that stand on its last letter are in it too. Nil when
    /// nothing is left.
    package func sourceRange(from start: Int, to end: Int, of source: UnsafeBufferPointer<UInt8>) -> MatchRange? {
        var last = min(end, count) &- 1
        guard last >= start else { return nil }
        if last &+ 1 < count, sources[last &+ 1] == sources[last], bytes[last &+ 1] != 0x20 {
            let half = sources[last]
            while last >= start, sources[last] == half { last &-= 1 }
            guard last >= start else { return nil }
        }
        var next = sources[last] &+ 1
        let limit = last &+ 1 < count ? sources[last &+ 1] : UInt32(truncatingIfNeeded: sourceCount)
        if next < limit { next = skipMarks(from: next, to: limit, in: source) }
        return MatchRange(start: sources[start], end: next)
    }

    /// The first code point from `from` on that is not a mark on the one before.
    private func skipMarks(from: UInt32, to limit: UInt32, in source: UnsafeBufferPointer<UInt8>) -> UInt32 {
        guard let base = source.baseAddress else { return from }
        let tables = FoldTables.shared
        var at = 0
        var point: UInt32 = 0
        while at < source.count, point < limit {
            let (codePoint, length) = decodeUTF8(base, at, source.count)
            if point >= from {
                let isMark = codePoint >= 0x300 && tables.entry(codePoint) >> 29 == UInt32(FoldClass.drop.rawValue)
                guard isMark else { return point }
            }
            point &+= 1
            at &+= length
        }
        return point
    }
}
