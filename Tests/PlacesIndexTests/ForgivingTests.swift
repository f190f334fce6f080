import PlacesEngine
import PlacesIndex
import PlacesModel
import Testing

@Suite("Writing in other ways")
struct SpellingTests {
    @Test(
        "Abbreviations stand for the whole words, and the other way round",
        arguments: [
            ("st malo", "malo"), ("saint malo", "malo"), ("saint-malo", "malo"), ("st-malo", "malo"),
            ("st. malo", "malo"), ("rue st honore", "hon"), ("saint patrick street", "pat"), ("st patrick st", "pat"),
        ]
    )
    func abbreviations(query: String, expected: String) throws {
        let index = try TestIndex([
            place("malo", "Saint-Malo"), place("hon", "Rue Saint-Honoré"), place("pat", "St Patrick Street"),
            place("stu", "Stuttgart", importance: 5.8),
        ])
        #expect(try index.ids(query).first == expected)
    }

    @Test(
        "An apostrophe is a space or nothing",
        arguments: [
            ("avenue de l'industrie", "ind"), ("avenue de l’industrie", "ind"), ("avenue de l industrie", "ind"),
            ("le cros d'utelle", "cros"), ("le cros dʼutelle", "cros"), ("cros utelle", "cros"),
            ("oconnell street", "och"), ("o’connell st", "och"),
        ]
    )
    func apostrophes(query: String, expected: String) throws {
        let index = try TestIndex([
            place("ind", "12 Avenue de l’Industrie"), place("cros", "Le Cros-d’Utelle"),
            place("och", "O'Connell Street"),
        ])
        #expect(try index.ids(query).first == expected)
    }

    @Test(
        "Every prefix of a word, in either spelling, and the common short form",
        arguments: [
            ("goethest", "g"), ("goethestr", "g"), ("goethestr.", "g"), ("goethestra", "g"), ("goethestraß", "g"),
            ("goethestrass", "g"), ("goethestrasse", "g"), ("GOETHESTRASSE", "g"), ("universitatspl", "u"),
            ("universitätsplatz", "u"),
        ]
    )
    func compounds(query: String, expected: String) throws {
        let index = try TestIndex([
            place("g", "Goethestraße", type: "route"), place("u", "Universitätsplatz", type: "route"),
        ])
        #expect(try index.ids(query).first == expected)
    }

    @Test(
        "Scripts without spaces are searched from inside a run",
        arguments: [("横浜", "yok"), ("千代田", "chi"), ("１丁目", "chi"), ("강남", "gan"), ("朝阳", "bei")]
    )
    func runs(query: String, expected: String) throws {
        let index = try TestIndex([
            place("yok", "神奈川県横浜市"), place("chi", "東京都千代田区1丁目"), place("gan", "서울특별시 강남구"),
            place("bei", "北京市朝阳区"),
        ])
        #expect(try index.ids(query).first == expected)
    }
}

@Suite("Addresses")
struct AddressTests {
    private static let areas = [
        area("lyon", .locality, "Lyon", country: "fr"), area("fr", .country, "France", country: "fr"),
    ]

    private func address(_ id: String, _ name: String, type: String = "street_address") -> PlaceRecord {
        place(id, name, 45.76, 4.83, importance: 1, type: type, areas: ["lyon", "fr"], country: "fr")
    }

    @Test(
        "The number first or last, with or without commas",
        arguments: [
            "12 rue du moulin", "rue du moulin 12", "12, Rue du Moulin, Lyon", "rue du moulin 12 lyon",
            "12 rue du moulin ly",
        ]
    )
    func numbers(query: String) throws {
        let index = try TestIndex(
            [
                address("a12", "12 Rue du Moulin"), address("st", "Rue du Moulin", type: "route"),
                address("x", "12 Rue du Moulinet"), address("y", "12 Rue du Four"),
            ],
            areas: AddressTests.areas
        )
        #expect(try index.ids(query).first == "a12")
    }

    @Test("The right street without the number beats the wrong street with it")
    func missingNumber() throws {
        let index = try TestIndex(
            [
                address("st", "Rue du Moulin", type: "route"), address("y", "12 Rue du Four"),
                address("z", "12 Quai Nord"),
            ],
            areas: AddressTests.areas
        )
        #expect(try index.ids("12 rue du moulin").first == "st")
        #expect(try index.ids("rue du moulin 12, lyon").first == "st")
    }

