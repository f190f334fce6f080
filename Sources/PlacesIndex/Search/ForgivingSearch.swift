import PlacesText

/// What is tried where a text finds too little as it stands.
extension IndexSearch {
    /// Letters from which on one typing error, and two, are looked for.
    private static let lettersForOne = 4
    private static let lettersForTwo = 8
    /// So few words that pass a filter can be looked through one by one.
    static let fewSelected = 1024
    /// So many of them are fetched from memory at once.
    private static let selectedAtOnce = 16
    /// More phrases than a word has.
    private static let mostPhrases = 1 << 16

    /// The text as a whole with typing errors.
    mutating func searchMistyped(edits: Int, fromFirst: Bool) {
        guard query.isPlain, query.letters >= (edits > 1 ? IndexSearch.lettersForTwo : IndexSearch.lettersForOne) else {
            return
        }
        begin()
        var condition = Condition()
        for index in 0..<query.count { scratch.text[index] = query.bytes[index] }
        var size = query.count
        let last = query.tokens[query.tokenCount &- 1]
        if !last.isUnfinished, !last.isIdeographic, size < Scratch.maximumQuery {
            // The last word is complete.
            scratch.text[size] = 0x20
            size &+= 1
        }
        // The best places are in the best ranges, but where a filter or nearness decides.
        let wanted = selection != nil ? 0 : isSelective ? Scratch.maximumBest : nearness != nil ? 48 : rows.limit &+ 7
        addMistyped(scratch.text, size, edits: edits, fromFirst: fromFirst, wanted: wanted, to: &condition)
        guard condition.rangeCount > 0 else { return }
        scratch.conditions[0] = condition
        conditionCount = 1
        enumerate(0, extra: 0)
    }

    mutating func addMistyped(
        _ text: UnsafePointer<UInt8>,
        _ size: Int,
        edits: Int,
        fromFirst: Bool,
        wanted: Int = 0,
        to condition: inout Condition
    ) {
        // Scripts of three bytes a letter have no typing errors of this kind.
        guard size > 0, text[0] < 0xE0 else { return }
        var search = MistypedSearch(
            view,
            text,
            size,
            edits: edits,
            fromFirst: fromFirst,
            // Under a narrow filter only what leads to its places counts.
            budget: selection != nil ? 2_000 : edits > 1 ? 12_000 : rows.count > 0 ? 2_000 : 6_000,
            wanted: wanted,
            above: rows.threshold,
            selection,
            // The text as a whole, and the words of it.
            owner._withUnsafeGuaranteedRef { $0.frontier(Int(number), isWhole: wanted > 0) },
            scratch,
            ranges: scratch.ranges + rangeCount,
            capacity: min(Scratch.maximumMistyped, roomForRanges)
        )
        search.run()
        take(search.count, to: &condition)
    }

    /// Letters inside words.
    mutating func searchInside(isPlausible: Bool) {
        guard query.tokenCount == 1, query.letters >= 3, !query.tokens[0].isNumber, !query.tokens[0].isIdeographic
        else {
            return
        }
        // A damaged file may not tell where words begin.
        let selection = view.wordStarts.count > 0 ? selection : nil
        let budget =
            selection != nil
            ? (rows.count > 0 ? 512 : 1024)
            : isSelective ? 600 : rows.isFull ? 24 : isPlausible ? 150 : rows.count > 0 ? 180 : 600
        guard var words = InsideSearch(view, query.bytes, query.count, selection, budget: budget, scratch.phrase) else {
            return
        }
        begin()
        let cost = Ranking.insideWord(letters: query.letters)
        let bestExtra = Ranking.insideWordEnd - cost
        if let selection, selection.count <= min(IndexSearch.fewSelected, words.cost / 4) {
            var cursor = PhraseCursor(view, scratch.phrase)
            var last = -1
            for at in 0..<selection.count {
                if at % IndexSearch.selectedAtOnce == 0 { fetchTexts(selection, at) }
                let phrase = selection.phrase(at)
                if phrase != last {
                    last = phrase
                    cursor.seek(phrase)
                }
                guard words.holds(cursor) else { continue }
                accept(selection.entry(at), extra: words.ends ? bestExtra : -cost, besides: 0)
            }
            return
        }
        // Where words come in order of their best entries, none that follows is better than the last one was.
        var best: UInt32 = 0
        while words.next() {
            let end = min(words.phrase &+ words.phraseCount, view.phraseCount)
            if selection != nil {
                // Of all its phrases: that of the first one may be worse than those of the words that follow.
                let end = words.phrase &+ view.phrases(ofWord: words.phrase, most: IndexSearch.mostPhrases)
                best = view.phraseFirsts[view.bestPhrase(words.phrase, min(end, view.phraseCount))]
            }
            if rows.isFull, Ranking.decode(view.entryScores[best]) + bestExtra <= rows.threshold {
                if words.isOrdered { return }
                continue
            }
            let extra = words.ends ? bestExtra : -cost
            if let selection {
                for at in selection.indexes(words.phrase, end) {
                    accept(selection.entry(at), extra: extra, besides: 0)
                }
                continue
            }
            best = .max
            for phrase in words.phrase..<end {
                best = min(best, view.phraseFirsts[phrase])
                acceptAll(ofPhrase: phrase, extra: extra)
            }
        }
    }

