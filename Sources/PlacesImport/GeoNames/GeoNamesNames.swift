internal import PlacesIndex
internal import PlacesModel
internal import PlacesText

/// The names of countries and of their parts, from GeoNames' companion files.
final class GeoNamesNames {
    struct Country {
        var name: String
        /// Of three letters: what people write for short (`USA`).
        var iso3: String
        var geonameID: UInt32
    }

    struct Area {
        var name: String
        var asciiName: String
        var geonameID: UInt32
    }

    let alternates = AlternateNames()
    /// By upper-case ISO code.
    private(set) var countries: [String: Country] = [:]
    /// By code: `FR.11`, `FR.11.75`.
    private(set) var regions: [String: Area] = [:]
    private(set) var districts: [String: Area] = [:]

    // MARK: - Reading

    /// `countryInfo`: ISO, ISO3, ISO-Numeric, fips, Country, ..., geonameid (column 17 of 19).
    func readCountries(_ spec: SourceSpec, _ context: ImportContext) throws(PlacesError) {
        var fields = emptyFields(19)
        try context.readLines(of: spec) { (line, _) throws(LineFailure) in
            if line.first == UInt8(ascii: "#") { return }
            do throws(RowFault) {
                let count = RowText.split(line, at: UInt8(ascii: "\t"), into: &fields)
                guard (17...19).contains(count) else { throw RowFault("has \(count) columns, not 19") }
                guard let code = RowValues.countryCode(fields[0]) else {
                    throw RowFault("country \(quoted(RowText.string(fields[0]))) is no code of two letters")
                }
                guard let name = RowText.name(fields[4]) else { throw RowFault("has no name") }
                self.countries[code.uppercased()] = Country(
                    name: name,
                    iso3: RowText.string(RowText.trimmed(fields[1])),
                    geonameID: GeoNamesNames.identifier(fields[16])
                )
            } catch {
                throw .row(error)
            }
        }
    }

    /// `admin1CodesASCII` and `admin2Codes`: code, name, ASCII name, geonameid.
    func readAreas(_ spec: SourceSpec, level: AreaRecord.Level, _ context: ImportContext) throws(PlacesError) {
        var fields = emptyFields(4)
        try context.readLines(of: spec) { (line, _) throws(LineFailure) in
            if line.first == UInt8(ascii: "#") { return }
            do throws(RowFault) {
                let count = RowText.split(line, at: UInt8(ascii: "\t"), into: &fields)
                guard count == 4 else { throw RowFault("has \(count) columns, not 4") }
                let code = RowText.string(RowText.trimmed(fields[0]))
                let dots = code.utf8.reduce(into: 0) { $0 += $1 == UInt8(ascii: ".") ? 1 : 0 }
                guard dots == (level == .region ? 1 : 2) else {
                    throw RowFault("\(quoted(code)) is no code such as \(level == .region ? "FR.11" : "FR.11.75")")
                }
                guard let name = RowText.name(fields[1]) else { throw RowFault("has no name") }
                let area = Area(
                    name: name,
                    asciiName: RowText.name(fields[2]) ?? name,
                    geonameID: GeoNamesNames.identifier(fields[3])
                )
                if level == .region { self.regions[code] = area } else { self.districts[code] = area }
            } catch {
                throw .row(error)
            }
        }
    }

    /// 0 for none.
    private static func identifier(_ field: RowText.Field) -> UInt32 {
        DecimalText.parseInteger(RowText.trimmed(field)).flatMap { UInt32(exactly: $0) } ?? 0
    }

    private func emptyFields(_ count: Int) -> [RowText.Field] {
        [RowText.Field](repeating: RowText.Field(start: nil, count: 0), count: count)
    }

    private static let builtIn: [String: Country] = {
        var countries: [String: Country] = [:]
        TypeTable.forEachRow(of: CountriesTable.text, columns: 3) { row in
            countries[row[0]] = Country(name: row[2], iso3: row[1], geonameID: 0)
        }
        return countries
    }()

    // MARK: - Areas

    /// As the companion names it, else in English, else by its code, which is upper case.
    func country(_ code: String, key: String) -> AreaRecord {
        let country = countries[code] ?? GeoNamesNames.builtIn[code] ?? Country(name: code, iso3: "", geonameID: 0)
        var (names, _) = areaNames(country.name, country.geonameID)
        if !names.contains(where: { $0.text == code }) { names.append(RecordName(code, kind: .alternate)) }
        return AreaRecord(key: key, level: .country, names: names, code: country.iso3, country: code.lowercased())
    }

    /// Nil where no companion names it.
    func region(_ code: String, key: String) -> AreaRecord? {
        regions[code].map { area(key, .region, $0, code) }
    }

    func district(_ code: String, key: String) -> AreaRecord? {
        districts[code].map { area(key, .district, $0, code) }
    }

    private func area(_ key: String, _ level: AreaRecord.Level, _ area: Area, _ code: String) -> AreaRecord {
        var (names, abbreviations) = areaNames(area.name, area.geonameID)
        if area.asciiName != area.name, !names.contains(where: { $0.text == area.asciiName }) {
            names.append(RecordName(area.asciiName, kind: .alternate))
        }
        let parts = code.utf8.split(separator: UInt8(ascii: "."))
        var short = abbreviations.first { $0.utf8.count <= 5 } ?? ""
        // Where GeoNames' own codes are letters, they are the postal abbreviations (`US.TX`, `CH.ZH`).
        if level == .region, let last = parts.last, (2...3).contains(last.count),
            last.allSatisfy({ (0x41...0x5A).contains($0) })
        {
            short = String(decoding: last, as: UTF8.self)
        }
        let country = parts.first.map { String(decoding: $0, as: UTF8.self).lowercased() } ?? ""
        return AreaRecord(key: key, level: level, names: names, code: short, country: country)
    }

    private func areaNames(_ name: String, _ id: UInt32) -> (names: [RecordName], abbreviations: [String]) {
        let primary = RecordName(name, kind: .primary)
        guard id != 0 else { return ([primary], []) }
        let found = alternates.recordNames(of: id, primary: name)
        return ([primary] + found.names, found.abbreviations)
    }
}
