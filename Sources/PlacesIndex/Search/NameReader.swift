import PlacesModel

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
    func displayName(at offset: UInt32, _ choice: LanguageChoice) -> NameBlock.Name {
        var names = NameBlock(names.all, at: offset)
        guard var best = names.next() else {
            return NameBlock.Name(text: UnsafeBufferPointer(start: nil, count: 0))
        }
        if choice.isEmpty { return best }
        var bestRank = best.kind == RecordNameKind.alternate ? 0 : choice.rank(best.language)
        while let name = names.next() {
            if name.kind != RecordNameKind.alternate, choice.rank(name.language) > bestRank {
                bestRank = choice.rank(name.language)
                best = name
            }
        }
        return best
    }

    /// The text of the name to show.
    @inline(__always)
    func shownName(at offset: UInt32, _ choice: LanguageChoice) -> UnsafeBufferPointer<UInt8> {
        NameBlock.onlyText(names, at: offset) ?? displayName(at: offset, choice).text
    }

    func code(of area: AreaRow) -> UnsafeBufferPointer<UInt8> {
        guard area.code > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        var reader = ByteReader(names.all, at: Int(area.code))
        return reader.blob()
    }
}