    @Test("Joined and spaced suffixes are the same, and so are ranges")
    func suffixes() throws {
        let index = try TestIndex([address("a", "10e Avenue"), address("r", "23-30 29th St")])
        for query in ["10e avenue", "10 e avenue", "avenue 10 e"] { #expect(try index.ids(query).first == "a") }
        for query in ["23-30 29th St", "23-30 29th street", "29th st 23-30"] {
            #expect(try index.ids(query).first == "r")
        }
    }

    @Test("A business is found by its street, and with its postcode")
    func business() throws {
        var cafe = place("c", "Kahvila Aalto", 60.17, 24.94, importance: 2, type: "cafe")
        cafe.street = "Pohjoisesplanadi"
        cafe.houseNumber = "39"
        cafe.postcode = "00100"
        let index = try TestIndex([cafe, place("o", "Kahvila Muu", importance: 3, type: "cafe")])
        #expect(try index.ids("kahvila pohjoisespl").first == "c")
        #expect(try index.ids("kahvila aalto 00100").first == "c")
        #expect(try index.ids("pohjoisesplanadi 39").first == "c")
    }
}

@Suite("Typing errors and letters inside words")
struct MistypedTests {
    private let index: TestIndex

    init() throws {
        index = try TestIndex([
            place("london", "London", importance: 6.9), place("amsterdam", "Amsterdam", importance: 5.9),
            place("newyork", "New York City", importance: 6.9), place("paris", "Paris", importance: 6.3),
            place("londina", "Londina", importance: 2), place("budapest", "Budapest", importance: 6.2),
        ])
    }

    @Test(
        "One error: a letter too many, too few, another one, two swapped; in unfinished words too",
        arguments: [
            ("lonndon", "london"), ("lodon", "london"), ("lomdon", "london"), ("lodnon", "london"), ("lodno", "london"),
            ("amstredam", "amsterdam"), ("amsterdm", "amsterdam"), ("new yrok", "newyork"), ("nwe york", "newyork"),
        ]
    )
    func oneError(query: String, expected: String) throws {
        #expect(try index.ids(query).first == expected)
    }

    @Test("Two errors from eight letters on", arguments: [("bduapset", "budapest"), ("amsetdram", "amsterdam")])
    func twoErrors(query: String, expected: String) throws {
        #expect(try index.ids(query).first == expected)
    }

    @Test("Short words are taken as they are")
    func shortWords() throws {
        #expect(try index.ids("prs").isEmpty)
    }

    @Test("The first letter may be wrong where nothing else is found")
    func firstLetter() throws {
        #expect(try index.ids("bmsterdam").first == "amsterdam")
    }

    @Test("An error never comes before an exact match of like rank")
    func exactFirst() throws {
        let small = try TestIndex([place("a", "Marton", importance: 3), place("b", "Merton", importance: 3.1)])
        #expect(try small.ids("mart").first == "a")
    }

    @Test("Letters inside a word, from three on, come last")
    func inside() throws {
        #expect(try index.ids("sterd") == ["amsterdam"])
        #expect(try index.ids("ster").contains("amsterdam"))
        let small = try TestIndex([place("a", "Sterdorf", importance: 1), place("b", "Amsterdam", importance: 3)])
        #expect(try small.ids("sterd") == ["a", "b"])
    }

    @Test("A word that no place has does not lose the rest")
    func unknownWord() throws {
        let airports = try TestIndex([
            place("hel", "Helsinki Vantaa Airport", importance: 5), place("tmp", "Tampere Airport", importance: 4),
        ])
        #expect(try airports.ids("helsinki vantaa xyzzy").first == "hel")
        #expect(try airports.ids("helsinki international airport").first == "hel")
    }

    @Test("A mistyped word beside a right one in the region's name")
    func mistypedAndContext() throws {
        let index = try TestIndex(
            [place("s", "Springfield", areas: ["il"], country: "us"), place("t", "Springfield", importance: 4)],
            areas: [area("il", .region, "Illinois", country: "us")]
        )
        #expect(try index.ids("sprngfield illinois").first == "s")
    }
}

@Suite("Typing errors among many names")
struct MistypedSessionTests {
    private let index: TestIndex
    private let names: [String]

    /// Enough names that the prefix tree has several levels.
    init() throws {
        var state: UInt64 = 5
        func next(_ count: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % count)
        }
        let consonants = Array("bdfgklmnprst")
        let vowels = Array("aeiou")
        var names: Set<String> = []
        while names.count < 3000 {
            names.insert(String((0..<4).flatMap { _ in [consonants[next(12)], vowels[next(5)]] }))
        }
        self.names = names.sorted()
        index = try TestIndex(self.names.map { place($0, $0.prefix(1).uppercased() + $0.dropFirst()) })
    }

    /// A letter left out, another one, one too many, two swapped.
    private static func mistyped(_ name: String, at: Int) -> [String] {
        let letters = Array(name)
        let (before, after) = (String(letters[..<at]), String(letters[(at + 1)...]))
        return [
            before + after, before + "x" + after, before + "x" + String(letters[at...]),
            before + String(letters[at + 1]) + String(letters[at]) + String(letters[(at + 2)...]),
        ]
    }

    @Test("Every error at every letter but the first and the last is forgiven", arguments: 1..<7)
    func everyLetter(at: Int) throws {
        for number in stride(from: 0, to: names.count, by: 100) {
            for text in MistypedSessionTests.mistyped(names[number], at: at) where !names.contains(text) {
                #expect(try index.ids(text).contains(names[number]), "\(text) for \(names[number])")
            }
        }
    }

