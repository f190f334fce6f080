import PlacesModel
import PlacesText

/// A word of the query.
struct QueryToken: BitwiseCopyable {
    /// Bytes of the folded query.
    var start: Int32 = 0
    var end: Int32 = 0
    /// Only the beginning of a word may have been typed.
    var isUnfinished = false
    var isNumber = false
    var isIdeographic = false

    init() {}

    var length: Int { Int(end &- start) }
}

/// A box that waits to be looked into.
struct BoxItem: BitwiseCopyable {
    var bound: Float
    var box: Int32
}

/// What a place must have: one of some phrases, or an area with one of some names.
struct Condition: BitwiseCopyable {
    /// In the scratch's ranges.
    var firstRange: Int32 = 0
    var rangeCount: Int32 = 0
    /// The first so many are whole words; the others only begin with what was typed.
    var wholeCount: Int32 = 0
    /// In the scratch's bits; -1 for none.
    var areaBits: Int32 = -1
    /// Entries of all ranges.
    var entries: Int32 = 0
    /// All ranges lie in `low ..< high`.
    var low = Int32.max
    var high: Int32 = 0
    /// The node of the tree that the first range is, if it is one.
    var node: Int32 = -1
    /// What a place costs that does not have it, where that is allowed.
    var missingCost: Float = 0
    /// Which of the scratch's `notedPlaces` are those that have it; -1 for none.
    var notedPlaces: Int32 = -1
    /// Those in the areas are among them.
    var areasAreNoted = false
    /// Places in the areas; -1 where they were not counted, the highest number where not all are listed.
    var areaPlaces: Int32 = -1

    init() {}
}

/// A condition of which the places are noted, and which word of the query it is for.
typealias NotedWord = (word: Int32, condition: Condition)

/// The memory of one search, used again for the next. One search uses it at a time.
final class Scratch {
    static let maximumTokens = 16
    static let maximumRanges = 1024
    static let maximumBoxes = 2048
    static let maximumMatches = Scratch.maximumTokens * 2 + 2
    /// Ranges of one search for typing errors, and the best of them that it keeps in mind.
    static let maximumMistyped = 512
    static let maximumBest = 64
    /// Bytes of the folded query that count.
    static let maximumQuery = 400

