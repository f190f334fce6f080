/// One autocomplete request: a value, copied when it is submitted.
package struct AutocompleteRequest: Sendable {
    /// The service's and our limit on the number of suggestions.
    package static let maximumSuggestions = 5
    /// Longer text is refused, in bytes.
    package static let maximumQueryBytes = 1_000_000

    /// UTF-8, well formed, not blank, without NUL. Empty until it is set.
    package private(set) var query: [UInt8] = []
    /// The caret, in code points from the start of the query; nil means its end.
    package private(set) var inputOffset: Int?
    package private(set) var limit = AutocompleteRequest.maximumSuggestions
    package var filter = Filter()
    package var token: SessionToken?
    package var includesQueryPredictions = false
    /// Whether the rows of an index say why they rank where they do.
    package var explains = false
    /// Milliseconds from submission to the answer; 0 means none.
    package var deadlineMilliseconds: UInt32 = 0

    package init() {}

    /// Sets the text and forgets the caret that belonged to the text before.
    package mutating func setQuery(_ bytes: UnsafeBufferPointer<UInt8>, field: String) throws(PlacesError) {
        try QueryText.check(bytes, field: field)
        query = Array(bytes)
        inputOffset = nil
    }

    package mutating func setInputOffset(_ offset: Int, field: String) throws(PlacesError) {
        let length = QueryText.codePointCount(query)
        guard offset >= 0, offset <= length else {
            throw .invalid(field, "\(offset) is outside the text, which has \(length) code points")
        }
        inputOffset = offset
    }

    package mutating func clearInputOffset() { inputOffset = nil }

    package mutating func setLimit(_ count: Int, field: String) throws(PlacesError) {
        guard (1...AutocompleteRequest.maximumSuggestions).contains(count) else {
            throw .invalid(field, "\(count) is outside 1 to 5 suggestions")
        }
        limit = count
    }
}

/// One request for a place's details: a value, copied when it is submitted.
package struct PlaceRequest: Sendable {
    package private(set) var placeID = ""
    /// nil until it is set: a request without a mask is refused, as the service does.
    package var fields: FieldMask?
    package var token: SessionToken?
    package var language: LanguageTag?
    package var region: RegionCode?
    package var deadlineMilliseconds: UInt32 = 0
    /// The number of the source that gave the ID, where a client has several and it is known.
    package var source: Int?

    package init() {}

    package mutating func setPlaceID(_ id: String, field: String) throws(PlacesError) {
        guard !id.isEmpty else { throw .invalid(field, "is empty") }
        guard id.utf8.count <= 1024 else {
            throw .invalid(field, "has \(id.utf8.count) bytes; a place ID has at most 1024")
        }
        let isPlain = id.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
        guard isPlain else { throw .invalid(field, "holds a space or a control character") }
        placeID = id
    }
}