    @Test("What is found does not hang on what was typed before")
    func history() throws {
        for number in stride(from: 7, to: names.count, by: 300) {
            for text in MistypedSessionTests.mistyped(names[number], at: number % 6 + 1) {
                // On to the end, back to the middle, and on in another way.
                let typed = Array(4...text.count).map { text.prefix($0) } + [text.prefix(5), text.prefix(5) + "a"]
                for query in typed.map(String.init) {
                    let fresh = try places(query, from: EmbeddedProvider([index.index])).map(\.id)
                    #expect(try index.rows(query).map(\.id) == fresh, "\(query)")
                }
            }
        }
    }
}

@Suite("One place, one row")
struct DuplicateTests {
    @Test("Rows that read the same and lie side by side are one, the more complete one")
    func sameRow() throws {
        var complete = place("b", "1684 Kent Avenue", 37.4801, -122.2301, importance: 1, type: "street_address")
        complete.postcode = "94061"
        let index = try TestIndex([
            place("a", "1684 Kent Ave", 37.48, -122.23, importance: 1, type: "street_address"), complete,
            place("c", "1684 Kent Ave", 37.56, -122.32, importance: 1, type: "street_address"),
        ])
        #expect(Set(try index.ids("1684 kent")) == ["b", "c"])
        // The other one is still there under its ID.
        #expect(try index.place("t:a")["id"] == .string("t:a"))
    }

    @Test("Another kind or another house is another place, and the town beats the stop of its name")
    func others() throws {
        var one = place("x", "Kiosk", 1, 1, importance: 1, type: "store")
        one.street = "Main Street"
        one.houseNumber = "1"
        var two = place("y", "Kiosk", 1.0001, 1, importance: 1, type: "store")
        two.street = "Main Street"
        two.houseNumber = "7"
        let index = try TestIndex([
            one, two, place("stop", "Vaduz", 2, 2, importance: 1, type: "bus_stop"),
            place("town", "Vaduz", 2, 2, importance: 3.7),
        ])
        #expect(Set(try index.ids("kiosk")) == ["x", "y"])
        #expect(try index.ids("vaduz") == ["town", "stop"])
    }

    @Test("Several indexes answer as one: ranks merged, the same place once")
    func severalIndexes() throws {
        let cities = try TestIndex([
            place("hel", "Helsinki", 60.17, 24.94, importance: 5.8), place("h", "Helsingør", 56, 12.6, importance: 4.8),
        ])
        let businesses = try TestIndex([
            place("hel2", "Helsinki", 60.1701, 24.9401, importance: 5),
            place("kauppa", "Helsinki Shop", 60.17, 24.95, importance: 2, type: "store"),
        ])
        let provider = EmbeddedProvider([cities.index, businesses.index])
        #expect(try places("hels", from: provider).map(\.id) == ["t:hel", "t:h", "t:kauppa"])
        let limited = try places("hels", from: provider) { try $0.setLimit(2, field: "l") }
        #expect(limited.map(\.id) == ["t:hel", "t:h"])
    }
}

@Suite("Points that were typed")
struct PointTests {
    private let index: TestIndex

    init() throws {
        index = try TestIndex(
            [
                place("mv", "Mountain View", 37.386, -122.0838, importance: 4.9, areas: ["us"], country: "us"),
                place("hel", "Helsinki", 60.17, 24.94, importance: 5.8, country: "fi"),
            ],
            areas: [area("us", .country, "United States", country: "us")]
        )
    }

    @Test(
        "Plus Codes, full and short with a place, and coordinates",
        arguments: [
            ("849VCWC8+R9", "pluscode:849VCWC8+R9"), ("CWC8+R9 Mountain View", "pluscode:849VCWC8+R9"),
            ("60.17, 24.94", "latlng:60.17,24.94"),
        ]
    )
    func points(query: String, id: String) throws {
        let rows = try index.rows(query)
        #expect(rows.count == 1)
        #expect(rows.first?.id == id)
        let place = try index.place(id)
        #expect(place["id"] == .string(id))
        #expect(place["location"]?["latitude"] != nil)
    }

    @Test("The row says what is near")
    func near() throws {
        #expect(try index.rows("849VCWC8+R9").first?.secondary == "Mountain View, United States")
        #expect(try index.rows("60.171, 24.94").first?.full == "60.171,24.94, Helsinki")
    }

    @Test("Filters hold for points too")
    func filters() throws {
        #expect(try index.rows("60.17, 24.94") { try $0.filter.setCountries(["us"], field: "c") }.isEmpty)
        #expect(try index.rows("60.17, 24.94") { try $0.filter.setRestriction(circle(0, 0, 100), field: "r") }.isEmpty)
    }
}
