import PlacesEngine
import PlacesIndex
import PlacesModel
import Testing

/// Made-up places, of which few words make many names.
private struct MadePlace {
    let number: Int
    let words: [String]
    let country: String
    let type: String
    let region: Int
    let latitude: Double
    let longitude: Double
    let importance: Float

    var record: PlaceRecord {
        place(
            "\(number)",
            words.joined(separator: " "),
            latitude,
            longitude,
            importance: importance,
            type: type,
            areas: ["region:\(region)", "land:\(country)"],
            country: country
        )
    }
}

private struct MadeFilter {
    let name: String
    let passes: (MadePlace) -> Bool
    let set: (inout AutocompleteRequest) throws -> Void
}

/// Filtered answers beside what a look at every place says: whichever way the search takes, from the words or from the
/// filter, no place may be lost.
@Suite("Filters lose no place")
struct CompletenessTests {
    private static let placeCount = 9000
    private static let regions = 60
    private let places: [MadePlace]
    private let regionNames: [[String]]
    /// Of each country.
    private let landNames: [String: [String]]
    private let index: TestIndex

    init() throws {
        var state: UInt64 = 11
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let syllables = ["ka", "lo", "mi", "ru", "ten", "vo", "zar", "pel"]
        let vocabulary = (0..<160).map { _ in (0...1 + random(2)).map { _ in syllables[random(8)] }.joined() }
        let countries = ["de", "fr", "it", "es", "us", "va"]
        let types = ["locality", "museum", "cafe", "airport", "zoo"]
        // The first ones are frequent, the last one is rare.
        func pick(_ bound: Int) -> Int { random(400) == 0 ? bound - 1 : random(bound - 1) * random(100) / 100 }
        func words(_ count: Int) -> [String] {
            var result: [String] = []
            while result.count < count {
                let word = vocabulary[random(160) * random(160) / 160]
                if !result.contains(word) { result.append(word) }
            }
            return result
        }
        landNames = Dictionary(uniqueKeysWithValues: countries.map { ($0, words(1)) })
        regionNames = (0..<CompletenessTests.regions).map { _ in words(1 + random(2)) }
        places = (0..<CompletenessTests.placeCount).map { number in
            let region = random(CompletenessTests.regions)
            return MadePlace(
                number: number,
                words: words(1 + random(3)),
                country: countries[pick(6)],
                type: types[pick(5)],
                region: region,
                // A region lies together.
                latitude: Double(region % 10) * 12 - 60 + Double(random(1000)) / 250,
                longitude: Double(region / 10) * 50 - 150 + Double(random(1000)) / 100,
                importance: Float(random(6000)) / 1000
            )
        }
        index = try TestIndex(
            places.map(\.record),
            areas: regionNames.enumerated().map { number, words in
                area("region:\(number)", .region, words.joined(separator: " "))
            }
                // More places than an area has listed, but for one.
                + landNames.sorted { $0.key < $1.key }.map { code, words in
                    area("land:\(code)", .country, words.joined(separator: " "), country: code)
                }
        )
    }

    private var filters: [MadeFilter] {
        func box(_ name: String, _ south: Double, _ west: Double, _ north: Double, _ east: Double) -> MadeFilter {
            MadeFilter(
                name: name,
                passes: {
                    $0.latitude >= south && $0.latitude <= north && $0.longitude >= west && $0.longitude <= east
                },
                set: { try $0.filter.setRestriction(rectangle(south, west, north, east), field: "r") }
            )
        }
        func countries(_ codes: [String]) -> MadeFilter {
            MadeFilter(
                name: "countries \(codes)",
                passes: { codes.contains($0.country) },
                set: { try $0.filter.setCountries(codes, field: "c") }
            )
        }
        func types(_ types: [String]) -> MadeFilter {
            MadeFilter(
                name: "types \(types)",
                passes: { types.contains($0.type) },
                set: { try $0.filter.setTypes(types, field: "t") }
            )
        }
        return [
            box("a hemisphere", -70, -170, 70, 0), box("a region", -24.5, -100.5, -19.5, -89.5),
            box("a spot", -24, -100, -23.5, -99.5), countries(["va"]), countries(["us"]),
            countries(["de", "fr", "it", "es"]), types(["zoo"]), types(["airport", "zoo"]),
            types(["locality", "museum", "cafe"]),
            MadeFilter(
                name: "museums in Italy",
                passes: { $0.country == "it" && $0.type == "museum" },
                set: {
                    try $0.filter.setCountries(["it"], field: "c")
                    try $0.filter.setTypes(["museum"], field: "t")
                }
            ),
        ]
    }

    /// Beginnings of words and of names, in order and not, and words of a region.
    private var queries: [String] {
        stride(from: 0, to: places.count, by: 450).flatMap { number -> [String] in
            let words = places[number].words
            let region = regionNames[places[number].region]
            let land = landNames[places[number].country] ?? []
            return [
                "\(words[0]) \(land[0])", "\(land[0]) \(words[words.count - 1].prefix(1))",
                "\(words[0]) \(region[0]) \(land[0].prefix(2))",
                "\(words[words.count - 1]) \(words[0].prefix(2))",
                String(words[0].prefix(2)), words[0], words.joined(separator: " "),
                words.reversed().joined(separator: " "), "\(words[0]) \(region[0])",
                "\(region[0]) \(words[words.count - 1].prefix(2))",
            ]
        }
    }

