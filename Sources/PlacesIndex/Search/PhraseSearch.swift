/// The search for the text as a whole: names with its words in its order, the best of what many begin with, whole names.
extension IndexSearch {
    /// Names with the words of the query in its order, next to each other.
    mutating func searchPhrase() {
        begin()
        let isUnfinished = query.tokens[query.tokenCount &- 1].isUnfinished
        let last = query.tokens[query.tokenCount &- 1]
        var condition = Condition()
        var range: PhraseRange
        var node = -1
        if isUnfinished || last.isIdeographic {
            let found = view.prefixRange(query.bytes, query.count, scratch.phrase, node: &node)
            range = found.range
            if found.exact { takeWholeNames(Int(range.first)) }
        } else {
            // The bytes after the query are the scratch's own.
            copyQuery()
            range = view.wordRange(scratch.text, query.count, scratch.phrase)
            if view.prefixRange(scratch.text, query.count, scratch.phrase).exact { takeWholeNames(Int(range.first)) }
        }
        add(&range, to: &condition)
        guard condition.rangeCount > 0 else {
            phraseIsDone = true
            return
        }
        isElsewhere = filter.isSelective && selection.map { $0.count > IndexSearch.fewSelected } ?? true
        scratch.conditions[0] = condition
        conditionCount = 1
        mindsFirstWord = true
        if !walkReady(node, condition) { enumerate(0, extra: 0) }
        mindsFirstWord = false
        phraseIsDone = nearness == nil && Int(condition.entries) <= IndexSearch.entriesToScan
    }

    /// Walks along the best entries of a node, where they are ready. False when that was not enough.
    private mutating func walkReady(_ node: Int, _ condition: Condition) -> Bool {
        guard !isSelective, let list = view.readyEntries(ofNode: node) else { return false }
        let range = scratch.ranges[Int(condition.firstRange)]
        if let nearness {
            guard Int(condition.entries) > IndexSearch.entriesToScan else { return false }
            walkNear(list, nearness, condition, range)
            return true
        }
        for index in 0..<min(list.count, IndexSearch.fetchedAtOnce) { scratch.batch[index] = list[index].entry }
        fetchPlaces(
            UnsafeBufferPointer(start: scratch.batch, count: min(list.count, IndexSearch.fetchedAtOnce)),
            IndexSearch.fetchedAtOnce
        )
        var at = 0
        while at < list.count {
            if Ranking.decode(list[at].score) <= floor, rows.isFull { return true }
            accept(list[at].entry, extra: 0, besides: 0, range)
            at &+= 1
        }
        return false
    }

    /// What is around the place first: then few of the best of the world can still come in, and the others need not
    /// even be looked at.
    private mutating func walkNear(
        _ list: UnsafeBufferPointer<ReadyEntry>,
        _ nearness: Nearness,
        _ condition: Condition,
        _ range: PhraseRange
    ) {
        guard let last = list.last else { return }
        searchNear(condition, 0, 0, bound: Ranking.decode(last.score))
        let batch = scratch.batch
        var kept = 0
        for item in list.prefix(IndexSearch.batchSize) {
            let score = Ranking.decode(item.score)
            if rows.isFull {
                if score <= rows.threshold { break }
                if score - nearness.leastCost(item) <= rows.threshold { continue }
            }
            batch[kept] = item.entry
            kept &+= 1
        }
        acceptAll(UnsafeBufferPointer(start: batch, count: kept), 0, 0, range)
    }

    func copyQuery() {
        for index in 0..<query.count { scratch.text[index] = query.bytes[index] }
    }

    /// Places of which the query is a whole name gain by it.
    mutating func takeWholeNames(_ phrase: Int, extra: Float = 0) {
        if let selection {
            for at in selection.indexes(phrase, phrase &+ 1) { _ = takeWholeName(selection.entry(at), phrase, extra) }
            return
        }
        // Those that pass, and those that are looked at.
        var left = conditionCount > 0 ? 4097 : 25
        if takeWholeName(view.phraseFirsts[phrase], phrase, extra) { left &-= 1 }
        let first = view.restStart(phrase)
        // Two letters of an area say little: of a name that thousands have, the best will do for them.
        let isVague = (!isSelective || filter.isWide) && query.tokens[query.tokenCount &- 1].length < 4
        let most = conditionCount > 0 ? (isVague ? 512 : 4096) : filter.isSelective ? 256 : 24
        let end = min(view.restStart(phrase &+ 1), first &+ most)
        if end &- first > 2 { fetchPlaces(view.rest.slice(first, end &- first), IndexSearch.fetchedAtOnce) }
        var at = first
        while at < end, left > 0 {
            // The first ones are at hand.
            if at > first, (at &- first) % IndexSearch.fetchedAtOnce == 0 {
                fetchPlaces(view.rest.slice(at, end &- at), IndexSearch.fetchedAtOnce)
            }
            if takeWholeName(view.rest[at], phrase, extra) { left &-= 1 }
            at &+= 1
        }
    }

    /// False where the place does not pass.
    mutating func takeWholeName(_ entry: UInt32, _ phrase: Int, _ extra: Float) -> Bool {
        let place = view.entryPlaces[entry]
        let row = view.places[place]
        guard passes(row) else { return false }
        var index = 0
        while index < conditionCount {
            guard isInArea(row, scratch.conditions[index]) else { return false }
            index &+= 1
        }
        let score = Ranking.decode(view.entryScores[entry])
        let full = Ranking.decode(row.score)
        let isCode = query.tokenCount == 1 && query.count <= Ranking.codeLetters && full > score
        // A name in the language that is asked for is as good as the primary one.
        let share = languages.rank(Int(view.entryLanguages[entry])) > 0 ? 1 : Ranking.wholeNameKind
        let value = score + Ranking.wholeName + (isCode ? Ranking.wholeCode : 0) + max(0, full - score) * share + extra
        // Looked at last, since it takes the longest.
        if value >= rows.threshold, isName(row, phrase) { insert(entry, place, row, value) }
        return true
    }

    /// Whether a phrase is one of the place's names from its first word on.
    private func isName(_ row: PlaceRow, _ phrase: Int) -> Bool {
        let wanted = UInt32(truncatingIfNeeded: phrase) | Layout.entryFlag
        let forward = view.forward
        let start = Int(row.forward)
        let end = min(start &+ 4096, forward.count)
        var at = start
        while at < end {
            let item = forward[at]
            if at > start, item & Layout.placeFlag != 0 { return false }
            if item & ~Layout.placeFlag == wanted { return true }
            at &+= 1
        }
        return false
    }

    /// A whole name and then the areas that hold the place: "Monaco, Monaco", "Paris Texas".
    mutating func searchNameThenContext() {
        contextIsDone = true
        for nameCount in stride(from: query.tokenCount &- 1, to: max(0, query.tokenCount &- 4), by: -1) {
            let size = Int(query.tokens[nameCount &- 1].end)
            let found = view.prefixRange(query.bytes, size, scratch.phrase)
            guard found.exact else { continue }
            begin()
            var isContext = true
            for index in nameCount..<query.tokenCount where isContext {
                let bits = areaCondition(query.tokens[index], takesUnfinished: false)
                scratch.conditions[index &- nameCount] = Condition()
                scratch.conditions[index &- nameCount].areaBits = bits
                isContext = bits >= 0
            }
            guard isContext else { continue }
            conditionCount = query.tokenCount &- nameCount
            takeWholeNames(
                Int(found.range.first),
                extra: Ranking.nameThenContext - Ranking.contextWord * Float(conditionCount)
            )
        }
        conditionCount = 0
    }
}
