internal import PlacesIndex
internal import PlacesModel

/// The address that a feature's tags give; what they leave out, the source's options say.
struct OSMAddress {
    /// Several when one building has several (`1;3`).
    var numbers: [String]
    var street: String
    var streetTranslations: [(language: String, street: String)]
    var postcode: String
    var locality: String
    var region: String
    /// Lower case.
    var country: String

    init(_ feature: OSMFeature, _ spec: SourceSpec) {
        func first(_ keys: String...) -> String? {
            for key in keys {
                if let value = RowText.name(feature[key]) { return value }
            }
            return nil
        }
        numbers = (first("addr:housenumber") ?? "").split(whereSeparator: { $0 == ";" || $0 == "," }).compactMap {
            part in
            RowText.name(String(part))
        }
        // `addr:place` stands where houses are numbered by village or estate.
        street = first("addr:street", "addr:place") ?? ""
        streetTranslations = feature.tags.compactMap { tag in
            guard let (key, language) = OSMNames.split(tag.key.dropped("addr:") ?? ""), key == "street",
                let street = RowText.name(tag.value)
            else { return nil }
            return (language, street)
        }
        postcode = first("addr:postcode") ?? ""
        locality = first("addr:city", "is_in:city") ?? spec.locality
        region = first("addr:state", "addr:province", "is_in:state") ?? spec.region
        var code = first("addr:country", "is_in:country_code") ?? ""
        country = code.withUTF8 { RowValues.countryCode($0) } ?? spec.country
    }

    /// The rank of an area of this type, as `AreaRecord.Level` has them; -1 for things that are no area of these levels.
    static func rank(ofType type: String) -> Int {
        let level: AreaRecord.Level? =
            switch type {
            case "country": .country
            case "administrative_area_level_1": .region
            case "administrative_area_level_2", "administrative_area_level_3": .district
            case "locality": .locality
            case "continent": .country
            default: nil
            }
        return level.map { Int($0.rawValue) } ?? -1
    }
}

extension String {
    /// What is left without the prefix; nil when it does not begin so.
    fileprivate func dropped(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
