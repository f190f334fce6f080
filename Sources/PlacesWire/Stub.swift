package import PlacesModel
package enum WireError { package static func encode(_ error: PlacesError) -> [UInt8] { Array("{}".utf8) } }
package enum WireRequest {
    package static func encode(_ r: AutocompleteRequest) -> [UInt8] { Array("{}".utf8) }
    package static func decodeAutocomplete(_ b: UnsafeBufferPointer<UInt8>) throws(PlacesError) -> AutocompleteRequest { AutocompleteRequest() }
}
package enum WireResponse {
    package static func encode(_ l: SuggestionList) -> [UInt8] { Array("{}".utf8) }
    package static func encode(_ l: Place) -> [UInt8] { Array("{}".utf8) }
    package static func decodeSuggestions(_ b: UnsafeBufferPointer<UInt8>) throws(PlacesError) -> SuggestionList { SuggestionList.Builder().finish() }
    package static func decodePlace(_ b: UnsafeBufferPointer<UInt8>) throws(PlacesError) -> Place { Place(root: []) }
}
