import PlacesEngine
import PlacesIndex
import PlacesModel
import Testing

private let world = [
    area("country:FR", .country, "France", code: "FR", country: "fr"),
    area("country:US", .country, "United States", code: "USA", country: "us"),
    area("admin1:US.TX", .region, "Texas", code: "TX", country: "us"),
    area("admin1:FR.11", .region, "Île-de-France", country: "fr"),
]

private let cities = [
    place("paris", "Paris", 48.8534, 2.3488, importance: 6.3, areas: ["admin1:FR.11", "country:FR"], country: "fr"),
    place(
        "paristx",
        "Paris",
        33.6609,
        -95.5555,
        importance: 4.4,
        areas: ["admin1:US.TX", "country:US"],
        country: "us"
    ),
    place("parma", "Parma", 44.8, 10.3, importance: 5.2, country: "it"),
    place("newyork", "New York City", 40.7, -74, importance: 6.9, country: "us", other: ["Big Apple", "NYC"]),
    place("york", "York", 53.9, -1.1, importance: 5.2, country: "gb"),
    place("newark", "Newark", 40.7, -74.2, importance: 5.4, country: "us"),
]

@Suite("Searching by words")
struct SearchTests {
    private let index: TestIndex

    init() throws { index = try TestIndex(cities, areas: world) }

    @Test("A prefix finds names that begin with it, the most important first")
    func prefix() throws {
        #expect(try index.ids("par") == ["paris", "parma", "paristx"])
        #expect(try index.ids("PÂR") == ["paris", "parma", "paristx"])
    }

    @Test("A word inside a name is found by its beginning")
    func innerWord() throws {
        #expect(try index.ids("york") == ["york", "newyork"] || index.ids("york") == ["newyork", "york"])
        #expect(try index.ids("city") == ["newyork"])
    }

    @Test("Words in any order, unfinished ones too, and words of the region or country")
    func words() throws {
        #expect(try index.ids("par tex") == ["paristx"])
        #expect(try index.ids("texas paris") == ["paristx"])
        #expect(try index.ids("paris tx") == ["paristx"])
        #expect(try index.ids("paris, france") == ["paris"])
        #expect(try index.ids("york new").first == "newyork")
        #expect(try index.ids("city new y").first == "newyork")
    }

    @Test("A word after which a space was typed is whole")
    func completed() throws {
        #expect(try index.ids("new ").contains("newyork"))
        #expect(try index.ids("new ").first == "newyork")
    }

    @Test("Another name finds the place, and the row shows the primary name")
    func alternateNames() throws {
        let rows = try index.rows("big app")
        #expect(rows.map(\.primary) == ["New York City"])
        #expect(try index.ids("nyc") == ["newyork"])
    }

    @Test("The word at the caret is the one that is being typed")
    func caret() throws {
        // "pa|ris texas" with the caret after "pa" of "pa texas".
        let ids = try index.ids("par texas") { try $0.setInputOffset(3, field: "offset") }
        #expect(ids == ["paristx"])
    }

    @Test("Rows tell name, place and kind")
    func rows() throws {
        let row = try #require(try index.rows("par tex").first)
        #expect(row.full == "Paris, Texas, United States")
        #expect(row.primary == "Paris")
        #expect(row.secondary == "Texas, United States")
        #expect(row.types == ["locality"])
        #expect(row.marked == ["Par"])
        #expect(row.markedSecondary == ["Tex"])
        #expect(row.markedFull == ["Par", "Tex"])
        #expect(row.distance == -1)
    }

    @Test("The country of the asker is left out")
    func ownCountry() throws {
        let rows = try index.rows("par tex") { $0.filter.region = try RegionCode("us", field: "r") }
        #expect(rows.first?.full == "Paris, Texas")
    }

    @Test("The distance from the origin, in metres")
    func distance() throws {
        let rows = try index.rows("par ") {
            $0.filter.origin = try Coordinate(latitude: 48.8534, longitude: 2.3488, field: "o")
        }
        _ = rows
        let near = try index.rows("paris") {
            $0.filter.origin = try Coordinate(latitude: 48.8634, longitude: 2.3488, field: "o")
        }
        #expect(abs(near[0].distance - 1112) <= 2)
    }

    @Test("At most as many rows as were asked for")
    func limit() throws {
        #expect(try index.ids("par") { try $0.setLimit(2, field: "limit") } == ["paris", "parma"])
    }

    @Test("What has no letters finds nothing")
    func emoji() throws {
        #expect(try index.ids("🗼").isEmpty)
    }

