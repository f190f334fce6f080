import PlacesModel
import PlacesText

extension IndexView {
    /// The number of the place that has an ID.
    func place(withID id: String, _ texts: IndexTexts) -> Int? {
        guard ids.count > 0 else { return nil }
        var copy = id
        return copy.withUTF8 { wanted in
            guard let base = wanted.baseAddress else { return nil }
            var slot = CollectedRecords.slot(of: Layout.hash(base, wanted.count), count: ids.count)
            // A damaged table may have no empty slot.
            for _ in 0..<ids.count {
                let entry = ids[slot]
                guard entry > 0, Int(entry) <= places.count else { return nil }
                if has(places[entry &- 1], wanted, texts) { return Int(entry) - 1 }
                slot = slot + 1 == ids.count ? 0 : slot + 1
            }
            return nil
        }
    }

    private func has(_ row: PlaceRow, _ id: UnsafeBufferPointer<UInt8>, _ texts: IndexTexts) -> Bool {
        let prefix = row.idHigh >> 24
        if prefix == PlaceRow.noPrefix {
            var reader = ByteReader(idTexts.all, at: Int(row.idLow))
            return reader.blob().elementsEqual(id)
        }
        let text = texts.idPrefix(Int(prefix))
        guard id.count > text.count, id.starts(with: text) else { return false }
        var number: UInt64 = 0
        let digits = id[text.count...]
        guard digits.count <= 17, digits.first != 0x30 || digits.count == 1 else { return false }
        for byte in digits {
            guard byte >= 0x30, byte <= 0x39 else { return false }
            number = number &* 10 &+ UInt64(byte & 0x0F)
        }
        return number == UInt64(row.idHigh & 0xFF_FFFF) << 32 | UInt64(row.idLow)
    }
}

/// Puts together what is known of one place, in Google's shape. Empty and zero members are left out, as proto3 does.
struct Details {
    private struct Component {
        var long: String
        var short: String
        var types: [String]
        var language: String
    }

    private let index: PlaceIndex
    private let view: IndexView
    private let languages: LanguageChoice
    private let region: RegionCode?

    init(_ index: PlaceIndex, _ languages: LanguageChoice, region: RegionCode?) {
        self.index = index
        view = index.view
        self.languages = languages
        self.region = region
    }

    func place(_ number: Int) -> Place {
        let row = view.places[number]
        let id = index.text(ofID: row)
        let extras = Extras(view.extras, at: row.extras)
        let name = view.displayName(at: row.names, languages)
        let nameText = String(decoding: name.text, as: UTF8.self)
        let types = index.types.list(row.typeSet)
        let typeNames = types.filter { $0 != TypeSets.none }.map(typeName)
        let components = components(row, extras)
        let isArea = index.types.isGeocode(row.typeSet)
        var root: [JSONValue.Member] = []
        func put(_ name: String, _ value: JSONValue?) {
            if let value { root.append(JSONValue.Member(name, value)) }
        }
        put("name", .string("places/" + id))
        put("id", .string(id))
        if !typeNames.isEmpty { put("types", .array(typeNames.map(JSONValue.string))) }
        if let first = types.first, first != TypeSets.none { put("primaryType", .string(typeName(first))) }
        put("displayName", localized(nameText, language(name.language)))
        let full = address(components, name: isArea ? nameText : nil, isShort: false)
        let short = address(components, name: isArea ? nameText : nil, isShort: true)
        if !full.isEmpty { put("formattedAddress", .string(full)) }
        if !short.isEmpty { put("shortFormattedAddress", .string(short)) }
        put("postalAddress", postalAddress(row, components, extras))
        if !components.isEmpty { put("addressComponents", .array(components.map(value))) }
        put("plusCode", Details.plusCode(row.coordinate))
        put("location", point(row.coordinate))
        put("viewport", extras.viewport.map { .object([member("low", $0.low), member("high", $0.high)]) })
        if row.timeZone > 0, Int(row.timeZone) <= index.meta.timeZones.count {
            put("timeZone", .object([.init("id", .string(index.meta.timeZones[Int(row.timeZone) - 1]))]))
        }
        if row.flags & PlaceRow.isPureServiceArea != 0 { put("pureServiceAreaBusiness", .bool(true)) }
        for member in extras.details where !root.contains(where: { $0.name == member.name }) { root.append(member) }
        var attribution = ""
        if Int(row.source) < index.meta.sources.count {
            attribution = index.meta.sources[Int(row.source)].attribution
            if !attribution.isEmpty { put("attributions", attributions(attribution)) }
        }
        return Place(root: root, attribution: attribution)
    }

