import PlacesIndex
import PlacesModel
import Testing

/// Letters inside words, beside a look at every word. All words begin with a letter that stands in none of the texts, so
/// that nothing else finds them.
@Suite("Letters inside words")
struct InsideTests {
    private let index: TestIndex
    private let words: [String]

    init() throws {
        var state: UInt64 = 11
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        // Many words for some letters, few for others; letters of two bytes.
        let letters = ["a", "a", "a", "b", "b", "n", "d", "ж", "я", "λ"]
        var words: Set<String> = []
        while words.count < 3000 {
            words.insert("q" + (0..<3 + random(7)).map { _ in letters[random(random(3) == 0 ? 10 : 5)] }.joined())
        }
        self.words = words.sorted()
        index = try TestIndex(
            self.words.enumerated().map { number, word in
                place("\(number)", word, Double(number % 160) - 80, Double(number % 360) - 180, importance: 3)
            }
        )
    }

    @Test("Of three letters to nine: the words that hold them, at most five", arguments: 3...9)
    func all(length: Int) throws {
        var texts: [String: [String]] = [:]
        for word in words {
            let inner = Array(word.dropFirst())
            guard inner.count >= length else { continue }
            for start in 0...inner.count - length {
                let text = String(inner[start..<start + length])
                if texts[text]?.last != word { texts[text, default: []].append(word) }
            }
        }
        var whole = 0
        for (text, holders) in texts {
            let found = try index.ids(text).map { words[Int($0) ?? 0] }
            // Guesses may follow.
            let expected = min(holders.count, 5)
            #expect(found.count >= expected && Set(found.prefix(expected)).isSubset(of: holders), "\(text)")
            whole += holders.count > 5 ? 1 : 0
        }
        #expect(texts.count > 100)
        #expect(length > 5 || whole > 10)
    }

    @Test("Words that end with the letters come first")
    func ends() throws {
        let tiny = try TestIndex([
            place("middle", "Qabannb", 1, 1, importance: 4), place("end", "Qxabann", 2, 2, importance: 3.5),
            place("twice", "Qabannabann", 3, 3, importance: 3.3),
        ])
        #expect(try tiny.ids("abann") == ["end", "twice", "middle"])
        #expect(try tiny.ids("bann") == ["end", "twice", "middle"])
        #expect(try tiny.ids("ann") == ["end", "twice", "middle"])
    }
}
