import PlacesModel
import PlacesText

/// The search of one query in one index. Finds entries (names of places) in order of their score and keeps the best.
struct IndexSearch {
    let view: IndexView
    let number: UInt32
    private let filterPlace: UnsafePointer<PlaceFilter>
    let nearness: Nearness?
    let query: ParsedQuery
    /// The scratch memory, without its reference count.
    let scratch: ScratchMemory
    let owner: Unmanaged<Scratch>
    let test: PlaceTest
    /// None of what passes the filter may be lost. False without a filter, and as long as enough is found without care.
    private(set) var isSelective: Bool
    /// All that passes the filter, where that is little.
    let selection: Selection?
    let languages: LanguageChoice
    private let kinds: Column<UInt8>
    var rows: TopRows
    /// The best places of which the primary name begins with the query, whether among the rows or not.
    var beginners: TopRows
    /// Conditions that hold now; the first `conditionCount` of the scratch's.
    var conditionCount = 0
    private(set) var rangeCount = 0
    /// Entries and places before which all are of a score or more, for the scores that were asked for last.
    var entryLimit = (score: Float.infinity, number: UInt32(0))
    var placeLimit = (score: Float.infinity, number: UInt32(0))
    /// Limits of places that cost something, by what they cost, and the scores that those are of.
    var costlyScores = SIMD8<Float>(repeating: .infinity)
    var costlyLimits = SIMD8<UInt32>(repeating: 0)
    /// Places from this one on are not looked at along areas.
    var placeEnd = UInt32.max
    /// Conditions of which the places are noted.
    var notedCount = 0
    /// All of them are words of the query as `searchWords` looks for them.
    var notedByWords = false
    /// Places that lack a word are noted.
    var lackingIsNoted = false
    /// The places that have the driver's word in a name are noted.
    var driverIsNoted = false
    /// Entries of a frequent word to look at.
    var wordBudget = Int.max
    /// Steps that are left: a damaged file may claim that a place has thousands of words. Sound ones never come near.
    var work = 50_000_000
    /// So many conditions may fail to hold: each costs, and does not exclude.
    var missingAllowed = 0
    /// A name that begins with the first word is better.
    var mindsFirstWord = false
    /// The text is in some name just so, whether that passes the filter or not; false where what passes is so little
    /// that looking for typing errors costs nothing.
    var isElsewhere = false
    /// All names that begin with the text were looked at, where there are too few rows.
    var phraseIsDone = false
    /// Under a wide filter, words were looked for as without one.
    private var wereBestTried = false
    /// And all that have the text's first words as a whole name.
    var contextIsDone = false
    /// Words of the query of which the bits of areas are known: as whole words in the first half, as beginnings in the
    /// other; and those of which there are some.
    var knownAreas: UInt32 = 0
    var heldAreas: UInt32 = 0
    /// Of each word, the first term of areas that does not come before it, where that is known.
    var firstTerms = SIMD16<Int32>(repeating: -1)
    var bits: UnsafeMutablePointer<UInt64>

    /// Entries that are taken from a stream before a filter makes us look for a shorter way.
    static let streamBudget = 256
    /// The same with several words, where most are told apart without a look at the place.
    static let streamBudgetOfWords = 48
    /// And without a filter, where words are looked for in any order or with typing errors: then that is all.
    static let streamBudgetOfGuess = 128
    /// So many of those are taken from the stream at once; then more.
    static let poppedAtOnce = 16
    /// Entries of a text alone that are looked at one and all before boxes are looked into; and of several words.
    static let entriesBeforeBoxes = 2048
    static let entriesOfWordsBeforeBoxes = 4096
    /// Entries of a frequent word that are looked at for the other words without a filter.
    static let entriesOfWordsUnfiltered = 384
    /// Entries of the world that a biased search looks at before it looks around, and leaves that it then looks into.
    /// Nearness is a wish: what lies beyond is not worth the time.
    static let biasBudget = 40
    static let biasLeaves = 40
    static let wordsBesidePlausible = 20
    static let wordsBesideRows = 40
    static let wordsBesideFull = 256
    static let wordsAfterWhole = 64
    static let wordsAfterNothing = 2048
    /// Entries of each word under a wide filter, before all are looked for.
    static let wordsBeforeAll = 128
    /// Entries that are looked at for names that begin with the query, when the rows are full.
    static let entriesForBeginners = 16
    /// Places of a walk that are fetched from memory at once.
    static let fetchedAtOnce = 12
    /// So few entries are looked at one by one.
    static let fewEntries = 24
    /// So few entries of several words are not worth that the places of the other words are noted.
    static let fewWords = 64
    /// And so many where nearness may favour any of them.
    static let entriesToScan = 150
    /// From so few the best are picked faster than a stream gives them.
    static let fewToPick = 4096
    /// Or so many for each that is wanted, and at most.
    static let pickedForOne = 128
    static let mostToPick = 1 << 16
    /// Of more entries, where they are of so few phrases that the best of each are soon looked through.
    static let phrasesToPick = 1 << 12
    /// So many are looked at before a shorter way along another word is looked for.
    static let entriesBeforePartner = 256

