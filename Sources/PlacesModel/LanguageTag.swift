/// A BCP-47 language tag, checked for its shape only: the list of languages is the service's.
package struct LanguageTag: Hashable, Sendable {
    /// In the usual letters: `zh-Hant-TW` of `ZH_hant_tw`, `sr-Latn-RS` of the system's `sr_RS.UTF-8@latin`.
    package let text: String

    /// A tag, or the name of a locale as the system has it: `language_REGION.encoding@modifier`. "C" and "POSIX" are
    /// nobody's language.
    package init(_ text: String, field: String) throws(PlacesError) {
        let name = text.prefix { $0 != "." && $0 != "@" }
        let modifier = text[(text.firstIndex { $0 == "@" } ?? text.endIndex)...].dropFirst().lowercased()
        var subtags = name.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }.map { $0.lowercased() }
        guard name.utf8.count <= 35, LanguageTag.areWellFormed(subtags) else {
            throw .invalid(field, "\(quoted(text)) is not a language tag (such as \"en\" or \"zh-Hant\")")
        }
        if let script = LanguageTag.scripts[modifier] { subtags.insert(script, at: 1) }
        if modifier == "valencia" { subtags.append(modifier) }
        LanguageTag.writeInUsualLetters(&subtags)
        self.text = subtags.joined(separator: "-")
    }

    /// The language without script and region, lower case: `zh` of `zh-Hant-TW`.
    package var primarySubtag: String { text.prefix { $0 != "-" }.lowercased() }

    /// What a locale's modifier says of the script.
    private static let scripts = [
        "latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "arabic": "Arab", "iqtelif": "Latn",
    ]

    private static func areWellFormed(_ subtags: [String]) -> Bool {
        guard let first = subtags.first, (2...3).contains(first.utf8.count), first.utf8.allSatisfy(isLetter) else {
            return false
        }
        return subtags.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isAlphanumeric) }
    }

    /// RFC 5646, 2.1.1: regions in capitals, scripts with one, all else small; behind a single letter or digit, where
    /// extensions begin, everything is small.
    private static func writeInUsualLetters(_ subtags: inout [String]) {
        for position in subtags.indices.dropFirst() {
            let subtag = subtags[position]
            let length = subtag.utf8.count
            if length == 1 { return }
            if length == 2 {
                subtags[position] = subtag.uppercased()
            } else if length == 4, subtag.utf8.allSatisfy(isLetter) {
                subtags[position] = subtag.prefix(1).uppercased() + subtag.dropFirst()
            }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || isLetter(byte) }
}
