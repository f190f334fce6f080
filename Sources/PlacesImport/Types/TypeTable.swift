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

    /// A list of types, which the tables hold in short: "=" is the primary type, "~" what most places are besides.
    static func list(_ text: String, primary: String) -> [String] {
        text.split(separator: "|").flatMap { part -> [String] in
            switch part {
            case "=": [primary]
            case "~": ["point_of_interest", "establishment"]
            default: [String(part)]
            }
        }
    }

    static func number(_ text: String) -> Float { DecimalText.parse(text).map { Float($0) } ?? 0 }
}
