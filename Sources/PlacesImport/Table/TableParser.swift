internal import PlacesIndex
internal import PlacesModel
internal import PlacesText

/// Makes places of the rows of a table. What most rows are (an ID, one name, numbers, and a kind and areas that other rows
/// have too) is read without a text being made for any of it; whatever else a row has, or lacks, `TableRow` reads.
final class TableParser {
    private let spec: SourceSpec
    private let columns: [TableColumns.Column]
    private let layout: PlainColumns
    private let fields: TableFields
    private let mindsSources: Bool
    private let prefix: [UInt8]
    private var row: TableRow
    /// Kinds and surroundings by hash of the fields that say them, from rows before.
    private var kinds: [UInt64: Known<PlaceBlock.Kind>] = [:]
    private var surroundings: [UInt64: Known<TableChunk.Surroundings>] = [:]
    private var lastKind: (hash: UInt64, number: UInt32)?
    private var lastSurroundings: (hash: UInt64, number: UInt32)?
    private var lastPrefix: [UInt8] = []
    /// Chunks so far.
    private var chunkNumber = 0

    /// So many are remembered: a table may have a new one in each row.
    private static let rememberedItems = 1 << 15

    private final class Known<Value> {
        let value: Value
        /// Its number in the chunk that had it last.
        var number: UInt32 = 0
        var chunk = 0
        init(_ value: Value) { self.value = value }
    }

    /// `mindsSources`: what comes from another source has to be told apart.
    init(_ spec: SourceSpec, _ columns: [TableColumns.Column], separator: UInt8, mindsSources: Bool) {
        self.spec = spec
        self.columns = columns
        self.mindsSources = mindsSources
        layout = PlainColumns(columns)
        fields = TableFields(separator: separator)
        prefix = Array((spec.source + ":").utf8)
        row = TableRow(spec)
    }

    func parse(_ chunk: TableChunk) {
        chunkNumber += 1
        lastKind = nil
        lastSurroundings = nil
        if kinds.count > TableParser.rememberedItems { kinds = [:] }
        if surroundings.count > TableParser.rememberedItems { surroundings = [:] }
        chunk.block.reserve(places: chunk.rows.count, bytes: chunk.bytes.count)
        var fault = 0
        func reportFaults(before number: Int) {
            while fault < chunk.faults.count, chunk.faults[fault].row == number {
                report(chunk.faults[fault].line, chunk.faults[fault].reason, chunk)
                fault += 1
            }
        }
        chunk.bytes.withUnsafeBufferPointer { bytes in
            for (number, row) in chunk.rows.enumerated() {
                reportFaults(before: number)
                let text = RowText.Field(rebasing: bytes[row.start..<row.start + row.size])
                do throws(RowFault) { try add(text, hasQuotes: row.hasQuotes, to: chunk) } catch {
                    report(row.line, error.reason, chunk)
                }
            }
        }
        reportFaults(before: chunk.rows.count)
    }

    private func report(_ line: Int, _ reason: String, _ chunk: TableChunk) {
        chunk.block.append(.badRow(source: spec.path, line: line, reason: reason))
    }

    private func add(_ text: RowText.Field, hasQuotes: Bool, to chunk: TableChunk) throws(RowFault) {
        try fields.cut(text, hasQuotes: hasQuotes)
        let fields = fields.fields
        guard fields.count == columns.count else {
            throw RowFault("has \(fields.count) columns; the header has \(columns.count)")
        }
        if let plain = PlainRow(fields, layout), addPlain(plain, to: chunk) { return }
        row.clear()
        for index in columns.indices where !fields[index].isEmpty { try row.take(columns[index], fields[index]) }
        let place = try row.finish()
        if let plain = PlainRow(fields, layout) { remember(plain, place) }
        chunk.block.append(.place(place, surroundings: number(of: ownSurroundings, chunk)))
    }

    /// False where it takes more than this.
    private func addPlain(_ plain: PlainRow, to chunk: TableChunk) -> Bool {
        guard let hasPrefix = hasPrefix(plain.id), let kind = kind(plain.kindHash, chunk),
            let surroundings = surroundings(plain.surroundingsHash, chunk)
        else { return false }
        let place = PlaceBlock.Place(
            location: Coordinate(uncheckedLatitude: plain.latitude, longitude: plain.longitude),
            importance: plain.importance,
            kind: kind,
            surroundings: surroundings
        )
        prefix.withUnsafeBufferPointer { prefix in
            chunk.block.append(
                place,
                prefix: hasPrefix ? RowText.Field(rebasing: prefix[..<0]) : prefix,
                id: plain.id,
                name: plain.name
            )
        }
        return true
    }

