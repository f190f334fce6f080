internal import PlacesJSON
internal import PlacesModel

/// One feature of a GeoJSON sequence made from OpenStreetMap: its tags, its identity and its geometry.
struct OSMFeature {
    struct Tag {
        var key: String
        var value: String
    }

    enum Kind: UInt8 {
        case node = 0x6E  // n
        case way = 0x77  // w
        case relation = 0x72  // r
    }

    var kind: Kind
    var number: UInt64
    var tags: [Tag]
    var geometry: OSMGeometry

    var isRelation: Bool { kind == .relation }
    /// `n240109189`, `w...`, `r...`.
    var identifier: String { String(UnicodeScalar(kind.rawValue)) + String(number) }

    subscript(key: String) -> String? {
        for tag in tags where tag.key == key { return tag.value }
        return nil
    }

    /// Whether a tag has a value, alone or in a list; `*` is any value.
    func has(_ key: String, _ value: String) -> Bool {
        guard let own = self[key] else { return false }
        if value == "*" || own == value { return true }
        return own.utf8.contains(UInt8(ascii: ";")) && OSMFeature.list(own).contains(value)
    }

    /// The values of a list (`a;b`), trimmed.
    static func list(_ value: String) -> [String] {
        value.split(separator: ";").compactMap { RowText.name(String($0)) }
    }
}

extension OSMFeature {
    private static let options = JSONOptions(
        maximumBytes: 256 << 20,
        maximumDepth: 16,
        rejectsDuplicates: false,
        failure: .invalidRequest,
        subject: "feature"
    )

    /// Reads a text. Nil for a feature without a geometry that could be placed or without tags; `limit` of faults is
    /// the row's.
    static func parse(_ bytes: RowText.Field) throws(RowFault) -> OSMFeature? {
        do throws(PlacesError) {
            var fault: RowFault?
            let feature = try JSON.read(bytes, options) { (root) throws(PlacesError) -> OSMFeature? in
                do throws(RowFault) {
                    return try OSMFeature.make(root)
                } catch {
                    fault = error
                    return nil
                }
            }
            if let fault { throw PlacesError(.invalidRequest, fault.reason) }
            return feature
        } catch {
            throw RowFault(error.message)
        }
    }

    private static func make(_ root: JSONNode) throws(RowFault) -> OSMFeature? {
        guard root.kind == .object, root["type"]?.string == "Feature" else {
            throw RowFault("is no GeoJSON feature")
        }
        guard let properties = root["properties"], properties.kind == .object else { return nil }
        var tags: [Tag] = []
        var objectType: String?
        var objectNumber: UInt64?
        do throws(PlacesError) {
            try properties.forEachMember { (key, node) throws(PlacesError) in
                if key.first == UInt8(ascii: "@") {
                    if RowText.equals(key, "@type") { objectType = node.string }
                    if RowText.equals(key, "@id") {
                        let integer = node.integer.flatMap { UInt64(exactly: $0) }
                        objectNumber = integer ?? node.string.flatMap { UInt64($0) }
                    }
                } else if let value = node.text, !value.contains(0) {
                    tags.append(Tag(key: RowText.string(key), value: RowText.string(value)))
                }
            }
        } catch {
            throw RowFault(error.message)
        }
        guard !tags.isEmpty else { return nil }
        let (kind, number) = try identity(root["id"], objectType, objectNumber)
        guard let node = root["geometry"], node.kind == .object, let geometry = try OSMGeometry(node) else {
            return nil
        }
        return OSMFeature(kind: kind, number: number, tags: tags, geometry: geometry)
    }

    /// The object behind the feature: from `@type` and `@id`, or from the unique ID that osmium writes: `n1`, `w1`,
    /// `r1`, and `a2`, `a3` for areas of the way 1 and of the relation 1.
    private static func identity(
        _ id: JSONNode?,
        _ type: String?,
        _ number: UInt64?
    ) throws(RowFault) -> (Kind, UInt64) {
        if let number, let type {
            switch type {
            case "node": return (.node, number)
            case "way": return (.way, number)
            case "relation": return (.relation, number)
            default: break
            }
        }
        if let text = id?.string, let first = text.utf8.first, let number = UInt64(text.dropFirst()) {
            if let kind = Kind(rawValue: first) { return (kind, number) }
            if first == UInt8(ascii: "a") { return (number % 2 == 0 ? .way : .relation, number / 2) }
        }
        throw RowFault("has no id such as \"n240109189\" (osmium export --add-unique-id=type_id writes it)")
    }
}
