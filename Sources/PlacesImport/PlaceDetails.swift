internal import PlacesModel

/// Pieces of records that several sources make.
enum PlaceDetails {
    /// `<source>:<id>`; an ID that begins with a source's name and `:` is whole already.
    static func identifier(_ id: String, source: String) throws(RowFault) -> String {
        guard !id.isEmpty else { throw RowFault("has no id") }
        let isWellFormed = id.utf8.count <= 200 && id.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        guard isWellFormed else { throw RowFault("id \(quoted(id)) holds a blank, or is longer than 200 bytes") }
        if let colon = id.utf8.firstIndex(of: UInt8(ascii: ":")), SourceSpec.isSourceName(id[..<colon]) { return id }
        return source + ":" + id
    }

    static func isTypeName(_ name: String) -> Bool {
        let bytes = name.utf8
        guard (1...64).contains(bytes.count), let first = bytes.first, (0x61...0x7A).contains(first) else {
            return false
        }
        return bytes.allSatisfy { (0x61...0x7A).contains($0) || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_") }
    }

    static func phone(_ number: String) -> JSONValue.Member {
        let isInternational = number.utf8.first == UInt8(ascii: "+")
        return JSONValue.Member(isInternational ? "internationalPhoneNumber" : "nationalPhoneNumber", .string(number))
    }

    static func attribution(_ provider: String) -> JSONValue.Member {
        JSONValue.Member("attributions", .array([.object([JSONValue.Member("provider", .string(provider))])]))
    }
}