    /// Has the texts of some of what passes fetched from memory at once.
    private func fetchTexts(_ selection: Selection, _ first: Int) {
        var sum: UInt8 = 0
        for at in first..<min(first &+ IndexSearch.selectedAtOnce, selection.count) {
            sum ^= view.phraseTexts[view.phraseBlocks[selection.phrase(at) / Layout.phraseBlock]]
        }
        // It is read for its own sake.
        scratch.text[0] = sum
    }

    private mutating func acceptAll(ofPhrase phrase: Int, extra: Float) {
        accept(view.phraseFirsts[phrase], extra: extra, besides: 0)
        let first = view.restStart(phrase)
        let rest = view.rest.slice(first, view.restStart(phrase &+ 1) &- first)
        var at = 0
        while at < rest.count {
            let entry = rest[at]
            if rows.isFull, Ranking.decode(view.entryScores[entry]) + extra <= rows.threshold { return }
            accept(entry, extra: extra, besides: 0)
            at &+= 1
        }
    }

    /// Words with typing errors, where the others are right.
    mutating func searchWordsMistyped() {
        guard query.tokenCount > 1 else { return }
        begin()
        var isChanged = false
        for index in 0..<query.tokenCount {
            let token = query.tokens[index]
            var condition = wordCondition(token, takesUnfinished: true)
            condition.areaBits = areaCondition(token, takesUnfinished: true)
            if condition.rangeCount == 0, condition.areaBits < 0 {
                guard !token.isNumber, token.length >= IndexSearch.lettersForOne else { return }
                addMistyped(query.text(token), token.length, edits: 1, fromFirst: false, to: &condition)
                guard condition.rangeCount > 0 else { return }
                isChanged = true
            }
            scratch.conditions[index] = condition
        }
        guard isChanged else { return }
        conditionCount = query.tokenCount
        enumerateRarest(extra: -Ranking.otherOrder)
    }

    /// Places that have most of the words: a word that no place has must not lose the rest.
    mutating func searchSomeWords() {
        guard query.tokenCount > 1 else { return }
        begin()
        var kept = 0
        var missing: Float = 0
        for index in 0..<query.tokenCount {
            let token = query.tokens[index]
            var condition = wordCondition(token, takesUnfinished: true)
            condition.areaBits = areaCondition(token, takesUnfinished: false)
            if condition.rangeCount == 0, !token.isNumber, token.length >= IndexSearch.lettersForOne {
                addMistyped(query.text(token), token.length, edits: 1, fromFirst: false, to: &condition)
            }
            condition.missingCost =
                token.isNumber
                ? Ranking.missingNumber : token.length < 4 ? Ranking.missingShortWord : Ranking.missingWord
            if condition.rangeCount == 0, condition.areaBits < 0 {
                missing += condition.missingCost
                continue
            }
            scratch.conditions[kept] = condition
            kept &+= 1
        }
        conditionCount = kept
        // Half of the words at least, or any place would do.
        missingAllowed = kept &- (query.tokenCount &+ 1) / 2
        guard missingAllowed >= 0 else { return }
        defer { missingAllowed = 0 }
        // The rarest words say most; frequent ones alone say nothing.
        var done: UInt32 = 0
        for _ in 0..<min(kept, 4) {
            var driver = -1
            for index in 0..<kept where done >> UInt32(index) & 1 == 0 {
                let condition = scratch.conditions[index]
                guard condition.rangeCount > 0, condition.missingCost == Ranking.missingWord || kept == 1 else {
                    continue
                }
                if driver < 0 || condition.entries < scratch.conditions[driver].entries { driver = index }
            }
            guard driver >= 0 else { return }
            done |= 1 << UInt32(driver)
            guard scratch.conditions[driver].entries <= 20_000 else { return }
            enumerate(driver, extra: -Ranking.otherOrder - missing)
        }
    }
}