    let query = FoldedText()
    let primary = FoldedText()
    let secondary = FoldedText()
    let tokens = UnsafeMutablePointer<QueryToken>.allocate(capacity: Scratch.maximumTokens)
    let conditions = UnsafeMutablePointer<Condition>.allocate(capacity: Scratch.maximumTokens)
    let items = UnsafeMutablePointer<EntryStream.Item>.allocate(capacity: EntryStream.capacity)
    let candidates = UnsafeMutablePointer<Candidate>.allocate(capacity: TopRows.capacity + 1)
    let beginners = UnsafeMutablePointer<Candidate>.allocate(capacity: TopRows.capacity + 1)
    /// Rows of several indexes, each of which answered alone, and of each the phrases that begin with the text.
    let merged = UnsafeMutablePointer<Candidate>.allocate(capacity: TopRows.capacity + 1)
    let typed = UnsafeMutablePointer<StagedSearch.TypedRange>.allocate(capacity: StagedSearch.mostMerged)
    let ranges = UnsafeMutablePointer<PhraseRange>.allocate(capacity: Scratch.maximumRanges)
    let boxes = UnsafeMutablePointer<BoxItem>.allocate(capacity: Scratch.maximumBoxes)
    let matches = UnsafeMutablePointer<MatchRange>.allocate(capacity: Scratch.maximumMatches)
    let phrase = UnsafeMutablePointer<UInt8>.allocate(capacity: PhraseCursor.capacity)
    let bounds = UnsafeMutablePointer<Float>.allocate(capacity: Scratch.maximumMistyped + Scratch.maximumBest)
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: Scratch.maximumQuery * 2)
    /// Places that lack a word or were taken in (those with many names come again and again), leaves that were looked
    /// into, and places that have all words, by their last bits. Each knows the walk that it is of; the item before them
    /// counts those.
    private let remembered = UnsafeMutablePointer<UInt64>.allocate(capacity: 3 * Scratch.rememberedItems + 1)
    /// Of the places that have all words, what that costs, and more for a first word that begins no name.
    private let heldCosts = UnsafeMutablePointer<SIMD2<Float>>.allocate(capacity: Scratch.rememberedItems)
    static let rememberedItems = 1024
    let batch = UnsafeMutablePointer<UInt32>.allocate(capacity: IndexSearch.batches * IndexSearch.batchSize + 1)
    /// Of which word each of them are, and the condition that was noted.
    let notedWords = UnsafeMutablePointer<NotedWord>.allocate(capacity: IndexSearch.notedConditions)
    let notedPlaces = UnsafeMutablePointer<UInt64>.allocate(capacity: IndexSearch.notedSets * PlaceBits.size)
    @exclusivity(unchecked) private(set) var bits = UnsafeMutablePointer<UInt64>.allocate(capacity: 1024)
    @exclusivity(unchecked) private var bitCapacity = 1024
    let writer = RowWriter()
    /// Choices of names for the language that was asked for last.
    @exclusivity(unchecked) var language: LanguageTag?
    @exclusivity(unchecked) var choices: [LanguageChoice] = []
    /// How each row was found; nil where nobody asks.
    @exclusivity(unchecked) var found: [Explanation.Key: Explanation.Found]?
    /// What passes in each index under the filter that was asked for last; `filterCount` of them.
    @exclusivity(unchecked) var filter: Filter?
    @exclusivity(unchecked) private(set) var filters = UnsafeMutablePointer<PlaceFilter>.allocate(capacity: 0)
    @exclusivity(unchecked) private(set) var filterCount = 0
    /// Searches under that filter, and of each index what passes it, where that is little.
    @exclusivity(unchecked) var filterUses = 0
    @exclusivity(unchecked) var selected: [SelectedEntries] = []

    init() { remembered.initialize(repeating: 0, count: 3 * Scratch.rememberedItems + 1) }

    deinit {
        remembered.deallocate()
        heldCosts.deallocate()
        batch.deallocate()
        notedPlaces.deallocate()
        notedWords.deallocate()
        tokens.deallocate()
        conditions.deallocate()
        items.deallocate()
        candidates.deallocate()
        beginners.deallocate()
        merged.deallocate()
        typed.deallocate()
        ranges.deallocate()
        boxes.deallocate()
        matches.deallocate()
        phrase.deallocate()
        bounds.deallocate()
        text.deallocate()
        bits.deallocate()
        filters.deinitialize(count: filterCount)
        filters.deallocate()
    }

    var memory: ScratchMemory {
        ScratchMemory(
            conditions: conditions,
            items: items,
            ranges: ranges,
            boxes: boxes,
            phrase: phrase,
            bounds: bounds,
            text: text,
            batch: batch,
            notedPlaces: notedPlaces,
            notedWords: notedWords,
            walks: remembered,
            failed: remembered + 1,
            visited: remembered + 1 + Scratch.rememberedItems,
            held: remembered + 1 + 2 * Scratch.rememberedItems,
            heldCosts: heldCosts
        )
    }

    /// The leaves around the place that was preferred last, of each index.
    @exclusivity(unchecked) private var nearLeaves: [NearLeaves] = []

    func near(_ index: Int) -> NearLeaves {
        while nearLeaves.count <= index { nearLeaves.append(NearLeaves()) }
        return nearLeaves[index]
    }

    /// Where the last text with typing errors led to, of each index: as a whole, and of its last such word.
    @exclusivity(unchecked) private var frontiers: [MistypedFrontier] = []

    func frontier(_ index: Int, isWhole: Bool) -> MistypedFrontier {
        let number = 2 &* index &+ (isWhole ? 0 : 1)
        while frontiers.count <= number { frontiers.append(MistypedFrontier()) }
        return frontiers[number]
    }

    func setFilters(_ list: [PlaceFilter]) {
        filters.deinitialize(count: filterCount)
        if list.count != filterCount {
            filters.deallocate()
            filters = .allocate(capacity: list.count)
        }
        for (number, filter) in list.enumerated() { (filters + number).initialize(to: filter) }
        filterCount = list.count
    }

    /// Room for so many words of bits; what was there goes.
    func reserveBits(_ words: Int) -> UnsafeMutablePointer<UInt64> {
        guard words > bitCapacity else { return bits }
        bits.deallocate()
        bitCapacity = words
        bits = .allocate(capacity: words)
        return bits
    }
}