    /// A point that has no place.
    static func place(_ point: PointQuery, _ description: String) -> Place {
        var coordinate: [JSONValue.Member] = []
        if point.coordinate.latitude != 0 { coordinate.append(.init("latitude", .number(point.coordinate.latitude))) }
        if point.coordinate.longitude != 0 {
            coordinate.append(.init("longitude", .number(point.coordinate.longitude)))
        }
        let type = point.isPlusCode ? "plus_code" : "geocode"
        let address = description.isEmpty ? point.text : point.text + ", " + description
        return Place(root: [
            .init("name", .string("places/" + point.id)), .init("id", .string(point.id)),
            .init("types", .array([.string(type)])), .init("primaryType", .string(type)),
            .init("displayName", .object([.init("text", .string(point.text))])),
            .init("formattedAddress", .string(address)),
            .init("plusCode", plusCode(point.coordinate)), .init("location", .object(coordinate)),
        ])
    }

    private static func plusCode(_ point: Coordinate) -> JSONValue {
        .object([
            .init("globalCode", .string(PlusCode.encode(latitude: point.latitude, longitude: point.longitude)))
        ])
    }

    // MARK: Parts

    private func typeName(_ number: UInt32) -> String {
        Int(number) < index.meta.types.count ? index.meta.types[Int(number)] : ""
    }

    private func language(_ number: Int) -> String {
        number < index.meta.languages.count ? index.meta.languages[number] : ""
    }

    private func localized(_ text: String, _ language: String) -> JSONValue {
        var members = [JSONValue.Member("text", .string(text))]
        if !language.isEmpty { members.append(.init("languageCode", .string(language))) }
        return .object(members)
    }

    private func member(_ name: String, _ point: Coordinate) -> JSONValue.Member { .init(name, self.point(point)) }

    private func point(_ coordinate: Coordinate) -> JSONValue {
        var members: [JSONValue.Member] = []
        if coordinate.latitude != 0 { members.append(.init("latitude", .number(coordinate.latitude))) }
        if coordinate.longitude != 0 { members.append(.init("longitude", .number(coordinate.longitude))) }
        return .object(members)
    }

    /// The first link in the text, if there is one, is the provider's address.
    private func attributions(_ text: String) -> JSONValue {
        var members = [JSONValue.Member("provider", .string(text))]
        for word in text.split(whereSeparator: { " (),;<>\"".contains($0) }) {
            if word.hasPrefix("https://") || word.hasPrefix("http://") {
                members.append(.init("providerUri", .string(String(word))))
                break
            }
        }
        return .array([.object(members)])
    }

