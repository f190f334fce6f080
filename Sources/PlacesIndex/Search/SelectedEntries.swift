/// The entries of the places that pass a narrow filter, in the order of their phrases: ranges of phrases are looked up
/// in them, where else the filter would be looked up for every entry of a range. It is kept as long as the filter is.
final class SelectedEntries {
    /// Entries that are gathered for a filter that is new; those of one that is asked for again may be more.
    static let firstLimit = 4096

    /// `phrase << 32 | entry`; the second half is room for sorting.
    private var keys = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * SelectedEntries.firstCapacity)
    private var capacity = SelectedEntries.firstCapacity
    private var count = 0
    private static let firstCapacity = 1024

    /// A bit for each phrase that is among the keys, and how many words of bits there are.
    private var marks = UnsafeMutablePointer<UInt64>.allocate(capacity: 0)
    private var markWords = 0

    deinit {
        keys.deallocate()
        marks.deallocate()
    }

    /// The entries of what passes; nil, with nothing done, where that may be more than `limit`.
    func gather(_ filter: PlaceFilter, _ view: IndexView, limit: Int) -> Selection? {
        guard filter.isSelective, view.boxes.count > 0 else { return nil }
        let (byFacet, byLeaf) = SelectedEntries.counts(filter, view, limit: limit)
        guard min(byFacet.entries, byLeaf) <= limit else { return nil }
        clearMarks(view)
        count = 0
        work = min(Layout.leafPlaces &* view.forward.count, SelectedEntries.wordsOfEntry &* limit)
        if byLeaf <= byFacet.entries {
            gatherLeaves(filter, view)
        } else {
            gatherFacet(filter, view, kind: byFacet.kind)
        }
        // Not all of it was read.
        guard work > 0 else {
            count = 0
            return nil
        }
        RadixSort.sort(keys, keys + capacity, count, from: 32)
        for index in 0..<count {
            let phrase = Int(keys[index] >> 32)
            if phrase < view.phraseCount { marks[phrase >> 6] |= 1 << UInt64(phrase & 63) }
        }
        return Selection(keys: keys, count: count, marks: marks, markWords: markWords)
    }

    /// Whether what passes may be gathered within a limit.
    static func isFew(_ filter: PlaceFilter, _ view: IndexView, limit: Int) -> Bool {
        let (byFacet, byLeaf) = counts(filter, view, limit: limit)
        return min(byFacet.entries, byLeaf) <= limit
    }

    /// About so many entries have the countries or the types, and are in the leaves that an area touches.
    private static func counts(
        _ filter: PlaceFilter,
        _ view: IndexView,
        limit: Int
    ) -> (byFacet: (kind: UInt32, entries: Int), byLeaf: Int) {
        let leaves = filter.restriction.map { LeafWalk(view, $0).count(upTo: limit / entriesOfLeaf) }
        return (filter.leastFacet(view), leaves.map { $0 &* entriesOfLeaf } ?? .max)
    }

    /// Makes room for the marks, and takes those of the keys away.
    private func clearMarks(_ view: IndexView) {
        let words = view.phraseCount / 64 &+ 2
        if words != markWords {
            marks.deallocate()
            marks = .allocate(capacity: words)
            marks.initialize(repeating: 0, count: words)
            markWords = words
            return
        }
        for index in 0..<count {
            let word = Int(keys[index] >> 38)
            if word < words { marks[word] = 0 }
        }
    }

    /// About so many entries are in a leaf.
    private static let entriesOfLeaf = 128
    /// More words than an entry ever has: what claims more is looked up another way, not gathered.
    private static let wordsOfEntry = 64

    private func append(_ key: UInt64) {
        if count == capacity {
            let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: 4 * capacity)
            larger.update(from: keys, count: count)
            keys.deallocate()
            keys = larger
            capacity &*= 2
        }
        keys[count] = key
        count &+= 1
    }

    /// Words that may still be read: a damaged file may claim that a place has thousands of them.
    private var work = 0

    private func gatherLeaves(_ filter: PlaceFilter, _ view: IndexView) {
        guard let restriction = filter.restriction else { return }
        var walk = LeafWalk(view, restriction)
        while work > 0, let leaf = walk.next() {
            let box = view.boxes[leaf]
            let start = Int(box.first)
            let items = view.forward.slice(start, min(Int(box.end) &- start, work))
            work &-= items.count
            var entry = Int(box.entry) &- 1
            var passes = false
            for item in items {
                entry &+= Int(item >> 31)
                if item & Layout.placeFlag != 0 {
                    passes = filter.passes(view.places[view.entryPlaces[view.spatialEntries[entry]]])
                }
                guard passes else { continue }
                append(UInt64(item & Layout.phraseMask) << 32 | UInt64(view.spatialEntries[entry]))
            }
        }
    }

    private func gatherFacet(_ filter: PlaceFilter, _ view: IndexView, kind: UInt32) {
        // The places in the order of the leaves, each once.
        for index in 0..<view.facets.count {
            let facet = view.facets[index]
            guard facet.kind == kind, filter.wants(facet) else { continue }
            for entry in view.facetEntries.slice(Int(facet.first), Int(facet.count)) {
                let place = view.entryPlaces[entry]
                let row = view.places[place]
                if filter.passes(row) { append(UInt64(row.forward) << 32 | UInt64(place)) }
            }
        }
        RadixSort.sort(keys, keys + capacity, count, from: 32)
        let places = count
        // Their words come after them, and then in their place.
        var last = UInt64.max
        for index in 0..<places where keys[index] != last && work > 0 {
            last = keys[index]
            let start = Int(last >> 32)
            var entry = view.entry(ofPlaceAt: start, &work)
            var at = start
            let end = min(start &+ 4096, view.forward.count)
            while at < end {
                let item = view.forward[at]
                if at > start {
                    if item & Layout.placeFlag != 0 { break }
                    entry &+= Int(item >> 31)
                }
                append(UInt64(item & Layout.phraseMask) << 32 | UInt64(view.spatialEntries[entry]))
                at &+= 1
            }
            work &-= at &- start
        }
        count &-= places
        keys.update(from: keys + places, count: count)
    }
}

