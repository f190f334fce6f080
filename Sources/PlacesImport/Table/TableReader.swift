internal import PlacesIndex
internal import PlacesModel
internal import PlacesText

/// Tables with named columns, as docs/sources.md describes them.
final class TableReader {
    /// Lists of types by hash of their texts: there are few, and they stand in every row.
    final class TypeLists {
        var lists: [UInt64: [String]] = [:]
    }

    private let typeLists = TypeLists()
    private let spec: SourceSpec
    private let context: ImportContext
    private var lastAreas: (country: String, region: String, district: String, locality: String, keys: [String]) =
        ("", "", "", "", [])

    init(_ spec: SourceSpec, _ context: ImportContext) {
        self.spec = spec
        self.context = context
    }

    func read() throws(PlacesError) {
        let file = try InputFile(path: spec.path, limit: 1 << 20)
        let rows = TableRows(file, isCSV: spec.kind == .csv) { () throws(PlacesError) in
            try self.context.report(self.spec, file)
        }
        guard let header = try rows.next() else {
            throw PlacesError(
                .invalidRequest,
                "\(spec.path): is empty; its first line must name the columns",
                field: "source"
            )
        }
        if case .fault(_, let reason) = header {
            throw PlacesError(.invalidRequest, "\(spec.path): its first line \(reason)", field: "source")
        }
        let columns = try TableColumns(rows.fields, path: spec.path).columns
        while let row = try rows.next() {
            switch row {
            case .fault(let line, let reason): context.badRow(spec, line: line, reason)
            case .fields(let line):
                do throws(LineFailure) {
                    try add(rows.fields, columns)
                } catch {
                    switch error {
                    case .row(let fault): context.badRow(spec, line: line, fault.reason)
                    case .run(let error): throw error
                    }
                }
            }
        }
        try context.report(spec, fraction: 1)
    }

    private func add(_ fields: [RowText.Field], _ columns: [TableColumns.Column]) throws(LineFailure) {
        var row = TableRow(spec, typeLists)
        var place: PlaceRecord
        do throws(RowFault) {
            guard fields.count == columns.count else {
                throw RowFault("has \(fields.count) columns; the header has \(columns.count)")
            }
            for (column, field) in zip(columns, fields) where !field.isEmpty { try row.take(column, field) }
            place = try row.finish()
        } catch {
            throw .row(error)
        }
        do throws(PlacesError) {
            place.areas = try areaKeys(row)
            try context.attribute(spec, id: place.id)
            try context.sink.add(place)
        } catch {
            throw .run(error)
        }
    }

    private func areaKeys(_ row: TableRow) throws(PlacesError) -> [String] {
        let (country, region, district, locality) = (row.country, row.region, row.district, row.locality)
        let isLast =
            lastAreas.country == country && lastAreas.region == region && lastAreas.district == district
            && lastAreas.locality == locality
        if !isLast {
            let keys = try context.areaKeys(country: country, region: region, district: district, locality: locality)
            lastAreas = (country, region, district, locality, keys)
        }
        return lastAreas.keys
    }
}

/// One row on its way to a record.
struct TableRow {
    private let spec: SourceSpec
    private let typeLists: TableReader.TypeLists
    private var id = ""
    private var name = ""
    private var names: [RecordName] = []
    private var latitude = Double.nan
    private var longitude = Double.nan
    private var population: Int64 = 0
    private var importance: Float?
    private var place = PlaceRecord(
        id: "",
        names: [],
        location: Coordinate(uncheckedLatitude: 0, longitude: 0)
    )
    private(set) var country = ""
    private(set) var region = ""
    private(set) var district = ""
    private(set) var locality = ""

    init(_ spec: SourceSpec, _ typeLists: TableReader.TypeLists) {
        self.spec = spec
        self.typeLists = typeLists
        country = spec.country
        region = spec.region
        locality = spec.locality
    }

