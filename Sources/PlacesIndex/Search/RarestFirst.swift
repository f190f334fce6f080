/// The search for words each of which an area may have, along the rarest of them: where all names that have it were
/// looked at, what is left are the places that have it in an area alone.
extension IndexSearch {
    /// Completes the search for all words. False, with nothing done, where each of them is frequent.
    mutating func walkRarestFirst(_ extra: Float) -> Bool {
        // Under a filter and around a place, other ways are shorter.
        guard !isSelective, nearness == nil, missingAllowed == 0 else { return false }
        var rarest = 0
        for index in 1..<max(1, conditionCount)
        where scratch.conditions[index].entries < scratch.conditions[rarest].entries {
            rarest = index
        }
        let condition = scratch.conditions[rarest]
        let most = wordBudget == .max ? IndexSearch.entriesOfWordsUnfiltered : wordBudget
        guard conditionCount > 1, Int(condition.entries) <= min(most, IndexSearch.roomForBest) else { return false }
        let found = walkNames(condition, extra, rarest)
        for index in 0..<conditionCount where index != rarest { acceptFound(found, extra, index) }
        scratch.conditions[rarest].rangeCount = 0
        scratch.conditions[rarest].wholeCount = 0
        for index in 0..<conditionCount where index != rarest && scratch.conditions[index].rangeCount > 0 {
            walkAreas(ofRarest: rarest, extra, index)
        }
        return true
    }

    /// Looks at all entries of a word; writes the places that have the others too to where there is room for entries, and
    /// returns how many those are.
    private mutating func walkNames(_ condition: Condition, _ extra: Float, _ driver: Int) -> Int {
        scratch.walks.pointee &+= 1
        var found = 0
        for index in 0..<Int(condition.rangeCount) {
            let range = scratch.ranges[Int(condition.firstRange) &+ index]
            let firsts = view.phraseFirsts.slice(Int(range.first), range.count)
            let start = view.restStart(Int(range.first))
            let rest = view.rest.slice(start, view.restStart(Int(range.end)) &- start)
            walkNames(firsts, extra, driver, range, &found)
            walkNames(rest, extra, driver, range, &found)
        }
        return found
    }

    private mutating func walkNames(
        _ entries: UnsafeBufferPointer<UInt32>,
        _ extra: Float,
        _ driver: Int,
        _ range: PhraseRange,
        _ found: inout Int
    ) {
        let list = roomForEntries
        let batch = scratch.batch
        var at = 0
        // A damaged file may claim that there are more than were counted.
        while at < entries.count, work > 0 {
            let size = min(IndexSearch.batchSize, entries.count &- at)
            for index in 0..<size { batch[index] = entries[at &+ index] }
            at &+= size
            let kept = keepComplete(batch, batch, size, besides: driver)
            for index in 0..<kept {
                if found < IndexSearch.roomForBest {
                    list[found] = view.entryPlaces[batch[index]]
                    found &+= 1
                }
                accept(batch[index], extra: extra, besides: driver, range)
            }
        }
    }

    /// Takes in the places that were found along another word, by their names that have this one.
    private mutating func acceptFound(_ count: Int, _ extra: Float, _ driver: Int) {
        guard scratch.conditions[driver].rangeCount > 0 else { return }
        scratch.walks.pointee &+= 1
        var at = 0
        while at < count {
            let size = min(IndexSearch.batchSize, count &- at)
            for index in 0..<size { scratch.batch[index] = roomForEntries[at &+ index] }
            acceptPlaces(ofBatch: size, extra, driver)
            at &+= size
        }
    }

    /// Looks at the places that have the driver's word in a name, and the rarest in an area: from whichever side is
    /// shorter.
    private mutating func walkAreas(ofRarest rarest: Int, _ extra: Float, _ driver: Int) {
        let total = Int(scratch.conditions[driver].entries)
        let most = entriesLooked(scratch.conditions[driver])
        guard view.areaPlaces.count > 0, let looks = looksInLists(scratch.conditions[rarest], most: min(total, most))
        else {
            enumerate(driver, extra: extra)
            return
        }
        scratch.walks.pointee &+= 1
        if total > most, !isPartner(scratch.conditions[rarest], looks, driver) {
            // What is not among the word's best shall not be found another way; they are spread about evenly.
            placeEnd = UInt32(truncatingIfNeeded: view.places.count &* most / total)
        }
        walkAreas(scratch.conditions[rarest], extra, driver)
        placeEnd = .max
    }

    /// Whether the rarest word has so few places that all of them are looked at, as `walkPartner` does.
    private func isPartner(_ rarest: Condition, _ looks: Int, _ driver: Int) -> Bool {
        guard wordBudget == .max else { return false }
        let most = 2 &* IndexSearch.entriesBeforePartner
        let total = Int(scratch.conditions[driver].entries)
        return Int(rarest.entries) &+ looks < (total > most ? most : IndexSearch.entriesOfWordsUnfiltered) / 2
    }

    /// So many entries of a word are looked at, the best ones, where there are as many.
    private func entriesLooked(_ condition: Condition) -> Int {
        let total = Int(condition.entries)
        if wordBudget == .max, condition.node < 0 { return IndexSearch.entriesOfWordsUnfiltered }
        if wordBudget < .max, total <= IndexSearch.fewToPick { return wordBudget }
        return min(
            wordBudget,
            total <= IndexSearch.mostToPick ? IndexSearch.streamBudget : IndexSearch.streamBudgetOfGuess
        )
    }

    /// So many places are in the areas of a condition, about; nil where not all are listed, or `most` and more.
    private mutating func looksInLists(_ condition: Condition, most: Int) -> Int? {
        var looks = 0
        walkAreas(condition) { search, area in
            let list = AreaList(search.view, area)
            looks = list.isComplete ? looks &+ list.looks : most
            return looks < most
        }
        return looks < most ? looks : nil
    }
}
