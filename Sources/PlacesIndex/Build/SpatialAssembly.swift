/// Lays the phrases of the places out along a curve over the globe, and makes boxes around neighbours.
struct SpatialAssembly {
    private var forward: [UInt32] = []
    private var spatialEntries: [UInt32] = []
    private var boxes: [Box] = []
    /// The area sets of the places, leaf by leaf, and where each leaf's begin.
    private(set) var leafSets: [UInt32] = []
    private(set) var leafStarts: [UInt32] = []
    /// Where the phrases of each place begin; 0 for those that are hidden.
    private(set) var placeStarts: [UInt32]
    /// Of no use, but that the reading ahead is not left out.
    private var fetched: UInt32 = 0

    var sections: [SectionBytes] {
        [
            SectionBytes(.forward, forward), SectionBytes(.spatialEntries, spatialEntries),
            SectionBytes(.boxes, boxes),
        ]
    }

    init(
        _ collected: CollectedRecords,
        _ rows: [PlaceRow],
        _ entries: EntryAssembly,
        _ table: NameTable,
        _ phrases: PhraseAssembly
    ) {
        leafStarts.append(0)
        placeStarts = [UInt32].large(repeating: 0, count: rows.count)
        var keys = [UInt64].large(rows.count) { target in
            for (number, row) in rows.enumerated() {
                let code = SpatialAssembly.curve(row.latitude, row.longitude)
                target.initializeElement(at: number, to: UInt64(code) << 32 | UInt64(number))
            }
        }
        RadixSort.sort(&keys, from: 32)
        forward.reserveLarge(entries.places.count * 3)
        spatialEntries.reserveLarge(entries.places.count)
        var leaf = Box()
        var filled = 0
        func close() {
            guard filled > 0 else { return }
            leaf.end = UInt32(forward.count)
            boxes.append(leaf)
            leafStarts.append(UInt32(leafSets.count))
            filled = 0
        }
        var fetch = PlaceFetch(rows, entries, table, phrases)
        for (position, key) in keys.enumerated() {
            if position % PlaceFetch.atOnce == 0 { fetch.fetch(keys[position...].prefix(PlaceFetch.atOnce)) }
            let place = Int(key & 0xFFFF_FFFF)
            let row = rows[place]
            guard row.flags & PlaceRow.isDuplicate == 0 else { continue }
            if filled == 0 {
                leaf = Box()
                leaf.south = .max
                leaf.west = .max
                leaf.north = .min
                leaf.east = .min
                leaf.first = UInt32(forward.count)
                leaf.entry = UInt32(spatialEntries.count)
            }
            leaf.take(row.latitude, row.longitude)
            if row.flags & PlaceRow.hasShape != 0 {
                collected.extras.bytes.withUnsafeBytes { bytes in
                    let extras = Extras(Column<UInt8>(bytes), at: row.extras)
                    for index in 0..<extras.shapeCount {
                        let point = extras.shapePoint(index)
                        leaf.take(point.latitude, point.longitude)
                    }
                }
            }
            leaf.score = max(leaf.score, row.score)
            if leafSets.last != row.areaSet || filled == 0 { leafSets.append(row.areaSet) }
            placeStarts[place] = UInt32(forward.count)
            var isFirstOfPlace = true
            for index in Int(entries.starts[place])..<Int(entries.starts[place + 1]) {
                let entry = entries.ofPlaces[index]
                spatialEntries.growLarge()
                spatialEntries.append(entry)
                var isFirstOfEntry = true
                for word in table.words(of: Int(entries.names[Int(entry)])) {
                    var item = phrases.numbers[word]
                    if isFirstOfEntry { item |= Layout.entryFlag }
                    if isFirstOfPlace { item |= Layout.placeFlag }
                    forward.growLarge()
                    forward.append(item)
                    isFirstOfEntry = false
                    isFirstOfPlace = false
                }
            }
            filled += 1
            if filled == Layout.leafPlaces { close() }
        }
        close()
        fetched = fetch.sum
        // The end of the last place.
        forward.append(Layout.placeFlag | Layout.entryFlag | Layout.phraseMask)
        addLevels()
    }

    private mutating func addLevels() {
        var level = 0..<boxes.count
        var number: UInt16 = 1
        while level.count > 1 {
            let start = boxes.count
            for first in stride(from: level.lowerBound, to: level.upperBound, by: Layout.boxFanout) {
                var box = boxes[first]
                box.entry = 0
                box.first = UInt32(first)
                box.level = number
                let end = min(first + Layout.boxFanout, level.upperBound)
                box.end = UInt32(end)
                for index in first..<end {
                    box.take(boxes[index].south, boxes[index].west)
                    box.take(boxes[index].north, boxes[index].east)
                    box.score = max(box.score, boxes[index].score)
                }
                boxes.append(box)
            }
            level = start..<boxes.count
            number += 1
        }
    }

    /// Bits of latitude and longitude in turns, sixteen of each.
    static func curve(_ latitude: Int32, _ longitude: Int32) -> UInt32 {
        let y = UInt32((Int64(latitude) + 900_000_000) * 65535 / 1_800_000_000)
        let x = UInt32((Int64(longitude) + 1_800_000_000) * 65535 / 3_600_000_000)
        return hilbert(x, y)
    }

    /// The place of a point on the Hilbert curve: neighbours on it are neighbours on the globe.
    private static func hilbert(_ x: UInt32, _ y: UInt32) -> UInt32 {
        var x = x
        var y = y
        var result: UInt32 = 0
        var size: UInt32 = 1 << 15
        while size > 0 {
            let right: UInt32 = x & size > 0 ? 1 : 0
            let upper: UInt32 = y & size > 0 ? 1 : 0
            result = result &+ size &* size &* ((3 &* right) ^ upper)
            if upper == 0 {
                if right == 1 {
                    x = 65535 &- x
                    y = 65535 &- y
                }
                swap(&x, &y)
            }
            size >>= 1
        }
        return result
    }
}

/// Reads what the next places need, before they are looked at one by one: where each thing is stands in the one before,
/// and all are anywhere in memory. So the waiting for many overlaps.
private struct PlaceFetch {
    static let atOnce = 64

    private let rows: [PlaceRow]
    private let entries: EntryAssembly
    private let table: NameTable
    private let phrases: PhraseAssembly
    private var items = [UInt32](repeating: 0, count: atOnce)
    /// It only keeps the reading from being left out.
    private(set) var sum: UInt32 = 0

    init(_ rows: [PlaceRow], _ entries: EntryAssembly, _ table: NameTable, _ phrases: PhraseAssembly) {
        (self.rows, self.entries, self.table, self.phrases) = (rows, entries, table, phrases)
    }

    @inline(never)
    mutating func fetch(_ keys: ArraySlice<UInt64>) {
        var count = 0
        for key in keys {
            let place = Int(key & 0xFFFF_FFFF)
            sum &+= rows[place].areaSet
            let first = entries.starts[place]
            items[count] = first
            // A hidden one has none.
            count += first < entries.starts[place + 1] ? 1 : 0
        }
        for index in 0..<count { items[index] = entries.ofPlaces[Int(items[index])] }
        for index in 0..<count { items[index] = entries.names[Int(items[index])] }
        for index in 0..<count { items[index] = table.firstWord[Int(items[index])] }
        for index in 0..<count { sum &+= phrases.numbers[Int(items[index])] }
    }
}

extension Box {
    mutating func take(_ latitude: Int32, _ longitude: Int32) {
        south = min(south, latitude)
        north = max(north, latitude)
        west = min(west, longitude)
        east = max(east, longitude)
    }
}