    mutating func take(_ column: TableColumns.Column, _ field: RowText.Field) throws(RowFault) {
        switch column {
        case .id: id = RowText.string(RowText.trimmed(field))
        case .name: name = RowText.name(field) ?? ""
        case .names(let language):
            if let text = RowText.name(field) { names.append(RecordName(text, language: language, kind: .translated)) }
        case .alternateNames(let language): addAlternates(field, language)
        case .code: addAlternates(field, "")
        case .latitude: latitude = try RowValues.number(field, "latitude")
        case .longitude: longitude = try RowValues.number(field, "longitude")
        case .primaryType: place.primaryType = try types(field).first ?? ""
        case .types: place.types = try types(field)
        case .importance:
            let value = try RowValues.number(field, "importance")
            guard (0...12).contains(value) else { throw RowFault("importance \(value) is outside 0 to 12") }
            importance = Float(value)
        case .population: population = try RowValues.population(field)
        case .country: country = try RowValues.country(field)
        case .region: region = RowText.name(field) ?? region
        case .district: district = RowText.name(field) ?? district
        case .locality: locality = RowText.name(field) ?? locality
        case .street: place.street = RowText.name(field) ?? ""
        case .houseNumber: place.houseNumber = RowText.name(field) ?? ""
        case .postcode: place.postcode = RowText.name(field) ?? ""
        case .timeZone: place.timeZone = RowValues.timeZone(field)
        case .phone: place.details.append(PlaceDetails.phone(RowText.string(RowText.trimmed(field))))
        case .website:
            place.details.append(JSONValue.Member("websiteUri", .string(RowText.string(RowText.trimmed(field)))))
        case .viewport: place.viewport = try viewport(field)
        case .isPureServiceArea: place.isPureServiceArea = try flag(field, "pure_service_area")
        case .isFutureOpening: place.isFutureOpening = try flag(field, "future_opening")
        case .attribution:
            place.details.append(PlaceDetails.attribution(RowText.string(RowText.trimmed(field))))
        case .ignored: break
        }
    }

    func finish() throws(RowFault) -> PlaceRecord {
        var place = place
        guard !name.isEmpty else { throw RowFault("has no name") }
        place.id = try PlaceDetails.identifier(id, source: spec.source)
        guard !latitude.isNaN else { throw RowFault("has no latitude") }
        guard !longitude.isNaN else { throw RowFault("has no longitude") }
        place.location = try RowValues.coordinate(latitude: latitude, longitude: longitude)
        place.names = [RecordName(name, kind: .primary)]
        for other in names {
            let isThere = place.names.contains {
                $0.text == other.text && ($0.language == other.language || other.kind == .alternate)
            }
            if !isThere { place.names.append(other) }
        }
        if !place.primaryType.isEmpty, !place.types.contains(place.primaryType) {
            place.types.insert(place.primaryType, at: 0)
        }
        place.importance = importance ?? RowValues.clamped(RowValues.importance(population: population))
        place.country = country
        return place
    }

    private mutating func addAlternates(_ field: RowText.Field, _ language: String) {
        forEachPart(field) { part in
            if let text = RowText.name(part) { names.append(RecordName(text, language: language, kind: .alternate)) }
        }
    }

    private func forEachPart(_ field: RowText.Field, _ body: (RowText.Field) -> Void) {
        var lower = 0
        while lower < field.count {
            let upper = position(of: UInt8(ascii: "|"), in: field, from: lower) ?? field.count
            body(RowText.Field(rebasing: field[lower..<upper]))
            lower = upper + 1
        }
    }

    private func types(_ field: RowText.Field) throws(RowFault) -> [String] {
        let hash = TextSet.hash(field)
        if let known = typeLists.lists[hash] { return known }
        var result: [String] = []
        forEachPart(field) { part in
            let type = RowText.string(RowText.trimmed(part))
            if !type.isEmpty, !result.contains(type) { result.append(type) }
        }
        for type in result where !PlaceDetails.isTypeName(type) {
            throw RowFault("type \(quoted(type)) is no type name (lower-case letters, digits and _)")
        }
        typeLists.lists[hash] = result
        return result
    }

    private func flag(_ field: RowText.Field, _ name: String) throws(RowFault) -> Bool {
        switch RowText.string(RowText.trimmed(field)).lowercased() {
        case "true", "yes", "1": return true
        case "false", "no", "0", "": return false
        case let other: throw RowFault("\(name) \(quoted(other)) is neither true nor false")
        }
    }

    /// South, west, north, east.
    private func viewport(_ field: RowText.Field) throws(RowFault) -> Viewport {
        let parts = field.split(separator: UInt8(ascii: ","))
        guard parts.count == 4 else { throw RowFault("viewport is not SOUTH,WEST,NORTH,EAST") }
        var numbers: [Double] = []
        for part in parts { numbers.append(try RowValues.number(RowText.Field(rebasing: part), "viewport")) }
        let low = try RowValues.coordinate(latitude: numbers[0], longitude: numbers[1])
        let high = try RowValues.coordinate(latitude: numbers[2], longitude: numbers[3])
        do throws(PlacesError) {
            return try Viewport(low: low, high: high, field: "viewport")
        } catch {
            throw RowFault(error.message)
        }
    }
}
