/// The text of a field as it is typed: well formed, perhaps blank.
package struct TypedText: Equatable, Sendable {
    /// As it was typed.
    package let bytes: [UInt8]
    /// Without white space and invisible characters at its ends; empty where nothing is left to look for (blank text,
    /// punctuation alone).
    package let query: [UInt8]
    /// The caret in code points of `query`; nil at its end.
    package let caret: Int?

    package static let empty = TypedText()

    private init() {
        bytes = []
        query = []
        caret = nil
    }

    /// `caret` in code points, -1 for the end.
    package init(_ text: UnsafeBufferPointer<UInt8>, caret: Int, field: String) throws(PlacesError) {
        guard text.count <= AutocompleteRequest.maximumQueryBytes else {
            throw .invalid(field, "has \(text.count) bytes; the limit is \(AutocompleteRequest.maximumQueryBytes)")
        }
        var reader = Reader()
        try reader.read(text, field: field)
        guard caret >= -1, caret <= reader.scalars else {
            throw .invalid("caret", "\(caret) is outside the text, which has \(reader.scalars) code points")
        }
        bytes = Array(text)
        guard reader.isSearchable else {
            query = []
            self.caret = nil
            return
        }
        query = reader.start == 0 && reader.end == text.count ? bytes : Array(text[reader.start..<reader.end])
        let shifted = max(0, caret - reader.scalarsBefore)
        self.caret = caret < 0 || shifted >= reader.scalarsInside ? nil : shifted
    }

    package var codePoints: Int { QueryText.codePointCount(bytes) }
    package var queryCodePoints: Int { QueryText.codePointCount(query) }
    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// One pass over a text: is it well formed, where does what can be seen begin and end.
    private struct Reader {
        var start = 0
        var end = 0
        var scalars = 0
        var scalarsBefore = 0
        var scalarsInside = 0
        var isSearchable = false
        private var hasStarted = false

        mutating func read(_ text: UnsafeBufferPointer<UInt8>, field: String) throws(PlacesError) {
            var decoder = Unicode.UTF8()
            var iterator = text.makeIterator()
            var position = 0
            decoding: while true {
                switch decoder.decode(&iterator) {
                case .scalarValue(let scalar):
                    if scalar.value == 0 { throw .invalid(field, "holds a NUL character") }
                    let length = UTF8.width(scalar)
                    add(scalar, from: position, to: position + length)
                    position += length
                case .emptyInput: break decoding
                case .error: throw .invalid(field, "is not well-formed UTF-8")
                }
            }
        }

        private mutating func add(_ scalar: Unicode.Scalar, from: Int, to: Int) {
            scalars += 1
            if Reader.isInvisible(scalar) { return }
            if !hasStarted {
                hasStarted = true
                start = from
                scalarsBefore = scalars - 1
            }
            end = to
            scalarsInside = scalars - scalarsBefore
            if !isSearchable { isSearchable = !Reader.isPunctuation(scalar) }
        }

        private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
            if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
            return QueryText.isInvisible(scalar)
        }

        private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
                .finalPunctuation, .otherPunctuation:
                true
            default: false
            }
        }
    }
}
