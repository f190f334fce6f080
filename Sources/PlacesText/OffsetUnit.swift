/// What an offset into a text counts.
package enum OffsetUnit: Sendable {
    case codePoints
    case utf8
    case utf16

    /// The offset, in this unit, of the code point with that number; past the end, the text's length. The text is
    /// well-formed UTF-8.
    package func offset(ofCodePoint number: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        var codePoints = 0
        var units = 0
        var index = 0
        while index < text.count, codePoints < number {
            let lead = text[index]
            let width = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            switch self {
            case .codePoints: units += 1
            case .utf8: units += min(width, text.count - index)
            case .utf16: units += width == 4 ? 2 : 1
            }
            codePoints += 1
            index += width
        }
        return units
    }
}