    /// Not copied: each of its lists would be counted.
    var filter: PlaceFilter {
        @inline(__always) _read { yield filterPlace.pointee }
    }

    init(
        _ index: IndexParts,
        number: Int,
        _ filter: UnsafePointer<PlaceFilter>,
        _ nearness: Nearness?,
        _ query: ParsedQuery,
        _ languages: LanguageChoice,
        _ scratch: Scratch,
        _ rows: TopRows,
        _ beginners: TopRows
    ) {
        self.beginners = beginners
        self.languages = languages
        kinds = index.kinds
        view = index.view
        self.number = UInt32(truncatingIfNeeded: number)
        filterPlace = filter
        self.nearness = nearness
        self.query = query
        self.scratch = scratch.memory
        owner = Unmanaged.passUnretained(scratch)
        test = filter.pointee.test
        isSelective = filter.pointee.isSelective
        selection = filter.pointee.selection
        bits = scratch.bits
        self.rows = rows
    }

    /// One stage of the search, over this index.
    /// `isPlausible`: a row that somebody may well have meant is there already.
    mutating func run(_ stage: SearchStage, isPlausible: Bool) {
        guard view.entryCount > 0, query.tokenCount > 0 else { return }
        switch stage {
        case .asTyped: searchAsTyped()
        case .insideWords: searchInside(isPlausible: isPlausible)
        case .mistyped: searchMistyped(edits: 1, fromFirst: false)
        case .wordsMistyped: searchWordsMistyped()
        case .mistypedTwice: searchMistyped(edits: 2, fromFirst: true)
        case .someWords: searchSomeWords()
        }
    }

    mutating func searchAsTyped() {
        if isSelective, filter.isWide, nearness == nil {
            // Much passes: mostly as many rows as are wanted are found where they would be without a filter.
            isSelective = false
            searchNames()
            // Where no name begins so, what is only looked for among the best is hardly what is wanted.
            if rows.count > 0 {
                wereBestTried = true
                searchWords()
            }
            isSelective = true
            if rows.isFull { return }
        }
        searchNames()
        searchWords()
    }

    private mutating func searchNames() {
        if query.isPlain, !phraseIsDone { searchPhrase() }
        if query.tokenCount > 1, !contextIsDone { searchNameThenContext() }
    }

    private mutating func searchWords() {
        guard query.tokenCount > 1 else { return }
        // The important ones come first; where rows are there, a look at those is enough.
        // Under a filter that holds where there are as many rows as were asked for: else none of its places may be lost.
        if !isSelective, rows.count > 0 {
            wordBudget = hasPlausibleRow ? IndexSearch.wordsBesidePlausible : IndexSearch.wordsBesideRows
        } else if rows.isFull {
            wordBudget = IndexSearch.wordsBesideFull
        }
        searchWords(takesUnfinished: false)
        if !rows.isFull || rows.threshold < Ranking.strayScore, !hasPlausibleRow {
            if isSelective, filter.isWide, nearness == nil, rows.isFull || !wereBestTried {
                // As beginnings of others, the best of them will often do.
                isSelective = false
                wordBudget = IndexSearch.wordsBeforeAll
                searchWords(takesUnfinished: true)
                wordBudget = .max
                isSelective = true
                if rows.isFull { return }
            }
            // There are such words, but not together: as beginnings of others the best will do.
            if !isSelective, conditionCount > 0 {
                wordBudget = min(
                    wordBudget,
                    rows.count > 0 ? IndexSearch.wordsAfterWhole : IndexSearch.wordsAfterNothing
                )
            }
            searchWords(takesUnfinished: true)
        }
        wordBudget = .max
    }

    // MARK: Conditions

