internal import PlacesModel

/// The rows of a CSV (RFC 4180) or TSV file.
///
/// CSV: fields may be quoted, and then hold commas, line ends and doubled quotes. TSV: a tab ends a field, nothing is
/// quoted. A quote that is never closed costs its own line only, not the rest of the file.
final class TableRows {
    enum Row {
        /// Its text is there until the next row is read, and not looked at yet but for line ends and quotes.
        case row(line: Int, RowText.Field, hasQuotes: Bool)
        case fault(line: Int, reason: String)
    }

    /// A row that goes on over line ends is no longer than this: every unclosed quote costs so much reading.
    private static let maximumSpan = 1 << 16

    let file: InputFile
    let separator: UInt8
    private let hasQuotes: Bool
    private let onFill: () throws(PlacesError) -> Void
    private var given = 0
    private var line = 1
    /// Lines that the row given out last takes.
    private var givenLines = 0

    init(_ file: InputFile, isCSV: Bool, onFill: @escaping () throws(PlacesError) -> Void) {
        self.file = file
        separator = isCSV ? UInt8(ascii: ",") : UInt8(ascii: "\t")
        hasQuotes = isCSV
        self.onFill = onFill
    }

    /// The next row that is not blank; nil at the end.
    func next() throws(PlacesError) -> Row? {
        while true {
            file.consume(given)
            line += givenLines
            given = 0
            givenLines = 0
            var searched = 0
            var end = lineEnd(from: &searched)
            while end == nil, try file.fill() {
                try onFill()
                end = lineEnd(from: &searched)
            }
            guard let end = end ?? (file.isAtEnd ? file.buffered.count : nil) else { return try skipOverlong() }
            if end == 0, file.buffered.isEmpty { return nil }
            given = min(end + 1, file.buffered.count)
            givenLines = 1
            let first = withoutReturn(UnsafeBufferPointer(rebasing: file.buffered[..<end]))
            if first.allSatisfy({ $0 <= 0x20 && $0 != 0 && $0 != separator }) { continue }
            guard hasQuotes, position(of: UInt8(ascii: "\""), in: first, from: 0) != nil else {
                return .row(line: line, first, hasQuotes: false)
            }
            return try quotedRow()
        }
    }

    // MARK: - Plain rows

    private func lineEnd(from searched: inout Int) -> Int? {
        let bytes = file.buffered
        let found = position(of: UInt8(ascii: "\n"), in: bytes, from: searched)
        searched = bytes.count
        return found
    }

    private func withoutReturn(_ bytes: RowText.Field) -> RowText.Field {
        bytes.last == UInt8(ascii: "\r") ? RowText.Field(rebasing: bytes.dropLast()) : bytes
    }

    private func skipOverlong() throws(PlacesError) -> Row {
        let result = Row.fault(line: line, reason: "is longer than \(file.limit >> 20) MB")
        while true {
            var searched = 0
            if let end = lineEnd(from: &searched) {
                file.consume(end + 1)
                break
            }
            file.consume(file.buffered.count)
            guard try file.fill() else { break }
            try onFill()
        }
        line += 1
        return result
    }

    // MARK: - Quoted rows

    private enum State {
        case fieldStart
        case plain
        case quoted
        /// Behind a quote in a quoted field: its end, or the first of two.
        case closing
    }

    /// A row with quotes in it, which may go on over further lines.
    private func quotedRow() throws(PlacesError) -> Row {
        var state = State.fieldStart
        var index = 0
        var lineCount = 1
        scan: while true {
            let bytes = file.buffered
            while index < bytes.count {
                let byte = bytes[index]
                if byte == UInt8(ascii: "\n") {
                    if state != .quoted { break scan }
                    guard index < TableRows.maximumSpan else {
                        return .fault(line: line, reason: "has a quote that is not closed")
                    }
                    lineCount += 1
                }
                switch state {
                case .fieldStart, .plain:
                    if byte == separator {
                        state = .fieldStart
                    } else {
                        state = byte == UInt8(ascii: "\"") && state == .fieldStart ? .quoted : .plain
                    }
                case .quoted:
                    if byte == UInt8(ascii: "\"") { state = .closing }
                case .closing:
                    if byte == UInt8(ascii: "\"") {
                        state = .quoted
                    } else if byte == separator {
                        state = .fieldStart
                    } else if byte != UInt8(ascii: "\r") {
                        // Its own line is skipped; what a closed quote may hold after it nobody says.
                        return .fault(line: line, reason: "has text behind a closing quote")
                    }
                }
                index += 1
            }
            if try file.fill() {
                try onFill()
                continue
            }
            if state == .quoted { return .fault(line: line, reason: "has a quote that is not closed") }
            guard file.isAtEnd else { return .fault(line: line, reason: "is longer than \(file.limit >> 20) MB") }
            break
        }
        given = min(index + 1, file.buffered.count)
        givenLines = lineCount
        let row = withoutReturn(UnsafeBufferPointer(rebasing: file.buffered[..<index]))
        return .row(line: line, row, hasQuotes: true)
    }
}
