import Glibc
import PlacesText

/// The search word by word.
extension IndexSearch {
    /// Places with all words of the query, in any order, in their names or in the names of their areas; one at least
    /// in a name. `takesUnfinished`: each word may be the beginning of one.
    mutating func searchWords(takesUnfinished: Bool) {
        let kept = notedByWords ? notedCount : 0
        begin()
        notedCount = kept
        notedByWords = true
        for index in 0..<query.tokenCount {
            let token = query.tokens[index]
            var condition = wordCondition(token, takesUnfinished: takesUnfinished)
            condition.areaBits = areaCondition(token, takesUnfinished: takesUnfinished)
            // A word that was typed before stands for another thing: "Monaco, Monaco" lies in Monaco.
            if condition.areaBits >= 0, isRepeated(index) {
                condition.rangeCount = 0
                condition.wholeCount = 0
                condition.entries = 0
            }
            if condition.rangeCount == 0, condition.areaBits < 0 { return }
            scratch.conditions[index] = condition
        }
        conditionCount = query.tokenCount
        keepNoted()
        let last = query.tokens[query.tokenCount &- 1]
        let isOneLetter = takesUnfinished && last.length == 1 && last.isUnfinished && !last.isNumber
        mindsFirstWord = true
        enumerateRarest(extra: -Ranking.otherOrder - (isOneLetter ? Ranking.oneLetter : 0))
        mindsFirstWord = false
    }

    private func isRepeated(_ index: Int) -> Bool {
        let token = query.tokens[index]
        for other in 0..<index where query.tokens[other].length == token.length {
            if memcmp(query.text(query.tokens[other]), query.text(token), token.length) == 0 { return true }
        }
        return false
    }

    mutating func wordCondition(_ token: QueryToken, takesUnfinished: Bool) -> Condition {
        var condition = Condition()
        let text = query.text(token)
        let isPrefix = token.isUnfinished || token.isIdeographic
        if !isPrefix {
            for index in 0..<token.length { scratch.text[index] = text[index] }
            var whole = view.wordRange(scratch.text, token.length, scratch.phrase)
            add(&whole, to: &condition)
            addVariants(of: token, to: &condition)
            condition.wholeCount = condition.rangeCount
            guard takesUnfinished, !token.isNumber, token.length >= 3 else { return condition }
        }
        var node = -1
        var all = view.prefixRange(text, token.length, scratch.phrase, node: &node).range
        if isPrefix {
            add(&all, to: &condition)
            if condition.rangeCount == 1 { condition.node = Int32(truncatingIfNeeded: node) }
            addVariants(of: token, to: &condition)
            condition.wholeCount = condition.rangeCount
            return condition
        }
        if condition.rangeCount > 0, !all.isEmpty {
            // The whole word's phrases come first in it.
            let whole = scratch.ranges[Int(condition.firstRange)]
            if whole.first >= all.first, whole.end <= all.end { all.first = whole.end }
        }
        add(&all, to: &condition)
        return condition
    }

    /// Other ways to write the word (`st` for `street`), and the short forms of the words that it may become.
    mutating func addVariants(of token: QueryToken, to condition: inout Condition) {
        guard token.length >= 2, !token.isNumber, !token.isIdeographic else { return }
        let table = Abbreviations.shared
        let text = query.text(token)
        guard token.isUnfinished, token.length >= 3 else {
            for variant in table.variants(of: text, token.length) { addWord(table.text(variant), to: &condition) }
            return
        }
        var left = 6
        for word in table.words(beginningWith: text, token.length) {
            for variant in table.list(word) {
                let other = table.text(variant)
                // What begins with the token is found anyway.
                if other.starts(with: UnsafeBufferPointer(start: text, count: token.length)) { continue }
                guard left > 0 else { return }
                left &-= 1
                addWord(other, to: &condition)
            }
        }
    }

    mutating func addWord(_ word: UnsafeBufferPointer<UInt8>, to condition: inout Condition) {
        for index in 0..<word.count { scratch.text[index] = word[index] }
        var range = view.wordRange(scratch.text, word.count, scratch.phrase)
        add(&range, to: &condition)
    }

