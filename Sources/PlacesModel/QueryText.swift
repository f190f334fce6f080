/// Checks on text that somebody typed. Messages never repeat the text.
package enum QueryText {
    package static func check(_ bytes: UnsafeBufferPointer<UInt8>, field: String) throws(PlacesError) {
        guard !bytes.isEmpty else { throw .invalid(field, "is empty") }
        guard bytes.count <= AutocompleteRequest.maximumQueryBytes else {
            throw .invalid(field, "has \(bytes.count) bytes; the limit is \(AutocompleteRequest.maximumQueryBytes)")
        }
        var isASCII = true
        var hasVisibleASCII = false
        for byte in bytes {
            if byte == 0 { throw .invalid(field, "holds a NUL character") }
            if byte >= 0x80 {
                isASCII = false
                break
            }
            if byte > 0x20, byte != 0x7F { hasVisibleASCII = true }
        }
        if isASCII {
            guard hasVisibleASCII else { throw blank(field) }
            return
        }
        try checkUnicode(bytes, field: field)
    }

    /// Well-formed UTF-8, no NUL, and at least one scalar that is neither space, control nor invisible.
    private static func checkUnicode(_ bytes: UnsafeBufferPointer<UInt8>, field: String) throws(PlacesError) {
        var isVisible = false
        var decoder = Unicode.UTF8()
        var iterator = bytes.makeIterator()
        decoding: while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar):
                if scalar.value == 0 { throw .invalid(field, "holds a NUL character") }
                if !isVisible { isVisible = !isInvisible(scalar) }
            case .emptyInput:
                break decoding
            case .error:
                throw .invalid(field, "is not well-formed UTF-8")
            }
        }
        guard isVisible else { throw blank(field) }
    }

    private static func blank(_ field: String) -> PlacesError {
        .invalid(field, "is blank: it has no visible character")
    }

    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return true }
        switch properties.generalCategory {
        case .control, .format: return true
        default: return false
        }
    }

    /// Code points in well-formed UTF-8: every byte that does not continue one.
    package static func codePointCount(_ bytes: [UInt8]) -> Int {
        var count = 0
        for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
        return count
    }
}
