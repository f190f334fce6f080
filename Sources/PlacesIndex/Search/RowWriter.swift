import PlacesModel

/// The rows of an answer while they are put together. Its memory belongs to a scratch and is used again; the answer gets
/// one copy of what is in it, in one block.
final class RowWriter {
    /// Texts of one row: twice the name, the context, the ID and the names of its types.
    private static let firstCapacity = 4096

    @exclusivity(unchecked) private var text: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) private var capacity: Int
    @exclusivity(unchecked) private(set) var textCount = 0
    private let rows = UnsafeMutablePointer<SuggestionRow>.allocate(capacity: TopRows.capacity)
    /// Which set of types each row has, and of which index.
    private let typeKeys = UnsafeMutablePointer<UInt64>.allocate(capacity: TopRows.capacity)
    /// Which source of which index each attribution is that of.
    private let attributionKeys = UnsafeMutablePointer<UInt64>.allocate(capacity: TopRows.capacity)
    private let attributions = UnsafeMutablePointer<Slice>.allocate(capacity: TopRows.capacity)
    private let types = UnsafeMutablePointer<Slice>.allocate(capacity: TopRows.capacity * RowWriter.maximumTypes)
    private let ranges = UnsafeMutablePointer<MatchRange>.allocate(
        capacity: TopRows.capacity * Scratch.maximumMatches * 3
    )
    @exclusivity(unchecked) private var rowCount = 0
    @exclusivity(unchecked) private var attributionCount = 0
    @exclusivity(unchecked) private var typeCount = 0
    @exclusivity(unchecked) private var rangeCount = 0

    static let maximumTypes = 64
    /// What a row begins as; made once, since it takes a dozen calls.
    let blank = SuggestionRow()

    init() {
        capacity = RowWriter.firstCapacity
        text = .allocate(capacity: RowWriter.firstCapacity)
    }

    deinit {
        text.deallocate()
        rows.deallocate()
        typeKeys.deallocate()
        attributionKeys.deallocate()
        attributions.deallocate()
        types.deallocate()
        ranges.deallocate()
    }

    func clear() {
        // The NUL of empty texts.
        text[0] = 0
        textCount = 1
        rowCount = 0
        attributionCount = 0
        typeCount = 0
        rangeCount = 0
    }

    func list() -> SuggestionList {
        SuggestionList(
            rows: UnsafeBufferPointer(start: rows, count: rowCount),
            text: UnsafeBufferPointer(start: text, count: textCount),
            ranges: UnsafeBufferPointer(start: ranges, count: rangeCount),
            types: UnsafeBufferPointer(start: types, count: typeCount),
            attributions: UnsafeBufferPointer(start: attributions, count: attributionCount)
        )
    }

    // MARK: Text

    @inline(__always)
    func put(_ byte: UInt8) {
        if textCount == capacity { grow(1) }
        text[textCount] = byte
        textCount &+= 1
    }

    /// Room for so many bytes, which the caller writes.
    @inline(__always)
    func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        if capacity &- textCount < count { grow(count) }
        let place = text + textCount
        textCount &+= count
        return place
    }

    @inline(__always)
    func put(_ part: UnsafeBufferPointer<UInt8>) {
        guard let base = part.baseAddress else { return }
        if capacity &- textCount < part.count { grow(part.count) }
        copyShort(base, text + textCount, part.count)
        textCount &+= part.count
    }

    func text(from start: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text + start, count: textCount &- start)
    }

    func text(of slice: Slice) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text + Int(slice.offset), count: Int(slice.count))
    }

    /// What was written from here on, and a NUL after it.
    @inline(__always)
    func end(from start: Int) -> Slice {
        let slice = RowWriter.slice(start, textCount &- start)
        put(0)
        return slice
    }

    @inline(__always)
    static func slice(_ start: Int, _ count: Int) -> Slice {
        // Its `init` is a call into another module, fifty times a keystroke.
        unsafeBitCast(
            UInt64(UInt32(truncatingIfNeeded: start)) | UInt64(truncatingIfNeeded: count) << 32,
            to: Slice.self
        )
    }

    private func grow(_ more: Int) {
        let size = max(capacity &* 2, textCount &+ more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        larger.update(from: text, count: textCount)
        text.deallocate()
        text = larger
        capacity = size
    }

    // MARK: Ranges, types, attributions, rows

    /// The same ranges, moved by `shift`, at the end of the list.
    @inline(__always)
    func put(_ marked: UnsafePointer<MatchRange>, _ count: Int, shift: UInt32 = 0) {
        var index = 0
        while index < count {
            let range = marked[index]
            ranges[rangeCount] = range
            ranges[rangeCount].start &+= shift
            ranges[rangeCount].end &+= shift
            rangeCount &+= 1
            index &+= 1
        }
    }

    @inline(__always)
    func putRange(upTo end: Int) {
        ranges[rangeCount].start = 0
        ranges[rangeCount].end = UInt32(truncatingIfNeeded: end)
        rangeCount &+= 1
    }

    var rangeStart: Int { rangeCount }

    func endRanges(from start: Int) -> Slice { RowWriter.slice(start, rangeCount &- start) }

    /// The names of a set of types; rows of the same set share them.
    func types(_ set: UInt16, of index: IndexParts, _ number: UInt32) -> Slice {
        let key = UInt64(number) << 16 | UInt64(set)
        var row = 0
        while row < rowCount {
            if typeKeys[row] == key {
                typeKeys[rowCount] = key
                return rows[row].types
            }
            row &+= 1
        }
        typeKeys[rowCount] = key
        let start = typeCount
        let sets = index.view.typeSets
        let first = Int(sets[Int(set) &+ 1])
        let list = sets.slice(first, min(Int(sets[Int(set) &+ 2]) &- first, RowWriter.maximumTypes))
        var at = 0
        while at < list.count {
            let name = index.texts.type(Int(list[at]))
            if list[at] != TypeSets.none, !name.isEmpty {
                let from = textCount
                put(name)
                types[typeCount] = end(from: from)
                typeCount &+= 1
            }
            at &+= 1
        }
        return RowWriter.slice(start, typeCount &- start)
    }

    /// The place of a source's attribution in the list; -1 for none.
    func attribution(_ source: UInt8, of index: IndexParts, _ number: UInt32) -> Int32 {
        let name = index.texts.attribution(Int(source))
        guard !name.isEmpty else { return -1 }
        let key = UInt64(number) << 8 | UInt64(source)
        var at = 0
        while at < attributionCount {
            let known = UnsafeBufferPointer(
                start: text + Int(attributions[at].offset),
                count: Int(attributions[at].count)
            )
            if attributionKeys[at] == key || isEqual(known, name) { return Int32(truncatingIfNeeded: at) }
            at &+= 1
        }
        let from = textCount
        put(name)
        attributions[at] = end(from: from)
        attributionKeys[at] = key
        attributionCount &+= 1
        return Int32(truncatingIfNeeded: at)
    }

    /// Puts a text beside a row that is there.
    func explain(_ row: Int, _ explanation: String) {
        guard row < rowCount else { return }
        var copy = explanation
        let start = textCount
        copy.withUTF8 { put($0) }
        rows[row].explanation = end(from: start)
    }

    func append(_ row: SuggestionRow) {
        guard rowCount < TopRows.capacity else { return }
        rows[rowCount] = row
        rowCount &+= 1
    }
}

/// Copies a name: a call of `memcpy` takes longer than that.
@inline(__always)
private func copyShort(_ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) {
    let from = UnsafeRawPointer(source)
    let to = UnsafeMutableRawPointer(target)
    // The last word overlaps the one before.
    if count >= 8 {
        var at = 0
        while at < count &- 8 {
            to.storeBytes(
                of: from.loadUnaligned(fromByteOffset: at, as: UInt64.self),
                toByteOffset: at,
                as: UInt64.self
            )
            at &+= 8
        }
        at = count &- 8
        to.storeBytes(of: from.loadUnaligned(fromByteOffset: at, as: UInt64.self), toByteOffset: at, as: UInt64.self)
    } else if count >= 4 {
        let last = from.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
        to.storeBytes(of: from.loadUnaligned(as: UInt32.self), as: UInt32.self)
        to.storeBytes(of: last, toByteOffset: count &- 4, as: UInt32.self)
    } else {
        var at = 0
        while at < count {
            target[at] = source[at]
            at &+= 1
        }
    }
}

@inline(__always)
func isEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    var index = 0
    while index < a.count {
        if a[index] != b[index] { return false }
        index &+= 1
    }
    return true
}
