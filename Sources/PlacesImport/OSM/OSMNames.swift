internal import PlacesIndex
internal import PlacesModel

/// The names that a feature's tags give.
enum OSMNames {
    /// Keys whose values are further names, with or without a language (`alt_name`, `alt_name:sv`).
    private static let alternateKeys: Set<String> = [
        "alt_name", "old_name", "short_name", "official_name", "loc_name", "int_name", "nat_name", "reg_name",
    ]

    /// What has a number or code that people know it by: roads, stations, airports.
    private static let refKeys = ["highway", "railway", "aeroway"]

    /// The primary name first; empty when there is none.
    static func names(of feature: OSMFeature) -> [RecordName] {
        var names: [RecordName] = []
        if let name = RowText.name(feature["name"]) {
            names.append(RecordName(name, kind: .primary))
        } else if let other = RowText.name(feature["brand"]) ?? RowText.name(feature["addr:housename"]) {
            names.append(RecordName(other, kind: .primary))
        } else {
            return []
        }
        for tag in feature.tags {
            if let (key, language) = split(tag.key) {
                if key == "name", let text = RowText.name(tag.value) {
                    add(&names, RecordName(text, language: language, kind: .translated))
                } else if alternateKeys.contains(key) {
                    addAlternates(&names, tag.value, language)
                }
            } else if alternateKeys.contains(tag.key) || tag.key == "brand" || tag.key == "iata" || tag.key == "icao" {
                addAlternates(&names, tag.value, "")
            } else if tag.key == "ref", refKeys.contains(where: { feature[$0] != nil }) {
                addAlternates(&names, tag.value, "")
            }
        }
        return names
    }

    /// A text is there once, but for translations into several languages.
    static func add(_ names: inout [RecordName], _ name: RecordName) {
        let isThere = names.contains {
            $0.text == name.text && (name.kind == .alternate || $0.language == name.language || $0.kind == .primary)
        }
        if !isThere { names.append(name) }
    }

    private static func addAlternates(_ names: inout [RecordName], _ value: String, _ language: String) {
        for text in OSMFeature.list(value) { add(&names, RecordName(text, language: language, kind: .alternate)) }
    }

    /// `name:sv` -> name, sv; nil for keys without a language.
    static func split(_ key: String) -> (key: String, language: String)? {
        guard let colon = key.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        guard let language = LanguageCode.normalised(String(key[key.utf8.index(after: colon)...])) else { return nil }
        return (String(key[..<colon]), language)
    }
}
