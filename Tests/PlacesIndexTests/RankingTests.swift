import PlacesIndex
import PlacesModel
import Testing

@Suite("Names that begin with what was typed")
struct BeginnerTests {
    private func cruz(_ others: [PlaceRecord]) throws -> TestIndex {
        let saints = ["A", "B", "C", "D", "E", "F"].enumerated().map { number, letter in
            place("santa\(letter)", "Santa Cruz \(letter)", 10, Double(number * 10), importance: 5.5)
        }
        return try TestIndex(saints + others)
    }

    @Test("Two of five rows are kept for them where they are hardly less important")
    func kept() throws {
        let index = try cruz([
            place("x", "Cruzeiro", 0, 0, importance: 5), place("y", "Cruzville", 0, 50, importance: 4.9),
            place("z", "Cruzberg", 0, 90, importance: 4.8),
        ])
        #expect(try index.ids("cruz") == ["santaA", "santaB", "santaC", "x", "y"])
    }

    @Test("One that is far less important takes no row")
    func tooSmall() throws {
        let index = try cruz([place("x", "Cruzeiro", 0, 0, importance: 2)])
        #expect(try index.ids("cruz") == ["santaA", "santaB", "santaC", "santaD", "santaE"])
    }

    @Test("They take the places of further rows that were found by another name")
    func otherNames() throws {
        let aliases = (0..<5).map { number in
            place("alias\(number)", "Xyz \(number)", 20, Double(number * 10), importance: 10, other: ["Cruz \(number)"])
        }
        let index = try TestIndex(
            aliases + [
                place("x", "Cruzeiro", 0, 0, importance: 3.9), place("y", "Cruzville", 0, 50, importance: 3.9),
                place("z", "Cruzberg", 0, 90, importance: 3.9), place("w", "Cruzdale", 0, 99, importance: 3.9),
            ]
        )
        #expect(try index.ids("cruz").first == "alias0")
        #expect(try index.ids("cruz").filter { !$0.hasPrefix("alias") }.count == 4)
    }

    @Test("With few rows none is kept")
    func fewRows() throws {
        let index = try cruz([place("x", "Cruzeiro", 0, 0, importance: 5)])
        #expect(try index.ids("cruz") { try $0.setLimit(2, field: "") } == ["santaA", "santaB"])
    }
}

@Suite("Beginnings that very many names have")
struct ReadyTests {
    private let index: TestIndex

    init() throws {
        // More than are ready.
        index = try TestIndex(
            (0..<400).map { number in
                let letters = [number / 26 / 26, number / 26 % 26, number % 26].map { Unicode.Scalar(UInt8(97 + $0)) }
                var name = "Za"
                name.unicodeScalars.append(contentsOf: letters)
                return place("\(number)", name, 0, Double(number) / 4, importance: 3 + Float(number) / 100)
            }
        )
    }

    @Test("The most important ones come first")
    func order() throws {
        #expect(try index.ids("za") == ["399", "398", "397", "396", "395"])
    }

    @Test("A filter sees all of them")
    func filtered() throws {
        let circle = try Circle(
            center: try Coordinate(latitude: 0, longitude: 0.5, field: ""),
            radius: 30_000,
            field: ""
        )
        #expect(try index.ids("za") { try $0.filter.setRestriction(.circle(circle), field: "") } == ["3", "2", "1"])
    }

    @Test("Near a place, what is there comes before what is more important far away")
    func biased() throws {
        let circle = try Circle(center: try Coordinate(latitude: 0, longitude: 0.5, field: ""), radius: 1000, field: "")
        #expect(try index.ids("za") { try $0.filter.setBias(.circle(circle), field: "") }.first == "2")
    }
}