    mutating func begin() {
        conditionCount = 0
        rangeCount = 0
        notedCount = 0
        notedByWords = false
        lackingIsNoted = false
        let words = AreaBits.size(view.areas.count) &* 2 &* Scratch.maximumTokens
        if words > 0 { bits = owner._withUnsafeGuaranteedRef { $0.reserveBits(words) } }
    }

    var roomForRanges: Int { Scratch.maximumRanges - rangeCount }

    /// Takes ranges that were written after the last one.
    mutating func take(_ count: Int, to condition: inout Condition) {
        guard count > 0 else { return }
        if condition.rangeCount == 0 { condition.firstRange = Int32(truncatingIfNeeded: rangeCount) }
        for index in rangeCount..<rangeCount + count {
            let range = scratch.ranges[index]
            condition.entries &+= entryCount(range)
            condition.low = min(condition.low, range.first)
            condition.high = max(condition.high, range.end)
        }
        rangeCount &+= count
        condition.rangeCount &+= Int32(truncatingIfNeeded: count)
    }

    mutating func add(_ range: inout PhraseRange, to condition: inout Condition) {
        guard !range.isEmpty, rangeCount < Scratch.maximumRanges else { return }
        if condition.rangeCount == 0 { condition.firstRange = Int32(truncatingIfNeeded: rangeCount) }
        scratch.ranges[rangeCount] = range
        rangeCount &+= 1
        condition.rangeCount &+= 1
        condition.entries &+= entryCount(range)
        condition.low = min(condition.low, range.first)
        condition.high = max(condition.high, range.end)
    }

    /// Entries of a range; of those that pass, where they are known.
    private func entryCount(_ range: PhraseRange) -> Int32 {
        let count =
            selection.map { $0.indexes(Int(range.first), Int(range.end)).count }
            ?? view.entryCount(Int(range.first), Int(range.end))
        return Int32(truncatingIfNeeded: count)
    }

    /// What the conditions but for one cost at a place; nil when one does not hold.
    mutating func cost(_ row: PlaceRow, besides driver: Int) -> Float? {
        var total: Float = 0
        var missing = 0
        var index = 0
        while index < conditionCount {
            if index != driver {
                if let cost = cost(row, scratch.conditions[index]) {
                    total += cost
                } else if missing < missingAllowed {
                    missing &+= 1
                    total += scratch.conditions[index].missingCost
                } else {
                    return nil
                }
            }
            index &+= 1
        }
        return total
    }

    mutating func cost(_ row: PlaceRow, _ condition: Condition) -> Float? {
        var best: Float?
        if condition.rangeCount > 0 {
            let ranges = scratch.ranges + Int(condition.firstRange)
            let forward = view.forward
            let start = Int(row.forward)
            let end = min(start &+ 4096, forward.count)
            var at = start
            // Most of a place's words are in none of the ranges, which often lie together.
            let low = UInt32(truncatingIfNeeded: condition.low)
            let width = UInt32(truncatingIfNeeded: condition.high &- condition.low)
            while at < end {
                let item = forward.base[at]
                if at > start, item & Layout.placeFlag != 0 { break }
                if item & Layout.phraseMask &- low >= width {
                    at &+= 1
                    continue
                }
                let phrase = Int32(truncatingIfNeeded: item & Layout.phraseMask)
                var index = 0
                while index < Int(condition.rangeCount) {
                    if phrase >= ranges[index].first, phrase < ranges[index].end {
                        let cost =
                            (index < Int(condition.wholeCount) ? 0 : Ranking.unfinishedWord)
                            + ranges[index].cost
                        if cost == 0 {
                            work &-= at &- start
                            return 0
                        }
                        best = min(best ?? cost, cost)
                    }
                    index &+= 1
                }
                at &+= 1
            }
            work &-= (at &- start) &* Int(condition.rangeCount)
        }
        if best == nil || best ?? 0 > Ranking.contextWord, condition.areaBits >= 0, isInArea(row, condition) {
            return Ranking.contextWord
        }
        return best
    }

    func isInArea(_ row: PlaceRow, _ condition: Condition) -> Bool { isInArea(row.areaSet, condition) }

    @inline(__always)
    func isInArea(_ number: UInt32, _ condition: Condition) -> Bool {
        let set = view.areaSets[number]
        let list = view.areaSetLists.slice(Int(set.first), Int(set.count))
        let areas = AreaBits(bits + Int(condition.areaBits), view.areas.count)
        var index = 0
        while index < list.count {
            if areas.contains(list[index]) { return true }
            index &+= 1
        }
        return false
    }

    // MARK: Entries

