import Glibc
import PlacesEngine
import PlacesIndex
import PlacesModel
import Testing

/// A tiny index in a file that goes away with this.
final class TestIndex {
    let path: String
    let index: PlaceIndex
    let provider: EmbeddedProvider

    init(_ places: [PlaceRecord], areas: [AreaRecord] = [], attribution: String = "") throws {
        path = TestIndex.temporaryPath()
        let builder = IndexBuilder()
        for area in areas { try builder.add(area) }
        if !attribution.isEmpty { try builder.attribution(attribution, source: "t") }
        for place in places { try builder.add(place) }
        try builder.write(to: path)
        index = try PlaceIndex.open(path: path)
        provider = EmbeddedProvider([index])
    }

    deinit { unlink(path) }

    static func temporaryPath() -> String {
        "/tmp/places-index-test-\(getpid())-\(UInt64.random(in: 0...UInt64.max)).places"
    }

    func rows(_ query: String, _ change: (inout AutocompleteRequest) throws -> Void = { _ in }) throws -> [TestRow] {
        try places(query, from: provider, change)
    }

    /// The IDs, without the source, best first.
    func ids(_ query: String, _ change: (inout AutocompleteRequest) throws -> Void = { _ in }) throws -> [String] {
        try rows(query, change).map { String($0.id.dropFirst(2)) }
    }

    func place(_ id: String, fields: String = "*") throws -> Place {
        var request = PlaceRequest()
        try request.setPlaceID(id, field: "id")
        request.fields = try FieldMask(fields, field: "fields")
        guard case .place(let place) = try provider.answer(.place(request), context: RequestContext()) else {
            throw PlacesError(.internalError, "not a place")
        }
        return place
    }
}

struct TestRow {
    var id: String
    var full: String
    var primary: String
    var secondary: String
    var types: [String]
    var distance: Int32
    /// What the ranges cover.
    var marked: [String]
    var markedSecondary: [String]
    var markedFull: [String]
    var attribution: String?
}

func request(_ query: String) throws -> AutocompleteRequest {
    var request = AutocompleteRequest()
    try Array(query.utf8).withUnsafeBufferPointer { bytes throws(PlacesError) in
        try request.setQuery(bytes, field: "query")
    }
    return request
}

func places(
    _ query: String,
    from provider: EmbeddedProvider,
    context: RequestContext = RequestContext(),
    _ change: (inout AutocompleteRequest) throws -> Void = { _ in }
) throws -> [TestRow] {
    var work = try request(query)
    try change(&work)
    try provider.check(.suggest(work))
    guard case .suggestions(let list) = try provider.answer(.suggest(work), context: context) else { return [] }
    return (0..<list.count).compactMap { position in
        guard let row = list.row(position) else { return nil }
        func covered(_ text: Slice, _ ranges: Slice) -> [String] {
            let scalars = Array(list.string(text).unicodeScalars)
            return list.ranges(ranges).map { range in
                guard range.start < range.end, Int(range.end) <= scalars.count else { return "OUT OF BOUNDS" }
                var text = ""
                text.unicodeScalars.append(contentsOf: scalars[Int(range.start)..<Int(range.end)])
                return text
            }
        }
        return TestRow(
            id: list.string(row.placeID),
            full: list.string(row.fullText),
            primary: list.string(row.primaryText),
            secondary: list.string(row.secondaryText),
            types: list.types(row.types).map(list.string),
            distance: row.distanceMeters,
            marked: covered(row.primaryText, row.primaryMatches),
            markedSecondary: covered(row.secondaryText, row.secondaryMatches),
            markedFull: covered(row.fullText, row.fullMatches),
            attribution: row.attribution >= 0 ? list.attributions[Int(row.attribution)] : nil
        )
    }
}

/// A place in few words.
func place(
    _ id: String,
    _ name: String,
    _ latitude: Double = 0,
    _ longitude: Double = 0,
    importance: Float = 3,
    type: String = "locality",
    areas: [String] = [],
    country: String = "",
    other: [String] = []
) -> PlaceRecord {
    var names = [RecordName(name, kind: .primary)]
    for text in other { names.append(RecordName(text, kind: .alternate)) }
    var record = PlaceRecord(
        id: "t:" + id,
        names: names,
        location: Coordinate(uncheckedLatitude: latitude, longitude: longitude)
    )
    record.importance = importance
    record.primaryType = type
    record.types = type.isEmpty ? [] : [type]
    record.areas = areas
    record.country = country
    return record
}

func area(_ key: String, _ level: AreaRecord.Level, _ name: String, code: String = "", country: String = "")
    -> AreaRecord
{
    AreaRecord(key: key, level: level, names: [RecordName(name, kind: .primary)], code: code, country: country)
}

func circle(_ latitude: Double, _ longitude: Double, _ radius: Double) throws -> Area {
    .circle(
        try Circle(center: Coordinate(latitude: latitude, longitude: longitude, field: "c"), radius: radius, field: "c")
    )
}

func rectangle(_ south: Double, _ west: Double, _ north: Double, _ east: Double) throws -> Area {
    .rectangle(
        try Viewport(
            low: Coordinate(latitude: south, longitude: west, field: "low"),
            high: Coordinate(latitude: north, longitude: east, field: "high"),
            field: "r"
        )
    )
}
