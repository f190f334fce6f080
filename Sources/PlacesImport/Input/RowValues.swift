internal import Glibc
internal import PlacesModel
internal import PlacesText

/// What fields say, or why they do not.
enum RowValues {
    static func coordinate(latitude: RowText.Field, longitude: RowText.Field) throws(RowFault) -> Coordinate {
        try coordinate(latitude: number(latitude, "latitude"), longitude: number(longitude, "longitude"))
    }

    static func coordinate(latitude: Double, longitude: Double) throws(RowFault) -> Coordinate {
        do throws(PlacesError) {
            return try Coordinate(latitude: latitude, longitude: longitude, field: "location")
        } catch {
            throw RowFault(error.message)
        }
    }

    static func number(_ field: RowText.Field, _ name: String) throws(RowFault) -> Double {
        let bytes = RowText.trimmed(field)
        guard !bytes.isEmpty else { throw RowFault("has no \(name)") }
        guard let value = DecimalText.parse(bytes) else {
            throw RowFault("\(name) \(quoted(RowText.string(bytes))) is no number")
        }
        return value
    }

    /// Inhabitants; empty is none.
    static func population(_ field: RowText.Field) throws(RowFault) -> Int64 {
        let bytes = RowText.trimmed(field)
        guard !bytes.isEmpty else { return 0 }
        guard let value = DecimalText.parseInteger(bytes) else {
            throw RowFault("population \(quoted(RowText.string(bytes))) is no whole number")
        }
        return max(0, value)
    }

    /// Lower-case code of a country; empty is none.
    static func country(_ field: RowText.Field) throws(RowFault) -> String {
        let bytes = RowText.trimmed(field)
        guard !bytes.isEmpty else { return "" }
        guard let code = countryCode(bytes) else {
            throw RowFault("country \(quoted(RowText.string(bytes))) is no code of two letters")
        }
        return code
    }

    /// Any two letters: sources know countries that are gone (`an`, `cs`).
    static func countryCode(_ bytes: RowText.Field) -> String? {
        guard bytes.count == 2 else { return nil }
        let high = bytes[0] | 0x20
        let low = bytes[1] | 0x20
        guard (0x61...0x7A).contains(high), (0x61...0x7A).contains(low), bytes[0] < 0x80, bytes[1] < 0x80 else {
            return nil
        }
        if high == UInt8(ascii: "u"), low == UInt8(ascii: "k") { return "gb" }
        return String(decoding: [high, low], as: UTF8.self)
    }

    /// An IANA name, or nothing.
    static func timeZone(_ field: RowText.Field) -> String {
        let bytes = RowText.trimmed(field)
        let isName = bytes.allSatisfy { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x2B...0x39).contains(byte) || byte == UInt8(ascii: "_")
        }
        return isName && bytes.count <= 64 ? RowText.string(bytes) : ""
    }

    /// The scale of importance: a city counts as the decimal logarithm of its inhabitants.
    static func importance(population: Int64) -> Float { population > 1 ? Float(log10(Double(population))) : 0 }

    static func clamped(_ importance: Float) -> Float {
        importance.isFinite ? min(max(importance, 0), 12) : 0
    }
}
