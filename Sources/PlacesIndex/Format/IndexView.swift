/// The sections of an open index as columns. A plain value of pointers: copying it touches no reference count, which
/// two threads on one index would fight over. `PlaceIndex` keeps the memory.
struct IndexView: @unchecked Sendable {
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
    let restOffsets: Column<UInt32>
    let rest: Column<UInt32>
    let minimumMasks: Column<UInt32>
    let minimumTable: Column<UInt32>
    let nodes: Column<TreeNode>
    let nodeLabels: Column<UInt8>
    let heavyWords: Column<HeavyWordRow>
    let heavyEntries: Column<UInt32>
    let trigrams: Column<TrigramRow>
    let trigramWords: Column<UInt8>
    let words: Column<UInt32>
    let areas: Column<AreaRow>
    let areaTerms: Column<AreaTerm>
    let areaTermTexts: Column<UInt8>
    let areaSets: Column<AreaSetRow>
    let areaSetLists: Column<UInt32>
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
        restOffsets = Column(section(.restOffsets))
        rest = Column(section(.rest))
        minimumMasks = Column(section(.minimumMasks))
        minimumTable = Column(section(.minimumTable))
        nodes = Column(section(.nodes))
        nodeLabels = Column(section(.nodeLabels))
        heavyWords = Column(section(.heavyWords))
        heavyEntries = Column(section(.heavyEntries))
        trigrams = Column(section(.trigrams))
        trigramWords = Column(section(.trigramWords))
        words = Column(section(.words))
        areas = Column(section(.areas))
        areaTerms = Column(section(.areaTerms))
        areaTermTexts = Column(section(.areaTermTexts))
        areaSets = Column(section(.areaSets))
        areaSetLists = Column(section(.areaSetLists))
        typeSets = Column(section(.typeSets))
        facets = Column(section(.facets))
        facetEntries = Column(section(.facetEntries))
    }

    var phraseCount: Int { phraseFirsts.count }
    var entryCount: Int { entryPlaces.count }

    /// All entries of a range of phrases, in number.
    @inline(__always)
    func entryCount(_ first: Int, _ end: Int) -> Int {
        end &- first &+ Int(restOffsets[end]) &- Int(restOffsets[first])
    }
}
