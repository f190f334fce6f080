import PlacesModel

/// How a language writes numbers: a small table of our own, for distances.
struct NumberFormat {
    private var decimal = "."
    private var group = ","
    /// Lakhs: two digits a group beyond the first.
    private var isIndian = false
    private var zero: UInt32 = 0x30

    init(_ tag: LanguageTag?) {
        guard let tag else { return }
        let language = tag.primarySubtag
        let region = tag.region
        if let digits = NumberFormat.digits[language], !(language == "ar" && NumberFormat.latinArabic.contains(region))
        {
            zero = digits
        }
        isIndian = NumberFormat.indian.contains(language) || (language == "en" && region == "IN")
        switch language {
        case "ar" where zero != 0x30, "fa", "ps", "ckb": (decimal, group) = ("\u{66B}", "\u{66C}")
        case "ar" where ["DZ", "LY", "MA", "TN", "EH"].contains(region): (decimal, group) = (",", ".")
        case "de" where ["CH", "LI"].contains(region), "it" where region == "CH", "gsw", "rm":
            (decimal, group) = (".", "\u{2019}")
        case "de" where region == "AT", "pt" where !region.isEmpty && region != "BR": (decimal, group) = (",", "\u{A0}")
        case "es" where NumberFormat.spanishWithPoint.contains(region): break
        case "fr": (decimal, group) = (",", "\u{202F}")
        case _ where NumberFormat.commaAndPoint.contains(language): (decimal, group) = (",", ".")
        case _ where NumberFormat.commaAndSpace.contains(language): (decimal, group) = (",", "\u{A0}")
        default: break
        }
    }

    func text(tenths: Int64) -> String { digits(tenths / 10) + decimal + digits(tenths % 10) }

    /// Grouped from five digits on.
    func text(_ number: Int64) -> String {
        let plain = Array(String(max(0, number)).utf8)
        if plain.count < 5 { return digits(number) }
        var result = ""
        for (index, digit) in plain.enumerated() {
            let left = plain.count - index
            let isStart = left == 3 || (isIndian ? left > 3 && left % 2 == 1 : left % 3 == 0)
            if index > 0, isStart { result += group }
            result += digits(Int64(digit) - 0x30)
        }
        return result
    }

    private func digits(_ number: Int64) -> String {
        let plain = String(max(0, number))
        if zero == 0x30 { return plain }
        var result = ""
        for byte in plain.utf8 {
            if let digit = Unicode.Scalar(zero + UInt32(byte) - 0x30) { result.unicodeScalars.append(digit) }
        }
        return result
    }

    private static func set(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }

    private static let digits: [String: UInt32] = [
        "ar": 0x660, "ckb": 0x660, "fa": 0x6F0, "ps": 0x6F0, "bn": 0x9E6, "as": 0x9E6, "mr": 0x966, "ne": 0x966,
        "my": 0x1040,
    ]
    /// Arabic with the digits that English has.
    private static let latinArabic = set("AE DZ EH LY MA TN")
    private static let indian = set("hi bn as gu kn ml mr or pa ta te ne")
    private static let spanishWithPoint = set("419 CU DO GT HN MX NI PA PE PR SV US")
    private static let commaAndPoint = set(
        "az bs ca da de el es eu fo gl hr id is it jv kl lb mk nl pt ro sc sl sr tr vi"
    )
    private static let commaAndSpace = set(
        "af be bg cs et fi hu hy ka kk ky lt lv mn nb nn no pl ru se sk sq sv tg tk tt uk uz"
    )
}

extension LanguageTag {
    /// The region subtag, upper case; "" without one.
    var region: String {
        for part in text.split(separator: "-").dropFirst() {
            let isArea = part.utf8.count == 3 && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
            if part.utf8.count == 2 || isArea { return part.uppercased() }
            // What follows a singleton is no region.
            if part.utf8.count == 1 { break }
        }
        return ""
    }

    /// The script subtag, such as `Latn`; "" without one.
    var script: String {
        guard let part = text.split(separator: "-").dropFirst().first, part.utf8.count == 4 else { return "" }
        return part.prefix(1).uppercased() + part.dropFirst().lowercased()
    }
}
