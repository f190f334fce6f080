/// The walk along the entries of a condition, and the choice of a shorter way where there is one.
extension IndexSearch {
    /// Takes in the best places among the entries of one condition, for which the other conditions hold too.
    mutating func enumerate(_ driver: Int, extra: Float) {
        scratch.walks.pointee &+= 1
        let condition = scratch.conditions[driver]
        let total = Int(condition.entries)
        if conditionCount > 1, wordBudget == .max || isSelective && total > IndexSearch.mostToPick {
            let most = min(wordBudget, 2 &* IndexSearch.entriesBeforePartner)
            if total > IndexSearch.fewWords, walkTogether(driver, extra, total: min(total, most)) { return }
            if wordBudget == .max, total > most, walkPartner(driver, extra, total: most) { return }
        }
        if let selection, !isMostlySelected(condition) {
            if total > IndexSearch.entriesBeforePartner, walkPartner(driver, extra, total: total) { return }
            walkSelection(selection, condition, extra, driver)
            return
        }
        if total <= IndexSearch.fewEntries
            || nearness != nil && !isSelective && conditionCount == 1 && total <= IndexSearch.entriesToScan
        {
            scan(condition, extra, driver)
            return
        }
        if conditionCount > 1, condition.rangeCount == 1, walkHeavyWord(condition, extra, driver) { return }
        if !isSelective, conditionCount > 1, wordBudget < .max, nearness == nil {
            if condition.rangeCount == 1, let list = view.readyEntries(ofNode: Int(condition.node)),
                wordBudget <= list.count
            {
                let batch = scratch.batch
                let count = min(wordBudget, IndexSearch.batchSize)
                for index in 0..<count { batch[index] = list[index].entry }
                acceptAll(UnsafeBufferPointer(start: batch, count: count), extra, driver, PhraseRange())
                return
            }
            let most = total <= IndexSearch.fewToPick ? wordBudget : min(wordBudget, IndexSearch.streamBudget)
            if total <= max(IndexSearch.fewToPick, most &* IndexSearch.pickedForOne) {
                acceptBest(of: condition, most, extra, driver)
                return
            }
        }
        if !isSelective, conditionCount > 1, wordBudget == .max, nearness == nil, total <= IndexSearch.mostToPick,
            hasNoErrors(condition)
        {
            // What these do not give is not worth the time, but for a short cut.
            if total > IndexSearch.streamBudget {
                acceptBest(of: condition, IndexSearch.streamBudget, extra, driver)
            }
            _ = finish(condition, extra, driver, bound: .infinity)
            return
        }
        if !isSelective, conditionCount > 1, nearness == nil, hasNoErrors(condition),
            condition.high &- condition.low <= IndexSearch.phrasesToPick
        {
            acceptBest(of: condition, min(wordBudget, IndexSearch.streamBudgetOfGuess), extra, driver)
            if wordBudget == .max { _ = finish(condition, extra, driver, bound: .infinity) }
            return
        }
        if isSelective, conditionCount > 1, missingAllowed == 0, nearness == nil {
            if wordBudget == .max, total <= IndexSearch.entriesOfWordsBeforeBoxes {
                _ = finish(condition, extra, driver, bound: .infinity)
                return
            }
            if wordBudget < .max, total <= IndexSearch.mostToPick {
                acceptBest(of: condition, wordBudget, extra, driver)
                return
            }
        }
        let ranges = scratch.ranges + Int(condition.firstRange)
        var stream = stream(of: condition)
        var leastCost = Float.infinity
        for index in 0..<Int(condition.rangeCount) { leastCost = min(leastCost, ranges[index].cost) }
        let isBiased = nearness != nil
        // Where nothing is excluded, and the words may be anywhere or are mistyped.
        let isGuess = !isSelective && (conditionCount > 1 || leastCost > 0)
        var looked = 0
        var isEnough = false
        var further = 0
        var budget =
            isBiased
            ? IndexSearch.biasBudget
            : isGuess && conditionCount > 1
                ? IndexSearch.streamBudgetOfGuess
                : isSelective && conditionCount > 1 && wordBudget == .max
                    ? IndexSearch.streamBudgetOfWords : IndexSearch.streamBudget
        while !stream.isEmpty, work > 0 {
            let bound = Ranking.decode(view.entryScores[stream.nextEntry]) + extra - leastCost
            if rows.isFull, bound <= rows.threshold {
                // The others are looked for a little longer.
                if bound <= floor || further >= IndexSearch.entriesForBeginners { return }
                further &+= 1
            }
            if looked >= wordBudget { return }
            if budget == 0 {
                // A short cut, if there is one; else on.
                if isEnough || finish(condition, extra, driver, bound: bound) { return }
                // Where nothing is excluded, what the important entries do not give is not worth the time.
                budget = isSelective ? .max : IndexSearch.streamBudget
                isEnough = true
                if isGuess, !isBiased { return }
            }
            // Those with typing errors may be looked at for long.
            if conditionCount > 1 || isGuess && looked >= IndexSearch.poppedAtOnce {
                // A text alone mostly ends soon.
                let isLong = conditionCount > 1 && looked > 0
                let most = isLong ? IndexSearch.batchSize : IndexSearch.poppedAtOnce
                let size = min(most, budget, wordBudget &- looked)
                let taken = acceptNext(size, of: &stream, extra, driver, ranges)
                budget &-= taken
                looked &+= taken
                continue
            }
            budget &-= 1
            looked &+= 1
            let next = stream.pop()
            accept(next.entry, extra: extra, besides: driver, ranges[Int(next.source)])
        }
        if stream.overflowed { scan(condition, extra, driver) }
    }

