internal import PlacesIndex
internal import PlacesModel
internal import PlacesText

/// One row on its way to a record.
struct TableRow {
    private let spec: SourceSpec
    /// Fields of the row itself: they are there until `finish`.
    private var id = RowText.Field(start: nil, count: 0)
    private var name = RowText.Field(start: nil, count: 0)
    private var names: [RecordName] = []
    private var latitude = Double.nan
    private var longitude = Double.nan
    private var population: Int64 = 0
    private var importance: Float?
    private var place = TableRow.emptyPlace
    private var isPlaceFresh = true
    private(set) var country = ""
    private(set) var region = ""
    private(set) var district = ""
    private(set) var locality = ""
    // What many rows in a row share is made once.
    private var lastCountry: (high: UInt8, low: UInt8, code: String) = (0, 0, "")
    private var lastLocality = LastText()
    private var lastRegion = LastText()
    /// Lists of types by hash of their texts: there are few, and they stand in every row.
    private var typeLists: [UInt64: [String]] = [:]
    private var lastTypes: (hash: UInt64, list: [String])?

    init(_ spec: SourceSpec) {
        self.spec = spec
        clear()
    }

    private static var emptyPlace: PlaceRecord {
        PlaceRecord(id: "", names: [], location: Coordinate(uncheckedLatitude: 0, longitude: 0))
    }

    /// Makes ready for the next row.
    mutating func clear() {
        id = RowText.Field(start: nil, count: 0)
        name = id
        if !names.isEmpty { names.removeAll(keepingCapacity: true) }
        latitude = .nan
        longitude = .nan
        population = 0
        importance = nil
        if !isPlaceFresh { place = TableRow.emptyPlace }
        isPlaceFresh = false
        country = spec.country
        region = spec.region
        district = ""
        locality = spec.locality
    }

    mutating func take(_ column: TableColumns.Column, _ field: RowText.Field) throws(RowFault) {
        switch column {
        case .id: id = RowText.trimmed(field)
        case .name: name = RowText.trimmed(field)
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
        case .country: try takeCountry(field)
        case .region: region = lastRegion.name(field) ?? region
        case .district: district = RowText.name(field) ?? district
        case .locality: locality = lastLocality.name(field) ?? locality
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

    /// The record; the row has nothing of it any more.
    mutating func finish() throws(RowFault) -> PlaceRecord {
        guard let name = RowText.name(name) else { throw RowFault("has no name") }
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
        var result = TableRow.emptyPlace
        swap(&result, &place)
        isPlaceFresh = true
        return result
    }

    private mutating func takeCountry(_ field: RowText.Field) throws(RowFault) {
        if field.count == 2, field[0] == lastCountry.high, field[1] == lastCountry.low {
            country = lastCountry.code
            return
        }
        country = try RowValues.country(field)
        if field.count == 2 { lastCountry = (field[0], field[1], country) }
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

    private mutating func types(_ field: RowText.Field) throws(RowFault) -> [String] {
        let hash = TextSet.hash(field)
        if let lastTypes, lastTypes.hash == hash { return lastTypes.list }
        let list: [String]
        if let known = typeLists[hash] {
            list = known
        } else {
            list = try newTypes(field)
            typeLists[hash] = list
        }
        lastTypes = (hash, list)
        return list
    }

    private func newTypes(_ field: RowText.Field) throws(RowFault) -> [String] {
        var result: [String] = []
        forEachPart(field) { part in
            let type = RowText.string(RowText.trimmed(part))
            if !type.isEmpty, !result.contains(type) { result.append(type) }
        }
        for type in result where !PlaceDetails.isTypeName(type) {
            throw RowFault("type \(quoted(type)) is no type name (lower-case letters, digits and _)")
        }
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

/// A text that stands in many rows in a row, made once.
private struct LastText {
    private var bytes: [UInt8] = []
    private var text: String?

    /// The name that a field holds, as `RowText.name` reads it.
    mutating func name(_ field: RowText.Field) -> String? {
        if let text, field.count == bytes.count, field.elementsEqual(bytes) { return text }
        text = RowText.name(field)
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: field)
        return text
    }
}
