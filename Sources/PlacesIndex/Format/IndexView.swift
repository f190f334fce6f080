/// The sections of an open index as columns.
struct IndexColumns {
    let places: Column<PlaceRow>
    let names: Column<UInt8>
    let extras: Column<UInt8>
    let ids: Column<UInt32>
    let idTexts: Column<UInt8>
    let entryPlaces: Column<UInt32>
    let entryScores: Column<UInt16>
    let entryLanguages: Column<UInt8>
    let forward: Column<UInt32>
    let spatialEntries: Column<UInt32>
    let boxes: Column<Box>
    let phraseBlocks: Column<UInt32>
    let phraseTexts: Column<UInt8>
    let phraseFirsts: Column<UInt32>
    let restMarks: Column<Marks>
    let restStarts: Column<UInt32>
    let rest: Column<UInt32>
    let minimumTable: Column<UInt32>
    let nodes: Column<TreeNode>
    let nodeLabels: Column<UInt8>
    let nodeScores: Column<UInt16>
    let readyNodes: Column<UInt32>
    let readyEntries: Column<ReadyEntry>
    let heavyWords: Column<HeavyWordRow>
    let heavyEntries: Column<UInt32>
    let trigrams: Column<TrigramRow>
    let insideWords: Column<UInt8>
    let words: Column<UInt32>
    let wordStarts: Column<UInt64>
    let areas: Column<AreaRow>
    let areaTerms: Column<AreaTerm>
    let areaTermTexts: Column<UInt8>
    let areaSets: Column<AreaSetRow>
    let areaSetLists: Column<UInt32>
    let areaPlaces: Column<UInt8>
    let answerMarks: Column<Marks>
    let answers: Column<UInt8>
    let furtherMarks: Column<Marks>
    let furtherStarts: Column<UInt32>
    let furtherBytes: Column<UInt8>
    let furtherAnswers: Column<UInt8>
    let deepMarks: Column<Marks>
    let deepStarts: Column<UInt32>
    let deepSizes: Column<UInt8>
    let deepAnswers: Column<UInt8>
    let typeSets: Column<UInt32>
    let facets: Column<FacetRow>
    let facetEntries: Column<UInt32>

    init(_ section: (Layout.Section) -> UnsafeRawBufferPointer) {
        places = Column(section(.places))
        names = Column(section(.names))
        extras = Column(section(.extras))
        ids = Column(section(.ids))
        idTexts = Column(section(.idTexts))
        entryPlaces = Column(section(.entryPlaces))
        entryScores = Column(section(.entryScores))
        entryLanguages = Column(section(.entryLanguages))
        forward = Column(section(.forward))
        spatialEntries = Column(section(.spatialEntries))
        boxes = Column(section(.boxes))
        phraseBlocks = Column(section(.phraseBlocks))
        phraseTexts = Column(section(.phraseTexts))
        phraseFirsts = Column(section(.phraseFirsts))
        restMarks = Column(section(.restMarks))
        restStarts = Column(section(.restStarts))
        rest = Column(section(.rest))
        minimumTable = Column(section(.minimumTable))
        nodes = Column(section(.nodes))
        nodeLabels = Column(section(.nodeLabels))
        nodeScores = Column(section(.nodeScores))
        readyNodes = Column(section(.readyNodes))
        readyEntries = Column(section(.readyEntries))
        heavyWords = Column(section(.heavyWords))
        heavyEntries = Column(section(.heavyEntries))
        trigrams = Column(section(.trigrams))
        insideWords = Column(section(.insideWords))
        words = Column(section(.words))
        wordStarts = Column(section(.wordStarts))
        areas = Column(section(.areas))
        areaTerms = Column(section(.areaTerms))
        areaTermTexts = Column(section(.areaTermTexts))
        areaSets = Column(section(.areaSets))
        areaSetLists = Column(section(.areaSetLists))
        areaPlaces = Column(section(.areaPlaces))
        answerMarks = Column(section(.answerMarks))
        answers = Column(section(.answers))
        furtherMarks = Column(section(.furtherMarks))
        furtherStarts = Column(section(.furtherStarts))
        furtherBytes = Column(section(.furtherBytes))
        furtherAnswers = Column(section(.furtherAnswers))
        deepMarks = Column(section(.deepMarks))
        deepStarts = Column(section(.deepStarts))
        deepSizes = Column(section(.deepSizes))
        deepAnswers = Column(section(.deepAnswers))
        typeSets = Column(section(.typeSets))
        facets = Column(section(.facets))
        facetEntries = Column(section(.facetEntries))
    }
}

/// An open index as the search sees it: one pointer, so that handing it on copies eight bytes and touches no reference
/// count, which two threads on one index would fight over. `PlaceIndex` keeps the memory.
struct IndexView: @unchecked Sendable {
    // @unchecked: points at memory that nobody writes any more.
    let columns: UnsafePointer<IndexColumns>