    /// The entries of all ranges, best first.
    func stream(of condition: Condition) -> EntryStream {
        let ranges = scratch.ranges + Int(condition.firstRange)
        var stream = EntryStream(view, scratch.items)
        let isReady = stream.add(node: Int(condition.node))
        for index in (isReady ? 1 : 0)..<Int(condition.rangeCount) {
            stream.add(Int(ranges[index].first), Int(ranges[index].end), source: Int32(truncatingIfNeeded: index))
        }
        return stream
    }

    private func hasNoErrors(_ condition: Condition) -> Bool {
        for index in 0..<Int(condition.rangeCount) where scratch.ranges[Int(condition.firstRange) &+ index].cost > 0 {
            return false
        }
        return true
    }

    /// Takes in the next entries of a stream, which must not be empty, and has what they need fetched at once.
    private mutating func acceptNext(
        _ most: Int,
        of stream: inout EntryStream,
        _ extra: Float,
        _ driver: Int,
        _ ranges: UnsafeMutablePointer<PhraseRange>
    ) -> Int {
        // The first part of the batch is written to where memory is fetched, two others where words are looked for.
        let entries = scratch.batch + IndexSearch.batchSize
        let sources = scratch.batch + 4 &* IndexSearch.batchSize
        var count = 0
        while count < most, !stream.isEmpty {
            let next = stream.pop()
            entries[count] = next.entry
            sources[count] = UInt32(truncatingIfNeeded: next.source)
            count &+= 1
        }
        let starts = scratch.batch
        var kept = fetchPassing(entries, sources, starts, count)
        if conditionCount > 1 {
            kept = keepComplete(entries, sources, kept, besides: driver)
        } else {
            // Where in a name the error is hangs on its words.
            var sum: UInt32 = 0
            for index in 0..<kept { sum ^= view.forward[starts[index]] }
            starts[IndexSearch.batches &* IndexSearch.batchSize] = sum
        }
        for index in 0..<kept {
            accept(entries[index], extra: extra, besides: driver, ranges[Int(sources[index])])
        }
        return count
    }

    /// Many entries of a text alone pass a narrow filter ("airp" among airports): the stream ends after a few.
    private func isMostlySelected(_ condition: Condition) -> Bool {
        guard conditionCount == 1, Int(condition.entries) > IndexSearch.streamBudget else { return false }
        var total = 0
        for index in 0..<Int(condition.rangeCount) {
            let range = scratch.ranges[Int(condition.firstRange) &+ index]
            total &+= view.entryCount(Int(range.first), Int(range.end))
        }
        return total <= 16 &* Int(condition.entries)
    }

    /// Completes the search for a condition in another way than along the stream, of which the next entry scores
    /// `bound`. False when the stream is as good as anything.
    mutating func finish(_ condition: Condition, _ extra: Float, _ driver: Int, bound: Float) -> Bool {
        let total = Int(condition.entries)
        if let selection {
            walkSelection(selection, condition, extra, driver)
            return true
        }
        if total <= (isSelective || conditionCount > 1 ? 400 : IndexSearch.entriesToScan) {
            scan(condition, extra, driver)
            return true
        }
        var ahead = isSelective || conditionCount > 1 ? looks(total, extra) : total
        if !isSelective { ahead = min(ahead, IndexSearch.entriesOfWordsUnfiltered) }
        if wordBudget == .max,
            walkTogether(driver, extra, total: ahead) || walkPartner(driver, extra, total: ahead)
        {
            return true
        }
        if isSelective, walkFacets(driver, extra, total: ahead) { return true }
        if isSelective, conditionCount > 1 || !rows.isFull,
            total <= (conditionCount > 1 ? IndexSearch.entriesOfWordsBeforeBoxes : IndexSearch.entriesBeforeBoxes)
        {
            scan(condition, extra, driver)
            return true
        }
        if isSelective && filter.restriction != nil || nearness != nil, condition.rangeCount == 1 {
            if !isSelective {
                searchNear(condition, extra, driver, bound: bound)
                return true
            }
            if searchBoxes(condition, extra, driver, bound: bound, leafLimit: max(64, ahead / 16)) { return true }
        }
        // A scan takes a fraction of the time of the stream, which ends where the others cannot come in.
        if isSelective, total <= 200_000, total / 4 <= ahead {
            scan(condition, extra, driver)
            return true
        }
        return false
    }

