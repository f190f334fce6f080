import PlacesIndex
import PlacesModel
import Testing

// A suite for each rule of `Ranking`, in its order.

@Suite("Rule 1: importance")
struct ImportanceTests {
    @Test("Of two of one name the more important comes first, whatever the order in the source")
    func order() throws {
        let small = place("small", "Paris", 33, -95, importance: 4.4)
        let large = place("large", "Paris", 48, 2, importance: 6.3)
        #expect(try TestIndex([small, large]).ids("paris") == ["large", "small"])
        #expect(try TestIndex([large, small]).ids("par") == ["large", "small"])
    }

    @Test("It decides between names that match as well, not the alphabet and not the length")
    func betweenNames() throws {
        let index = try TestIndex([
            place("a", "Bern", importance: 5.1), place("b", "Berlin", 50, 0, importance: 6.5),
            place("c", "Bergamo", 0, 50, importance: 5.0),
        ])
        #expect(try index.ids("ber") == ["b", "a", "c"])
    }
}

@Suite("Rule 2: kind of name")
struct KindOfNameTests {
    @Test("The beginning of another name counts less than that of a primary one")
    func otherName() throws {
        let index = try TestIndex([
            place("other", "Firenze", importance: 5.5, other: ["Floret"]),
            place("primary", "Florina", 40, 21, importance: 4.2),
        ])
        #expect(try index.ids("flor") == ["primary", "other"])
    }

    @Test("A whole other name gets a part of that back")
    func wholeOtherName() throws {
        let index = try TestIndex([
            place("other", "Firenze", importance: 5.5, other: ["Floret"]),
            place("primary", "Floretta", 40, 21, importance: 3.7),
        ])
        #expect(try index.ids("flore") == ["primary", "other"])
        #expect(try index.ids("floret") == ["other", "primary"])
    }
}

@Suite("Rule 3: whole name")
struct WholeNameTests {
    @Test("It passes a longer name that is a little more important, and not one that is much more so")
    func bonus() throws {
        let index = try TestIndex([
            place("shire", "Yorkshire", 54, -1, importance: 5.2), place("york", "York", 53, -1, importance: 5),
            place("ville", "Yorkville", 40, -90, importance: 6),
        ])
        #expect(try index.ids("yor") == ["ville", "shire", "york"])
        #expect(try index.ids("york") == ["ville", "york", "shire"])
    }

    @Test("A short code that is a whole name passes what merely begins so")
    func code() throws {
        let index = try TestIndex([
            place("airport", "Vantaa Airport", 60, 25, importance: 5, other: ["HEL"]),
            place("town", "Helmond", 51, 5, importance: 4.8),
        ])
        #expect(try index.ids("hel").first == "airport")
        #expect(try index.ids("helm").first == "town")
    }
}

@Suite("Rule 4: words")
struct WordRuleTests {
    @Test("In the order that was typed is better than in another")
    func order() throws {
        let index = try TestIndex([
            place("typed", "New York", importance: 4), place("other", "York New Town", 10, 10, importance: 4.5),
        ])
        #expect(try index.ids("new york") == ["typed", "other"])
    }

    @Test("A whole word is better than the beginning of one")
    func unfinished() throws {
        let index = try TestIndex([
            place("whole", "Port Saint Louis", importance: 4),
            place("begins", "Portland Saints", 10, 10, importance: 4.5),
        ])
        #expect(try index.ids("saint port ").first == "whole")
    }

    @Test("A name that begins with the first word is better than one that has it later")
    func firstWord() throws {
        let index = try TestIndex(
            [
                place("first", "Paris", importance: 4.4, areas: ["tx"], country: "us"),
                place("later", "Cedar Park", 30, -97, importance: 4.8, areas: ["tx"], country: "us"),
            ],
            areas: [area("tx", .region, "Texas", country: "us")]
        )
        #expect(try index.ids("par tex") == ["first", "later"])
    }

    @Test("A word that is not found costs much, and does not lose the rest")
    func missing() throws {
        let index = try TestIndex([place("a", "Helsinki Airport", importance: 4)])
        #expect(try index.ids("helsinki qqqq airport") == ["a"])
    }
}

@Suite("Rule 5: typing errors and letters inside")
struct ErrorRuleTests {
    @Test("An exact beginning comes before a typing error of like importance, and both before much smaller places")
    func order() throws {
        let index = try TestIndex([
            place("exact", "Marton", importance: 3), place("error", "Merton", 10, 10, importance: 5),
            place("famous", "Melton", 20, 20, importance: 6.5),
        ])
        #expect(try index.ids("mart") == ["exact", "error"])
    }

    @Test("An error in the first word of a name costs less than one in a later word")
    func laterWord() throws {
        let index = try TestIndex([
            place("later", "Villa Madero", importance: 5.5),
            place("first", "Mandera", 3, 41, importance: 4.5),
        ])
        #expect(try index.ids("mnader").first == "first")
    }

    @Test("Letters inside a word come last")
    func inside() throws {
        let index = try TestIndex([
            place("begins", "Sterdorf", importance: 3),
            place("inside", "Amsterdam", 52, 4, importance: 4),
        ])
        #expect(try index.ids("sterd") == ["begins", "inside"])
    }