    @inline(__always) var places: Column<PlaceRow> { columns.pointee.places }
    @inline(__always) var names: Column<UInt8> { columns.pointee.names }
    @inline(__always) var extras: Column<UInt8> { columns.pointee.extras }
    @inline(__always) var ids: Column<UInt32> { columns.pointee.ids }
    @inline(__always) var idTexts: Column<UInt8> { columns.pointee.idTexts }
    @inline(__always) var entryPlaces: EntryPlaces { EntryPlaces(column: columns.pointee.entryPlaces) }
    @inline(__always) var entryScores: Column<UInt16> { columns.pointee.entryScores }
    @inline(__always) var entryLanguages: Column<UInt8> { columns.pointee.entryLanguages }
    @inline(__always) var forward: Column<UInt32> { columns.pointee.forward }
    @inline(__always) var spatialEntries: Column<UInt32> { columns.pointee.spatialEntries }
    @inline(__always) var boxes: Column<Box> { columns.pointee.boxes }
    @inline(__always) var phraseBlocks: Column<UInt32> { columns.pointee.phraseBlocks }
    @inline(__always) var phraseTexts: Column<UInt8> { columns.pointee.phraseTexts }
    @inline(__always) var phraseFirsts: Column<UInt32> { columns.pointee.phraseFirsts }
    @inline(__always) var restMarks: Column<Marks> { columns.pointee.restMarks }
    @inline(__always) var restStarts: Column<UInt32> { columns.pointee.restStarts }
    @inline(__always) var rest: Column<UInt32> { columns.pointee.rest }
    @inline(__always) var minimumTable: Column<UInt32> { columns.pointee.minimumTable }
    @inline(__always) var nodes: Column<TreeNode> { columns.pointee.nodes }
    @inline(__always) var nodeLabels: Column<UInt8> { columns.pointee.nodeLabels }
    @inline(__always) var nodeScores: Column<UInt16> { columns.pointee.nodeScores }
    @inline(__always) var readyNodes: Column<UInt32> { columns.pointee.readyNodes }
    @inline(__always) var readyEntries: Column<ReadyEntry> { columns.pointee.readyEntries }
    @inline(__always) var heavyWords: Column<HeavyWordRow> { columns.pointee.heavyWords }
    @inline(__always) var heavyEntries: Column<UInt32> { columns.pointee.heavyEntries }
    @inline(__always) var trigrams: Column<TrigramRow> { columns.pointee.trigrams }
    @inline(__always) var insideWords: Column<UInt8> { columns.pointee.insideWords }
    @inline(__always) var words: Column<UInt32> { columns.pointee.words }
    @inline(__always) var wordStarts: Column<UInt64> { columns.pointee.wordStarts }
    @inline(__always) var areas: Column<AreaRow> { columns.pointee.areas }
    @inline(__always) var areaTerms: Column<AreaTerm> { columns.pointee.areaTerms }
    @inline(__always) var areaTermTexts: Column<UInt8> { columns.pointee.areaTermTexts }
    @inline(__always) var areaSets: Column<AreaSetRow> { columns.pointee.areaSets }
    @inline(__always) var areaSetLists: Column<UInt32> { columns.pointee.areaSetLists }
    @inline(__always) var areaPlaces: Column<UInt8> { columns.pointee.areaPlaces }
    @inline(__always) var answerMarks: Column<Marks> { columns.pointee.answerMarks }
    @inline(__always) var answers: Column<UInt8> { columns.pointee.answers }
    @inline(__always) var furtherMarks: Column<Marks> { columns.pointee.furtherMarks }
    @inline(__always) var furtherStarts: Column<UInt32> { columns.pointee.furtherStarts }
    @inline(__always) var furtherBytes: Column<UInt8> { columns.pointee.furtherBytes }
    @inline(__always) var furtherAnswers: Column<UInt8> { columns.pointee.furtherAnswers }
    @inline(__always) var deepMarks: Column<Marks> { columns.pointee.deepMarks }
    @inline(__always) var deepStarts: Column<UInt32> { columns.pointee.deepStarts }
    @inline(__always) var deepSizes: Column<UInt8> { columns.pointee.deepSizes }
    @inline(__always) var deepAnswers: Column<UInt8> { columns.pointee.deepAnswers }
    @inline(__always) var typeSets: Column<UInt32> { columns.pointee.typeSets }
    @inline(__always) var facets: Column<FacetRow> { columns.pointee.facets }
    @inline(__always) var facetEntries: Column<UInt32> { columns.pointee.facetEntries }

    var phraseCount: Int { phraseFirsts.count }
    var entryCount: Int { entryScores.count }

    /// All entries of a range of phrases, in number.
    @inline(__always)
    func entryCount(_ first: Int, _ end: Int) -> Int {
        end &- first &+ restStart(end) &- restStart(first)
    }

    /// Where the other entries of a phrase begin in `rest`, if it has any, and those of the phrases before it end.
    @inline(__always)
    func restStart(_ phrase: Int) -> Int { Int(restStarts[restMarks[phrase >> 6].count(before: phrase)]) }
}

/// The places of entries. Where each place has one name, both have the same numbers, and nothing is kept.
struct EntryPlaces {
    let column: Column<UInt32>

    @inline(__always)
    subscript(_ entry: UInt32) -> UInt32 { column.count == 0 ? entry : column[entry] }

    static func areTheSame(_ places: [UInt32]) -> Bool {
        var index = 0
        while index < places.count, places[index] == index { index += 1 }
        return index == places.count
    }
}