    /// So many of the entries may still come in, by their scores alone.
    func looks(_ total: Int, _ extra: Float) -> Int { Int(Float(total) * shareAhead(extra)) }

    /// The share of the entries that may still come in, by their scores alone.
    private func shareAhead(_ extra: Float) -> Float {
        guard rows.isFull else { return 1 }
        var low = 0
        var high = view.entryCount
        while low < high {
            let middle = (low &+ high) / 2
            if Ranking.decode(view.entryScores[middle]) + extra > rows.threshold {
                low = middle &+ 1
            } else {
                high = middle
            }
        }
        return Float(low) / Float(max(1, view.entryCount))
    }

    /// Looks at every entry of a condition.
    mutating func scan(_ condition: Condition, _ extra: Float, _ driver: Int) {
        notePlaces(besides: driver, looks: looks(Int(condition.entries), extra))
        betterFirst(Int(condition.entries)) { search, part in
            let view = search.view
            for index in 0..<Int(condition.rangeCount) {
                let range = search.scratch.ranges[Int(condition.firstRange) &+ index]
                search.acceptAll(
                    view.phraseFirsts.slice(Int(range.first), range.count),
                    extra,
                    driver,
                    range,
                    in: part
                )
                let start = view.restStart(Int(range.first))
                let rest = view.rest.slice(start, view.restStart(Int(range.end)) &- start)
                search.acceptAll(rest, extra, driver, range, in: part)
            }
        }
    }

    /// A frequent word has a list of its entries, best first.
    mutating func walkHeavyWord(_ condition: Condition, _ extra: Float, _ driver: Int) -> Bool {
        let range = scratch.ranges[Int(condition.firstRange)]
        var low = 0
        var high = view.heavyWords.count
        while low < high {
            let middle = (low &+ high) / 2
            if view.heavyWords[middle].first < UInt32(range.first) { low = middle &+ 1 } else { high = middle }
        }
        guard low < view.heavyWords.count else { return false }
        let word = view.heavyWords[low]
        guard Int(word.first) == Int(range.first), Int(word.end) == Int(range.end) else { return false }
        var limit = min(Int(word.count), wordBudget)
        // With a bias the walk would not end early: it goes a part of the way, and then around the place.
        let isBiased = nearness != nil && !isSelective
        if isBiased { limit = min(limit, IndexSearch.biasBudget * 2) }
        // Nor is anything excluded without a filter: what thousands of important entries do not give is not worth it.
        if !isSelective { limit = min(limit, IndexSearch.entriesOfWordsUnfiltered) }
        let list = view.heavyEntries.slice(Int(word.entries), limit)
        var at = 0
        let entriesBeforePartner =
            isSelective ? IndexSearch.streamBudgetOfWords : IndexSearch.entriesBeforePartner
        while at < list.count {
            let entry = list[at]
            if rows.isFull, Ranking.decode(view.entryScores[entry]) + extra <= rows.threshold { break }
            if at == entriesBeforePartner {
                let looks = looks(list.count, extra)
                if wordBudget == .max,
                    walkTogether(driver, extra, total: looks) || walkPartner(driver, extra, total: looks)
                {
                    return true
                }
                if !isBiased {
                    acceptInOrder(UnsafeBufferPointer(rebasing: list[at...]), extra, driver, range, looks: looks)
                    return true
                }
            }
            let most = at > 0 ? IndexSearch.batchSize : IndexSearch.poppedAtOnce
            let end = min(list.count, at &+ most, at < entriesBeforePartner ? entriesBeforePartner : .max)
            acceptAll(UnsafeBufferPointer(rebasing: list[at..<end]), extra, driver, PhraseRange())
            at = end
        }
        if isBiased, at < Int(word.count) {
            let bound = Ranking.decode(view.entryScores[view.heavyEntries[Int(word.entries) &+ at]]) + extra
            searchNear(condition, extra, driver, bound: bound)
        }
        return true
    }
}