    private func components(_ row: PlaceRow, _ extras: Extras) -> [Component] {
        var result: [Component] = []
        func add(_ bytes: UnsafeBufferPointer<UInt8>, _ types: [String]) {
            guard !bytes.isEmpty else { return }
            let text = String(decoding: bytes, as: UTF8.self)
            result.append(Component(long: text, short: text, types: types, language: ""))
        }
        add(extras.houseNumber, ["street_number"])
        add(extras.street, ["route"])
        let set = view.areaSets[row.areaSet]
        for number in view.areaSetLists.slice(Int(set.first), min(Int(set.count), 16)) {
            let area = view.areas[number]
            let name = view.displayName(at: area.names, languages)
            let long = String(decoding: name.text, as: UTF8.self)
            let type: String
            var short = String(decoding: view.code(of: area), as: UTF8.self)
            switch AreaRecord.Level(rawValue: area.level) ?? .country {
            case .locality: type = "locality"
            case .district: type = "administrative_area_level_2"
            case .region: type = "administrative_area_level_1"
            case .country:
                type = "country"
                if set.country != 0 { short = Details.countryText(set.country) }
            }
            if short.isEmpty { short = long }
            result.append(
                Component(long: long, short: short, types: [type, "political"], language: language(name.language))
            )
        }
        add(extras.postcode, ["postal_code"])
        return result
    }

    private static func countryText(_ code: UInt16) -> String {
        String(decoding: [UInt8(code >> 8) & 0xDF, UInt8(truncatingIfNeeded: code) & 0xDF], as: UTF8.self)
    }

    private func value(_ component: Component) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("longText", .string(component.long)), .init("shortText", .string(component.short)),
            .init("types", .array(component.types.map(JSONValue.string))),
        ]
        if !component.language.isEmpty { members.append(.init("languageCode", .string(component.language))) }
        return .object(members)
    }

    private func long(_ components: [Component], _ type: String) -> String {
        components.first { $0.types.first == type }?.long ?? ""
    }

    private func address(_ components: [Component], name: String?, isShort: Bool) -> String {
        var parts: [String] = []
        func add(_ text: String) {
            if !text.isEmpty, parts.last != text { parts.append(text) }
        }
        if let name { add(name) }
        let street = long(components, "route")
        if !street.isEmpty, !holds(name ?? "", street) {
            let number = long(components, "street_number")
            add(number.isEmpty ? street : street + " " + number)
        }
        let postcode = long(components, "postal_code")
        let locality = long(components, "locality")
        add(postcode.isEmpty || isShort ? locality : locality.isEmpty ? postcode : postcode + " " + locality)
        if !isShort || locality.isEmpty { add(long(components, "administrative_area_level_1")) }
        let country = components.first { $0.types.first == "country" }
        let isOwn = country.map { $0.short.lowercased() == region?.text } ?? false
        if let country, !isShort, !isOwn { add(country.long) }
        return parts.joined(separator: ", ")
    }

    private func postalAddress(_ row: PlaceRow, _ components: [Component], _ extras: Extras) -> JSONValue? {
        let set = view.areaSets[row.areaSet]
        guard set.country != 0, !extras.street.isEmpty || !extras.postcode.isEmpty else { return nil }
        var members = [JSONValue.Member("regionCode", .string(Details.countryText(set.country)))]
        for (name, type) in [
            ("postalCode", "postal_code"), ("administrativeArea", "administrative_area_level_1"),
            ("locality", "locality"),
        ] {
            let text = long(components, type)
            if !text.isEmpty { members.append(.init(name, .string(text))) }
        }
        let street = long(components, "route")
        if !street.isEmpty {
            let number = long(components, "street_number")
            members.append(
                .init("addressLines", .array([.string(number.isEmpty ? street : street + " " + number)]))
            )
        }
        return .object(members)
    }
}

extension PlaceIndex {
    func text(ofID row: PlaceRow) -> String {
        let prefix = Int(row.idHigh >> 24)
        if prefix == Int(PlaceRow.noPrefix) {
            var reader = ByteReader(view.idTexts.all, at: Int(row.idLow))
            return reader.text()
        }
        let number = UInt64(row.idHigh & 0xFF_FFFF) << 32 | UInt64(row.idLow)
        return (prefix < meta.idPrefixes.count ? meta.idPrefixes[prefix] : "") + String(number)
    }
}

extension IndexTypes {
    func isGeocode(_ set: UInt16) -> Bool {
        guard let first = list(set).first, first != TypeSets.none else { return false }
        return isAreaType(first)
    }
}
