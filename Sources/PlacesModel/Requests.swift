import Synchronization

/// One autocomplete request: a value, copied when it is submitted.
///
/// Its parts are shared until one of them is changed, since a request is handed on with every letter that is typed; and
/// once it is answered, the next text is written where the last one was.
package struct AutocompleteRequest: Sendable {
    /// The service's and our limit on the number of suggestions.
    package static let maximumSuggestions = 5
    /// Longer text is refused, in bytes.
    package static let maximumQueryBytes = 1_000_000

    private final class Parts: @unchecked Sendable {
        // @unchecked: changed only while one request alone has it.
        private(set) var text: UnsafeBufferPointer<UInt8>
        private var memory: UnsafeMutableBufferPointer<UInt8>
        var inputOffset: Int?
        var limit = AutocompleteRequest.maximumSuggestions
        var filter = Filter()
        var token: SessionToken?
        var includesQueryPredictions = false
        var explains = false
        var deadlineMilliseconds: UInt32 = 0
        /// How often somebody who read this, maybe on another thread, said that they are done.
        let returns = Atomic<Int>(0)
        /// Somebody reads this who will not say when they are done.
        let isAway = Atomic<Bool>(false)

        init() {
            memory = .allocate(capacity: Parts.usualBytes)
            text = UnsafeBufferPointer(rebasing: memory[..<0])
        }

        deinit { memory.deallocate() }

        convenience init(copyOf other: Parts) {
            self.init()
            setText(other.text)
            inputOffset = other.inputOffset
            limit = other.limit
            filter = other.filter
            token = other.token
            includesQueryPredictions = other.includesQueryPredictions
            explains = other.explains
            deadlineMilliseconds = other.deadlineMilliseconds
        }

        /// Room for what people type; more is not kept.
        private static let usualBytes = 128

        func setText(_ bytes: UnsafeBufferPointer<UInt8>) {
            let isUsual = bytes.count <= Parts.usualBytes
            if !isUsual || memory.count > Parts.usualBytes {
                memory.deallocate()
                memory = .allocate(capacity: max(bytes.count, Parts.usualBytes))
            }
            if let source = bytes.baseAddress { memory.baseAddress?.update(from: source, count: bytes.count) }
            text = UnsafeBufferPointer(rebasing: memory[..<bytes.count])
        }
    }

    private var parts = Parts()

    /// Before a change: the parts become this request's own.
    @inline(__always)
    private mutating func separate() {
        if isKnownUniquelyReferenced(&parts), !parts.isAway.load(ordering: .relaxed) {
            // What the readers did comes before what is written now.
            _ = parts.returns.load(ordering: .acquiring)
        } else {
            parts = Parts(copyOf: parts)
        }
    }

    /// UTF-8, well formed, not blank, without NUL. Empty until it is set.
    package var query: [UInt8] { Array(parts.text) }
    /// The same without a copy; valid as long as this request is not changed or let go.
    package var text: UnsafeBufferPointer<UInt8> { parts.text }
    /// The caret, in code points from the start of the query; nil means its end.
    package var inputOffset: Int? { parts.inputOffset }
    package var limit: Int { parts.limit }
    package var filter: Filter {
        get { parts.filter }
        set {
            // Most callers set the same one with every letter.
            if parts.filter.isIdentical(to: newValue) { return }
            separate()
            parts.filter = newValue
        }
    }
    /// The types that the filter asks for, if any.
    package var types: [String]? { parts.filter.hasTypes ? parts.filter.types : nil }
    package var token: SessionToken? {
        get { parts.token }
        set {
            separate()
            parts.token = newValue
        }
    }
    package var includesQueryPredictions: Bool {
        get { parts.includesQueryPredictions }
        set {
            separate()
            parts.includesQueryPredictions = newValue
        }
    }
    /// Whether the rows of an index say why they rank where they do.
    package var explains: Bool {
        get { parts.explains }
        set {
            separate()
            parts.explains = newValue
        }
    }
    /// Milliseconds from submission to the answer; 0 means none.
    package var deadlineMilliseconds: UInt32 {
        get { parts.deadlineMilliseconds }
        set {
            separate()
            parts.deadlineMilliseconds = newValue
        }
    }

    package init() {}

    /// Says that this thread has read what it wanted of a request that was submitted.
    package func giveBack() { parts.returns.wrappingAdd(1, ordering: .releasing) }

    /// Says that the request goes to somebody who will not give it back.
    package func sendAway() { parts.isAway.store(true, ordering: .relaxed) }

    /// Sets the text and forgets the caret that belonged to the text before.
    package mutating func setQuery(_ bytes: UnsafeBufferPointer<UInt8>, field: String) throws(PlacesError) {
        try QueryText.check(bytes, field: field)
        separate()
        parts.setText(bytes)
        parts.inputOffset = nil
    }

    package mutating func setInputOffset(_ offset: Int, field: String) throws(PlacesError) {
        let length = QueryText.codePointCount(query)
        guard offset >= 0, offset <= length else {
            throw .invalid(field, "\(offset) is outside the text, which has \(length) code points")
        }
        separate()
        parts.inputOffset = offset
    }

    package mutating func clearInputOffset() {
        separate()
        parts.inputOffset = nil
    }

    package mutating func setLimit(_ count: Int, field: String) throws(PlacesError) {
        guard (1...AutocompleteRequest.maximumSuggestions).contains(count) else {
            throw .invalid(field, "\(count) is outside 1 to 5 suggestions")
        }
        separate()
        parts.limit = count
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
