package import PlacesModel

/// A file to read and how to read it: `kind:path`, or a path whose name tells the kind; options follow as
/// `?name=value&name=value` (with `%XX` for bytes that would be in the way).
package struct SourceSpec: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// GeoNames dump, 19 columns.
        case geonames
        /// GeoNames companions: names by language, names of areas and countries.
        case geonamesAlternates = "geonames-alternates"
        case geonamesAdmin1 = "geonames-admin1"
        case geonamesAdmin2 = "geonames-admin2"
        case geonamesCountries = "geonames-countries"
        /// A table with named columns.
        case csv
        case tsv
        /// A sequence of GeoJSON features made from OpenStreetMap.
        case osm
        /// One Google `Place` resource a line.
        case places

        /// Read before the others: it only names what they refer to.
        var isCompanion: Bool {
            switch self {
            case .geonamesAlternates, .geonamesAdmin1, .geonamesAdmin2, .geonamesCountries: true
            case .geonames, .csv, .tsv, .osm, .places: false
            }
        }

        var options: Set<String> {
            switch self {
            case .geonames: ["attribution"]
            case .geonamesAlternates, .geonamesAdmin1, .geonamesAdmin2, .geonamesCountries: []
            case .csv, .tsv: ["source", "attribution", "country", "region", "locality"]
            case .osm: ["attribution", "country", "region", "locality"]
            case .places: ["source", "attribution"]
            }
        }
    }

    package let kind: Kind
    package let path: String
    /// What places of this source are called by before the `:` of their IDs.
    package let source: String
    /// What must be shown with the places of this source; empty for nothing.
    package let attribution: String
    /// What holds for rows that do not say it themselves. The country is a lower-case ISO code.
    package let country: String
    package let region: String
    package let locality: String

    package init(_ text: String) throws(PlacesError) {
        guard !text.utf8.contains(0) else { throw .invalid("source", "holds a NUL character") }
        var rest = Substring(text)
        var named: Kind?
        if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
            let prefix = text[..<colon]
            named = Kind(rawValue: String(prefix))
            if named != nil {
                rest = text[text.utf8.index(after: colon)...]
            } else if SourceSpec.isWord(prefix.utf8) {
                let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalid(
                    "source",
                    "\(quoted(String(prefix))) is no kind of source (\(kinds)); write KIND:PATH"
                )
            }
        }
        let (path, options) = try SourceSpec.split(rest)
        guard !path.isEmpty else { throw .invalid("source", "\(quoted(text)) names no file") }
        guard let kind = named ?? SourceSpec.kind(ofFile: path) else {
            throw .invalid(
                "source",
                "\(quoted(text)): its name does not tell what it is; write KIND:PATH, such as geonames:PATH"
            )
        }
        for (name, _) in options where !kind.options.contains(name) {
            let known = kind.options.sorted().joined(separator: ", ")
            throw .invalid(
                "source",
                "\(quoted(text)): \(kind.rawValue) has no option \(quoted(name))"
                    + (known.isEmpty ? "" : " (it has \(known))")
            )
        }
        self.kind = kind
        self.path = path
        source = options["source"] ?? kind.defaultSource
        attribution = options["attribution"] ?? kind.defaultAttribution
        region = options["region"] ?? ""
        locality = options["locality"] ?? ""
        country =
            try options["country"].map { (code) throws(PlacesError) in
                try RegionCode(code, field: "source.country").text
            } ?? ""
        guard SourceSpec.isSourceName(source) else {
            throw .invalid("source", "\(quoted(source)) is no name for a source (lower-case letters, digits, - and _)")
        }
    }

    /// What stands before the `:` of a place's ID.
    static func isSourceName(_ name: String) -> Bool {
        var copy = name
        return copy.withUTF8 { isSourceName($0) }
    }

    static func isSourceName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard (1...32).contains(name.count) else { return false }
        for byte in name {
            let isLetter = byte &- 0x61 < 26 || byte &- 0x30 < 10
            guard isLetter || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") else { return false }
        }
        return true
    }

    /// The options begin at the last `?` behind which only `name=value` stand; any other `?` belongs to the path.
    private static func split(_ text: Substring) throws(PlacesError) -> (path: String, options: [String: String]) {
        guard let mark = text.utf8.lastIndex(of: UInt8(ascii: "?")) else { return (String(text), [:]) }
        var options: [String: String] = [:]
        for part in text[text.utf8.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false) {
            guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")), isWord(part[..<equals].utf8) else {
                return (String(text), [:])
            }
            guard let value = decoded(part[part.utf8.index(after: equals)...]) else {
                throw .invalid("source", "\(quoted(String(part))) is not percent-encoded UTF-8")
            }
            options[String(part[..<equals])] = value
        }
        return (String(text[..<mark]), options)
    }

    /// Resolves `%XX`; nil for what is not well formed.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    private static func isWord(_ bytes: Substring.UTF8View) -> Bool {
        // One letter and a colon is how drives are written elsewhere: not a kind, so a path.
        bytes.count > 1 && bytes.allSatisfy { (0x61...0x7A).contains($0) || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }
    }

    private static func kind(ofFile path: String) -> Kind? {
        let file = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        guard let dot = file.lastIndex(of: ".") else { return nil }
        let stem = file[..<dot]
        let suffix = file[file.index(after: dot)...]
        switch suffix {
        case "geojsonseq", "geojsons", "geojsonl": return .osm
        case "ndjson", "jsonl": return .places
        case "csv": return .csv
        case "txt", "tsv":
            // As GeoNames names its files.
            if stem.hasPrefix("alternatenames") { return .geonamesAlternates }
            if stem == "admin1codesascii" { return .geonamesAdmin1 }
            if stem == "admin2codes" { return .geonamesAdmin2 }
            if stem == "countryinfo" { return .geonamesCountries }
            let isDump = ["allcountries", "cities500", "cities1000", "cities5000", "cities15000"].contains(stem)
            if isDump || (suffix == "txt" && stem.utf8.count == 2) { return .geonames }
            return suffix == "tsv" ? .tsv : nil
        default: return nil
        }
    }
}

extension SourceSpec.Kind {
    var defaultSource: String {
        switch self {
        case .geonames, .geonamesAlternates, .geonamesAdmin1, .geonamesAdmin2, .geonamesCountries: "geonames"
        case .csv: "csv"
        case .tsv: "tsv"
        case .osm: "osm"
        case .places: "place"
        }
    }

    /// What the licences of the two large sources ask for.
    var defaultAttribution: String {
        switch self {
        case .geonames: "Place data from GeoNames (geonames.org), CC BY 4.0"
        case .osm: "© OpenStreetMap contributors (openstreetmap.org/copyright)"
        default: ""
        }
    }
}
