internal import Glibc
internal import PlacesIndex
internal import PlacesModel
internal import PlacesText

/// OpenStreetMap, as `osmium export -f geojsonseq --add-unique-id=type_id` writes it: a GeoJSON feature a text.
///
/// A feature becomes a place when the table of types has a row for its tags and it has a name, or is an address. Lines of
/// one name are pieces of one street, and are put together when all of them are read.
final class OSMReader {
    /// A country's border may have hundreds of thousands of points.
    private static let maximumFeature = 128 << 20

    private let spec: SourceSpec
    private let context: ImportContext
    private let types = OSMTypes()
    private let streets = OSMStreets()
    /// Ways that were places already: osmium writes some closed ways as a line and as an area.
    private var closedWays: Set<UInt64> = []
    /// Hashes of the addresses that were places already: many buildings share one.
    private var addresses: Set<Int> = []
    private var hasSeenText = false

    init(_ spec: SourceSpec, _ context: ImportContext) {
        self.spec = spec
        self.context = context
    }

    func read() throws(PlacesError) {
        try context.readLines(of: spec, limit: OSMReader.maximumFeature, checksText: false) {
            (line, _) throws(LineFailure) in
            try self.read(line)
        }
        for place in streets.places() { try context.sink.add(place) }
    }

    private func read(_ line: RowText.Field) throws(LineFailure) {
        // RFC 8142 texts may be told from each other by a record separator and a line feed both.
        let text = line.first == 0x1E ? RowText.Field(rebasing: line.dropFirst()) : line
        if !hasSeenText, OSMReader.isCollection(text) {
            throw .run(
                PlacesError(
                    .invalidRequest,
                    "\(spec.path): is one FeatureCollection; a sequence is needed (osmium export -f geojsonseq)",
                    field: "source"
                )
            )
        }
        hasSeenText = true
        if OSMReader.isNameless(text) { return }
        let feature: OSMFeature?
        do throws(RowFault) { feature = try OSMFeature.parse(text) } catch { throw .row(error) }
        guard let feature else { return }
        do throws(PlacesError) { try take(feature) } catch { throw .run(error) }
    }

    /// Most features have neither a name nor an address, and need no reading. What does not look whole is read, so that its
    /// fault is reported.
    private static func isNameless(_ text: RowText.Field) -> Bool {
        let bytes = RowText.trimmed(text)
        guard bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") else { return false }
        var from = 0
        while let quote = position(of: UInt8(ascii: "\""), in: bytes, from: from) {
            from = quote + 1
            if OSMReader.stands("name\"", at: from, bytes) || OSMReader.stands("addr:house", at: from, bytes)
                || OSMReader.stands("brand\"", at: from, bytes)
            {
                return false
            }
        }
        return true
    }

    private static func stands(_ word: StaticString, at start: Int, _ bytes: RowText.Field) -> Bool {
        guard word.utf8CodeUnitCount <= bytes.count - start, let base = bytes.baseAddress else { return false }
        return memcmp(base + start, word.utf8Start, word.utf8CodeUnitCount) == 0
    }

    private static func isCollection(_ text: RowText.Field) -> Bool {
        holds(String(decoding: text.prefix(4096), as: UTF8.self), "\"FeatureCollection\"")
    }

    private func take(_ feature: OSMFeature) throws(PlacesError) {
        guard let row = types.row(for: feature) else { return }
        let names = OSMNames.names(of: feature)
        let address = OSMAddress(feature, spec)
        if row.primaryType == "route" {
            if !names.isEmpty { try takeStreet(feature, row, names, address) }
            return
        }
        var feature = feature
        feature.geometry = feature.geometry.closed
        if feature.kind == .way, case .polygons = feature.geometry {
            guard closedWays.insert(feature.number).inserted else { return }
        }
        // Without a name of its own a thing is known by its address, whatever it is.
        if names.isEmpty || row.primaryType == "street_address" {
            try takeAddress(feature, address, names)
        } else {
            try takePlace(feature, row, names, address)
        }
    }