    /// Every word is in the name, the region or the land, one at least in the name; the last may be unfinished, or all.
    private func matches(_ place: MadePlace, _ query: [String], isUnfinished: Bool = false) -> Bool {
        var inName = 0
        let areas = regionNames[place.region] + (landNames[place.country] ?? [])
        for (position, word) in query.enumerated() {
            let isLast = isUnfinished || position == query.count - 1
            func fits(_ other: String) -> Bool { isLast ? other.hasPrefix(word) : other == word }
            if place.words.contains(where: fits) {
                inName += 1
            } else if word.count < 2 || !areas.contains(where: fits) {
                // A letter alone is in too many areas.
                return false
            }
        }
        return inName > 0
    }

    private func check(_ query: String, _ filter: MadeFilter, from provider: EmbeddedProvider) throws -> [String] {
        let words = query.split(separator: " ").map(String.init)
        let expected = places.filter { filter.passes($0) && matches($0, words) }
        let found = try PlacesIndexTests.places(query, from: provider, filter.set).map { String($0.id.dropFirst(2)) }
        let strangers = found.filter { id in Int(id).map { !filter.passes(places[$0]) } ?? true }
        #expect(strangers.isEmpty, "\(query) in \(filter.name)")
        // A word that was typed twice means two things.
        guard Set(words).count == words.count else { return found }
        if expected.count <= 5 {
            let lost = Set(expected.map { String($0.number) }).subtracting(found)
            // Where fewer than five have the words, those count too that have their beginnings, and may be better.
            let loose = places.count { filter.passes($0) && matches($0, words, isUnfinished: true) }
            #expect(lost.isEmpty || loose > 5 && found.count == 5, "\(query) in \(filter.name)")
        } else {
            #expect(found.count == 5, "\(query) in \(filter.name)")
            // And nothing else, once five have what was typed.
            if words.count > 1 {
                let others = found.filter { id in
                    Int(id).map { !matches(places[$0], words, isUnfinished: true) } ?? true
                }
                #expect(others.isEmpty, "\(query) in \(filter.name)")
            }
            // A whole name counts a little more.
            func score(_ place: MadePlace) -> Float { place.importance + (place.words == words ? 0.3 : 0) }
            if words.count == 1, let best = expected.max(by: { score($0) < score($1) }) {
                #expect(found.contains(String(best.number)), "\(query) in \(filter.name)")
            }
        }
        return found
    }

    @Test("One row alone is the first of five, whatever the text and the filter")
    func fewerRows() throws {
        let letters = queries.map { String($0.dropFirst()) } + queries.map { $0 + "x" }
        let none = MadeFilter(name: "no filter", passes: { _ in true }, set: { _ in })
        for filter in filters.prefix(2) + [none] {
            // What a filter leaves is gathered when it is asked for again.
            for query in queries.prefix(2) { _ = try index.ids(query, filter.set) }
            for query in queries + letters.filter({ $0.contains { $0 != " " } }) {
                let five = try index.ids(query, filter.set)
                let one = try index.ids(query) { request in
                    try filter.set(&request)
                    try request.setLimit(1, field: "n")
                }
                #expect(one == Array(five.prefix(1)), "\(query) in \(filter.name)")
            }
        }
    }

    @Test("Each text under each filter, where what passes is never gathered: none lost")
    func everyPlaceOfWideFilters() throws {
        let provider = EmbeddedProvider([index.index], mostGathered: 0)
        for query in queries { for filter in filters { _ = try check(query, filter, from: provider) } }
    }

    /// Words in another order than names have them, so that each way to find them is taken.
    @Test("What passes is gathered, or never: the best place that has the words is the same")
    func sameBestPlace() throws {
        let wide = EmbeddedProvider([index.index], mostGathered: 0)
        let texts = places.prefix(400).filter { $0.words.count == 3 }.prefix(24).flatMap { place in
            ["\(place.words[2]) \(place.words[0].prefix(3))", "\(place.words[1]) \(place.words[0].prefix(1))"]
        }
        for filter in filters {
            for text in texts.prefix(2) { _ = try index.ids(text, filter.set) }
            for text in texts {
                let best = try index.ids(text, filter.set)
                let found = try PlacesIndexTests.places(text, from: wide, filter.set).map { String($0.id.dropFirst(2)) }
                // Fewer than five are followed by guesses.
                guard best.count == 5, found.count == 5 else { continue }
                #expect(found.first == best.first, "\(text) in \(filter.name)")
            }
        }
    }

    @Test("Each text under each filter, the filter new each time and kept: the same places, none lost")
    func everyPlace() throws {
        let filters = filters
        let queries = queries
        var changing: [[String]] = []
        for query in queries {
            for filter in filters { changing.append(try check(query, filter, from: index.provider)) }
        }
        for (number, filter) in filters.enumerated() {
            for (position, query) in queries.enumerated() {
                let found = try index.ids(query, filter.set)
                #expect(found == changing[position * filters.count + number], "\(query) in \(filter.name)")
            }
        }
    }
}