    /// Bits of the areas that have the word in their names.
    mutating func areaCondition(_ token: QueryToken, takesUnfinished: Bool) -> Int32 {
        guard view.areaTerms.count > 0, token.length >= 2, !token.isNumber else { return -1 }
        let isPrefix = token.isUnfinished || token.isIdeographic || takesUnfinished
        // The same word is asked for by one way to search after the other.
        var word = 0
        for index in 0..<query.tokenCount where query.tokens[index].start < token.start { word &+= 1 }
        let slot = isPrefix ? Scratch.maximumTokens &+ word : word
        let start = slot &* AreaBits.size(view.areas.count)
        if knownAreas >> UInt32(slot) & 1 == 0 {
            knownAreas |= 1 &<< UInt32(slot)
            if firstTerms[word] < 0 {
                let first = firstAreaTerm(query.text(token), token.length)
                firstTerms[word] = Int32(truncatingIfNeeded: first)
            }
            if noteAreas(token, isPrefix: isPrefix, start, from: Int(firstTerms[word])) {
                heldAreas |= 1 &<< UInt32(slot)
            }
        }
        return heldAreas >> UInt32(slot) & 1 == 1 ? Int32(truncatingIfNeeded: start) : -1
    }

    /// Sets the bits of these areas; false, and nothing done, where there are none.
    private func noteAreas(_ token: QueryToken, isPrefix: Bool, _ start: Int, from first: Int) -> Bool {
        let text = query.text(token)
        var at = max(0, first)
        var found = false
        let areas = AreaBits(bits + start, view.areas.count)
        let terms = view.areaTerms
        // Many terms begin with two letters, or with "of": where they end is looked up when some did not tell.
        var looks = 8
        var end = view.areaTerms.count
        while at < end {
            if looks == 0 {
                end = areaTerm(text, token.length) { isPrefix ? $0 <= 0 : $0 < 0 || $0 == 0 && $1 }
                guard at < end else { break }
            }
            looks &-= 1
            if looks < 0 {
                areas.insert(terms.slice(at, end &- at))
                break
            }
            let term = terms[at]
            let bytes = view.areaTermTexts.slice(Int(term.text), Int(term.length))
            guard bytes.count >= token.length, compare(bytes, text, token.length) == 0 else { break }
            let isWhole = bytes.count == token.length || bytes[token.length] == 0x20
            if (isPrefix || isWhole), Int(term.area) < view.areas.count {
                if !found {
                    found = true
                    areas.clear()
                }
                areas.insert(term.area)
            }
            // Whole words come first.
            if !isPrefix, !isWhole { break }
            at &+= 1
        }
        return found
    }

    @inline(never)
    func firstAreaTerm(_ text: UnsafePointer<UInt8>, _ size: Int) -> Int {
        areaTerm(text, size) { order, _ in order < 0 }
    }

    /// The first term that does not come before others: `isBefore` is asked with how its beginning compares to a word,
    /// and whether its first word ends there.
    @inline(__always)
    private func areaTerm(
        _ text: UnsafePointer<UInt8>,
        _ size: Int,
        _ isBefore: (_ order: Int, _ isWhole: Bool) -> Bool
    ) -> Int {
        var low = 0
        var high = view.areaTerms.count
        while low < high {
            let middle = (low &+ high) / 2
            let term = view.areaTerms[middle]
            let bytes = view.areaTermTexts.slice(Int(term.text), Int(term.length))
            let isWhole = bytes.count == size || bytes.count > size && bytes[size] == 0x20
            if isBefore(compare(bytes, text, size), isWhole) { low = middle &+ 1 } else { high = middle }
        }
        return low
    }

    /// How the beginning of a term compares to a word.
    func compare(_ term: UnsafeBufferPointer<UInt8>, _ text: UnsafePointer<UInt8>, _ size: Int) -> Int {
        var at = 0
        while at < size {
            if at >= term.count { return -1 }
            if term[at] != text[at] { return term[at] < text[at] ? -1 : 1 }
            at &+= 1
        }
        return 0
    }

    /// Walks along the entries of the rarest word. A word that an area may have too does not have to be in the name:
    /// where each word may be such, each is walked along.
    mutating func enumerateRarest(extra: Float) {
        var driver = -1
        for index in 0..<conditionCount {
            let condition = scratch.conditions[index]
            guard condition.areaBits < 0 else { continue }
            if driver < 0 || condition.entries < scratch.conditions[driver].entries { driver = index }
        }
        if driver >= 0 {
            enumerate(driver, extra: extra)
            return
        }
        if walkRarestFirst(extra) { return }
        for index in 0..<conditionCount where scratch.conditions[index].rangeCount > 0 {
            enumerate(index, extra: extra)
        }
    }
}
