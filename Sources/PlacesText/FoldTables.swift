/// What becomes of a code point when text is folded.
enum FoldClass: UInt8 {
    case separator = 0
    case letter = 1
    case drop = 2
    /// Apostrophes vanish, but a word may begin after them (`d'Utelle`).
    case apostrophe = 3
    /// A letter of a script without spaces: a word may begin at each.
    case ideograph = 4
    case digit = 5
    /// A sign that neither begins nor ends a word (vowel signs).
    case continuation = 6
}

/// The fold of every code point, in two stages: 256 code points a page. Read-only once it is made.
///
/// An entry is `class << 29 | length << 24 | offset` into the mapped texts; length 0 means the code point itself.
final class FoldTables: @unchecked Sendable {
    // @unchecked: written in `init` alone.
    static let shared = FoldTables()

    let pages: UnsafeMutablePointer<UInt16>
    let entries: UnsafeMutablePointer<UInt32>
    let texts: UnsafeMutablePointer<UInt8>
    /// Lower-case letters and digits as they are folded, 0 for everything else.
    let ascii: UnsafeMutablePointer<UInt8>
    let limit = UInt32(FoldTable.limit)

    @inline(__always)
    func entry(_ codePoint: UInt32) -> UInt32 {
        guard codePoint < limit else { return 0 }
        return entries[Int(pages[Int(codePoint >> 8)]) << 8 | Int(codePoint & 0xFF)]
    }

    private init() {
        ascii = .allocate(capacity: 128)
        for byte in UInt8(0)..<128 {
            switch byte {
            case 0x30...0x39, 0x61...0x7A: ascii[Int(byte)] = byte
            case 0x41...0x5A: ascii[Int(byte)] = byte | 0x20
            default: ascii[Int(byte)] = 0
            }
        }
        let pageCount = FoldTable.limit >> 8
        pages = .allocate(capacity: pageCount)
        pages.initialize(repeating: 0, count: pageCount)
        var flat = [UInt32](repeating: 0, count: FoldTable.limit)
        var mapped: [UInt8] = [0]
        FoldTable.text.withUTF8Buffer { FoldTables.parse($0, flat: &flat, mapped: &mapped) }
        // Equal pages are kept once; most are equal to the one before.
        var kept: [UInt32] = []
        var sums: [UInt32] = []
        for page in 0..<pageCount {
            let start = page << 8
            var sum: UInt32 = 0
            flat.withUnsafeBufferPointer { flat in
                for index in start..<start + 256 { sum = sum &* 0x9E37_79B1 &+ flat[index] }
            }
            var number = sums.count &- 1
            while number >= 0 {
                if sums[number] == sum, kept[number << 8..<(number + 1) << 8] == flat[start..<start + 256] { break }
                number &-= 1
            }
            if number < 0 {
                number = sums.count
                sums.append(sum)
                kept.append(contentsOf: flat[start..<start + 256])
            }
            pages[page] = UInt16(truncatingIfNeeded: number)
        }
        entries = .allocate(capacity: kept.count)
        entries.initialize(from: kept, count: kept.count)
        texts = .allocate(capacity: mapped.count)
        texts.initialize(from: mapped, count: mapped.count)
    }

    /// Reads the generated text; it is part of the library, so it is taken to be well formed.
    private static func parse(_ text: UnsafeBufferPointer<UInt8>, flat: inout [UInt32], mapped: inout [UInt8]) {
        var at = 0
        func hexadecimal() -> Int {
            var value = 0
            while at < text.count {
                let byte = text[at]
                switch byte {
                case 0x30...0x39: value = value << 4 | Int(byte & 0x0F)
                case 0x61...0x66: value = value << 4 | Int(byte &- 0x57)
                default: return value
                }
                at += 1
            }
            return value
        }
        at = 2
        var last = (start: 0, entry: UInt32(0))
        func fill(to end: Int) {
            var index = last.start
            while index < end {
                flat[index] = last.entry
                index += 1
            }
        }
        while at < text.count, text[at] != 0x0A {
            let start = hexadecimal()
            at += 1
            let kind = UInt32(text[at] & 0x0F)
            at += 2
            fill(to: start)
            last = (start, kind << 29)
            if at > text.count || text[at - 1] == 0x0A { break }
        }
        fill(to: flat.count)
        while at < text.count {
            var codePoint = hexadecimal()
            while at < text.count, text[at] == UInt8(ascii: "|") {
                at += 1
                let start = at
                while at < text.count, text[at] != UInt8(ascii: "|"), text[at] != 0x0A { at += 1 }
                if codePoint < flat.count, at - start < 32, at > start {
                    flat[codePoint] |= UInt32(at - start) << 24 | UInt32(mapped.count)
                    mapped.append(contentsOf: text[start..<at])
                }
                codePoint += 1
            }
            at += 1
        }
    }
}
