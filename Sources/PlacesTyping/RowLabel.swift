import PlacesText

/// What assistive technology says of the rows of a list.
package enum RowLabel {
    package struct Row: Sendable {
        package var primary: String
        package var secondary: String
        /// In words of the user's language; empty where there are none.
        package var type: String
        /// As it is shown; empty without one.
        package var distance: String

        package init(primary: String, secondary: String, type: String = "", distance: String = "") {
            self.primary = primary
            self.secondary = secondary
            self.type = type
            self.distance = distance
        }
    }

    /// "primary, secondary". Rows that would sound alike say their type too, or the distance, or both, else which of them
    /// it is: what tells them all apart with the fewest words.
    package static func labels(_ rows: [Row]) -> [String] {
        let plain = rows.map { joined([$0.primary, $0.secondary]) }
        var labels = plain
        let groups = alike(plain)
        if groups.isEmpty { return plain }
        for group in groups {
            let additions: [(Row) -> [String]] = [{ [$0.type] }, { [$0.distance] }, { [$0.type, $0.distance] }]
            for addition in additions {
                let longer = group.map { joined([plain[$0]] + addition(rows[$0])) }
                if !alike(longer).isEmpty { continue }
                for (index, row) in group.enumerated() { labels[row] = longer[index] }
                break
            }
        }
        // Where neither type nor distance helped, or an addition made a row sound like another.
        for group in alike(labels) {
            for (index, row) in group.enumerated() { labels[row] += ", \(index + 1)" }
        }
        return labels
    }

    /// "train station" of `train_station`: the services' names of types are English.
    package static func words(ofType type: String) -> String { String(type.map { $0 == "_" ? " " : $0 }) }

    private static func joined(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: ", ") }

    /// Groups of two and more, by what is heard: case, accents and punctuation are not.
    private static func alike(_ labels: [String]) -> [[Int]] {
        let folded = FoldedText()
        let heard = labels.map { folded.string($0) }
        var groups: [[Int]] = []
        for index in labels.indices.sorted(by: { (heard[$0], $0) < (heard[$1], $1) }) {
            if let first = groups.last?.first, heard[first] == heard[index] {
                groups[groups.count - 1].append(index)
            } else {
                groups.append([index])
            }
        }
        return groups.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    }
}

extension FoldedText {
    func string(_ text: String) -> String {
        var copy = text
        copy.withUTF8 { fold($0) }
        return String(decoding: self.text, as: UTF8.self)
    }
}
