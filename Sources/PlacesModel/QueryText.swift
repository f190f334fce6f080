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
        _ = try wellFormedCount(bytes, field: field)
        var position = 0
        while position < bytes.count {
            let (scalar, length) = scalar(bytes, at: position)
            if !isInvisible(scalar) { return }
            position += length
        }
        throw blank(field)
    }

    /// The code points of a text; refused where it is not well-formed UTF-8 (RFC 3629) or holds a NUL.
    static func wellFormedCount(_ bytes: UnsafeBufferPointer<UInt8>, field: String) throws(PlacesError) -> Int {
        var count = 0
        var at = 0
        while at < bytes.count {
            let lead = bytes[at]
            count += 1
            if lead < 0x80 {
                if lead == 0 { throw .invalid(field, "holds a NUL character") }
                at += 1
                continue
            }
            let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
            // What the first byte says of the second: no longer form than needed, no surrogates, nothing past U+10FFFF.
            let least: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
            let most: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
            guard lead >= 0xC2, lead <= 0xF4, at + length <= bytes.count, (least...most).contains(bytes[at + 1]) else {
                throw .invalid(field, "is not well-formed UTF-8")
            }
            var next = at + 2
            while next < at + length {
                guard bytes[next] & 0xC0 == 0x80 else { throw .invalid(field, "is not well-formed UTF-8") }
                next += 1
            }
            at += length
        }
        return count
    }

    /// The code point at a place of a well-formed text, and its length.
    static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, at: Int) -> (scalar: Unicode.Scalar, length: Int) {
        let lead = bytes[at]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0x80 ? 2 : 1
        guard length > 1, at + length <= bytes.count else { return (Unicode.Scalar(lead), 1) }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for index in 1..<length { value = value << 6 | UInt32(bytes[at + index] & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
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
