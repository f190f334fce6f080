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

    /// Is a text well formed, where does what can be seen begin and end. Only its ends are looked at closely: a whole page
    /// may be pasted, and the field waits.
    private struct Reader {
        var start = 0
        var end = 0
        var scalars = 0
        var scalarsBefore = 0
        var scalarsInside = 0
        var isSearchable = false

        mutating func read(_ text: UnsafeBufferPointer<UInt8>, field: String) throws(PlacesError) {
            scalars = try QueryText.wellFormedCount(text, field: field)
            while start < text.count {
                let (scalar, length) = QueryText.scalar(text, at: start)
                guard Reader.isInvisible(scalar) else { break }
                start += length
                scalarsBefore += 1
            }
            end = text.count
            var scalarsAfter = 0
            while end > start {
                var last = end - 1
                while last > start, text[last] & 0xC0 == 0x80 { last -= 1 }
                guard Reader.isInvisible(QueryText.scalar(text, at: last).scalar) else { break }
                end = last
                scalarsAfter += 1
            }
            scalarsInside = scalars - scalarsBefore - scalarsAfter
            var position = start
            while position < end, !isSearchable {
                let (scalar, length) = QueryText.scalar(text, at: position)
                isSearchable = !Reader.isInvisible(scalar) && !Reader.isPunctuation(scalar)
                position += length
            }
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
