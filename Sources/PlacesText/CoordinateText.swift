package import PlacesModel

/// Coordinates typed by people.
///
/// Latitude comes first unless letters say otherwise; nothing is guessed from the values, so what is outside the globe
/// is no coordinate. Understood, with any blanks around and `(...)` or `[...]` around the whole:
///
/// - decimal degrees, with a comma, a semicolon or blanks between: `60.17, 24.94`, `60.17 24.94`, `-33.86;151.2`;
/// - a decimal comma, where something other than a bare comma stands between: `60,17; 24,94`, `60,17 24,94`,
///   `60,17, 24,94`. (`60,17` is latitude 60, longitude 17.)
/// - letters for the half of the globe, before or after, on both numbers, in either order: `60.17N 24.94E`,
///   `W 0.12, N 51.5`; a sign beside a letter is refused;
/// - degrees, minutes and seconds: `60°10′12″N 24°56′24″E`, `60 10 12 N, 24 56 24 E`, `N60° 10.2' E24° 56.4'`; minutes
///   and seconds are below 60, and only the last part has a fraction;
/// - `geo:60.17,24.94` (RFC 5870; an altitude and parameters are ignored, but `geo:0,0?q=...` is a search, no point).
///
/// Signs are `+`, `-` and the Unicode minus. Two plain integers are coordinates only with more to show it than blanks:
/// a comma, a degree sign, letters written on to them. "10 20" may as well be house number and postcode.
package enum CoordinateText {
    package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Coordinate? {
        // What somebody types by hand is short; this also bounds the work.
        guard bytes.count <= 128 else { return nil }
        var reader = CoordinateReader(bytes)
        reader.skipBlanks()
        guard let first = reader.current, CoordinateReader.canBegin(first) else { return nil }
        if reader.skipScheme() { return reader.uri() }
        let start = reader.position
        for style in CoordinateReader.Style.all {
            reader.position = start
            if let coordinate = reader.pair(style) { return coordinate }
        }
        return nil
    }
}

/// One pass over the text for one way of reading it.
private struct CoordinateReader {
    struct Style {
        var decimalSign: UInt8
        var hasMinutes: Bool

        static let all = [
            Style(decimalSign: UInt8(ascii: ","), hasMinutes: false),
            Style(decimalSign: UInt8(ascii: "."), hasMinutes: false),
            Style(decimalSign: UInt8(ascii: "."), hasMinutes: true),
            Style(decimalSign: UInt8(ascii: ","), hasMinutes: true),
        ]
    }

    /// One of the two angles.
    struct Angle {
        var degrees: Double
        /// Upper-case letter of the half of the globe; 0 for none.
        var letter: UInt8 = 0
        /// Something about it says "coordinate": a fraction, a degree sign, a letter written on to it.
        var isTelling = false
        var hasFraction = false
        var hasMinutes = false
    }

    enum Mark {
        case degree
        case minute
        case second
    }

    var scanner: DecimalScanner

    init(_ bytes: UnsafeBufferPointer<UInt8>) { scanner = DecimalScanner(bytes) }

    var position: Int {
        get { scanner.position }
        set { scanner.position = newValue }
    }

    var current: UInt8? { scanner.current }
    var isAtEnd: Bool { scanner.position >= scanner.bytes.count }

