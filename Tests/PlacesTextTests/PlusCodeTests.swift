import PlacesModel
import Testing

@testable import PlacesText

/// Codes and rectangles as the test data published with the Open Location Code specification has them.
@Suite struct PlusCodeTests {
    struct Encoding: Sendable {
        var latitude: Double
        var longitude: Double
        var length: Int
        var code: String

        init(_ latitude: Double, _ longitude: Double, _ length: Int, _ code: String) {
            self.latitude = latitude
            self.longitude = longitude
            self.length = length
            self.code = code
        }
    }

    @Test(arguments: [
        Encoding(20.375, 2.775, 6, "7FG49Q00+"),
        Encoding(20.3700625, 2.7821875, 10, "7FG49QCJ+2V"),
        Encoding(20.3701125, 2.782234375, 11, "7FG49QCJ+2VX"),
        Encoding(20.3701135, 2.78223535156, 13, "7FG49QCJ+2VXGJ"),
        Encoding(47.0000625, 8.0000625, 10, "8FVC2222+22"),
        Encoding(-41.2730625, 174.7859375, 10, "4VCPPQGP+Q9"),
        Encoding(-89.5, -179.5, 4, "22220000+"),
        Encoding(-89.9999375, -179.9999375, 10, "22222222+22"),
        Encoding(1, 1, 11, "6FH32222+222"),
        Encoding(1.2, 3.4, 10, "6FH56C22+22"),
        Encoding(35.6, 3.033, 10, "8F75J22M+26"),
        Encoding(-70, 163.7, 8, "3V252P22+"),
        Encoding(64.1, 107.9, 12, "9PP94W22+2222"),
        // Poles and the antimeridian.
        Encoding(90, 1, 4, "CFX30000+"),
        Encoding(92, 1, 4, "CFX30000+"),
        Encoding(90, 1, 10, "CFX3X2X2+X2"),
        Encoding(1, 180, 4, "62H20000+"),
        Encoding(1, 181, 4, "62H30000+"),
        Encoding(20.3701135, 362.78223535156, 13, "7FG49QCJ+2VXGJ"),
        Encoding(-80, -360_000_000_170, 2, "22000000+"),
        // Never more than 15 digits.
        Encoding(37.539669125, -122.375069724, 15, "849VGJQF+VX7QR3J"),
        Encoding(37.539669125, -122.375069724, 100, "849VGJQF+VX7QR3J"),
        Encoding(80.0099999999, 58.57, 15, "CHGW2H5C+X2RRRRR"),
    ])
    func encodesAsPublished(_ row: Encoding) {
        #expect(PlusCode.encode(latitude: row.latitude, longitude: row.longitude, length: row.length) == row.code)
    }

    @Test func encodesNoNumberAsNothing() {
        #expect(PlusCode.encode(latitude: .nan, longitude: 0) == "")
        #expect(PlusCode.encode(latitude: 0, longitude: .infinity) == "")
    }