    // MARK: - Kinds of places

    private func takePlace(
        _ feature: OSMFeature,
        _ row: OSMTypes.Row,
        _ names: [RecordName],
        _ address: OSMAddress
    ) throws(PlacesError) {
        var place = record(feature, names)
        place.primaryType = row.primaryType
        place.types = row.types
        place.importance = row.importance
        if row.types.contains("political"), let population = feature["population"].flatMap({ Int64($0) }),
            population > 0
        {
            // As for GeoNames: a region stands below the city of its name.
            let offset: Float =
                switch row.primaryType {
                case "administrative_area_level_1": -1.2
                case "administrative_area_level_2": -1.4
                case "administrative_area_level_3": -1.5
                case "locality", "country": 0
                default: -0.3
                }
            place.importance = RowValues.importance(population: population) + offset
        }
        place.importance = RowValues.clamped(place.importance)
        place.viewport = feature.geometry.viewport
        place.houseNumber = address.numbers.first ?? ""
        place.street = address.street
        place.postcode = address.postcode
        place.details = OSMDetails.members(of: feature)
        try setAreas(&place, address, own: OSMAddress.rank(ofType: row.primaryType))
        try context.sink.add(place)
    }

    private func takeAddress(
        _ feature: OSMFeature,
        _ address: OSMAddress,
        _ names: [RecordName]
    ) throws(PlacesError) {
        guard let number = address.numbers.first, !address.street.isEmpty else { return }
        var hasher = Hasher()
        for part in [address.country, address.region, address.locality, address.postcode, address.street] {
            hasher.combine(part)
        }
        hasher.combine(address.numbers)
        guard addresses.insert(hasher.finalize()).inserted else { return }

        func line(_ number: String, _ street: String) -> String {
            AddressText.streetLine(number: number, street: street, country: address.country)
        }
        var shown = [RecordName(line(number, address.street), kind: .primary)]
        for (language, street) in address.streetTranslations {
            OSMNames.add(&shown, RecordName(line(number, street), language: language, kind: .translated))
        }
        for other in address.numbers.dropFirst() {
            OSMNames.add(&shown, RecordName(line(other, address.street), kind: .alternate))
        }
        for name in names { OSMNames.add(&shown, RecordName(name.text, language: name.language, kind: .alternate)) }
        var place = record(feature, shown)
        place.primaryType = "street_address"
        place.types = ["street_address"]
        place.importance = 0.5
        place.houseNumber = number
        place.street = address.street
        place.postcode = address.postcode
        try setAreas(&place, address, own: -1)
        try context.sink.add(place)
    }

    private func takeStreet(
        _ feature: OSMFeature,
        _ row: OSMTypes.Row,
        _ names: [RecordName],
        _ address: OSMAddress
    ) throws(PlacesError) {
        let lines: [[Coordinate]] =
            switch feature.geometry {
            case .point(let point): [[point]]
            case .lines(let lines): lines
            case .polygons(let polygons): polygons.compactMap(\.first)
            }
        var place = record(feature, names)
        place.primaryType = row.primaryType
        place.types = row.types
        place.importance = RowValues.clamped(row.importance)
        try setAreas(&place, address, own: -1)
        streets.add(place, number: feature.number, lines: lines)
    }

    private func record(_ feature: OSMFeature, _ names: [RecordName]) -> PlaceRecord {
        PlaceRecord(id: "osm:" + feature.identifier, names: names, location: feature.geometry.representative)
    }

    /// `own` is the rank of what the place itself is: it is not held by areas of that rank and below.
    private func setAreas(_ place: inout PlaceRecord, _ address: OSMAddress, own: Int) throws(PlacesError) {
        place.country = own < Int(AreaRecord.Level.country.rawValue) ? address.country : ""
        place.areas = try context.areaKeys(
            country: place.country,
            region: own < Int(AreaRecord.Level.region.rawValue) ? address.region : "",
            district: "",
            locality: own < Int(AreaRecord.Level.locality.rawValue) ? address.locality : ""
        )
    }
}