/// Pointers to the parts of a scratch that the search itself uses.
struct ScratchMemory {
    let conditions: UnsafeMutablePointer<Condition>
    let items: UnsafeMutablePointer<EntryStream.Item>
    let ranges: UnsafeMutablePointer<PhraseRange>
    let boxes: UnsafeMutablePointer<BoxItem>
    let phrase: UnsafeMutablePointer<UInt8>
    let bounds: UnsafeMutablePointer<Float>
    let text: UnsafeMutablePointer<UInt8>
    let batch: UnsafeMutablePointer<UInt32>
    let notedPlaces: UnsafeMutablePointer<UInt64>
    let notedWords: UnsafeMutablePointer<NotedWord>
    let walks: UnsafeMutablePointer<UInt64>
    let failed: UnsafeMutablePointer<UInt64>
    let visited: UnsafeMutablePointer<UInt64>
    let held: UnsafeMutablePointer<UInt64>
    let heldCosts: UnsafeMutablePointer<SIMD2<Float>>
}

/// The query as it is searched.
struct ParsedQuery {
    let bytes: UnsafeMutablePointer<UInt8>
    let count: Int
    let tokens: UnsafeMutablePointer<QueryToken>
    let tokenCount: Int
    /// Code points of all of it.
    let letters: Int

    /// The last word is the unfinished one, or none is: the text as a whole can be looked up.
    var isPlain: Bool {
        var index = 0
        while index &+ 1 < tokenCount {
            if tokens[index].isUnfinished { return false }
            index &+= 1
        }
        return true
    }

    /// Folds the text and finds its words. `caret` counts code points.
    init(_ query: UnsafeBufferPointer<UInt8>, caret: Int?, _ scratch: Scratch) {
        let folded = scratch.query
        // What is beyond a few hundred bytes can only be pasted by accident; it is cut between letters.
        var size = min(query.count, Scratch.maximumQuery * 8)
        if size < query.count {
            while size > 0, query[size] & 0xC0 == 0x80 { size &-= 1 }
        }
        folded.fold(UnsafeBufferPointer(rebasing: query[..<size]))
        var count = min(folded.count, Scratch.maximumQuery)
        if count < folded.count {
            while count > 0, folded.bytes[count] & 0xC0 == 0x80 { count &-= 1 }
            while count > 0, folded.bytes[count &- 1] == 0x20 { count &-= 1 }
        }
        bytes = folded.bytes
        tokens = scratch.tokens
        var found = 0
        var start = 0
        var letters = 0
        while start < count, found < Scratch.maximumTokens {
            var token = QueryToken()
            var end = start
            while end < count, folded.bytes[end] != 0x20 {
                if folded.bytes[end] & 0xC0 != 0x80 { letters &+= 1 }
                end &+= 1
            }
            token.start = Int32(truncatingIfNeeded: start)
            token.end = Int32(truncatingIfNeeded: end)
            token.isNumber = folded.marks[start] & FoldedText.Mark.digit != 0
            token.isIdeographic = folded.marks[start] & FoldedText.Mark.ideograph != 0
            tokens[found] = token
            found &+= 1
            start = end &+ 1
        }
        tokenCount = found
        self.letters = letters
        self.count = found > 0 ? Int(tokens[found &- 1].end) : 0
        guard found > 0 else { return }
        // The word at the caret is the one that is being typed; without a caret it is the last.
        let point = caret ?? folded.sourceCount
        if point >= folded.sourceCount {
            tokens[found &- 1].isUnfinished = !folded.endsComplete
            return
        }
        for index in 0..<found {
            let first = Int(folded.sources[Int(tokens[index].start)])
            let last = Int(folded.sources[Int(tokens[index].end) &- 1])
            if point > first, point <= last &+ 1 { tokens[index].isUnfinished = true }
        }
    }

    func text(_ token: QueryToken) -> UnsafeMutablePointer<UInt8> { bytes + Int(token.start) }
}
