import PlacesText

/// A word of a typed address, and what it can be.
struct AddressWord {
    /// As it was typed, ASCII letters lower case.
    let raw: [UInt8]
    /// Folded: without case, accents and dots.
    let folded: String

    init(_ text: Substring, _ folding: FoldedText) {
        raw = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        folded = folding.string(String(text))
    }

    /// A house number: "12", "12a", "221b", "12-14", "3191/17", "#5-21". Not "7-eleven", "29th" or "90210-1234".
    var isNumber: Bool { !numberParts.isEmpty }

    /// Two numbers in one, as no name has them: "3191/17", "23-30", "47-380". Not "24/7" and "9-5".
    var isComposite: Bool { numberParts.count > 1 && numberParts.contains { $0 >= 2 } && numberParts[1] >= 2 }

    var isUnit: Bool { UnpickedWords.units.contains(folded) }
    var isVenue: Bool { UnpickedWords.venues.contains(folded) }

    /// Stands before a street's name: "rue", "calle", "ул.".
    var beginsStreet: Bool { UnpickedWords.means(folded, UnpickedWords.beginnings) }

    /// Stands behind a street's name, as a word: "street", "ave", "utca".
    var isStreet: Bool { UnpickedWords.means(folded, UnpickedWords.streets) }

    /// A street that needs no other word.
    var isWholeStreet: Bool { folded == "broadway" || folded == "embarcadero" }

    /// Is a street's name in one word: "Hauptstraße", "Mannerheimintie", "Marszałkowska".
    var endsLikeStreet: Bool {
        let size = folded.utf8.count
        return UnpickedWords.endings.contains { size >= $0.utf8.count + 3 && size >= 7 && folded.hasSuffix($0) }
    }

    /// The digits of each part of a house number; empty for what is none.
    private var numberParts: [Int] {
        var parts: [Int] = []
        let bytes = raw.first == UInt8(ascii: "#") ? raw[1...] : raw[...]
        for part in bytes.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x2D || $0 == 0x2F }) {
            let digits = part.prefix { (0x30...0x39).contains($0) }.count
            let letters = part.dropFirst(digits)
            let isLettered = letters.count <= 1 && letters.allSatisfy { (0x61...0x7A).contains($0) }
            guard (1...5).contains(digits), isLettered || letters.elementsEqual("bis".utf8) else { return [] }
            parts.append(digits)
        }
        return parts.count <= 3 ? parts : []
    }
}

enum AddressParts {
    /// The words of each part between commas.
    static func split(_ text: String) -> [[AddressWord]] {
        let folding = FoldedText()
        let parts = text.split { $0 == "," || $0 == ";" || $0.isNewline }
        return parts.map { part in
            part.split(whereSeparator: \.isWhitespace)
                .filter { $0 != "#" && $0 != "№" }
                .map { AddressWord($0, folding) }
        }
    }
}

enum Postcode {
    /// A postcode, alone or with its place: "90210", "SW1A 1AA", "75001 Paris", "London SW1A 1AA".
    static func standsAlone(_ words: [AddressWord]) -> Bool {
        let shapes = words.map { shape($0.raw) }
        guard let first = shapes.first, let last = shapes.last else { return false }
        if words.contains(where: \.isVenue) { return false }
        let joined = shapes.joined(separator: " ")
        if whole.contains(joined) { return true }
        // With one to three words of a place's name before or behind.
        guard (2...4).contains(words.count) else { return false }
        let isName = shapes.map { !$0.utf8.contains(0x39) }
        if leading.contains(first), isName[1...].allSatisfy({ $0 }) { return true }
        if words.count >= 3, british.contains(shapes[shapes.count - 2] + " " + last) { return true }
        if words.count >= 2, british.contains(first + " " + shapes[1]) { return true }
        if words.count >= 3, first == "9999", shapes[1] == "aa" { return true }
        // "Beverly Hills CA 90210"
        return words.count >= 3 && last == "99999" && shapes[shapes.count - 2] == "aa"
    }

    /// Digits as 9, letters as a.
    private static func shape(_ raw: [UInt8]) -> String {
        let bytes = raw.prefix(12).map { byte -> UInt8 in
            switch byte {
            case 0x30...0x39: 0x39
            case 0x61...0x7A: 0x61
            case 0x80...: 0x61
            default: byte
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let whole: Set<String> = british.union([
        "99999", "999999", "99999-9999", "999 99", "99-999", "999-9999", "99999-999", "9999 aa", "9999aa", "9999-999",
        "〒999-9999",
    ])
    private static let leading: Set<String> = ["99999", "99-999", "99999-9999"]
    /// Of the United Kingdom, and Canada.
    private static let british: Set<String> = [
        "a9 9aa", "a99 9aa", "a9a 9aa", "aa9 9aa", "aa99 9aa", "aa9a 9aa", "a9a 9a9",
    ]
}

/// Chinese, Japanese and Korean addresses, which have no spaces to go by.
enum EastAsianAddress {
    static func matches(_ text: String) -> Bool {
        var previous: Unicode.Scalar = " "
        var hasIdeograph = false
        var isNumbered = false
        for scalar in text.unicodeScalars {
            let isAfterDigit = isDigit(previous)
            switch scalar {
            // "5号", "3番地", "2丁目", "93號", "12호"
            case "号", "號", "番", "丁": isNumbered = isNumbered || isAfterDigit
            case "0"..."9", "０"..."９":
                // "建国路93", "테헤란로 152", "丸の内1"
                isNumbered = isNumbered || previous == "路" || previous == "街" || previous == "로" || previous == "길"
            case "-", "−", "－", "‐": isNumbered = isNumbered || (hasIdeograph && isAfterDigit)
            case "\u{3040}"..."\u{30FF}", "\u{3400}"..."\u{9FFF}", "\u{AC00}"..."\u{D7A3}": hasIdeograph = true
            default: break
            }
            if scalar != " " && scalar != "\u{3000}" { previous = scalar }
        }
        return hasIdeograph && isNumbered
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || ("０"..."９").contains(scalar)
    }
}