    @Test(arguments: [
        ("7FG49Q00+", 6, [20.35, 2.75, 20.4, 2.8]),
        ("7fg49qcj+2v", 10, [20.37, 2.782125, 20.370125, 2.78225]),
        ("7FG49QCJ+2VXGJ", 13, [20.370113, 2.782234375, 20.370114, 2.78223632813]),
        ("4VCPPQGP+Q9", 10, [-41.273125, 174.785875, -41.273, 174.786]),
        ("22222222+22", 10, [-90, -180, -89.999875, -179.999875]),
        ("CFX3X2X2+X2", 10, [89.999875, 1, 90, 1.000125]),
        ("84000000+", 2, [30, -140, 50, -120]),
        ("849VGJQF+VX7QR3J7QR3J", 15, [37.53966912, -122.3750698242, 37.53966916, -122.3750697021]),
    ])
    func decodesAsPublished(code: String, length: Int, corners: [Double]) throws {
        let rectangle = try #require(PlusCode.decode(code))
        #expect(rectangle.length == length)
        let decoded = [rectangle.south, rectangle.west, rectangle.north, rectangle.east]
        for (value, expected) in zip(decoded, corners) { #expect(abs(value - expected) < 1e-10) }
    }

    @Test(arguments: [
        "", "+", "G+", "8FWC2345+G", "8FWC2_45+G6", "8FWC2η45+G6", "8FWC2345+G6+", "8FWC2345G6+", "8FWC2300+G6",
        "849VGJQF+VX7QR3U", "8FW00000+", "00000000+", "XX000000+", "F2222222+22",
        // Short ones have no rectangle of their own.
        "WC2345+G6G", "+G6",
    ])
    func decodesNothingElse(_ code: String) {
        #expect(PlusCode.decode(code) == nil)
    }

    @Test(arguments: [
        ("+2VX", 51.3701125, -1.217765625, "9C3W9QCJ+2VX"),
        ("CJ+2VX", 51.3708675, -1.217765625, "9C3W9QCJ+2VX"),
        ("9QCJ+2VX", 51.3852125, -1.217765625, "9C3W9QCJ+2VX"),
        ("22+", 42.899, 9.012, "8FJFW222+"),
        ("22+", 14.95125, -23.5001, "796RXG22+"),
        ("XGRF+PM", 47.0, 8.55, "8FRCXGRF+PM"),
        ("2222+22", 89.6, 0.0, "CFX22222+22"),
        ("XXXXXX+XX", -81.0, 0.0, "2CXXXXXX+XX"),
    ])
    func recoversAsPublished(short: String, latitude: Double, longitude: Double, full: String) {
        let reference = Coordinate(uncheckedLatitude: latitude, longitude: longitude)
        #expect(PlusCode.recover(short: short, near: reference) == full)
    }

    @Test func recoversAcrossTheAntimeridian() throws {
        let full = PlusCode.encode(latitude: -16.8, longitude: -179.99)
        let near = Coordinate(uncheckedLatitude: -16.85, longitude: 179.97)
        #expect(PlusCode.recover(short: String(full.dropFirst(4)), near: near) == full)
    }

    @Test func recoversNothingFromWhatIsNoShortCode() {
        let near = Coordinate(uncheckedLatitude: 0, longitude: 0)
        for text in ["8FWC2345+G6", "2345", "", "WC2300+"] { #expect(PlusCode.recover(short: text, near: near) == nil) }
    }

    struct Typed: Sendable {
        var text: String
        var full: String?
        var short: String?
        var locality = ""

        init(_ text: String, full: String? = nil, short: String? = nil, locality: String = "") {
            self.text = text
            self.full = full
            self.short = short
            self.locality = locality
        }
    }

    @Test(arguments: [
        Typed("849VCWC8+R9", full: "849VCWC8+R9"),
        Typed("  849vcwc8+r9 ", full: "849VCWC8+R9"),
        Typed("849VCWC8+", full: "849VCWC8+"),
        Typed("8FVC0000+", full: "8FVC0000+"),
        Typed("849VCWC8+R9 Mountain View", full: "849VCWC8+R9"),
        Typed("VCWC+8R Mountain View", short: "VCWC+8R", locality: "Mountain View"),
        Typed("Mountain View vcwc+8r", short: "VCWC+8R", locality: "Mountain View"),
        Typed("VCWC+8R, Zürich, Schweiz", short: "VCWC+8R", locality: "Zürich, Schweiz"),
        Typed("Zürich, 9G8F+6X", short: "9G8F+6X", locality: "Zürich"),
        Typed("VCWC+8R", short: "VCWC+8R"),
        // Half a pair after the separator: still being typed.
        Typed("849VCWC8+R"),
        Typed("VCWC+8 Mountain View"),
        Typed("C++ developers"), Typed("+8R Mountain View"), Typed("+358 9 123456"), Typed("Coop+Migros Bern"),
        Typed("between VCWC+8R words"), Typed("849VCWC8 R9"), Typed("VC00+ Zürich"), Typed("+"), Typed(""),
    ])
    func recognisesCodesInText(_ typed: Typed) {
        var text = typed.text
        let (parsed, locality) = text.withUTF8 { bytes in
            let parsed = PlusCode.parse(bytes)
            guard case .short(_, let range) = parsed else { return (parsed, "") }
            return (parsed, String(decoding: bytes[range], as: UTF8.self))
        }
        switch parsed {
        case .full(let code): #expect(code == typed.full)
        case .short(let code, _): #expect(code == typed.short)
        case nil: #expect(typed.full == nil && typed.short == nil)
        }
        #expect(locality == typed.locality)
    }
}
