import PlacesText
import Testing

/// Folded text with `'` before each inner start.
private func folded(_ text: String, showsStarts: Bool = false) -> String {
    let folded = FoldedText()
    var copy = text
    copy.withUTF8 { folded.fold($0) }
    var bytes: [UInt8] = []
    for index in 0..<folded.count {
        if showsStarts, folded.marks[index] & FoldedText.Mark.inner != 0 { bytes.append(UInt8(ascii: "'")) }
        bytes.append(folded.bytes[index])
    }
    return String(decoding: bytes, as: UTF8.self)
}

@Suite("Folding")
struct FoldTests {
    @Test(
        "Case, accents, ligatures and letters that do not decompose",
        arguments: [
            ("Zürich", "zurich"), ("STRASSE", "strasse"), ("Straße", "strasse"), ("STRAẞE", "strasse"),
            ("Tromsø", "tromso"), ("Łódź", "lodz"), ("Ærø", "aero"), ("Œuvre", "oeuvre"), ("Þingvellir", "thingvellir"),
            ("Đà Nẵng", "da nang"), ("İstanbul", "istanbul"), ("Iğdır", "igdir"), ("ısparta", "isparta"),
            ("Cafe\u{301}", "cafe"), ("ﬁnland", "finland"), ("Ａｂｃ１", "abc 1"), ("Σίσυφος", "σισυφοσ"),
            ("Ёлка", "елка"), ("МОСКВА", "москва"), ("القاهرة", "القاهره"),
        ]
    )
    func letters(text: String, expected: String) {
        #expect(folded(text) == expected)
    }

    @Test(
        "Hyphens are spaces, apostrophes nothing, dots inside acronyms nothing",
        arguments: [
            ("Saint-Malo", "saint malo"), ("Saint–Malo", "saint malo"), ("O'Connell", "oconnell"),
            ("O’Connell", "oconnell"), ("Washington, D.C.", "washington dc"), ("St. Louis", "st louis"),
            ("  a   b  ", "a b"), ("U.S.A.", "usa"), ("a & b", "a b"), ("🦖 Dino", "dino"), ("J.Smith", "j smith"),
        ]
    )
    func separators(text: String, expected: String) {
        #expect(folded(text) == expected)
    }

    @Test("A word may begin after an apostrophe and at each letter of a script without spaces")
    func innerStarts() {
        #expect(folded("l’Industrie", showsStarts: true) == "l'industrie")
        #expect(folded("東京都", showsStarts: true) == "東'京'都")
        #expect(folded("千代田区１丁目") == "千代田区 1 丁目")
        #expect(folded("東京Tower") == "東京 tower")
    }

    @Test("Numbers and the letters after them are apart, however they are written")
    func numbers() {
        #expect(folded("10e Arrondissement") == folded("10 e arrondissement"))
        #expect(folded("23-30 29th St") == "23 30 29 th st")
        #expect(folded("١٢") == "12")
    }

    @Test("A syllable that is being typed is a prefix of the whole one")
    func hangul() {
        #expect(Array(folded("강남구").utf8).starts(with: Array(folded("강나").utf8)))
    }

    @Test("Nothing is left of text without letters, and ill-formed bytes are harmless")
    func nothing() {
        #expect(folded("🗼 ... —") == "")
        let text = FoldedText()
        let bytes: [UInt8] = [0xC3, 0x41, 0xFF, 0xE6, 0x9D]
        bytes.withUnsafeBufferPointer { text.fold($0) }
        #expect(Array(text.text) == [0x61])
    }

    @Test("Each byte knows the code point that it came from")
    func sources() {
        let text = FoldedText()
        var name = "🦖 Große"
        name.withUTF8 { text.fold($0) }
        #expect((0..<text.count).map { text.sources[$0] } == [2, 3, 4, 5, 5, 6])
        #expect(text.sourceCount == 7)
    }

    @Test("A separator at the end completes the last word")
    func completeness() {
        let text = FoldedText()
        for (query, complete) in [("par", false), ("par ", true), ("par,", true)] {
            var copy = query
            copy.withUTF8 { text.fold($0) }
            #expect(text.endsComplete == complete)
        }
    }

    @Test("A plain text is folded straight to its place as it is in full, or not at all")
    func plainTexts() {
        var random = SystemRandomNumberGenerator()
        let letters = Array("abZ09 -,/&('`.é".utf8)
        let full = FoldedText()
        var plain = 0
        for length in 0..<4000 {
            let text = (0..<length % 40).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] }
            text.withUnsafeBufferPointer { text in
                full.fold(text)
                let wanted = Array(full.text)
                let starts = (0..<full.count).filter { full.marks[$0] & FoldedText.Mark.anyStart != 0 }
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * text.count + 1) { bytes in
                    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 4) { words in
                        guard let base = bytes.baseAddress, let first = words.baseAddress,
                            let made = full.foldPlain(text, into: base, starts: first, mostStarts: 4)
                        else { return }
                        plain += 1
                        #expect(Array(bytes[..<made.size]) == wanted)
                        #expect(words[..<made.starts].map { Int($0) } == Array(starts.prefix(4)))
                    }
                }
            }
        }
        #expect(plain > 100)
    }
}
