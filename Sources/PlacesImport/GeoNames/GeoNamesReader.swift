internal import PlacesIndex
internal import PlacesModel
internal import PlacesText

/// GeoNames' dump: tab-separated, 19 columns, no header, no quoting.
final class GeoNamesReader {
    private enum Column {
        static let id = 0
        static let name = 1
        static let asciiName = 2
        static let alternateNames = 3
        static let latitude = 4
        static let longitude = 5
        static let featureClass = 6
        static let featureCode = 7
        static let country = 8
        static let admin1 = 10
        static let admin2 = 11
        static let population = 14
        static let timeZone = 17
        static let count = 19
    }

    private let spec: SourceSpec
    private let context: ImportContext
    private let types = GeoNamesTypes()
    private var fields = [RowText.Field](
        repeating: RowText.Field(start: nil, count: 0),
        count: Column.count
    )
    /// The names that the record at hand has already.
    private var seen = TextSet()
    /// By hash of country, admin1, admin2 and the place's own level.
    private var knownAreas: [UInt64: (country: String, keys: [String])] = [:]
    private var timeZones: [UInt64: String] = [:]

    init(_ spec: SourceSpec, _ context: ImportContext) {
        self.spec = spec
        self.context = context
    }

    func read() throws(PlacesError) {
        try context.readLines(of: spec) { (line, _) throws(LineFailure) in
            if line.first == UInt8(ascii: "#") { return }
            let place = try self.place(line)
            do throws(PlacesError) { try self.context.sink.add(place) } catch { throw .run(error) }
        }
    }

    private func place(_ line: RowText.Field) throws(LineFailure) -> PlaceRecord {
        var place: PlaceRecord
        let mapping: GeoNamesTypes.Mapping
        do throws(RowFault) {
            let count = RowText.split(line, at: UInt8(ascii: "\t"), into: &fields)
            let fields = self.fields
            guard count == Column.count else { throw RowFault("has \(count) columns, not \(Column.count)") }
            guard let number = DecimalText.parseInteger(fields[Column.id]), let id = UInt32(exactly: number), id > 0
            else {
                throw RowFault("geonameid \(quoted(RowText.string(fields[Column.id]))) is no number")
            }
            guard let name = RowText.name(fields[Column.name]) else { throw RowFault("has no name") }
            let location = try RowValues.coordinate(
                latitude: fields[Column.latitude],
                longitude: fields[Column.longitude]
            )
            let population = try RowValues.population(fields[Column.population])
            mapping = types.mapping(fields[Column.featureClass], fields[Column.featureCode])
            place = PlaceRecord(id: "geonames:" + String(id), names: [], location: location)
            setNames(&place, name, id, fields, isCountry: mapping.level == .country)
            place.primaryType = mapping.primaryType
            place.types = mapping.types
            place.importance = mapping.importance(population: population)
        } catch {
            throw .row(error)
        }
        place.timeZone = timeZone(fields[Column.timeZone])
        do throws(PlacesError) { try setAreas(&place, fields, own: mapping.level) } catch { throw .run(error) }
        return place
    }

    // MARK: - Names

    private func setNames(
        _ place: inout PlaceRecord,
        _ dumpName: String,
        _ id: UInt32,
        _ fields: [RowText.Field],
        isCountry: Bool
    ) {
        seen.removeAll()
        var names: [RecordName] = []
        names.reserveCapacity(2 + fields[Column.alternateNames].count / 8)
        defer { place.names = names }
        var name = dumpName
        var formalName: String?
        // The dump has a country's formal name, the companion the usual one.
        if isCountry, let country = context.names.countries[RowText.string(fields[Column.country])],
            country.geonameID == id, country.name != name
        {
            formalName = name
            name = country.name
        }
        names.append(RecordName(name, kind: .primary))
        _ = seen.insert(name)
        if !context.names.alternates.isEmpty {
            let found = context.names.alternates.recordNames(of: id, primary: name)
            names += found.names
            for other in found.names { _ = seen.insert(other.text) }
            if found.postcodes.count == 1 {
                place.postcode = found.postcodes[0]
            } else {
                for postcode in found.postcodes { addAlternate(postcode, to: &names) }
            }
        }
        if let formalName { addAlternate(formalName, to: &names) }
        addAlternate(fields[Column.asciiName], to: &names)
        let alternates = fields[Column.alternateNames]
        var lower = 0
        while lower < alternates.count {
            let upper = position(of: UInt8(ascii: ","), in: alternates, from: lower) ?? alternates.count
            addAlternate(RowText.Field(rebasing: alternates[lower..<upper]), to: &names)
            lower = upper + 1
        }
    }

    private func addAlternate(_ field: RowText.Field, to names: inout [RecordName]) {
        let text = RowText.trimmed(field)
        guard !text.isEmpty, seen.insert(text), let name = RowText.name(text) else { return }
        names.append(RecordName(name, kind: .alternate))
    }

    private func addAlternate(_ text: String, to names: inout [RecordName]) {
        if seen.insert(text) { names.append(RecordName(text, kind: .alternate)) }
    }

    // MARK: - Areas

    /// `own` is what the place itself is: it is not held by its namesake area, nor by smaller ones.
    private func setAreas(
        _ place: inout PlaceRecord,
        _ fields: [RowText.Field],
        own: AreaRecord.Level?
    ) throws(PlacesError) {
        let rank = own.map { Int($0.rawValue) } ?? -1
        var hash = UInt64(bitPattern: Int64(rank))
        hash = TextSet.hash(fields[Column.country], after: hash)
        hash = TextSet.hash(fields[Column.admin1], after: hash)
        hash = TextSet.hash(fields[Column.admin2], after: hash)
        if let known = knownAreas[hash] {
            place.country = known.country
            place.areas = known.keys
            return
        }
        let code = RowValues.countryCode(fields[Column.country]) ?? ""
        var keys: [String] = []
        if !code.isEmpty {
            let regionCode = code.uppercased() + "." + RowText.string(fields[Column.admin1])
            let districtCode = regionCode + "." + RowText.string(fields[Column.admin2])
            if rank < Int(AreaRecord.Level.district.rawValue), !fields[Column.admin2].isEmpty {
                try addArea("admin2:" + districtCode, &keys) { context.names.district(districtCode, key: $0) }
            }
            if rank < Int(AreaRecord.Level.region.rawValue), !fields[Column.admin1].isEmpty {
                try addArea("admin1:" + regionCode, &keys) { context.names.region(regionCode, key: $0) }
            }
            if own != .country { keys.append(try context.countryKey(code)) }
        }
        knownAreas[hash] = (code, keys)
        place.country = code
        place.areas = keys
    }

    /// An area that no companion names is left out.
    private func addArea(
        _ key: String,
        _ keys: inout [String],
        _ make: (String) -> AreaRecord?
    ) throws(PlacesError) {
        guard context.knows(key) else {
            guard let area = make(key) else { return }
            try context.add(key) { area }
            keys.append(key)
            return
        }
        keys.append(key)
    }

    private func timeZone(_ field: RowText.Field) -> String {
        let hash = TextSet.hash(field)
        if let known = timeZones[hash] { return known }
        let name = RowValues.timeZone(field)
        timeZones[hash] = name
        return name
    }
}
