internal import PlacesModel

/// Pieces of records that several sources make.
enum PlaceDetails {
    /// `<source>:<id>`; an ID that begins with a source's name and `:` is whole already.
    static func identifier(_ id: String, source: String) throws(RowFault) -> String {
        var copy = id
        return try copy.withUTF8 { bytes -> Result<String, RowFault> in
            do throws(RowFault) { return .success(try identifier(bytes, source: source)) } catch {
                return .failure(error)
            }
        }.get()
    }

    /// The same of UTF-8 that is known to be well formed.
    static func identifier(_ id: RowText.Field, source: String) throws(RowFault) -> String {
        guard !id.isEmpty else { throw RowFault("has no id") }
        var colon: Int?
        var isWellFormed = id.count <= 200
        for index in 0..<id.count {
            let byte = id[index]
            if byte <= 0x20 || byte == 0x7F { isWellFormed = false }
            if byte == UInt8(ascii: ":"), colon == nil { colon = index }
        }
        guard isWellFormed else {
            throw RowFault("id \(quoted(RowText.string(id))) holds a blank, or is longer than 200 bytes")
        }
        if let colon, SourceSpec.isSourceName(RowText.Field(rebasing: id[..<colon])) { return RowText.string(id) }
        return source + ":" + RowText.string(id)
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
