/// A BCP-47 language tag, checked for its shape only: the list of languages is the service's.
package struct LanguageTag: Hashable, Sendable {
    /// As written, with `_` (as in `pt_BR`, a locale's spelling) made `-`.
    package let text: String

    package init(_ text: String, field: String) throws(PlacesError) {
        let normalised = String(text.map { $0 == "_" ? "-" : $0 })
        guard LanguageTag.isWellFormed(normalised) else {
            throw .invalid(field, "\(quoted(text)) is not a language tag (such as \"en\" or \"zh-Hant\")")
        }
        self.text = normalised
    }

    /// The language without script and region, lower case: `zh` of `zh-Hant-TW`.
    package var primarySubtag: String { text.prefix { $0 != "-" }.lowercased() }

    private static func isWellFormed(_ text: String) -> Bool {
        guard text.utf8.count <= 35 else { return false }
        var isFirst = true
        for part in text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false) {
            guard (1...8).contains(part.count) else { return false }
            if isFirst {
                guard part.count >= 2, part.allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }) else {
                    return false
                }
                isFirst = false
            }
            guard part.allSatisfy(isAlphanumeric) else { return false }
        }
        return !isFirst
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
    }
}
