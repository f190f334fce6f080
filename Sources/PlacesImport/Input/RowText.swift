internal import PlacesJSON
internal import PlacesModel

/// Why a row is not used; the text goes to the bad-row report.
struct RowFault: Error {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Bytes of a row and of its fields.
enum RowText {
    typealias Field = UnsafeBufferPointer<UInt8>

    /// Checks a whole row once, so that its fields need no check.
    static func check(_ bytes: Field) throws(RowFault) {
        var index = 0
        let count = bytes.count
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return }
        while index < count {
            // Eight ASCII bytes at a time; a word with a zero byte in it is looked at singly.
            while index &+ 8 <= count {
                let word = (base + index).loadUnaligned(as: UInt64.self)
                let hasZero = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
                guard (word & 0x8080_8080_8080_8080) | hasZero == 0 else { break }
                index &+= 8
            }
            guard index < count else { return }
            let byte = bytes[index]
            if byte == 0 { throw RowFault("holds a NUL byte") }
            let length = UTF8Text.sequenceLength(bytes, at: index)
            guard length > 0 else { throw RowFault("is not valid UTF-8") }
            index &+= length
        }
    }

    static func string(_ field: Field) -> String { String(decoding: field, as: UTF8.self) }

    /// Without blanks at the ends.
    static func trimmed(_ field: Field) -> Field {
        var lower = 0
        var upper = field.count
        while lower < upper, field[lower] <= 0x20 { lower &+= 1 }
        while lower < upper, field[upper &- 1] <= 0x20 { upper &-= 1 }
        return Field(rebasing: field[lower..<upper])
    }

    /// A name: trimmed, on one line; nil when nothing is left.
    static func name(_ field: Field) -> String? {
        let bytes = trimmed(field)
        guard !bytes.isEmpty else { return nil }
        guard bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return string(bytes) }
        return String(decoding: bytes.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
    }

    static func name(_ text: String?) -> String? {
        guard var copy = text else { return nil }
        return copy.withUTF8 { name($0) }
    }

    static func equals(_ field: Field, _ text: StaticString) -> Bool {
        field.count == text.utf8CodeUnitCount
            && field.elementsEqual(
                UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            )
    }

    /// Cuts a line at a byte; at most `fields.count` pieces are kept. The number of pieces there are.
    static func split(_ line: Field, at separator: UInt8, into fields: inout [Field]) -> Int {
        var count = 0
        var lower = 0
        while true {
            let upper = position(of: separator, in: line, from: lower) ?? line.count
            if count < fields.count { fields[count] = Field(rebasing: line[lower..<upper]) }
            count += 1
            if upper == line.count { return count }
            lower = upper + 1
        }
    }
}