    @Test(
        "Long and strange texts are answered",
        arguments: [
            String(repeating: "a", count: 100_000), String(repeating: "paris ", count: 10_000),
            String(repeating: "é\u{301}\u{302}", count: 500), "\u{202E}paris", String(repeating: "s", count: 200),
            String(repeating: "x ", count: 50),
        ]
    )
    func strangeText(text: String) throws {
        _ = try index.rows(text)
    }
}

@Suite("Filters and nearness")
struct FilterTests {
    private let index: TestIndex

    init() throws {
        index = try TestIndex([
            place("near", "Maple Cafe", 40.001, -75.001, type: "cafe", country: "us"),
            place("far", "Maple Cafe", 45.5, -122.6, importance: 3.5, type: "cafe", country: "us"),
            place("mid", "Maple Court", 40.3, -75.3, type: "street_address", country: "us"),
            place("suva", "Suva Market", -18.1416, 178.4419, type: "market", country: "fj"),
            place("tav", "Taveuni Market", -16.85, -179.97, type: "market", country: "fj"),
            place("nadi", "Nadi Market", -17.8, 177.42, type: "market", country: "fj"),
            place("lapaz", "La Paz Market", -16.5, -68.15, type: "market", country: "bo"),
            place("pole", "Pole Station", -90, 0, type: "", country: ""),
        ])
    }

    @Test("A bias reorders and never removes; a restriction removes and never adds")
    func areas() throws {
        let bias = try index.ids("maple") { try $0.filter.setBias(circle(40, -75, 2000), field: "b") }
        #expect(bias.first == "near")
        #expect(Set(bias) == ["near", "far", "mid"])
        #expect(try index.ids("maple") { try $0.filter.setRestriction(circle(40, -75, 2000), field: "r") } == ["near"])
        #expect(try index.ids("maple") { try $0.filter.setRestriction(circle(0, 0, 1000), field: "r") }.isEmpty)
    }

    @Test("A restriction of radius 0 finds nothing, even on the spot")
    func pointRestriction() throws {
        let ids = try index.ids("maple") { try $0.filter.setRestriction(circle(40.001, -75.001, 0), field: "r") }
        #expect(ids.isEmpty)
    }

    @Test("A rectangle over the antimeridian")
    func antimeridian() throws {
        let ids = try index.ids("market") { try $0.filter.setRestriction(rectangle(-21, 176, -15, -178), field: "r") }
        #expect(Set(ids) == ["suva", "tav", "nadi"])
    }

    @Test("Circles over the antimeridian and at a pole")
    func edges() throws {
        let fiji = try index.ids("market") { try $0.filter.setRestriction(circle(-16.85, 179.99, 10_000), field: "r") }
        #expect(fiji == ["tav"])
        let pole = try index.ids("pole") { try $0.filter.setRestriction(circle(-89.95, 120, 10_000), field: "r") }
        #expect(pole == ["pole"])
    }

    @Test("Countries and types")
    func selection() throws {
        #expect(try index.ids("market") { try $0.filter.setCountries(["bo"], field: "c") } == ["lapaz"])
        #expect(Set(try index.ids("maple") { try $0.filter.setTypes(["cafe"], field: "t") }) == ["near", "far"])
    }