    static func canBegin(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "("), UInt8(ascii: "["), 0xE2:
            true
        case UInt8(ascii: "G"), UInt8(ascii: "g"):  // geo:
            true
        default:
            isHalf(byte & 0xDF)
        }
    }

    private static func isHalf(_ letter: UInt8) -> Bool {
        letter == UInt8(ascii: "N") || letter == UInt8(ascii: "S") || letter == UInt8(ascii: "E")
            || letter == UInt8(ascii: "W")
    }

    // MARK: - Pairs

    mutating func pair(_ style: Style) -> Coordinate? {
        let closing = skipOpening()
        skipBlanks()
        guard let first = angle(style) else { return nil }
        let beforeGap = position
        skipBlanks()
        let hasBlank = position > beforeGap
        var hasSeparator = skip(UInt8(ascii: ",")) || skip(UInt8(ascii: ";"))
        let isBareComma = hasSeparator && !hasBlank && scanner.bytes[position - 1] == UInt8(ascii: ",")
        let afterSeparator = position
        skipBlanks()
        if style.decimalSign == UInt8(ascii: ","), isBareComma, position == afterSeparator { return nil }
        // Letters and minutes end the first angle by themselves.
        let isClosed = first.letter != 0 || first.hasMinutes
        guard hasSeparator || hasBlank || isClosed else { return nil }
        guard let second = angle(style) else { return nil }
        skipBlanks()
        if let closing {
            guard skip(closing) else { return nil }
            skipBlanks()
        }
        guard isAtEnd else { return nil }
        if style.decimalSign == UInt8(ascii: ",") {
            // Otherwise the commas would be read as decimal ones for no reason.
            guard first.hasFraction || second.hasFraction else { return nil }
        }
        hasSeparator = hasSeparator || first.isTelling || second.isTelling
        guard hasSeparator else { return nil }
        return CoordinateReader.combine(first, second)
    }

    private static func combine(_ first: Angle, _ second: Angle) -> Coordinate? {
        guard (first.letter == 0) == (second.letter == 0) else { return nil }
        guard first.letter != 0 else { return point(first.degrees, second.degrees) }
        let firstIsLatitude = first.letter == UInt8(ascii: "N") || first.letter == UInt8(ascii: "S")
        let secondIsLatitude = second.letter == UInt8(ascii: "N") || second.letter == UInt8(ascii: "S")
        guard firstIsLatitude != secondIsLatitude else { return nil }
        return firstIsLatitude ? point(first.degrees, second.degrees) : point(second.degrees, first.degrees)
    }

    private static func point(_ latitude: Double, _ longitude: Double) -> Coordinate? {
        guard (-90.0...90.0).contains(latitude), (-180.0...180.0).contains(longitude) else { return nil }
        // -0 is 0.
        return Coordinate(uncheckedLatitude: latitude + 0, longitude: longitude + 0)
    }

    // MARK: - One angle

    private mutating func angle(_ style: Style) -> Angle? {
        var result = Angle(degrees: 0)
        if let letter = skipLetter() {
            result.letter = letter
            result.isTelling = current.map { $0 &- 0x30 < 10 } ?? false
            skipBlanks()
        }
        let sign = skipSign()
        guard sign == nil || result.letter == 0 else { return nil }
        guard let degrees = scanner.magnitude(decimalSign: style.decimalSign) else { return nil }
        result.degrees = degrees.value
        result.hasFraction = degrees.hasFraction
        let hasDegreeMark = skipMark(.degree)
        result.isTelling = result.isTelling || degrees.hasFraction || hasDegreeMark
        if style.hasMinutes, !degrees.hasFraction {
            guard minutes(&result, style, isMarked: hasDegreeMark) else { return nil }
        }
        if result.letter == 0 {
            let end = position
            skipBlanks()
            let hasBlank = position > end
            if let letter = skipLetter() {
                guard sign == nil else { return nil }
                result.letter = letter
                result.isTelling = result.isTelling || !hasBlank
            } else {
                position = end
            }
        }
        // Without marks and letters nobody can tell minutes from the next angle.
        guard !result.hasMinutes || hasDegreeMark || result.letter != 0 else { return nil }
        let isNegative = sign == true || result.letter == UInt8(ascii: "S") || result.letter == UInt8(ascii: "W")
        if isNegative { result.degrees = -result.degrees }
        return result
    }

    /// Reads minutes and seconds where there are any; false for what cannot be minutes or seconds.
    private mutating func minutes(_ angle: inout Angle, _ style: Style, isMarked: Bool) -> Bool {
        guard let minute = part(style, isMarked: isMarked, mark: .minute) else { return true }
        guard minute.value < 60 else { return false }
        angle.degrees += minute.value / 60
        angle.hasMinutes = true
        angle.isTelling = true
        angle.hasFraction = minute.hasFraction
        guard !minute.hasFraction, let second = part(style, isMarked: isMarked, mark: .second) else { return true }
        guard second.value < 60 else { return false }
        angle.degrees += second.value / 3600
        angle.hasFraction = second.hasFraction
        return true
    }

    /// The next number if it belongs to this angle: it is not the degrees of the next one.
    private mutating func part(_ style: Style, isMarked: Bool, mark: Mark) -> DecimalScanner.Magnitude? {
        let start = position
        skipBlanks()
        if position == start, !isMarked, !skip(UInt8(ascii: ":")) { return nil }
        guard let number = scanner.magnitude(decimalSign: style.decimalSign) else {
            position = start
            return nil
        }
        let end = position
        if skipMark(.degree) {
            position = start
            return nil
        }
        position = end
        _ = skipMark(mark)
        return number
    }

    // MARK: - geo:

    mutating func uri() -> Coordinate? {
        let fullStop = UInt8(ascii: ".")
        let isSouth = skipSign() ?? false
        guard let latitude = scanner.magnitude(decimalSign: fullStop), skip(UInt8(ascii: ",")) else { return nil }
        let isWest = skipSign() ?? false
        guard let longitude = scanner.magnitude(decimalSign: fullStop) else { return nil }
        if skip(UInt8(ascii: ",")) {
            _ = skipSign()
            guard scanner.magnitude(decimalSign: fullStop) != nil else { return nil }
        }
        if let byte = current {
            guard byte == UInt8(ascii: ";") || byte == UInt8(ascii: "?") || isBlank(byte) else { return nil }
            if byte == UInt8(ascii: "?"), latitude.value == 0, longitude.value == 0 { return nil }
        }
        return CoordinateReader.point(
            isSouth ? -latitude.value : latitude.value,
            isWest ? -longitude.value : longitude.value
        )
    }

    /// Skips `geo:`.
    mutating func skipScheme() -> Bool {
        let bytes = scanner.bytes
        guard position + 3 < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "g"),
            bytes[position + 1] | 0x20 == UInt8(ascii: "e"), bytes[position + 2] | 0x20 == UInt8(ascii: "o"),
            bytes[position + 3] == UInt8(ascii: ":")
        else { return false }
        position += 4
        return true
    }

    // MARK: - Small pieces

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Blanks, the no-break ones (U+00A0, U+202F) included.
    mutating func skipBlanks() {
        while let byte = current {
            if isBlank(byte) {
                position += 1
            } else if !skip(0xC2, 0xA0), !skip(0xE2, 0x80, 0xAF) {
                return
            }
        }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    private mutating func skip(_ first: UInt8, _ second: UInt8) -> Bool {
        guard position + 1 < scanner.bytes.count, scanner.bytes[position] == first,
            scanner.bytes[position + 1] == second
        else { return false }
        position += 2
        return true
    }

    private mutating func skip(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
        guard position + 2 < scanner.bytes.count, scanner.bytes[position] == first,
            scanner.bytes[position + 1] == second, scanner.bytes[position + 2] == third
        else { return false }
        position += 3
        return true
    }

    private mutating func skipOpening() -> UInt8? {
        if skip(UInt8(ascii: "(")) { return UInt8(ascii: ")") }
        if skip(UInt8(ascii: "[")) { return UInt8(ascii: "]") }
        return nil
    }

    /// True for a minus, false for a plus, nil for none.
    private mutating func skipSign() -> Bool? {
        if skip(UInt8(ascii: "-")) || skip(0xE2, 0x88, 0x92) { return true }  // U+2212
        return skip(UInt8(ascii: "+")) ? false : nil
    }

    private mutating func skipLetter() -> UInt8? {
        guard let byte = current else { return nil }
        let upper = byte & 0xDF
        guard byte & 0x40 != 0, CoordinateReader.isHalf(upper) else { return nil }
        position += 1
        return upper
    }

    /// Skips a mark and the blanks before it; nothing when there is none.
    private mutating func skipMark(_ mark: Mark) -> Bool {
        let start = position
        skipBlanks()
        let found =
            switch mark {
            case .degree: skip(0xC2, 0xB0) || skip(0xC2, 0xBA)  // ° º
            case .minute:  // ' ′ ’ ´
                !isDoubledApostrophe
                    && (skip(UInt8(ascii: "'")) || skip(0xE2, 0x80, 0xB2) || skip(0xE2, 0x80, 0x99) || skip(0xC2, 0xB4))
            case .second:  // " ″ ” ''
                skip(UInt8(ascii: "\"")) || skip(0xE2, 0x80, 0xB3) || skip(0xE2, 0x80, 0x9D)
                    || (isDoubledApostrophe && skip(UInt8(ascii: "'"), UInt8(ascii: "'")))
            }
        if !found { position = start }
        return found
    }

    private var isDoubledApostrophe: Bool {
        position + 1 < scanner.bytes.count && scanner.bytes[position] == UInt8(ascii: "'")
            && scanner.bytes[position + 1] == UInt8(ascii: "'")
    }
}
