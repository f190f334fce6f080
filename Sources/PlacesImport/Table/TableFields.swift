internal import PlacesModel

/// The fields of a row. Memory is kept between uses.
final class TableFields {
    /// Until the next row is cut; they lie in its bytes, or here.
    private(set) var fields: [RowText.Field] = []
    private let separator: UInt8
    /// What quoted fields say, without their quotes.
    private var unquoted: UnsafeMutableBufferPointer<UInt8>

    init(separator: UInt8) {
        self.separator = separator
        unquoted = .allocate(capacity: 0)
    }

    deinit { unquoted.deallocate() }

    /// Checks a row and cuts it.
    func cut(_ row: RowText.Field, hasQuotes: Bool) throws(RowFault) {
        try RowText.check(row)
        if hasQuotes { unquote(row) } else { split(row) }
    }

    private func split(_ bytes: RowText.Field) {
        fields.removeAll(keepingCapacity: true)
        var lower = 0
        while true {
            let upper = position(of: separator, in: bytes, from: lower) ?? bytes.count
            fields.append(RowText.Field(rebasing: bytes[lower..<upper]))
            if upper == bytes.count { return }
            lower = upper + 1
        }
    }

    /// Where a field with quotes is.
    private enum State {
        case fieldStart
        case plain
        case quoted
        /// Behind a quote in a quoted field: its end, or the first of two.
        case closing
    }

    private func unquote(_ row: RowText.Field) {
        if unquoted.count < row.count {
            unquoted.deallocate()
            unquoted = .allocate(capacity: row.count * 2)
        }
        fields.removeAll(keepingCapacity: true)
        var write = 0
        var fieldStart = 0
        var state = State.fieldStart
        func put(_ byte: UInt8) {
            unquoted[write] = byte
            write += 1
        }
        func endField() {
            fields.append(RowText.Field(rebasing: UnsafeBufferPointer(unquoted)[fieldStart..<write]))
            fieldStart = write
        }
        for byte in row {
            switch state {
            case .fieldStart, .plain:
                if byte == separator {
                    endField()
                    state = .fieldStart
                } else if byte == UInt8(ascii: "\""), state == .fieldStart {
                    state = .quoted
                } else {
                    put(byte)
                    state = .plain
                }
            case .quoted:
                if byte == UInt8(ascii: "\"") { state = .closing } else { put(byte) }
            case .closing:
                if byte == UInt8(ascii: "\"") {
                    put(byte)
                    state = .quoted
                } else if byte == separator {
                    endField()
                    state = .fieldStart
                }
            }
        }
        endField()
    }
}