    @Test("New mode compares the primary type, legacy mode any type")
    func modes() throws {
        var record = place("x", "Xylo Hall", type: "museum")
        record.types = ["museum", "cafe"]
        let small = try TestIndex([record])
        #expect(try small.ids("xylo") { try $0.filter.setTypes(["cafe"], field: "t") }.isEmpty)
        #expect(
            try small.ids("xylo") {
                try $0.filter.setMode(.legacy, field: "m")
                try $0.filter.setTypes(["cafe"], field: "t")
            } == ["x"]
        )
    }

    @Test("A type in no table is refused by name")
    func unknownType() throws {
        #expect(throws: PlacesError.self) {
            try index.ids("maple") { try $0.filter.setTypes(["spaceport_bar"], field: "t") }
        }
    }

    @Test("Collections", arguments: [("(cities)", ["c"]), ("(regions)", ["c", "k"])])
    func collections(name: String, expected: [String]) throws {
        let small = try TestIndex([
            place("c", "Alba", importance: 4), place("k", "Albania", importance: 3, type: "country"),
            place("b", "Alba Bar", importance: 2, type: "bar"),
        ])
        #expect(try small.ids("alb") { try $0.filter.setTypes([name], field: "t") } == expected)
    }

    @Test("Pure service areas and future openings stay out unless they are asked for")
    func hiddenKinds() throws {
        var plumber = place("p", "Zeta Plumbing", type: "plumber")
        plumber.isPureServiceArea = true
        var hotel = place("h", "Zeta Hotel", type: "hotel")
        hotel.isFutureOpening = true
        let small = try TestIndex([plumber, hotel])
        #expect(try small.ids("zeta").isEmpty)
        #expect(try small.ids("zeta") { $0.filter.includesPureServiceAreaBusinesses = true } == ["p"])
        #expect(try small.ids("zeta") { $0.filter.includesFutureOpeningBusinesses = true } == ["h"])
    }

    @Test("Five inside a small area are found although thousands outside rank before them")
    func completeness() throws {
        var many: [PlaceRecord] = []
        for number in 0..<5000 {
            many.append(
                place(
                    "m\(number)",
                    "Museum \(number)",
                    Double(number % 100) - 50,
                    Double(number / 100) * 3 - 100,
                    importance: 6,
                    type: "museum"
                )
            )
        }
        for number in 0..<5 {
            many.append(place("n\(number)", "Museum N\(number)", 60.17, 24.94, importance: 1, type: "museum"))
        }
        let big = try TestIndex(many)
        let ids = try big.ids("muse") { try $0.filter.setRestriction(circle(60.17, 24.94, 2000), field: "r") }
        #expect(Set(ids) == ["n0", "n1", "n2", "n3", "n4"])
        let biased = try big.ids("muse") { try $0.filter.setBias(circle(60.17, 24.94, 2000), field: "b") }
        #expect(Set(biased) == ["n0", "n1", "n2", "n3", "n4"])
    }

    @Test("One place of a rare type or a small country is found among thousands of its name")
    func narrowFilters() throws {
        var many = (0..<6000).map { number in
            place(
                "m\(number)",
                "Sample \(number)",
                Double(number % 90),
                Double(number % 170),
                importance: 5,
                country: "us"
            )
        }
        many.append(place("rare", "Sample Zoo", 10, 10, importance: 1, type: "zoo", country: "us"))
        many.append(place("far", "Sample Far", 10, 10, importance: 1, country: "va"))
        let big = try TestIndex(many)
        #expect(try big.ids("samp") { try $0.filter.setTypes(["zoo"], field: "t") } == ["rare"])
        #expect(try big.ids("samp") { try $0.filter.setCountries(["va"], field: "c") } == ["far"])
        #expect(try big.ids("samp far") { try $0.filter.setCountries(["va"], field: "c") } == ["far"])
        #expect(
            try big.ids("samp") {
                try $0.filter.setTypes(["zoo"], field: "t")
                try $0.filter.setCountries(["va"], field: "c")
            }.isEmpty
        )
    }

    @Test("A street is inside where any part of it is")
    func streets() throws {
        var street = place("s", "Long Road", 10, 10, type: "route")
        street.shape = [(10.0, 10.0), (10.0, 11.0)].map { Coordinate(uncheckedLatitude: $0.0, longitude: $0.1) }
        let small = try TestIndex([street])
        #expect(try small.ids("long") { try $0.filter.setRestriction(circle(10, 10.5, 500), field: "r") } == ["s"])
        #expect(try small.ids("long") { try $0.filter.setRestriction(circle(10.1, 10.5, 500), field: "r") }.isEmpty)
        let box = try rectangle(9.9, 10.4, 10.1, 10.6)
        #expect(try small.ids("long") { try $0.filter.setRestriction(box, field: "r") } == ["s"])
    }

    @Test("The time zone's mild bias, where neither bias nor restriction is set")
    func timeZone() throws {
        var helsinki = place("hel", "Helsinki", 60.17, 24.94, importance: 5.8)
        helsinki.timeZone = "Europe/Helsinki"
        let small = try TestIndex([
            helsinki, place("a", "Kallio", 45, 10, importance: 3.1), place("b", "Kallio", 60.18, 24.95, importance: 3),
        ])
        #expect(try small.ids("kallio") == ["a", "b"])
        let context = RequestContext(timeZone: "Europe/Helsinki")
        #expect(try places("kallio", from: small.provider, context: context).map(\.id) == ["t:b", "t:a"])
    }
}

