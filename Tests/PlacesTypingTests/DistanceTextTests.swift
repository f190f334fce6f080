import PlacesModel
import PlacesTyping
import Testing

@Suite struct DistanceTextTests {
    private func text(_ meters: Int32, _ units: DistanceUnits = .metric, _ language: String? = "en") throws -> String {
        let tag = try language.map { try LanguageTag($0, field: "language") }
        return DistanceText.text(meters: meters, units: units, language: tag)
    }

    @Test(arguments: [
        (0, "0 m"), (4, "0 m"), (5, "10 m"), (847, "850 m"), (994, "990 m"), (995, "1.0 km"), (1000, "1.0 km"),
        (3449, "3.4 km"), (3450, "3.5 km"), (9949, "9.9 km"), (9950, "10 km"), (12_499, "12 km"), (999_500, "1000 km"),
        (9_999_499, "9999 km"), (10_000_000, "10,000 km"), (20_015_000, "20,015 km"), (Int32.max, "2,147,484 km"),
        (-1, ""), (Int32.min, ""),
    ])
    func metric(meters: Int32, expected: String) throws {
        #expect(try text(meters) == expected)
    }

    @Test(arguments: [
        (0, "0 ft"), (100, "330 ft"), (160, "520 ft"), (161, "0.1 mi"), (500, "0.3 mi"), (1609, "1.0 mi"),
        (16_000, "9.9 mi"), (16_093, "10 mi"), (20_015_000, "12,437 mi"), (Int32.max, "1,334,384 mi"),
    ])
    func milesAndFeet(meters: Int32, expected: String) throws {
        #expect(try text(meters, .us) == expected)
    }

    @Test(arguments: [(100, "110 yd"), (160, "170 yd"), (161, "0.1 mi"), (1609, "1.0 mi")])
    func milesAndYards(meters: Int32, expected: String) throws {
        #expect(try text(meters, .uk) == expected)
    }

    @Test(arguments: [
        ("de", "3,4 km", "12.345 km"), ("de-CH", "3.4 km", "12’345 km"), ("de-AT", "3,4 km", "12\u{A0}345 km"),
        ("fr", "3,4 km", "12\u{202F}345 km"), ("fr-CH", "3,4 km", "12\u{202F}345 km"),
        ("fi", "3,4 km", "12\u{A0}345 km"),
        ("es", "3,4 km", "12.345 km"), ("es-MX", "3.4 km", "12,345 km"), ("es-419", "3.4 km", "12,345 km"),
        ("pt-BR", "3,4 km", "12.345 km"), ("pt-PT", "3,4 km", "12\u{A0}345 km"), ("en-IN", "3.4 km", "12,345 km"),
        ("hi", "3.4 कि॰मी॰", "12,345 कि॰मी॰"), ("ru", "3,4 км", "12\u{A0}345 км"), ("ja", "3.4 km", "12,345 km"),
        ("zh", "3.4公里", "12,345公里"), ("zh-Hant-TW", "3.4 公里", "12,345 公里"), ("ko", "3.4km", "12,345km"),
        ("he", "3.4 ק״מ", "12,345 ק״מ"), ("ar", "٣٫٤ كم", "١٢٬٣٤٥ كم"), ("ar-MA", "3,4 كم", "12.345 كم"),
        ("ar-AE", "3.4 كم", "12,345 كم"), ("fa", "۳٫۴ کیلومتر", "۱۲٬۳۴۵ کیلومتر"), ("sr", "3,4 км", "12.345 км"),
        ("sr-Latn-RS", "3,4 km", "12.345 km"), ("sw", "3.4 km", "12,345 km"), ("DE", "3,4 km", "12.345 km"),
    ])
    func languages(language: String, near: String, far: String) throws {
        #expect(try text(3400, .metric, language) == near)
        #expect(try text(12_345_000, .metric, language) == far)
    }

    @Test func languagesWithOtherUnits() throws {
        #expect(try text(500, .us, "es-US") == "0.3 mi")
        #expect(try text(500, .us, "ru") == "0,3 мили")
        #expect(try text(100, .us, "zh-TW") == "330 英尺")
        #expect(try text(100, .uk, "th") == "110 หลา")
        #expect(try text(Int32.max, .metric, "hi") == "21,47,484 कि॰मी॰")
        #expect(try text(850, .metric, nil) == "850 m")
    }

    @Test(arguments: [
        ("us", DistanceUnits.us), ("US", .us), ("lr", .us), ("mm", .us), ("gb", .uk), ("uk", .uk), ("de", .metric),
        ("ca", .metric),
    ])
    func unitsOfRegion(region: String, units: DistanceUnits) throws {
        #expect(DistanceUnits.of(region: try RegionCode(region, field: "region")) == units)
        #expect(DistanceUnits.of(region: nil) == .metric)
    }
}
