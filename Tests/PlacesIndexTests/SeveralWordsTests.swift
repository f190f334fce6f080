import PlacesEngine
import PlacesIndex
import PlacesModel
import Testing

/// Words each of which a name or an area may have: the rarest one is walked along.
@Suite("Several words that areas have too")
struct SeveralWordsTests {
    private let areas = [area("mian", .region, "Mianland"), area("ha", .region, "Haroland")]

    /// Towns that begin so, each a little less important than the one before it.
    private func towns(_ beginning: String, _ count: Int) -> [PlaceRecord] {
        (0..<count).map { number in
            place("\(beginning)\(number)", "\(beginning)\(number)", importance: 4 - Float(number) / Float(count))
        }
    }

    @Test("A place that has one in a name and the rarest in an area alone is found, from whichever side is shorter")
    func rarestInArea() throws {
        for count in [100, 300, 3000] {
            // The first towns are more important.
            let places =
                towns("Haro", count) + [
                    place("there", "Hafen", importance: 5, areas: ["mian"]), place("kalo", "Kalo", areas: ["ha"]),
                    place("name", "Mianberg", importance: 2),
                ]
            let index = try TestIndex(places, areas: areas)
            #expect(try index.ids("mian ha") == ["there"], "\(count)")
            #expect(try index.ids("haf mian") == ["there"], "\(count)")
        }
    }

    @Test("What is not among the best of a frequent word is not found through an area: a typing error is more likely")
    func farBehind() throws {
        let hidden = (0..<5).map { place("hidden\($0)", "Hafen \($0)", importance: 0.5, areas: ["mian"]) }
        let others = [
            place("meant", "Miandhal", importance: 4.5), place("kalo", "Kalo", areas: ["ha"]),
            place("mian", "Mian", importance: 1),
        ]
        let many = try TestIndex(towns("Haro", 5000) + hidden + others, areas: areas)
        #expect(try many.ids("mian ha") == ["meant"])
        let few = try TestIndex(towns("Haro", 100) + hidden + others, areas: areas)
        #expect(try few.ids("mian ha").contains("hidden0"))
    }

    @Test("A place that has both words in names counts by the better of these names, whichever word leads to it")
    func betterName() throws {
        let places =
            towns("Haro", 1000) + [
                place("both", "Haro Berg", importance: 5, other: ["Mian"]),
                place("one", "Mian Haro", importance: 4.5), place("kalo", "Kalo", areas: ["mian"]),
                place("land", "Kaloland", importance: 1, areas: ["ha"]),
            ]
        let index = try TestIndex(places, areas: areas)
        #expect(try index.ids("haro mian").prefix(2) == ["both", "one"])
        #expect(try index.ids("haro mia").prefix(2) == ["both", "one"])
        #expect(try index.ids("berg mian") == ["both"])
    }

    @Test("Of a beginning that thousands of names have, the best are found under a filter too, each once")
    func frequentBeginning() throws {
        let places = towns("Haro", 3000)
        let index = try TestIndex(places, areas: areas)
        let rows = try index.ids("har") { try $0.filter.setTypes(["locality"], field: "t") }
        #expect(rows == (0..<5).map { "Haro\($0)" })
    }
}