    @Test("Five villages do not hide a city that has the letters inside; five towns do")
    func faint() throws {
        let city = place("city", "Karachi", 24, 67, importance: 7)
        func index(importance: Float) throws -> TestIndex {
            try TestIndex(
                [city]
                    + (0..<5).map { number in
                        place(
                            "\(number)",
                            "Rachi\(["a", "e", "i", "o", "u"][number])ta",
                            45,
                            Double(number),
                            importance: importance
                        )
                    }
            )
        }
        #expect(try index(importance: 2).ids("rachi").first == "city")
        #expect(try !index(importance: 4.5).ids("rachi").contains("city"))
        // Four letters are in many words by chance.
        #expect(try !index(importance: 2).ids("rach").contains("city"))
    }
}

@Suite("Rule 6: nearness")
struct NearnessRuleTests {
    private let index: TestIndex

    init() throws {
        index = try TestIndex([
            place("capital", "Newton", 0, 0, importance: 7), place("town", "Newton", 20, 20, importance: 4),
            place("village", "Newton", 50, 10, importance: 2.5),
        ])
    }

    @Test("Without a bias importance decides")
    func none() throws {
        #expect(try index.ids("newton") == ["capital", "town", "village"])
    }

    @Test("A village next door beats a far town")
    func near() throws {
        let rows = try index.ids("newton") { try $0.filter.setBias(circle(50, 10, 1000), field: "b") }
        #expect(rows.first == "village")
        #expect(rows.count == 3)
    }

    @Test("A far capital beats a village that is not next door")
    func famous() throws {
        let rows = try index.ids("newton") { try $0.filter.setBias(circle(54, 10, 1000), field: "b") }
        #expect(rows.first == "capital")
    }
}

@Suite("Rule 7: names that begin with what was typed")
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

    @Test("One more takes the place of a row that is hardly better, while the text is short")
    func close() throws {
        func index(_ importance: Float) throws -> TestIndex {
            try cruz([
                place("x", "Cruzeiro", 0, 0, importance: 5.4), place("y", "Cruzville", 0, 50, importance: 5.3),
                place("z", "Cruzeberg", 0, 90, importance: importance),
            ])
        }
        #expect(try index(5.3).ids("cruz").contains("z"))
        #expect(try !index(5.2).ids("cruz").contains("z"))
    }

    @Test("Of three letters a third one is kept too, of six only one that is nearly as good")
    func letters() throws {
        let index = try cruz([
            place("x", "Cruzeiro", 0, 0, importance: 5), place("y", "Cruzville", 0, 50, importance: 4.9),
            place("z", "Cruzberg", 0, 90, importance: 4.8),
        ])
        #expect(try index.ids("cru") == ["santaA", "santaB", "x", "y", "z"])
        let saints = (0..<5).map { number in
            place("saint\(number)", "Saint Clement \(number)", 10, Double(number * 10), importance: 5.5)
        }
        func clements(_ importance: Float) throws -> [String] {
            let others = (0..<2).map { number in
                place("c\(number)", "Clementine \(number)", 0, Double(number * 10), importance: importance)
            }
            return try TestIndex(saints + others).ids("clemen")
        }
        #expect(try clements(5.3) == ["saint0", "saint1", "saint2", "saint3", "c0"])
        #expect(try !clements(5.2).contains("c0"))
    }

    @Test("A region that begins so gives way to a town that is hardly less important, where nothing else does")
    func regions() throws {
        let regions = (0..<5).map { number in
            place("region\(number)", "Zelland \(number)", 20, 0, importance: 5, type: "administrative_area_level_1")
        }
        func index(_ importance: Float) throws -> TestIndex {
            try TestIndex(regions + [place("town", "Zellby", 0, 0, importance: importance)])
        }
        #expect(try index(4.6).ids("zell") == ["region0", "region1", "region2", "region3", "town"])
        #expect(try !index(4.4).ids("zell").contains("town"))
    }

    @Test("Airports, and regions that do not begin so, give way; the first row never does")
    func asides() throws {
        let airports = (0..<5).map { number in
            place("air\(number)", "Port \(number) Zell Airport", 20, Double(number), importance: 5, type: "airport")
        }
        let towns = ["Zellby", "Zellheim", "Zelldorf", "Zellwick", "Zellham"].enumerated().map { number, name in
            place("town\(number)", name, 0, Double(number * 10), importance: 4.5)
        }
        #expect(try TestIndex(airports + towns).ids("zel") == ["air0", "town0", "town1", "town2", "town3"])
    }

    @Test("A region of which the whole other name was typed stays")
    func wholeRegion() throws {
        let towns = (0..<5).map { number in
            place("town\(number)", "Zell \(number)", 0, Double(number * 10), importance: 5)
        }
        let region = place(
            "region",
            "Canton",
            20,
            20,
            importance: 8,
            type: "administrative_area_level_1",
            other: ["Zell"]
        )
        #expect(try TestIndex(towns + [region]).ids("zell").contains("region"))
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
