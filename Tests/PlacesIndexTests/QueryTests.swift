import PlacesIndex
import PlacesModel
import Testing

/// What a query must do that no other suite names.
@Suite("What a query must do")
struct QueryTests {
    @Test(
        "Case, accents, width, ligatures, Turkish i, hyphens and apostrophes do not matter, on either side",
        arguments: [
            ("ZÜRICH", "zürich"), ("zurich", "zürich"), ("ｚｕｒｉｃｈ", "zürich"), ("gross", "groß"), ("GROẞ", "groß"),
            ("tonder", "tønder"), ("TØNDER", "tønder"), ("lodz", "łódź"), ("Łódź", "łódź"), ("aero", "ærø"),
            ("istanbul", "istanbul"), ("ISTANBUL", "istanbul"), ("ıstanbul", "istanbul"), ("İstanbul", "istanbul"),
            ("saint-etienne", "étienne"), ("SAINT ETIENNE", "étienne"), ("l'aquila", "aquila"), ("laquila", "aquila"),
        ]
    )
    func folding(query: String, expected: String) throws {
        let index = try TestIndex([
            place("zürich", "Zürich", 47, 8), place("groß", "Großkirchen", 48, 10), place("tønder", "Tønder", 55, 9),
            place("łódź", "Łódź", 51, 19), place("ærø", "Ærøskøbing", 54, 10), place("istanbul", "İstanbul", 41, 29),
            place("étienne", "Saint-Étienne", 45, 4), place("aquila", "L’Aquila", 42, 13),
        ])
        #expect(try index.ids(query) == [expected])
    }

    @Test("Typing errors are looked for only where exact matches are few")
    func errorsWhereFew() throws {
        let exact = ["a", "e", "i", "o", "u"].enumerated().map { number, letter in
            place("exact\(number)", "Hamburg\(letter)", 50, Double(number), importance: 2)
        }
        let other = place("error", "Homburg", 49, 7, importance: 7)
        #expect(try !TestIndex(exact + [other]).ids("hambu").contains("error"))
        #expect(try TestIndex([exact[0], other]).ids("hambu").contains("error"))
    }

    @Test("Place IDs are those of the source, in whatever order and company it is built again")
    func stableIDs() throws {
        let one = place("one", "Springfield", 39, -89)
        let two = place("two", "Springfield", 42, -72, importance: 4)
        let first = try TestIndex([one, two])
        let second = try TestIndex([place("new", "Springdale", importance: 8), two, one])
        for id in ["t:one", "t:two"] {
            #expect(try first.place(id).location == second.place(id).location)
        }
    }
}
