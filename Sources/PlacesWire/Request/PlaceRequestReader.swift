package import PlacesJSON
package import PlacesModel

extension WireRequest {
    private static let placeFields = [
        ProtoField("name"), ProtoField("languageCode", "language_code"), ProtoField("regionCode", "region_code"),
        ProtoField("sessionToken", "session_token"),
    ]

    /// Reads a details request (`GetPlaceRequest`). The field mask is no part of it: it travels beside it.
    package static func decodePlace(
        _ bytes: UnsafeBufferPointer<UInt8>,
        options: JSONOptions = .request
    ) throws(PlacesError) -> PlaceRequest {
        try JSON.read(bytes, options) { (root) throws(PlacesError) in
            let message = try ProtoMessage(root, path: "")
            var request = PlaceRequest()
            try message.read(placeFields) { (index, value) throws(PlacesError) in
                let path = "\(placeFields[index].json)"
                let text = try ProtoValue.string(value, path)
                if text.isEmpty { return }
                switch index {
                case 0:
                    guard text.hasPrefix("places/") else {
                        throw .invalid(path, "must have the form places/<place ID>")
                    }
                    try request.setPlaceID(String(text.dropFirst("places/".count)), field: path)
                case 1: request.language = try LanguageTag(text, field: path)
                case 2: request.region = try RegionCode(text, field: path)
                default: request.token = try SessionToken(text, field: path)
                }
            }
            guard !request.placeID.isEmpty else { throw .invalid("name", "is missing") }
            return request
        }
    }
}
