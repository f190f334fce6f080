internal import PlacesText

/// Reading of the tables that are built in: lines of tab-separated columns, `#` for comments.
enum TypeTable {
    static func forEachRow(of text: StaticString, columns: Int, _ body: ([String]) -> Void) {
        let all = text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
        for line in all.split(separator: "\n") where !line.utf8.starts(with: "#".utf8) {
            let row = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            // A row of another shape would be a mistake in the table; its test says so.
            if row.count == columns { body(row) }
        }
    }

    static func list(_ text: String) -> [String] { text.split(separator: "|").map(String.init) }

    static func number(_ text: String) -> Float { DecimalText.parse(text).map { Float($0) } ?? 0 }
}
