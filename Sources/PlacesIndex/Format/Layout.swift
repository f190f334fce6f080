import PlacesModel

/// The layout of an index file: `docs/index-format.md` says the same in words. All numbers are little-endian.
package enum Layout {
    static let magic: [UInt8] = Array("PLACESIX".utf8)
    /// A reader takes this version only.
    package static let version: UInt32 = 3
    static let headerSize = 64
    static let sectionEntrySize = 32
    static let alignment = 64

    enum Section: UInt32, CaseIterable {
        /// Counts, sources, languages, types, time zones: read once at open.
        case meta = 1
        /// `PlaceRow`s in order of importance.
        case places = 2
        /// Names of places and areas, in their own spelling.
        case names = 3
        /// What few places have: addresses, shapes, viewports, details.
        case extras = 4
        /// Open-addressed hash of place IDs.
        case ids = 5
        /// IDs that are not a known prefix and a number.
        case idTexts = 6
        /// An entry is one name of one place; entries are numbered by score. The place of each entry.
        case entryPlaces = 7
        /// The score of each entry, in steps of `scoreStep`.
        case entryScores = 8
        /// The language of each entry's name.
        case entryLanguages = 9
        /// Phrases of each place, places in spatial order.
        case forward = 10
        /// Entries in the order of `forward`.
        case spatialEntries = 11
        /// Boxes around places, level by level, leaves first.
        case boxes = 12
        /// Where each block of phrases begins in `phraseTexts`.
        case phraseBlocks = 13
        case phraseTexts = 14
        /// The best entry of each phrase.
        case phraseFirsts = 15
        /// The other entries of phrases that have more than one.
        case rest = 17
        // 16 and 18 were those of version 1 alone.
        /// Range minima over `phraseFirsts`: a sparse table over blocks of 32.
        case minimumTable = 19
        /// The prefix tree over phrases.
        case nodes = 20
        case nodeLabels = 21
        /// Entries of frequent words in order of score.
        case heavyWords = 22
        case heavyEntries = 23
        /// Inside words: three-byte sequences, and the words that hold them, best word first.
        case trigrams = 24
        // 25 was that of versions 1 and 2.
        case insideWords = 49
        case words = 26
        /// Countries, regions, cities.
        case areas = 27
        case areaTerms = 28
        case areaTermTexts = 29
        case areaSets = 30
        case areaSetLists = 31
        case typeSets = 32
        /// Entries by country and by set of types.
        case facets = 33
        case facetEntries = 34
        /// The score of the best entry below each node of the prefix tree.
        case nodeScores = 35
        /// Nodes of the prefix tree with many phrases, and the best entries below each: ready answers.
        case readyNodes = 36
        case readyEntries = 37
        /// The best places of each area, and of large ones the leaves of the boxes that they have places in. 38 was the
        /// leaves alone.
        case areaPlaces = 39
        /// A bit for each phrase that is the first one of its first word.
        case wordStarts = 40
        /// Which nodes of the prefix tree have an answer, and the rows for what leads to each of them.
        case answerMarks = 41
        case answers = 42
        /// Which leaves have answers for one byte more, where their bytes begin, the bytes, and the rows.
        case furtherMarks = 43
        case furtherStarts = 44
        case furtherBytes = 45
        case furtherAnswers = 46
        /// The same of texts that go on within a leaf.
        case deepMarks = 50
        case deepStarts = 51
        case deepSizes = 52
        case deepAnswers = 53
        /// Which phrases have other entries, and where those of each begin in `rest`.
        case restMarks = 47
        case restStarts = 48

        /// Asked for by details and by few filters alone.
        var isSeldomRead: Bool {
            switch self {
            case .ids, .idTexts, .extras, .facets, .facetEntries: true
            default: false
            }
        }
    }

    /// Scores are kept as 16-bit multiples of this.
    static let scoreStep: Float = 1 / 4096
    /// A phrase longer than this is cut, in bytes.
    static let maximumPhrase = 96
    /// Word starts of one name that are indexed.
    static let maximumWords = 32
    static let phraseBlock = 8
    static let minimumBlock = 32
    /// A node of the prefix tree that covers at most this many phrases has no children.
    static let leafPhrases = 8
    /// A node of more phrases than this has its best entries ready, so many of them.
    static let readyPhrases = 128
    static let readyEntries = 40
    /// Rows of an answer that is ready.
    static let answerRows = 5
    /// A node with children has one where its best entry is among the best of all, one of so many and the first so many; a
    /// node of few phrases too, and a text of a byte more, where that is one of still fewer. What takes long to search has
    /// one where it is one of so many, and so have texts of up to so many bytes that go on from a node of few phrases.
    static let entriesOfNodeAnswer = 4
    static let answeredNodes = 1 << 16
    static let entriesOfAnswer = 16
    static let answeredEntries = 1 << 15
    static let entriesOfSlowAnswer = 4
    static let answeredBytes = 11
    /// Places in a leaf box.
    static let leafPlaces = 32
    /// Boxes in a box.
    static let boxFanout = 8
    /// An area has so many of its places listed, or more where it is one of many: then most have few.
    static let areaPlaces = 512
    /// Words with more entries than this have a list of their own.
    static let heavyWordEntries = 48

    static let entryFlag: UInt32 = 0x8000_0000
    static let placeFlag: UInt32 = 0x4000_0000
    static let phraseMask: UInt32 = 0x3FFF_FFFF

    /// A checksum that no change of a single byte leaves as it was: each step is a bijection of the state for a given
    /// word, and of the word for a given state.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        guard let base = bytes.baseAddress else { return 0x9E37_79B9_7F4A_7C15 }
        // Four lanes, so that the multiplications overlap.
        var lanes = (
            UInt64(0x9E37_79B9_7F4A_7C15), UInt64(0xC2B2_AE3D_27D4_EB4F), UInt64(0x1656_67B1_9E37_79F9),
            UInt64(0x27D4_EB2F_1656_67C5)
        )
        let count = bytes.count
        var at = 0
        while at &+ 32 <= count {
            lanes.0 = mix(lanes.0, base.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            lanes.1 = mix(lanes.1, base.loadUnaligned(fromByteOffset: at &+ 8, as: UInt64.self))
            lanes.2 = mix(lanes.2, base.loadUnaligned(fromByteOffset: at &+ 16, as: UInt64.self))
            lanes.3 = mix(lanes.3, base.loadUnaligned(fromByteOffset: at &+ 24, as: UInt64.self))
            at &+= 32
        }
        while at < count {
            lanes.0 = mix(lanes.0, UInt64(base.load(fromByteOffset: at, as: UInt8.self)))
            at &+= 1
        }
        var result = mix(UInt64(truncatingIfNeeded: count), lanes.0)
        result = mix(result, lanes.1)
        result = mix(result, lanes.2)
        return mix(result, lanes.3)
    }

    @inline(__always)
    private static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let value = (state ^ word) &* 0x9FB2_1C65_1E98_DF25
        return value << 29 | value >> 35
    }

    /// Hash of an ID or a name.
    @inline(__always)
    package static func hash(_ base: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        var state = UInt64(truncatingIfNeeded: count) &+ 0x9E37_79B9_7F4A_7C15
        let raw = UnsafeRawPointer(base)
        var at = 0
        while at &+ 8 <= count {
            state = mix(state, raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            at &+= 8
        }
        while at < count {
            state = mix(state, UInt64(base[at]))
            at &+= 1
        }
        // The high bits choose the slot: every bit of the text has to reach them.
        state ^= state >> 33
        state = state &* 0xFF51_AFD7_ED55_8CCD
        state ^= state >> 33
        state = state &* 0xC4CE_B9FE_1A85_EC53
        return state ^ state >> 33
    }
}

