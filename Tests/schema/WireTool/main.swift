// For the tests against the official schema (test_schema.py): a kind of message, a space and a JSON text a line in; what
// this library makes of it as JSON, or the error, a line out.

import PlacesModel
import PlacesWire

func answer(_ kind: Substring, _ bytes: UnsafeBufferPointer<UInt8>) throws(PlacesError) -> [UInt8] {
    switch kind {
    case "request": WireRequest.encode(try WireRequest.decodeAutocomplete(bytes))
    case "suggestions": WireResponse.encode(try WireResponse.decodeSuggestions(bytes))
    case "place": WireResponse.encode(try WireResponse.decodePlace(bytes))
    case "legacy-suggestions": WireResponse.encode(try LegacyResponse.decodeSuggestions(bytes))
    case "legacy-place": WireResponse.encode(try LegacyResponse.decodePlace(bytes))
    default: throw .invalid("kind", "is unknown")
    }
}

while let line = readLine() {
    let kind = line.prefix { $0 != " " }
    let text = Array(line.dropFirst(kind.count + 1).utf8)
    let bytes: [UInt8]
    do throws(PlacesError) {
        bytes = try text.withUnsafeBufferPointer { (buffer) throws(PlacesError) in try answer(kind, buffer) }
    } catch { bytes = WireError.encode(error) }
    print(String(decoding: bytes, as: UTF8.self))
}
