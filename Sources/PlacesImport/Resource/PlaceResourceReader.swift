internal import PlacesIndex
internal import PlacesJSON
internal import PlacesModel
internal import PlacesText

/// Google `Place` resources, one a line, in proto3 JSON: lowerCamelCase or snake_case names, numbers or numbers as
/// strings, `null` for absent.
final class PlaceResourceReader {
    private static let options = JSONOptions(
        maximumBytes: 8 << 20,
        maximumDepth: 64,
        rejectsDuplicates: true,
        failure: .invalidRequest,
        subject: "place"
    )

    /// Members that the record itself holds; an answer has them from there.
    private static let heldMembers: Set<String> = [
        "name", "id", "displayName", "types", "primaryType", "location", "viewport", "pureServiceAreaBusiness",
        "timeZone",
    ]

    private let spec: SourceSpec
    private let context: ImportContext

    init(_ spec: SourceSpec, _ context: ImportContext) {
        self.spec = spec
        self.context = context
    }

    func read() throws(PlacesError) {
        try context.readLines(of: spec, limit: 8 << 20, checksText: false) { (line, _) throws(LineFailure) in
            var place: PlaceRecord
            let address: ResourceAddress
            do throws(RowFault) {
                let root = try PlaceResourceReader.parse(line)
                address = ResourceAddress(root["addressComponents"])
                place = try self.place(root, address)
            } catch {
                throw .row(error)
            }
            do throws(PlacesError) {
                place.areas = try self.context.areaKeys(
                    country: address.country,
                    region: address.region,
                    district: address.district,
                    locality: address.locality
                )
                try self.context.attribute(self.spec, id: place.id)
                try self.context.sink.add(place)
            } catch {
                throw .run(error)
            }
        }
    }

    private static func parse(_ line: RowText.Field) throws(RowFault) -> ProtoObject {
        do throws(PlacesError) {
            let value = try JSON.parse(line, options)
            guard let object = ProtoObject(value) else { throw PlacesError(.invalidRequest, "is no JSON object") }
            return object
        } catch {
            throw RowFault(error.message)
        }
    }

    private func place(_ root: ProtoObject, _ address: ResourceAddress) throws(RowFault) -> PlaceRecord {
        var id = root.string("id") ?? ""
        // The resource's name is places/ID.
        if id.isEmpty, let name = root.string("name"), name.hasPrefix("places/") { id = String(name.dropFirst(7)) }
        let identifier = try PlaceDetails.identifier(id, source: spec.source)
        guard let displayName = root.object("displayName"), let text = RowText.name(displayName.string("text")) else {
            throw RowFault("has no displayName.text")
        }
        guard let location = root.object("location") else { throw RowFault("has no location") }
        let language = displayName.string("languageCode").flatMap { LanguageCode.normalised($0) } ?? ""
        var place = PlaceRecord(
            id: identifier,
            names: [RecordName(text, language: language, kind: .primary)],
            location: try point(location)
        )
        place.primaryType = root.string("primaryType") ?? ""
        place.types = root.strings("types")
        if !place.primaryType.isEmpty, !place.types.contains(place.primaryType) {
            place.types.insert(place.primaryType, at: 0)
        }
        for type in place.types where !PlaceDetails.isTypeName(type) {
            throw RowFault("type \(quoted(type)) is no type name (lower-case letters, digits and _)")
        }
        if let viewport = root.object("viewport"), let low = viewport.object("low"), let high = viewport.object("high")
        {
            let (south, north) = (try point(low), try point(high))
            do throws(PlacesError) {
                place.viewport = try Viewport(low: south, high: north, field: "viewport")
            } catch {
                throw RowFault(error.message)
            }
        }
        place.isPureServiceArea = root.bool("pureServiceAreaBusiness") ?? false
        place.isFutureOpening = root.string("businessStatus") == "FUTURE_OPENING"
        place.timeZone = root.object("timeZone")?.string("id") ?? ""
        place.importance = importance(root)
        place.country = address.country
        place.houseNumber = address.houseNumber
        place.street = address.street
        place.postcode = address.postcode
        place.details = root.members.filter { member in
            !PlaceResourceReader.heldMembers.contains(member.name) && member.value != .null
        }
        return place
    }

    /// proto3 leaves out zeros.
    private func point(_ object: ProtoObject) throws(RowFault) -> Coordinate {
        try RowValues.coordinate(
            latitude: try object.number("latitude") ?? 0,
            longitude: try object.number("longitude") ?? 0
        )
    }

    /// How often a place was rated is all that a resource says about how well it is known.
    private func importance(_ root: ProtoObject) -> Float {
        guard let count = try? root.number("userRatingCount"), count > 0, count < 1e12 else { return 0 }
        return RowValues.clamped(RowValues.importance(population: Int64(count)))
    }
}

/// A JSON object under proto3's rules of reading.
struct ProtoObject {
    /// In lowerCamelCase.
    let members: [JSONValue.Member]

    init?(_ value: JSONValue) {
        guard case .object(let members) = value else { return nil }
        self.members = members.map { JSONValue.Member(ProtoObject.camelCase($0.name), $0.value) }
    }

    subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    func object(_ name: String) -> ProtoObject? { self[name].flatMap { ProtoObject($0) } }

    func string(_ name: String) -> String? {
        guard let text = self[name]?.stringValue, !text.utf8.contains(0) else { return nil }
        return text
    }

    func strings(_ name: String) -> [String] { self[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }

    func bool(_ name: String) -> Bool? { self[name]?.boolValue }

    func number(_ name: String) throws(RowFault) -> Double? {
        guard let value = self[name], value != .null else { return nil }
        if let number = value.doubleValue { return number }
        guard let text = value.stringValue, let number = DecimalText.parse(text) else {
            throw RowFault("\(name) is no number")
        }
        return number
    }

    private static func camelCase(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "_")) else { return name }
        var result = ""
        var raisesNext = false
        for character in name {
            if character == "_" {
                raisesNext = true
            } else {
                result += raisesNext ? character.uppercased() : String(character)
                raisesNext = false
            }
        }
        return result
    }
}