/// One place, 40 bytes. Offsets count from 0 in their sections; `extras` is 0 for none (the section begins with a
/// byte that nobody uses).
struct PlaceRow: BitwiseCopyable {
    /// Degrees times ten million.
    var latitude: Int32 = 0
    var longitude: Int32 = 0
    var names: UInt32 = 0
    var extras: UInt32 = 0
    /// Where its phrases begin in `forward`.
    var forward: UInt32 = 0
    var areaSet: UInt32 = 0
    /// Low word: number, or offset in `idTexts`; see `idHigh`.
    var idLow: UInt32 = 0
    /// High 8 bits: number of the ID prefix, 255 for an ID in `idTexts`. Low 24 bits: the number's upper part.
    var idHigh: UInt32 = 0
    var typeSet: UInt16 = 0
    /// 0 for none, else 1 + index.
    var timeZone: UInt16 = 0
    var score: UInt16 = 0
    var flags: UInt8 = 0
    var source: UInt8 = 0

    static let isPureServiceArea: UInt8 = 1
    static let isFutureOpening: UInt8 = 2
    /// Another row shows this place; it is found by its ID alone.
    static let isDuplicate: UInt8 = 4
    static let hasShape: UInt8 = 8

    /// Places with one of these pass where nobody asks for them.
    static let blockedFlags = isDuplicate | isPureServiceArea | isFutureOpening

    static let noPrefix: UInt32 = 255

    init() {}
}

