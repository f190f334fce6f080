import PlacesImport
import PlacesIndex
import PlacesModel
import Testing

@Suite struct GeoNamesTests {
    private func readAll() throws -> RecordingSink {
        // The dump comes first here; its companions are read before it all the same.
        try read(
            "geonames:geonames/dump.tsv",
            "geonames-alternates:geonames/alternateNames.tsv",
            "geonames-admin1:geonames/admin1CodesASCII.tsv",
            "geonames-admin2:geonames/admin2Codes.tsv",
            "geonames-countries:geonames/countryInfo.tsv"
        )
    }

    @Test func readsACity() throws {
        let sink = try readAll()
        let city = try #require(sink.place("geonames:1003"))
        #expect(city.location == Coordinate(uncheckedLatitude: 61.25, longitude: 25.125))
        #expect(city.primaryType == "locality")
        #expect(city.types == ["locality", "political"])
        #expect(city.country == "fi")
        #expect(city.timeZone == "Europe/Helsinki")
        #expect(city.areas == ["admin2:FI.01.0101", "admin1:FI.01", "country:FI"])
        #expect(city.postcode == "00100")
        // A capital counts for more than its 100,000 inhabitants.
        #expect(city.importance > 5 && city.importance < 6)
    }

    @Test func sortsNamesByLanguage() throws {
        let names = try #require(readAll().place("geonames:1003")).names
        #expect(names.first == name("Äälä", "", .primary))
        let translated = names.filter { $0.kind == .translated }
        #expect(
            translated == [
                name("Åla", "sv", .translated), name("Aalen", "de", .translated), name("阿拉", "zh-Hant", .translated),
            ]
        )
        let alternates = Set(names.filter { $0.kind == .alternate }.map { "\($0.text)/\($0.language)" })
        #expect(
            alternates == [
                "Åla stad/sv", "Aalen im Norden/de", "Oldtown/en", "The Big A/en", "AAL/", "Aaladorf/", "Aala/",
                "Aela/",
                "ААЛА/", "aala/",
            ]
        )
    }

    @Test func namesCountriesAndRegions() throws {
        let sink = try readAll()
        let country = try #require(sink.area("country:FI"))
        #expect(country.level == .country)
        #expect(country.names.first == name("Nordia", "", .primary))
        #expect(country.names.contains(name("Nordien", "sv", .translated)))
        #expect(country.names.contains(name("FI")))
        #expect(country.code == "FIN")
        #expect(country.country == "fi")
        let region = try #require(sink.area("admin1:FI.01"))
        #expect(region.level == .region)
        #expect(region.names.first == name("Äälä Region", "", .primary))
        #expect(region.names.contains(name("Åla län", "sv", .translated)))
        #expect(region.code == "ÄL")
        #expect(sink.area("admin2:FI.01.0101")?.level == .district)
        // What no place lies in is not given on.
        #expect(sink.area("admin1:US.TX") == nil)
    }

    @Test func putsAreasBeforeTheirPlacesAndOnce() throws {
        final class OrderSink: RecordSink {
            var known: Set<String> = []
            var isOrdered = true
            func add(_ area: AreaRecord) throws(PlacesError) {
                isOrdered = isOrdered && known.insert(area.key).inserted
            }
            func add(_ place: PlaceRecord) throws(PlacesError) {
                isOrdered = isOrdered && known.isSuperset(of: place.areas)
            }
            func badRow(source: String, line: Int, reason: String) { isOrdered = false }
            func attribution(_ text: String, source: String) throws(PlacesError) {}
            func progress(source: String, fraction: Double) -> Bool { true }
        }
        let sink = OrderSink()
        try readSources(
            [
                SourceSpec(fixture("geonames:geonames/dump.tsv")),
                SourceSpec(fixture("geonames-admin1:geonames/admin1CodesASCII.tsv")),
            ],
            into: sink
        )
        #expect(sink.isOrdered)
        #expect(sink.known.contains("admin1:FI.01"))
    }

    @Test func countriesAndRegionsAreNotInThemselves() throws {
        let sink = try readAll()
        let country = try #require(sink.place("geonames:1001"))
        #expect(country.areas == [])
        #expect(country.country == "fi")
        #expect(country.primaryType == "country")
        // The usual name leads, the formal one is kept.
        #expect(country.names.first == name("Nordia", "", .primary))
        #expect(country.names.contains(name("Republic of Nordia")))
        #expect(sink.place("geonames:1002")?.areas == ["country:FI"])
    }

    @Test func aRegionDoesNotBuryTheCityOfItsName() throws {
        let sink = try readAll()
        let region = try #require(sink.place("geonames:1002"))
        let city = try #require(sink.place("geonames:1003"))
        // Nine times the inhabitants.
        #expect(region.importance < city.importance)
    }

    @Test func severalPostcodesAreNamesOnly() throws {
        let place = try #require(readAll().place("geonames:1004"))
        #expect(place.postcode == "")
        #expect(place.names.map(\.text) == ["Villa Sur", "7500000", "7510000"])
    }

    @Test func worksWithoutCompanions() throws {
        let sink = try read("geonames:geonames/dump.tsv")
        #expect(sink.places.count == 5)
        // A region that nothing names is left out; a country has its English name.
        #expect(sink.place("geonames:1003")?.areas == ["country:FI"])
        #expect(sink.area("country:FI")?.names == [name("Finland", "", .primary), name("FI")])
        #expect(sink.area("country:FI")?.code == "FIN")
        let lake = try #require(sink.place("geonames:1005"))
        #expect(lake.areas == [] && lake.country == "" && lake.primaryType == "lake")
        #expect(sink.attributions == ["geonames: Place data from GeoNames (geonames.org), CC BY 4.0"])
    }

    @Test func keepsTheGoodRowsAmongBrokenOnes() throws {
        let sink = try read("geonames:geonames/broken.tsv")
        #expect(sink.places.map(\.id) == ["geonames:1003", "geonames:1004"])
        #expect(
            sink.badRows == [
                RecordingSink.BadRow(line: 2, reason: "has 4 columns, not 19"),
                RecordingSink.BadRow(line: 3, reason: "geonameid \"abc\" is no number"),
                RecordingSink.BadRow(line: 4, reason: "has no name"),
                RecordingSink.BadRow(line: 5, reason: "latitude \"north\" is no number"),
                RecordingSink.BadRow(line: 6, reason: "location.latitude: 90.5 is outside -90 to 90 degrees"),
                RecordingSink.BadRow(line: 7, reason: "population \"many\" is no whole number"),
            ]
        )
    }

    @Test func namesBrokenRowsOfCompanions() throws {
        #expect(
            try readAll().badRows == [RecordingSink.BadRow(line: 16, reason: "geonameid \"not a number\" is no number")]
        )
    }
}
