package import PlacesModel

/// What distances are told in. The raw values are the public `places_units` numbers.
package enum DistanceUnits: Int32, Sendable {
    case metric = 1
    /// Miles and feet.
    case us = 2
    /// Miles and yards.
    case uk = 3

    package static func of(region: RegionCode?) -> DistanceUnits {
        switch region?.text {
        case "us", "lr", "mm": .us
        case "gb": .uk
        default: .metric
        }
    }
}

/// Distances as people read them: "850 m", "3,4 km", "0.3 mi".
package enum DistanceText {
    /// No more digits than a straight line is worth: steps of ten below a kilometre or a tenth of a mile, one decimal
    /// below ten, else whole numbers. "" for a negative distance.
    package static func text(meters: Int32, units: DistanceUnits, language: LanguageTag?) -> String {
        guard meters >= 0 else { return "" }
        let format = NumberFormat(language)
        let names = UnitNames(language)
        // Whole numbers of tenths of a millimetre, in 64 bits: no rounding but ours.
        let length = Int64(meters) * 10_000
        switch units {
        case .metric:
            return far(length, 10_000_000, format, names.kilometre, names)
                ?? near(length, 10_000, format, names.metre, names)
        case .us:
            return far(length, mile, format, names.mile, names) ?? near(length, 3_048, format, names.foot, names)
        case .uk:
            return far(length, mile, format, names.mile, names) ?? near(length, 9_144, format, names.yard, names)
        }
    }

    private static let mile: Int64 = 16_093_440

    private static func far(
        _ length: Int64,
        _ unit: Int64,
        _ format: NumberFormat,
        _ name: String,
        _ names: UnitNames
    ) -> String? {
        let tenths = (length * 10 + unit / 2) / unit
        // Metres go up to a whole kilometre, feet and yards to a tenth of a mile.
        let isNear = unit == mile ? length * 10 < unit : length + 50_000 < unit
        if isNear { return nil }
        let number = tenths < 100 ? format.text(tenths: tenths) : format.text((length + unit / 2) / unit)
        return names.join(number, name)
    }

    private static func near(
        _ length: Int64,
        _ unit: Int64,
        _ format: NumberFormat,
        _ name: String,
        _ names: UnitNames
    ) -> String {
        names.join(format.text((length + unit * 5) / (unit * 10) * 10), name)
    }
}
