/// A place that was found.
struct Candidate: BitwiseCopyable {
    var score: Float = 0
    var entry: UInt32 = 0
    var place: UInt32 = 0
    /// Which of the open indexes.
    var index: UInt32 = 0

    /// Stands for the entry of a place's primary name, whichever it is; in the order of the places, as those are.
    static func primaryName(of place: UInt32) -> UInt32 { place | firstPrimaryName }
    /// Files have fewer entries.
    private static let firstPrimaryName: UInt32 = 0x8000_0000

    var hasPrimaryName: Bool { entry >= Candidate.firstPrimaryName }

    init() {}

    init(score: Float, entry: UInt32, place: UInt32, index: UInt32) {
        self.score = score
        self.entry = entry
        self.place = place
        self.index = index
    }

    /// Equal scores: the more important place.
    @inline(__always)
    func isBefore(_ other: Candidate) -> Bool {
        if score != other.score { return score > other.score }
        return entry < other.entry
    }
}

/// The best places so far, each once.
struct TopRows {
    static let capacity = 16

    private let items: UnsafeMutablePointer<Candidate>
    private(set) var count = 0
    let limit: Int

    init(_ items: UnsafeMutablePointer<Candidate>, limit: Int) {
        self.items = items
        self.limit = min(max(limit, 1), TopRows.capacity)
    }

    var isFull: Bool { count == limit }

    /// What a row must score more than to come in.
    @inline(__always)
    var threshold: Float { count == limit ? items[count &- 1].score : -.infinity }

    subscript(_ index: Int) -> Candidate { items[index] }

    mutating func insert(_ candidate: Candidate) {
        var at = 0
        // The same place by another name: the better one counts.
        while at < count {
            if items[at].place == candidate.place, items[at].index == candidate.index {
                guard candidate.isBefore(items[at]) else { return }
                remove(at)
                break
            }
            at &+= 1
        }
        if count == limit {
            guard candidate.isBefore(items[count &- 1]) else { return }
            count &-= 1
        }
        at = count
        while at > 0, candidate.isBefore(items[at &- 1]) {
            items[at] = items[at &- 1]
            at &-= 1
        }
        items[at] = candidate
        count &+= 1
    }

    /// At the end.
    mutating func append(_ candidate: Candidate) {
        guard count < limit else { return }
        items[count] = candidate
        count &+= 1
    }

    /// Puts another one in the place of one, wherever it belongs.
    func replace(_ index: Int, with candidate: Candidate) { items[index] = candidate }

    func contains(_ candidate: Candidate) -> Bool {
        (0..<count).contains { items[$0].place == candidate.place && items[$0].index == candidate.index }
    }

    mutating func remove(_ index: Int) {
        var at = index
        while at &+ 1 < count {
            items[at] = items[at &+ 1]
            at &+= 1
        }
        count &-= 1
    }
}