/// What `SelectedEntries` gathered, for one search.
struct Selection: BitwiseCopyable {
    fileprivate let keys: UnsafeMutablePointer<UInt64>
    let count: Int
    fileprivate let marks: UnsafeMutablePointer<UInt64>
    fileprivate let markWords: Int

    func phrase(_ index: Int) -> Int { Int(keys[index] >> 32) }
    func entry(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: keys[index]) }

    /// The first one of a phrase, or of what follows it, among some of them.
    @inline(__always)
    private func index(of phrase: Int, in part: Range<Int>) -> Int {
        let wanted = UInt64(truncatingIfNeeded: phrase) << 32
        var first = part.lowerBound
        var left = part.count
        while left > 0 {
            let half = left >> 1
            let isBefore = keys[first &+ half] < wanted
            first = isBefore ? first &+ half &+ 1 : first
            left = isBefore ? left &- half &- 1 : half
        }
        return first
    }

    var all: Range<Int> { 0..<count }

    /// Those of the phrases `first ..< end`, among some of them.
    @inline(__always)
    func indexes(_ first: Int, _ end: Int, in part: Range<Int>) -> Range<Int> {
        let low = index(of: first, in: part)
        let rest = Range(uncheckedBounds: (low, part.upperBound))
        return Range(uncheckedBounds: (low, max(low, index(of: end, in: rest))))
    }

    func indexes(_ first: Int, _ end: Int) -> Range<Int> { indexes(first, end, in: all) }

    /// Which of 64 phrases, from this one on, are there.
    @inline(__always)
    func has64(from phrase: Int) -> UInt64 {
        let word = phrase >> 6
        guard word &+ 1 < markWords else { return 0 }
        return bits64(marks[word], marks[word &+ 1], from: phrase)
    }
}

/// 64 bits from a bit of the first of two words on.
@inline(__always)
private func bits64(_ low: UInt64, _ high: UInt64, from bit: Int) -> UInt64 {
    let shift = UInt64(bit & 63)
    // All of them at once would be none.
    return (low >> shift) | ((high << (63 &- shift)) << 1)
}

extension IndexView {
    /// The phrases from the first one of a word on that begin with this word; at most `most`.
    @inline(__always)
    func phrases(ofWord first: Int, most: Int) -> Int {
        var count = 1
        while count < most {
            let word = (first &+ count) >> 6
            let starts = bits64(wordStarts[word], wordStarts[word &+ 1], from: first &+ count)
            if starts != 0 { return min(most, count &+ starts.trailingZeroBitCount) }
            count &+= 64
        }
        return most
    }
}

/// The leaves that touch an area, in their order.
struct LeafWalk {
    private let view: IndexView
    private let restriction: Restriction
    /// Boxes that wait; each level adds less than its fan-out.
    private var stack: [Int32]
    private var visits = 0

    init(_ view: IndexView, _ restriction: Restriction) {
        self.view = view
        self.restriction = restriction
        stack = [Int32(truncatingIfNeeded: view.boxes.count &- 1)]
    }

    mutating func next() -> Int? {
        while let top = stack.popLast() {
            let box = view.boxes[Int(top)]
            visits &+= 1
            // A damaged file may have boxes in a circle.
            guard visits < 1_000_000, restriction.boxes.contains(where: { $0.overlaps(box) }) else { continue }
            if box.level == 0 { return Int(top) }
            let first = Int(box.first)
            var child = min(Int(box.end), first &+ Layout.boxFanout, view.boxes.count)
            while child > first {
                child &-= 1
                stack.append(Int32(truncatingIfNeeded: child))
            }
        }
        return nil
    }

    /// How many there are, as far as `limit` and one more.
    func count(upTo limit: Int) -> Int {
        var walk = self
        var count = 0
        while count <= limit, walk.next() != nil { count &+= 1 }
        return count
    }
}