    /// Whether an ID begins with a source's name; nil where that, or the ID, has to be looked at more closely.
    private func hasPrefix(_ id: RowText.Field) -> Bool? {
        guard id.count <= 200 else { return nil }
        var colon: Int?
        for index in 0..<id.count {
            let byte = id[index]
            if byte <= 0x20 || byte == 0x7F { return nil }
            if byte == UInt8(ascii: ":"), colon == nil { colon = index }
        }
        guard let colon, colon > 0 else { return false }
        let name = RowText.Field(rebasing: id[..<colon])
        let isOwn = name.elementsEqual(prefix.dropLast())
        if mindsSources, !isOwn { return nil }
        if isOwn || name.elementsEqual(lastPrefix) { return true }
        guard SourceSpec.isSourceName(name) else { return false }
        lastPrefix = Array(name)
        return true
    }

    // MARK: What rows share

    private var ownSurroundings: TableChunk.Surroundings {
        TableChunk.Surroundings(
            country: row.country,
            region: row.region,
            district: row.district,
            locality: row.locality
        )
    }

    /// A row that was read in full tells what those fields mean.
    private func remember(_ plain: PlainRow, _ place: PlaceRecord) {
        if kinds[plain.kindHash] == nil {
            kinds[plain.kindHash] = Known(PlaceBlock.Kind(primaryType: place.primaryType, types: place.types))
        }
        if surroundings[plain.surroundingsHash] == nil { surroundings[plain.surroundingsHash] = Known(ownSurroundings) }
    }

    private func kind(_ hash: UInt64, _ chunk: TableChunk) -> UInt32? {
        if let lastKind, lastKind.hash == hash { return lastKind.number }
        guard let known = kinds[hash] else { return nil }
        if known.chunk != chunkNumber {
            known.chunk = chunkNumber
            known.number = UInt32(truncatingIfNeeded: chunk.block.kinds.count)
            chunk.block.kinds.append(known.value)
        }
        lastKind = (hash, known.number)
        return known.number
    }

    private func surroundings(_ hash: UInt64, _ chunk: TableChunk) -> UInt32? {
        if let lastSurroundings, lastSurroundings.hash == hash { return lastSurroundings.number }
        guard let known = surroundings[hash] else { return nil }
        if known.chunk != chunkNumber {
            known.chunk = chunkNumber
            known.number = number(of: known.value, chunk)
        }
        lastSurroundings = (hash, known.number)
        return known.number
    }

    private func number(of surroundings: TableChunk.Surroundings, _ chunk: TableChunk) -> UInt32 {
        chunk.surroundings.append(surroundings)
        chunk.block.surroundings.append(PlaceBlock.Surroundings(country: surroundings.country))
        return UInt32(truncatingIfNeeded: chunk.surroundings.count - 1)
    }
}

/// Which columns the fields of a plain row are in; -1 for none.
private struct PlainColumns {
    var id = -1
    var name = -1
    var latitude = -1
    var longitude = -1
    var importance = -1
    var population = -1
    /// Those that make the hashes.
    var kind: [Int] = []
    var surroundings: [Int] = []
    /// In a plain row these are empty.
    var others: [Int] = []

    init(_ columns: [TableColumns.Column]) {
        for (index, column) in columns.enumerated() {
            switch column {
            case .id: id = index
            case .name: name = index
            case .latitude: latitude = index
            case .longitude: longitude = index
            case .importance: importance = index
            case .population: population = index
            case .primaryType, .types: kind.append(index)
            case .country, .region, .district, .locality: surroundings.append(index)
            case .ignored: break
            default: others.append(index)
            }
        }
    }
}

/// A row that is read at a glance.
private struct PlainRow {
    let id: RowText.Field
    let name: RowText.Field
    let latitude: Double
    let longitude: Double
    let importance: Float
    let kindHash: UInt64
    let surroundingsHash: UInt64

    /// nil for a row that is not plain, or at fault.
    @inline(__always)
    init?(_ fields: [RowText.Field], _ columns: PlainColumns) {
        for index in columns.others where !fields[index].isEmpty { return nil }
        id = RowText.trimmed(fields[columns.id])
        name = RowText.trimmed(fields[columns.name])
        guard !id.isEmpty, !name.isEmpty else { return nil }
        for byte in name where byte < 0x20 || byte == 0x7F { return nil }
        guard let latitude = DecimalText.parse(RowText.trimmed(fields[columns.latitude])), abs(latitude) <= 90,
            let longitude = DecimalText.parse(RowText.trimmed(fields[columns.longitude])), abs(longitude) <= 180
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        var importance: Float = 0
        if columns.population >= 0, !fields[columns.population].isEmpty {
            guard let people = DecimalText.parseInteger(RowText.trimmed(fields[columns.population])) else { return nil }
            importance = RowValues.clamped(RowValues.importance(population: people))
        }
        if columns.importance >= 0, !fields[columns.importance].isEmpty {
            guard let value = DecimalText.parse(RowText.trimmed(fields[columns.importance])), value >= 0, value <= 12
            else { return nil }
            importance = Float(value)
        }
        self.importance = importance
        var hash: UInt64 = 0
        for index in columns.kind { hash = TextSet.hash(fields[index], after: hash) }
        kindHash = hash
        hash = 0
        for index in columns.surroundings { hash = TextSet.hash(fields[index], after: hash) }
        surroundingsHash = hash
    }
}