@Suite("Names, languages, details")
struct PresentationTests {
    @Test("The name in the asked-for language, and the area's too")
    func language() throws {
        var place = place("m", "München", 48.1, 11.6, importance: 6, areas: ["country:DE"], country: "de")
        place.names += [
            RecordName("Munich", language: "en", kind: .translated),
            RecordName("慕尼黑", language: "zh", kind: .translated),
        ]
        var germany = area("country:DE", .country, "Deutschland", code: "DE", country: "de")
        germany.names.append(RecordName("Germany", language: "en", kind: .translated))
        let index = try TestIndex([place], areas: [germany])
        #expect(try index.rows("muni").map(\.full) == ["München, Deutschland"])
        let english = try index.rows("münch") { $0.filter.language = try LanguageTag("en-GB", field: "l") }
        #expect(english.map(\.full) == ["Munich, Germany"])
        #expect(try index.rows("慕尼").map(\.primary) == ["München"])
        #expect(try index.rows("munich germany").count == 1)
    }

    @Test(
        "Ranges mark whole letters of the original spelling",
        arguments: [
            ("🦖 Dino Park, Café 24", "park", ["Park"]), ("🦖 Dino Park, Café 24", "cafe", ["Café"]),
            ("東京 Tower 🗼 View", "view", ["View"]), ("Große Straße 5, Gießen", "strasse", ["Straße"]),
            ("Große Straße 5, Gießen", "gross", ["Groß"]), ("Große Straße 5, Gießen", "giessen", ["Gießen"]),
            ("Ærø Fyr", "fyr", ["Fyr"]), ("Ærø Fyr", "ae", ["Æ"]), ("Cafe\u{301} Noir", "cafe", ["Cafe\u{301}"]),
            ("New York City", "new yo", ["New Yo"]), ("神奈川県横浜市", "横浜", ["横浜"]),
        ]
    )
    func ranges(name: String, query: String, expected: [String]) throws {
        let index = try TestIndex([place("a", name)])
        #expect(try index.rows(query).first?.marked == expected)
    }

    @Test("Details by ID: what the sources gave, cut by the mask")
    func details() throws {
        var cafe = place(
            "c1",
            "Kahvila",
            60.17,
            24.94,
            type: "cafe",
            areas: ["locality:hki", "country:FI"],
            country: "fi"
        )
        cafe.street = "Aleksanterinkatu"
        cafe.houseNumber = "13"
        cafe.postcode = "00100"
        cafe.timeZone = "Europe/Helsinki"
        cafe.details = [.init("websiteUri", .string("https://example.fi")), .init("rating", .number(4.5))]
        let index = try TestIndex(
            [cafe],
            areas: [
                area("locality:hki", .locality, "Helsinki", country: "fi"),
                area("country:FI", .country, "Suomi", country: "fi"),
            ],
            attribution: "© Somebody, https://example.org/copyright"
        )
        let place = try index.place("t:c1")
        #expect(place["name"] == .string("places/t:c1"))
        #expect(place["displayName"]?["text"] == .string("Kahvila"))
        #expect(place["primaryType"] == .string("cafe"))
        #expect(place["formattedAddress"] == .string("Aleksanterinkatu 13, 00100 Helsinki, Suomi"))
        #expect(place["websiteUri"] == .string("https://example.fi"))
        #expect(place["timeZone"]?["id"] == .string("Europe/Helsinki"))
        #expect(place["location"]?["latitude"] == .number(60.17))
        #expect(place["pureServiceAreaBusiness"] == nil)
        let masked = try index.place("t:c1", fields: "displayName,location.latitude")
        #expect(masked.root.map(\.name) == ["displayName", "location", "attributions"])
        #expect(masked.attribution == "© Somebody, https://example.org/copyright")
        #expect(try index.rows("kahv").first?.secondary == "Aleksanterinkatu 13, Helsinki, Suomi")
        #expect(try index.rows("kahv").first?.attribution == "© Somebody, https://example.org/copyright")
    }

    @Test(
        "IDs of any shape are found again",
        arguments: ["t:0", "t:7", "t:007", "t:n240109189", "t:HEL", "t:9999999999999999999", "x", "t:12ä"]
    )
    func identifiers(id: String) throws {
        var record = place("", "Somewhere")
        record.id = id
        let index = try TestIndex([record])
        #expect(try index.place(id)["id"] == .string(id))
        #expect(try index.rows("some").first?.id == id)
    }

    @Test("An unknown ID is not found")
    func unknownID() throws {
        let index = try TestIndex([place("1", "One")])
        for id in ["t:2", "t:01", "t:", "u:1", "t:11"] {
            let error = #expect(throws: PlacesError.self) { try index.place(id) }
            #expect(error?.status == .notFound)
        }
    }
}