/// Node of the prefix tree, 16 bytes: the phrases `first ..< end` begin with its letters; its children, if any, are
/// `child ..< child + childCount`, in order of their labels. Every node tells which letters come next, so that nobody has
/// to read the children to learn that there is none.
struct TreeNode: BitwiseCopyable {
    var first: UInt32 = 0
    var end: UInt32 = 0
    var child: UInt32 = 0
    /// Bits 0 to 7: the number of children, which no UTF-8 has more of; bits 8 to 30: which letters lead to them, see
    /// `letterBit`. Of a leaf see `leafMark`.
    private var rest: UInt32 = 0

    /// A leaf keeps, in place of children, which letters come next and which after that.
    private static let leafMark: UInt32 = 0x8000_0000
    private static let countMask: UInt32 = 0xFF

    init() {}

    @inline(__always)
    var isLeaf: Bool { rest & TreeNode.leafMark != 0 || rest == 0 }

    @inline(__always)
    var childCount: UInt32 { rest & TreeNode.countMask }

    mutating func setChildren(_ labels: ArraySlice<UInt8>, from first: Int) {
        child = UInt32(truncatingIfNeeded: first)
        rest = min(UInt32(truncatingIfNeeded: labels.count), TreeNode.countMask)
        for label in labels { rest |= TreeNode.letterBit(label) }
    }

    mutating func makeLeaf() {
        child = 0
        rest = TreeNode.leafMark
    }

    /// A phrase of this leaf goes on with this byte, and that.
    mutating func add(next: UInt8) { child |= TreeNode.leafBit(next) }
    mutating func add(second: UInt8) { rest |= 1 << TreeNode.secondBit(second) }

    /// The bits of a byte in leaves and in other nodes.
    struct LetterBits: BitwiseCopyable {
        fileprivate let leaf: UInt32
        fileprivate let inner: UInt32

        @inline(__always)
        init(_ byte: UInt8) {
            leaf = TreeNode.leafBit(byte)
            inner = TreeNode.letterBit(byte)
        }
    }

    /// Whether a phrase may go on with this byte.
    @inline(__always)
    func canContinue(_ bits: LetterBits) -> Bool {
        rest & TreeNode.leafMark != 0 ? child & bits.leaf != 0 : rest & bits.inner != 0
    }

    @inline(__always)
    func canContinue(_ byte: UInt8) -> Bool { canContinue(LetterBits(byte)) }

    /// The same for the byte after that; true for others than leaves, which have children to ask.
    @inline(__always)
    func canContinueSecond(_ byte: UInt8) -> Bool {
        rest & TreeNode.leafMark == 0 || rest >> TreeNode.secondBit(byte) & 1 == 1
    }

    /// Where among the children that of a byte is at the earliest; nil where there is none.
    @inline(__always)
    func firstChild(_ bits: LetterBits) -> Int? {
        guard rest & bits.inner != 0 else { return nil }
        // Each bit below is that of a child at least.
        return (rest & (bits.inner &- 1) & ~TreeNode.countMask).nonzeroBitCount
    }

    /// The bit of a byte among the letters that lead to children: one of 23, in the order of the bytes. Of letters, `ef`,
    /// `jk`, `pq` and `uv` share theirs; so do what comes before `a`, and `z` and what comes after it.
    @inline(__always)
    private static func letterBit(_ byte: UInt8) -> UInt32 {
        let letter = min(UInt32(max(byte, 0x60)) &- 0x60, 26)
        return (byte < 0x61 ? 0x100 : 0x200) &<< (letter &* 13 &>> 4)
    }

    @inline(__always)
    private static func leafBit(_ byte: UInt8) -> UInt32 { 1 &<< UInt32(byte & 31) }

    @inline(__always)
    private static func secondBit(_ byte: UInt8) -> UInt32 { min(UInt32(byte & 31), 30) }
}

/// A box around places, 32 bytes. Of a leaf, `first` counts places in spatial order and `forward`, `entry` are where
/// their phrases and entries begin; of others, `first` is the first box below.
struct Box: BitwiseCopyable {
    var south: Int32 = 0
    var west: Int32 = 0
    var north: Int32 = 0
    var east: Int32 = 0
    /// Leaf: first phrase in `forward`; else the first box below.
    var first: UInt32 = 0
    /// Leaf: one past the last phrase; else one past the last box below.
    var end: UInt32 = 0
    /// Leaf: the first entry in `spatialEntries`.
    var entry: UInt32 = 0
    /// Best score inside.
    var score: UInt16 = 0
    var level: UInt16 = 0

    init() {}
}

