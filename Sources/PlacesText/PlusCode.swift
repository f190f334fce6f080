package import PlacesModel

/// Plus Codes (Open Location Code): short names for small rectangles of the globe.
///
/// Five pairs of digits, base 20, halve latitude and longitude together; each further digit divides the rectangle into
/// 5 rows and 4 columns. A `+` stands after the eighth digit, a coarser code is padded with `0`.
package enum PlusCode {
    /// The rectangle that a code names: its south and west borders belong to it.
    package struct Rectangle: Equatable, Sendable {
        package let south: Double
        package let west: Double
        package let north: Double
        package let east: Double
        /// Digits of the code, padding not counted.
        package let length: Int

        package var center: Coordinate {
            Coordinate(
                uncheckedLatitude: min(90, (south + north) / 2),
                longitude: min(180, (west + east) / 2)
            )
        }
    }

    /// A code found in what somebody typed.
    package enum Parsed: Equatable, Sendable {
        /// The code in upper case; what stood beside it is of no matter.
        case full(String)
        /// The code in upper case, and where in the text its place is named: empty when it stands alone, so that only
        /// a place known otherwise (a bias) can complete it.
        case short(String, localityRange: Range<Int>)
    }

    package static let standardLength = 10
    package static let maximumLength = 15

    private static let separatorPosition = 8
    private static let pairDigits = 10
    private static let gridRows: Int64 = 5
    private static let gridColumns: Int64 = 4
    /// The smallest rectangle's sides a degree: 8000 * 5^5 and 8000 * 4^5.
    private static let latitudeUnits: Int64 = 25_000_000
    private static let longitudeUnits: Int64 = 8_192_000

    private static let alphabet: [UInt8] = Array("23456789CFGHJMPQRVWX".utf8)
    private static let separator = UInt8(ascii: "+")
    private static let padding = UInt8(ascii: "0")

    // MARK: - Encoding

    /// The code of a point. Latitudes are clipped to the poles, longitudes wrap. `length` counts digits: 2, 4, 6, 8, or
    /// 10 to 15; others are taken as the next longer. Empty for what is no number.
    package static func encode(latitude: Double, longitude: Double, length: Int = standardLength) -> String {
        guard latitude.isFinite, longitude.isFinite else { return "" }
        var digitCount = min(max(length, 2), maximumLength)
        if digitCount < pairDigits, digitCount % 2 == 1 { digitCount += 1 }

        let fullTurn = 360 * longitudeUnits
        let clipped = min(max(latitude, -90), 90)
        var row = units(clipped, latitudeUnits) + 90 * latitudeUnits
        // The pole belongs to the northernmost row.
        row = min(max(row, 0), 180 * latitudeUnits - 1)
        var column = (units(longitude.remainder(dividingBy: 360), longitudeUnits) + 180 * longitudeUnits) % fullTurn
        if column < 0 { column += fullTurn }

        var digits: [UInt8] = []
        digits.reserveCapacity(maximumLength)
        for _ in pairDigits..<maximumLength {
            digits.append(alphabet[Int(row % gridRows * gridColumns + column % gridColumns)])
            row /= gridRows
            column /= gridColumns
        }
        for _ in 0..<pairDigits / 2 {
            digits.append(alphabet[Int(column % 20)])
            digits.append(alphabet[Int(row % 20)])
            row /= 20
            column /= 20
        }
        digits.reverse()

        var code: [UInt8] = []
        for position in 0..<max(digitCount, separatorPosition) {
            if position == separatorPosition { code.append(separator) }
            code.append(position < digitCount ? digits[position] : padding)
        }
        if digitCount <= separatorPosition { code.append(separator) }
        return String(decoding: code, as: UTF8.self)
    }

    /// Smallest sides from the zero line, rounded down; what binary fractions lose (20.3701125 is a whole number of
    /// sides, its Double is not) is given back first.
    private static func units(_ degrees: Double, _ perDegree: Int64) -> Int64 {
        let exact = degrees * Double(perDegree)
        let nearest = exact.rounded()
        return Int64(abs(exact - nearest) < 1e-6 ? nearest : exact.rounded(.down))
    }

    // MARK: - Decoding

    /// The rectangle of a full code, in any case; nil for what is none.
    package static func decode(_ code: String) -> Rectangle? {
        var copy = code
        return copy.withUTF8 { bytes in shape(of: bytes) == .full ? rectangle(of: bytes) : nil }
    }

    private static func rectangle(of bytes: UnsafeBufferPointer<UInt8>) -> Rectangle {
        var row: Int64 = 0
        var column: Int64 = 0
        // A digit more than there is: the first pair's rectangles are 20 degrees wide and high.
        var height = 400 * latitudeUnits
        var width = 400 * longitudeUnits
        var count = 0
        for byte in bytes {
            guard let value = value(of: byte), count < maximumLength else { continue }
            if count >= pairDigits {
                height /= gridRows
                width /= gridColumns
                row += Int64(value) / gridColumns * height
                column += Int64(value) % gridColumns * width
            } else if count % 2 == 0 {
                height /= 20
                row += Int64(value) * height
            } else {
                width /= 20
                column += Int64(value) * width
            }
            count += 1
        }
        func degrees(_ units: Int64, _ perDegree: Int64, _ offset: Double) -> Double {
            Double(units - Int64(offset) * perDegree) / Double(perDegree)
        }
        return Rectangle(
            south: degrees(row, latitudeUnits, 90),
            west: degrees(column, longitudeUnits, 180),
            north: degrees(row + height, latitudeUnits, 90),
            east: degrees(column + width, longitudeUnits, 180),
            length: count
        )
    }

    /// The full code that a short one stands for: the one nearest to `reference`. Nil for what is no short code.
    package static func recover(short: String, near reference: Coordinate) -> String? {
        var copy = short
        let bytes = copy.withUTF8 { Array($0) }
        guard bytes.withUnsafeBufferPointer({ shape(of: $0) }) == .short,
            let separatorIndex = bytes.firstIndex(of: separator)
        else { return nil }
        let missing = separatorPosition - separatorIndex
        // Side of the rectangle that the missing digits tell apart.
        var side = 400.0
        for _ in 0..<missing / 2 { side /= 20 }

        let near = encode(latitude: reference.latitude, longitude: reference.longitude)
        let guess = String(near.prefix(missing)) + short
        guard let rectangle = decode(guess) else { return nil }
        var latitude = rectangle.center.latitude
        var longitude = rectangle.center.longitude
        if reference.latitude + side / 2 < latitude, latitude - side >= -90 {
            latitude -= side
        } else if reference.latitude - side / 2 > latitude, latitude + side <= 90 {
            latitude += side
        }
        if reference.longitude + side / 2 < longitude {
            longitude -= side
        } else if reference.longitude - side / 2 > longitude {
            longitude += side
        }
        return encode(latitude: latitude, longitude: longitude, length: rectangle.length)
    }

    // MARK: - Recognising

    private enum Shape {
        case full
        case short
        case none
    }

    /// Finds a code in free text: alone, or as the first or last word beside a place's name ("VCWC+8R Mountain View",
    /// "Mountain View, VCWC+8R"). A short code needs two digits after its `+` here: "2345+" is somebody still typing,
    /// or no code.
    package static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Parsed? {
        // Nearly every text ends here.
        guard text.contains(separator) else { return nil }
        let all = trimmed(text, 0..<text.count)
        guard !all.isEmpty else { return nil }

        var firstEnd = all.lowerBound
        while firstEnd < all.upperBound, !isBlank(text[firstEnd]) { firstEnd += 1 }
        let first = trimmed(text, all.lowerBound..<firstEnd)
        if let parsed = parsed(text, code: first, rest: trimmed(text, firstEnd..<all.upperBound)) { return parsed }

        var lastStart = all.upperBound
        while lastStart > all.lowerBound, !isBlank(text[lastStart - 1]) { lastStart -= 1 }
        let last = trimmed(text, lastStart..<all.upperBound)
        return parsed(text, code: last, rest: trimmed(text, all.lowerBound..<lastStart))
    }

    private static func parsed(
        _ text: UnsafeBufferPointer<UInt8>,
        code: Range<Int>,
        rest: Range<Int>
    ) -> Parsed? {
        let bytes = UnsafeBufferPointer(rebasing: text[code])
        let shape = shape(of: bytes)
        guard shape != .none else { return nil }
        if shape == .short {
            guard let plus = bytes.firstIndex(of: separator), plus >= 2, bytes.count - plus > 2 else { return nil }
        }
        let upper = String(decoding: bytes.map { $0 >= 0x61 && $0 <= 0x7A ? $0 & 0xDF : $0 }, as: UTF8.self)
        return shape == .full ? .full(upper) : .short(upper, localityRange: rest.isEmpty ? 0..<0 : rest)
    }

    /// The rules of the specification, in any case.
    private static func shape(of bytes: UnsafeBufferPointer<UInt8>) -> Shape {
        guard let plus = bytes.firstIndex(of: separator), plus <= separatorPosition, plus % 2 == 0 else { return .none }
        let after = bytes.count - plus - 1
        // One digit after the separator would be half a pair.
        guard after != 1, bytes.count > 1 else { return .none }
        var paddingCount = 0
        for (index, byte) in bytes.enumerated() where index != plus {
            if byte == padding {
                guard index < plus, index > 0 else { return .none }
                paddingCount += 1
            } else {
                guard value(of: byte) != nil, paddingCount == 0 else { return .none }
            }
        }
        if paddingCount > 0 {
            guard paddingCount % 2 == 0, plus == separatorPosition, after == 0 else { return .none }
        }
        guard plus == separatorPosition else { return .short }
        // A full code lies on the globe: 9 rows and 18 columns of the coarsest rectangles.
        guard let row = value(of: bytes[0]), row < 9 else { return .none }
        if bytes[1] != padding {
            guard let column = value(of: bytes[1]), column < 18 else { return .none }
        }
        return .full
    }

    private static func value(of byte: UInt8) -> Int? {
        let upper = byte >= 0x61 && byte <= 0x7A ? byte & 0xDF : byte
        return alphabet.firstIndex(of: upper)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Without blanks and commas around.
    private static func trimmed(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        func isTrimmed(_ byte: UInt8) -> Bool { isBlank(byte) || byte == UInt8(ascii: ",") }
        while lower < upper, isTrimmed(text[lower]) { lower += 1 }
        while lower < upper, isTrimmed(text[upper - 1]) { upper -= 1 }
        return lower..<upper
    }
}
