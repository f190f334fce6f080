internal import PlacesIndex

/// What GeoNames' feature codes mean in the types of the Places services, from `Tables/geonames-types.tsv`.
struct GeoNamesTypes {
    struct Mapping {
        var primaryType = ""
        var types: [String] = []
        /// Importance without a population.
        var base: Float = 0
        /// What is added to the logarithm of a population.
        var offset: Float = 0
        /// The level of area that such a feature itself is; nil for other things.
        var level: AreaRecord.Level?

        func importance(population: Int64) -> Float {
            RowValues.clamped(population > 0 ? RowValues.importance(population: population) + offset : base)
        }
    }

    private let mappings: [UInt64: Mapping]

    init() {
        var mappings: [UInt64: Mapping] = [:]
        TypeTable.forEachRow(of: GeoNamesTypesTable.text, columns: 6) { row in
            var mapping = Mapping()
            mapping.primaryType = row[2]
            mapping.types = TypeTable.list(row[3], primary: row[2])
            mapping.base = TypeTable.number(row[4])
            mapping.offset = TypeTable.number(row[5])
            mapping.level = GeoNamesTypes.level(ofType: row[2])
            mappings[GeoNamesTypes.key(row[0].utf8, row[1].utf8)] = mapping
        }
        self.mappings = mappings
    }

    /// What no row holds is a place without types.
    func mapping(_ featureClass: RowText.Field, _ featureCode: RowText.Field) -> Mapping {
        mappings[GeoNamesTypes.key(featureClass, featureCode)]
            ?? mappings[GeoNamesTypes.key(featureClass, CollectionOfOne(UInt8(ascii: "*")))] ?? Mapping()
    }

    private static func level(ofType type: String) -> AreaRecord.Level? {
        switch type {
        case "country": .country
        case "administrative_area_level_1": .region
        case "administrative_area_level_2": .district
        default: nil
        }
    }

    /// Class and code (at most 7 letters) in one number.
    private static func key(_ featureClass: some Sequence<UInt8>, _ code: some Sequence<UInt8>) -> UInt64 {
        var key: UInt64 = 0
        for byte in featureClass { key = key << 8 | UInt64(byte) }
        for byte in code { key = key << 8 | UInt64(byte) }
        return key
    }
}
