package import PlacesModel

/// A details request (`GetPlace`): its parameters and its field mask as they travel.
package enum PlaceQuery {
    package struct Parameter: Equatable, Sendable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Query parameters, not yet percent-encoded. The mask travels in a header (`X-Goog-FieldMask`).
    package static func parameters(of request: PlaceRequest) -> [Parameter] {
        var parameters: [Parameter] = []
        if let language = request.language { parameters.append(Parameter(name: "languageCode", value: language.text)) }
        if let region = request.region { parameters.append(Parameter(name: "regionCode", value: region.text)) }
        if let token = request.token { parameters.append(Parameter(name: "sessionToken", value: token.text)) }
        return parameters
    }

    /// The mask as a comma-separated list; `prefix` is `places.` for searches. `attributions` joins every mask: they
    /// must be shown, and they cost nothing. But an ID alone (to renew one) shows nothing of the place.
    package static func maskText(_ mask: FieldMask, prefix: String = "") -> String {
        if mask.isAll { return "*" }
        var names = mask.paths.map { $0.joined(separator: ".") }
        if names != ["id"], !names.contains("attributions") { names.append("attributions") }
        return names.map { prefix + $0 }.joined(separator: ",")
    }

    /// A text as one segment of a path or as one part of a query (RFC 3986: all but unreserved characters are encoded).
    package static func percentEncoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
