internal import Glibc
internal import PlacesModel

/// The lines of a file. LF ends a line, CRLF too; the last one may end without.
struct LineReader {
    struct Line {
        /// Valid until the next line is read.
        var bytes: UnsafeBufferPointer<UInt8>
        /// From 1.
        var number: Int
        /// It exceeds the file's limit; its bytes are not there.
        var isTooLong = false
    }

    let file: InputFile
    private var number = 0
    /// What of the buffer holds the line given out last.
    private var given = 0
    private let separator: UInt8

    init(_ file: InputFile) {
        self.file = file
        // RFC 8142: each text begins with a record separator, and may hold line feeds.
        separator = file.buffered.first == 0x1E ? 0x1E : UInt8(ascii: "\n")
    }

    mutating func next(_ onFill: () throws(PlacesError) -> Void) throws(PlacesError) -> Line? {
        file.consume(given)
        given = 0
        var searched = 0
        while true {
            let bytes = file.buffered
            if let found = position(of: separator, in: bytes, from: searched) {
                given = found + 1
                return line(UnsafeBufferPointer(rebasing: bytes[..<found]))
            }
            searched = bytes.count
            if try file.fill() {
                try onFill()
                continue
            }
            let rest = file.buffered
            if file.isAtEnd {
                given = rest.count
                return rest.isEmpty ? nil : line(rest)
            }
            return try skipOverlong(onFill)
        }
    }

    private mutating func skipOverlong(_ onFill: () throws(PlacesError) -> Void) throws(PlacesError) -> Line {
        number += 1
        var result = Line(bytes: UnsafeBufferPointer(start: nil, count: 0), number: number)
        result.isTooLong = true
        while true {
            let bytes = file.buffered
            if let found = position(of: separator, in: bytes, from: 0) {
                if separator == 0x1E { number += newlines(in: UnsafeBufferPointer(rebasing: bytes[..<found])) - 1 }
                file.consume(found + 1)
                return result
            }
            if separator == 0x1E { number += newlines(in: bytes) }
            file.consume(bytes.count)
            guard try file.fill() else { return result }
            try onFill()
        }
    }

    private mutating func line(_ bytes: UnsafeBufferPointer<UInt8>) -> Line {
        if separator == 0x1E {
            let first = number + 1
            number += newlines(in: bytes)
            return Line(bytes: bytes, number: first)
        }
        number += 1
        let hasReturn = bytes.last == UInt8(ascii: "\r")
        return Line(bytes: hasReturn ? UnsafeBufferPointer(rebasing: bytes.dropLast()) : bytes, number: number)
    }

    private func newlines(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        bytes.reduce(into: 0) { count, byte in if byte == UInt8(ascii: "\n") { count += 1 } }
    }
}

/// Where a byte first is, at `from` or behind.
func position(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from: Int) -> Int? {
    guard from < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + from, Int32(byte), bytes.count - from)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
}
