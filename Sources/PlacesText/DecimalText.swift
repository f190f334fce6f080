/// Decimal numbers as text, whatever the locale: the decimal sign is a full stop, nothing groups digits.
package enum DecimalText {
    /// Reads a whole number text: sign, digits with at most one full stop, and an exponent where `1e-3` is meant. Nil
    /// for anything else, blanks included, and for what is no finite number.
    package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        if let value = parsePlain(bytes) { return value }
        var scanner = DecimalScanner(bytes)
        let isNegative = scanner.skipASCIISign()
        guard let number = scanner.magnitude(decimalSign: UInt8(ascii: ".")) else { return nil }
        var value = number.value
        if scanner.position < bytes.count {
            guard bytes[scanner.position] | 0x20 == UInt8(ascii: "e") else { return nil }
            scanner.position += 1
            let isSmall = scanner.skipASCIISign()
            guard let exponent = scanner.digits(upTo: 3), scanner.position == bytes.count else { return nil }
            value = scale(value, by: isSmall ? -exponent : exponent)
        }
        guard value.isFinite else { return nil }
        return isNegative ? -value : value
    }

    /// Up to fifteen digits with at most one full stop, which is what nearly all are; nil for others.
    private static func parsePlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        var index = isNegative ? 1 : 0
        let count = bytes.count
        guard count &- index <= 16, count > index, let base = bytes.baseAddress else { return nil }
        var mantissa = 0
        var digits = 0
        // A Double holds both exactly, so one division rounds correctly.
        var scale = 0.0
        while index < count {
            let byte = base[index]
            if byte &- 0x30 < 10 {
                mantissa = mantissa &* 10 &+ Int(byte &- 0x30)
                digits &+= 1
                scale *= 10
            } else if byte == UInt8(ascii: "."), scale == 0 {
                scale = 1
            } else {
                return nil
            }
            index &+= 1
        }
        guard digits > 0, digits < 16 else { return nil }
        let value = scale > 1 ? Double(mantissa) / scale : Double(mantissa)
        return isNegative ? -value : value
    }

    package static func parse(_ text: String) -> Double? {
        var copy = text
        return copy.withUTF8 { parse($0) }
    }

    /// Reads a whole integer text, sign allowed; nil for anything else and for what does not fit.
    package static func parseInteger(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        var position = 0
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { position = 1 }
        guard position < bytes.count, bytes.count - position <= 18 else { return nil }
        var value: Int64 = 0
        while position < bytes.count {
            let digit = bytes[position] &- 0x30
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int64(digit)
            position += 1
        }
        return isNegative ? -value : value
    }

    /// Degrees, rounded to `digits` places (7 is about a centimetre), without needless zeros: `60.17`, `-0.5`, `24`.
    /// Empty for what is no number of degrees.
    package static func format(degrees: Double, digits: Int = 7) -> String {
        let places = min(max(digits, 0), 9)
        var unit: Int64 = 1
        for _ in 0..<places { unit &*= 10 }
        let scaled = (degrees * Double(unit)).rounded()
        guard scaled.isFinite, abs(scaled) < 1e15 else { return "" }
        let magnitude = Int64(abs(scaled))
        var text = scaled < 0 ? "-" : ""
        text += String(magnitude / unit)
        let fraction = magnitude % unit
        guard fraction != 0 else { return text }
        var shown = String(fraction)
        shown = String(repeating: "0", count: max(0, places - shown.utf8.count)) + shown
        while shown.utf8.last == UInt8(ascii: "0") { shown.removeLast() }
        return text + "." + shown
    }

    /// `60.17,24.94`: latitude first.
    package static func format(latitude: Double, longitude: Double, digits: Int = 7) -> String {
        format(degrees: latitude, digits: digits) + "," + format(degrees: longitude, digits: digits)
    }

    /// Powers of ten that a Double holds exactly.
    private static func power(_ exponent: Int) -> Double {
        var result = 1.0
        for _ in 0..<exponent { result *= 10 }
        return result
    }

    /// One correctly rounded step for as many places as a text of degrees has; further places lose a last bit.
    static func scale(_ value: Double, by exponent: Int) -> Double {
        var result = value
        var left = abs(exponent)
        while left > 0, result != 0, result.isFinite {
            let step = min(left, 22)
            result = exponent < 0 ? result / power(step) : result * power(step)
            left -= step
        }
        return result
    }
}

/// Reads numbers off the front of bytes.
struct DecimalScanner {
    struct Magnitude {
        var value: Double
        var hasFraction: Bool
    }

    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// True for a minus.
    mutating func skipASCIISign() -> Bool {
        guard let byte = current, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") else { return false }
        position += 1
        return byte == UInt8(ascii: "-")
    }

    /// An integer of one to `limit` digits.
    mutating func digits(upTo limit: Int) -> Int? {
        let start = position
        var value = 0
        while let byte = current, byte &- 0x30 < 10 {
            guard position - start < limit else { return nil }
            value = value &* 10 &+ Int(byte &- 0x30)
            position += 1
        }
        return position > start ? value : nil
    }

    /// Digits, with a decimal sign before, between or after them; the position stays where it was when there are none.
    mutating func magnitude(decimalSign: UInt8) -> Magnitude? {
        let start = position
        var mantissa: UInt64 = 0
        var exponent = 0
        var hasDigits = false
        var isAfterSign = false
        var hasFraction = false
        while let byte = current {
            if byte == decimalSign, !isAfterSign {
                isAfterSign = true
            } else if byte &- 0x30 < 10 {
                hasDigits = true
                hasFraction = hasFraction || isAfterSign
                // Digits beyond what a Double can tell apart only move the decimal sign.
                if mantissa < 1_000_000_000_000_000_000 {
                    mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
                    if isAfterSign { exponent -= 1 }
                } else if !isAfterSign {
                    exponent += 1
                }
            } else {
                break
            }
            position += 1
        }
        guard hasDigits else {
            position = start
            return nil
        }
        return Magnitude(value: DecimalText.scale(Double(mantissa), by: exponent), hasFraction: hasFraction)
    }
}