    @inline(__always)
    func passes(_ row: PlaceRow) -> Bool {
        test.passes(row)
    }

    /// Takes an entry in if it may come in: `extra` is what its match adds to its score.
    @inline(__always)
    mutating func accept(_ entry: UInt32, extra: Float, besides driver: Int, _ range: PhraseRange = PhraseRange()) {
        var score = Ranking.decode(view.entryScores[entry]) + extra - range.cost
        guard score >= floor, work > 0 else { return }
        work &-= 1
        let place = view.entryPlaces[entry]
        let row = view.places[place]
        guard passes(row) else { return }
        if range.cost > 0, !beginsName(row, range) { score -= Ranking.typingErrorInside }
        if conditionCount > 1 {
            guard let costs = costs(place, row, besides: driver) else { return }
            score -= costs.x
            score -= costs.y
        } else if keepsBeginners, beginsPrimaryName(row, range),
            // The airport of a town begins as the town does.
            kinds[Int(row.typeSet)] != IndexTypes.Kind.airport.rawValue
        {
            beginners.insert(Candidate(score: score, entry: entry, place: place, index: number))
        }
        insert(entry, place, row, score)
    }

    /// What the other words cost at a place, and a first word that begins none of its names; nil where it lacks one.
    /// Places with many names are asked again and again: it is remembered for the length of a walk.
    @inline(__always)
    mutating func costs(_ place: UInt32, _ row: PlaceRow, besides driver: Int) -> SIMD2<Float>? {
        let slot = Int(place) & (Scratch.rememberedItems &- 1)
        let key = scratch.walks.pointee << 32 | UInt64(place)
        guard scratch.failed[slot] != key else { return nil }
        if scratch.held[slot] != key {
            guard let cost = cost(row, besides: driver) else {
                scratch.failed[slot] = key
                return nil
            }
            let begins = !mindsFirstWord || beginsName(row, scratch.conditions[0])
            scratch.held[slot] = key
            scratch.heldCosts[slot] = SIMD2(cost, begins ? 0 : Ranking.notFirstWord)
        }
        return scratch.heldCosts[slot]
    }

    @inline(__always)
    mutating func insert(_ entry: UInt32, _ place: UInt32, _ row: PlaceRow, _ score: Float) {
        var score = score
        if let nearness { score -= nearness.cost(row) }
        guard score >= rows.threshold else { return }
        rows.insert(Candidate(score: score, entry: entry, place: place, index: number))
    }

    /// Near a place, what is near comes first, however its name begins.
    private var keepsBeginners: Bool { mindsFirstWord && conditionCount == 1 && nearness == nil }

    /// What an entry must score to be of any use.
    @inline(__always)
    var floor: Float {
        keepsBeginners
            ? min(rows.threshold, max(beginners.threshold, rows.threshold - Ranking.beginnerGap)) : rows.threshold
    }

    @inline(__always)
    private func beginsPrimaryName(_ row: PlaceRow, _ range: PhraseRange) -> Bool {
        let phrase = Int32(truncatingIfNeeded: view.forward[row.forward] & Layout.phraseMask)
        return phrase >= range.first && phrase < range.end
    }

    /// Whether a name of a place begins with one of the phrases.
    mutating func beginsName(_ row: PlaceRow, _ range: PhraseRange) -> Bool {
        let start = Int(row.forward)
        let items = view.forward.slice(start, 4096)
        var at = 0
        while at < items.count {
            let item = items[at]
            if at > 0, item & Layout.placeFlag != 0 { return false }
            work &-= 1
            if item & Layout.entryFlag != 0 {
                let phrase = Int32(truncatingIfNeeded: item & Layout.phraseMask)
                if phrase >= range.first, phrase < range.end { return true }
            }
            at &+= 1
        }
        return false
    }

    mutating func beginsName(_ row: PlaceRow, _ condition: Condition) -> Bool {
        for index in 0..<Int(condition.rangeCount) {
            if beginsName(row, scratch.ranges[Int(condition.firstRange) &+ index]) { return true }
        }
        return false
    }

    /// A row that somebody may well have meant is there.
    var hasPlausibleRow: Bool {
        var index = 0
        while index < rows.count {
            let candidate = rows[index]
            if candidate.index == number {
                let row = view.places[candidate.place]
                if Ranking.decode(row.score) >= Ranking.plausibleScore { return true }
                if let nearness, nearness.cost(row) < Ranking.plausibleCost { return true }
            }
            index &+= 1
        }
        return false
    }
}
