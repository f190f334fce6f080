import PlacesModel

/// A name as the file has it.
struct StoredName {
    var text: UnsafeBufferPointer<UInt8>
    /// Number of its language.
    var language: Int
    var kind: UInt8
}

/// How well each language of an index serves the one that was asked for.
struct LanguageChoice {
    /// By number of the language; 0 for not at all.
    private let ranks: [UInt8]

    static let none = LanguageChoice(ranks: [])

    private init(ranks: [UInt8]) { self.ranks = ranks }

    init(_ wanted: LanguageTag, _ languages: [String]) {
        let whole = wanted.text.lowercased()
        let primary = wanted.primarySubtag
        let script = LanguageChoice.chineseScript(whole)
        ranks = languages.map { language in
            let tag = language.lowercased()
            if tag.isEmpty { return 0 }
            if tag == whole { return 4 }
            guard tag.prefix(while: { $0 != "-" }) == primary else { return 0 }
            if primary == "zh" { return LanguageChoice.chineseScript(tag) == script ? 3 : 1 }
            // Norwegian is written in two ways; a plain tag serves a regional one best.
            return tag == primary ? 3 : 2
        }
    }

    /// Which Chinese characters a tag means: traditional ones in Taiwan, Hong Kong and Macau.
    private static func chineseScript(_ tag: String) -> String {
        let parts = tag.split(separator: "-")
        return parts.contains { $0 == "hant" || $0 == "tw" || $0 == "hk" || $0 == "mo" } ? "hant" : "hans"
    }

    var isEmpty: Bool { ranks.isEmpty }

    @inline(__always)
    func rank(_ language: Int) -> UInt8 { language >= 0 && language < ranks.count ? ranks[language] : 0 }
}

extension IndexView {
    /// The name to show of a place or an area: in the wanted language, else the first.
    func displayName(at offset: UInt32, _ choice: LanguageChoice) -> StoredName {
        var reader = ByteReader(names.all, at: Int(offset))
        var count = min(reader.variable(), 4096)
        var best = StoredName(text: UnsafeBufferPointer(start: nil, count: 0), language: 0, kind: 0)
        var bestRank: UInt8 = 0
        var isFirst = true
        while count > 0, !reader.failed {
            count &-= 1
            let tag = reader.variable()
            let text = reader.blob()
            let language = Int(truncatingIfNeeded: tag >> 2 & 0xFFFF)
            let kind = UInt8(truncatingIfNeeded: tag & 3)
            if isFirst {
                best = StoredName(text: text, language: language, kind: kind)
                bestRank = kind == RecordNameKind.alternate ? 0 : choice.rank(language)
                if choice.isEmpty { return best }
                isFirst = false
            } else if kind != RecordNameKind.alternate, choice.rank(language) > bestRank {
                bestRank = choice.rank(language)
                best = StoredName(text: text, language: language, kind: kind)
            }
        }
        return best
    }

    /// The text of the name to show.
    @inline(__always)
    func shownName(at offset: UInt32, _ choice: LanguageChoice) -> UnsafeBufferPointer<UInt8> {
        let at = Int(offset)
        if choice.isEmpty, at &+ 3 <= names.count {
            // Nearly every time: less than 128 names, and a tag and a text of less than 128.
            let start = names.base + at
            let length = Int(start[2])
            if start[0] > 0, start[0] | start[1] | start[2] < 0x80, at &+ 3 &+ length <= names.count {
                return UnsafeBufferPointer(start: start + 3, count: length)
            }
        }
        return displayName(at: offset, choice).text
    }

    func code(of area: AreaRow) -> UnsafeBufferPointer<UInt8> {
        guard area.code > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        var reader = ByteReader(names.all, at: Int(area.code))
        return reader.blob()
    }
}