/// Which of 64 items (nodes, phrases) have something, and how many before them have it: 16 bytes.
struct Marks: BitwiseCopyable {
    var items: UInt64 = 0
    var before: UInt32 = 0
    var reserved: UInt32 = 0

    init() {}

    @inline(__always)
    func has(_ item: Int) -> Bool { items >> UInt64(truncatingIfNeeded: item & 63) & 1 == 1 }

    /// How many items before this one have it.
    @inline(__always)
    func count(before item: Int) -> Int {
        let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: item & 63)
        return Int(before) &+ (items & (bit &- 1)).nonzeroBitCount
    }

    /// Those of `count` items.
    static func make(_ count: Int, having items: some Sequence<Int>) -> [Marks] {
        var marks = [Marks](repeating: Marks(), count: count / 64 + 1)
        for item in items { marks[item >> 6].items |= 1 << UInt64(item & 63) }
        var total: UInt32 = 0
        for index in marks.indices {
            marks[index].before = total
            total += UInt32(marks[index].items.nonzeroBitCount)
        }
        return marks
    }
}

/// An entry that is ready, 12 bytes, with what a search around a place asks of it: most of them are too far away.
struct ReadyEntry: BitwiseCopyable {
    var entry: UInt32 = 0
    /// Degrees times `latitudeScale` and `longitudeScale`.
    var latitude: Int16 = 0
    var longitude: Int16 = 0
    var score: UInt16 = 0
    var reserved: UInt16 = 0

    static let latitudeScale: Float = 364
    static let longitudeScale: Float = 182
    /// What rounding makes of a distance, at most.
    static let slackKilometers: Float = 0.5

    init() {}

    init(_ entry: UInt32, _ row: PlaceRow, score: UInt16) {
        self.entry = entry
        let point = row.coordinate
        latitude = Int16((Float(point.latitude) * ReadyEntry.latitudeScale).rounded())
        longitude = Int16((Float(point.longitude) * ReadyEntry.longitudeScale).rounded())
        self.score = score
    }
}

/// A word of an area's names: 16 bytes, sorted by text.
struct AreaTerm: BitwiseCopyable {
    var text: UInt32 = 0
    var length: UInt32 = 0
    var area: UInt32 = 0
    var reserved: UInt32 = 0

    init() {}
}

/// An area: 16 bytes.
struct AreaRow: BitwiseCopyable {
    var names: UInt32 = 0
    /// Two lower-case letters, 0 for none.
    var country: UInt16 = 0
    var level: UInt8 = 0
    /// 1 where all of its places are of its country.
    var isOfCountry: UInt8 = 0
    /// Its code as a NUL-free text in `names`: offset, 0 for none.
    var code: UInt32 = 0
    /// Its list in `areaPlaces`: offset, 0 for none.
    var list: UInt32 = 0

    init() {}
}

/// The areas and the country of places: 12 bytes.
struct AreaSetRow: BitwiseCopyable {
    var first: UInt32 = 0
    var count: UInt16 = 0
    var country: UInt16 = 0

    init() {}
}

/// A list of entries in order of score: 16 bytes.
struct FacetRow: BitwiseCopyable {
    /// 0: `key` is a country; 1: `key` is a set of types.
    var kind: UInt32 = 0
    var key: UInt32 = 0
    var first: UInt32 = 0
    var count: UInt32 = 0

    init() {}
}

/// A frequent word: the phrases `first ..< end` begin with it; its entries. 16 bytes.
struct HeavyWordRow: BitwiseCopyable {
    var first: UInt32 = 0
    var end: UInt32 = 0
    var entries: UInt32 = 0
    var count: UInt32 = 0

    init() {}
}

/// Three bytes inside words, and where the words' list begins: 12 bytes.
struct TrigramRow: BitwiseCopyable {
    var key: UInt32 = 0
    var first: UInt32 = 0
    var count: UInt32 = 0

    init() {}

    /// What a list tells of a byte after the three: 0 where the word ends, a number of its own for each of the letters of
    /// Latin script, and one of five for others.
    @inline(__always)
    static func code(_ byte: UInt8?) -> UInt8 {
        guard let byte else { return 0 }
        return isExact(byte) ? byte &- 0x60 : 27 &+ byte % 5
    }

    /// Whether no other byte has the same code.
    @inline(__always)
    static func isExact(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

    /// Lists of more items are in groups, by the byte after the three.
    static let shortList = 16
    /// Below the number of a word, or the difference to the one before: the code of the second byte after the three, and
    /// a bit that is not set where the word ends after it. In a short list the code of the first one is above them.
    static let groupedBits: UInt64 = 6
    static let shortBits: UInt64 = 11
}
