internal import PlacesIndex
internal import PlacesModel
internal import PlacesText

/// Names by language, from GeoNames' `alternateNamesV2`: alternateNameId, geonameid, isolanguage, name, then 1 or
/// nothing for preferred, short, colloquial and historic, and from and to (which need not be there).
///
/// The full file has 16 million names, so they are kept as bytes in one block and numbers beside it, 16 bytes each.
final class AlternateNames {
    struct Flags: OptionSet {
        let rawValue: UInt8
        static let preferred = Flags(rawValue: 1)
        static let short = Flags(rawValue: 2)
        static let colloquial = Flags(rawValue: 4)
        static let historic = Flags(rawValue: 8)
        /// A code (an airport's, a station's) or an abbreviation: in no language.
        static let code = Flags(rawValue: 16)
        static let postcode = Flags(rawValue: 32)
        static let abbreviation = Flags(rawValue: 64)
    }

    struct Entry {
        var geonameID: UInt32
        var offset: UInt32
        var length: UInt16
        var language: UInt16
        var flags: Flags
    }

    struct Name {
        var text: String
        var language: String
        var flags: Flags
    }

    private var text: [UInt8] = []
    private var entries: [Entry] = []
    private var languages: [String] = [""]
    private var languageNumbers: [String: UInt16] = [:]
    private var isSorted = true

    func read(_ spec: SourceSpec, _ context: ImportContext) throws(PlacesError) {
        var fields = [RowText.Field](repeating: RowText.Field(start: nil, count: 0), count: 10)
        try context.readLines(of: spec) { (line, _) throws(LineFailure) in
            if line.first == UInt8(ascii: "#") { return }
            do throws(RowFault) { try self.add(line, &fields) } catch { throw .row(error) }
        }
        isSorted = false
    }

    private func add(_ line: RowText.Field, _ fields: inout [RowText.Field]) throws(RowFault) {
        let count = RowText.split(line, at: UInt8(ascii: "\t"), into: &fields)
        guard (4...10).contains(count) else { throw RowFault("has \(count) columns; alternate names have 8 or 10") }
        guard let number = DecimalText.parseInteger(fields[1]), let id = UInt32(exactly: number) else {
            throw RowFault("geonameid \(quoted(RowText.string(fields[1]))) is no number")
        }
        var flags: Flags = []
        for (column, flag) in [(4, Flags.preferred), (5, .short), (6, .colloquial), (7, .historic)]
        where column < count && RowText.equals(fields[column], "1") {
            flags.insert(flag)
        }
        guard let language = languageNumber(fields[2], &flags) else { return }
        let name = RowText.trimmed(fields[3])
        guard !name.isEmpty else { throw RowFault("has no name") }
        guard let length = UInt16(exactly: name.count), let offset = UInt32(exactly: text.count) else {
            throw RowFault("its name does not fit: there are more than 4 GB of names, or it is longer than 64 kB")
        }
        text += name
        entries.append(Entry(geonameID: id, offset: offset, length: length, language: language, flags: flags))
    }

    /// Nil for what is no name that people type: links, Wikidata's and other catalogues' identifiers, phonetics.
    private func languageNumber(_ field: RowText.Field, _ flags: inout Flags) -> UInt16? {
        let code = RowText.string(field)
        switch code {
        case "": return 0
        case "post":
            flags.insert(.postcode)
            return 0
        case "iata", "icao", "faac":
            flags.insert(.code)
            return 0
        case "abbr":
            flags.insert(.abbreviation)
            return 0
        case "fr_1793":
            flags.insert(.historic)
            return number(of: "fr")
        case "piny": return number(of: "zh-Latn")
        default:
            guard let language = LanguageCode.normalised(field) else { return nil }
            return number(of: language)
        }
    }

    private func number(of language: String) -> UInt16? {
        if let number = languageNumbers[language] { return number }
        guard let number = UInt16(exactly: languages.count) else { return nil }
        languages.append(language)
        languageNumbers[language] = number
        return number
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The names of a feature, in the order of the file.
    func names(of id: UInt32) -> [Name] {
        if entries.isEmpty { return [] }
        sortOnce()
        var lower = 0
        var upper = entries.count
        while lower < upper {
            let middle = (lower + upper) / 2
            if entries[middle].geonameID < id { lower = middle + 1 } else { upper = middle }
        }
        var result: [Name] = []
        while lower < entries.count, entries[lower].geonameID == id {
            let entry = entries[lower]
            let bytes = text[Int(entry.offset)..<Int(entry.offset) + Int(entry.length)]
            result.append(
                Name(
                    text: String(decoding: bytes, as: UTF8.self),
                    language: languages[Int(entry.language)],
                    flags: entry.flags
                )
            )
            lower += 1
        }
        return result
    }

    private func sortOnce() {
        guard !isSorted else { return }
        // The offset grows along the file, so that this keeps the file's order within a feature.
        entries.sort { ($0.geonameID, $0.offset) < ($1.geonameID, $1.offset) }
        isSorted = true
    }
}

extension AlternateNames {
    /// What a feature's names become: one translation a language (preferred before others, long before short), all
    /// further names alternates. Historic and colloquial names are never shown, so never a translation.
    func recordNames(
        of id: UInt32,
        primary: String
    ) -> (names: [RecordName], postcodes: [String], abbreviations: [String]) {
        var translations: [(language: String, text: String, rank: Int)] = []
        var alternates: [RecordName] = []
        var postcodes: [String] = []
        var abbreviations: [String] = []
        for name in names(of: id) {
            if name.flags.contains(.postcode) {
                if !postcodes.contains(name.text) { postcodes.append(name.text) }
                continue
            }
            if name.flags.contains(.abbreviation) { abbreviations.append(name.text) }
            let isShown = name.language != "" && name.flags.isDisjoint(with: [.historic, .colloquial, .code])
            guard isShown else {
                alternates.append(RecordName(name.text, language: name.language, kind: .alternate))
                continue
            }
            let rank = name.flags.contains(.preferred) ? 2 : name.flags.contains(.short) ? 0 : 1
            guard let index = translations.firstIndex(where: { $0.language == name.language }) else {
                translations.append((name.language, name.text, rank))
                continue
            }
            var loser = name.text
            if rank > translations[index].rank {
                loser = translations[index].text
                translations[index] = (name.language, name.text, rank)
            }
            alternates.append(RecordName(loser, language: name.language, kind: .alternate))
        }
        var names = translations.map { RecordName($0.text, language: $0.language, kind: .translated) }
        var seen = TextSet()
        _ = seen.insert(primary)
        for name in names { _ = seen.insert(name.text) }
        for alternate in alternates where seen.insert(alternate.text) { names.append(alternate) }
        return (names, postcodes, abbreviations)
    }
}
