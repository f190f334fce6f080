internal import PlacesModel

/// What the columns of a table are, from its header.
struct TableColumns {
    enum Column: Hashable {
        case id
        case name
        /// Names in one language.
        case names(String)
        /// More names, `|` between; the language may be empty.
        case alternateNames(String)
        case latitude
        case longitude
        case primaryType
        case types
        case importance
        case population
        case country
        case region
        case district
        case locality
        case street
        case houseNumber
        case postcode
        case timeZone
        case phone
        case website
        case viewport
        case isPureServiceArea
        case isFutureOpening
        case attribution
        /// Codes: further names.
        case code(String)
        case ignored
    }

    /// Left to right, as in the file.
    let columns: [Column]

    private static let names: [String: Column] = [
        "id": .id, "name": .name, "alt_names": .alternateNames(""), "lat": .latitude, "latitude": .latitude,
        "lon": .longitude, "lng": .longitude, "longitude": .longitude, "primary_type": .primaryType, "types": .types,
        "importance": .importance, "population": .population, "country": .country, "region": .region,
        "admin1": .region, "district": .district, "admin2": .district, "locality": .locality, "city": .locality,
        "street": .street, "housenumber": .houseNumber, "house_number": .houseNumber, "postcode": .postcode,
        "time_zone": .timeZone, "phone": .phone, "website": .website, "viewport": .viewport,
        "pure_service_area": .isPureServiceArea, "future_opening": .isFutureOpening, "attribution": .attribution,
        "iata": .code("iata"), "icao": .code("icao"),
    ]

    init(_ header: [RowText.Field], path: String) throws(PlacesError) {
        func fault(_ reason: String) -> PlacesError {
            PlacesError(.invalidRequest, "\(path): \(reason)", field: "source")
        }
        var columns: [Column] = []
        var unknown: [String] = []
        for field in header {
            let text = RowText.string(RowText.trimmed(field))
            guard let column = TableColumns.column(text) else {
                unknown.append(quoted(text))
                continue
            }
            guard column == .ignored || !columns.contains(column) else {
                throw fault("two columns are \(quoted(text)) or mean the same")
            }
            columns.append(column)
        }
        guard unknown.isEmpty else {
            let known = TableColumns.names.keys.sorted().joined(separator: ", ")
            throw fault(
                "\(unknown.count == 1 ? "unknown column" : "unknown columns") \(unknown.joined(separator: ", "))"
                    + " in the header; known are \(known), names:LANGUAGE, alt_names:LANGUAGE; x_... is ignored"
            )
        }
        for (column, name) in [(Column.id, "id"), (.name, "name"), (.latitude, "lat"), (.longitude, "lon")]
        where !columns.contains(column) {
            throw fault("the header has no column \(quoted(name))")
        }
        self.columns = columns
    }

    private static func column(_ text: String) -> Column? {
        if let column = names[text] { return column }
        if text.hasPrefix("x_") { return .ignored }
        if text.hasPrefix("names:") { return LanguageCode.normalised(String(text.dropFirst(6))).map { .names($0) } }
        if text.hasPrefix("alt_names:") {
            return LanguageCode.normalised(String(text.dropFirst(10))).map { .alternateNames($0) }
        }
        return nil
    }
}
