/// UTF-8 from outside, byte by byte.
package enum UTF8Text {
    /// Bytes of the well-formed sequence that starts here; 0 where none does (Unicode table 3-7: no overlong form, no
    /// surrogate, nothing above U+10FFFF). `index` must be inside.
    package static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let lead = bytes[index]
        if lead < 0x80 { return 1 }
        let length: Int
        var secondRange: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0:
            length = 3
            secondRange = 0xA0...0xBF
        case 0xED:
            length = 3
            secondRange = 0x80...0x9F
        case 0xE1...0xEF: length = 3
        case 0xF0:
            length = 4
            secondRange = 0x90...0xBF
        case 0xF1...0xF3: length = 4
        case 0xF4:
            length = 4
            secondRange = 0x80...0x8F
        default: return 0
        }
        guard length <= bytes.count &- index, secondRange.contains(bytes[index &+ 1]) else { return 0 }
        if length >= 3, bytes[index &+ 2] & 0xC0 != 0x80 { return 0 }
        if length == 4, bytes[index &+ 3] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
