import PlacesImport
import PlacesIndex
import PlacesModel
import Testing

@Suite struct TableTests {
    @Test func readsEveryColumn() throws {
        let sink = try read("csv:csv/shops.csv?source=shop&attribution=Example%20shops")
        let bakery = try #require(sink.place("shop:1"))
        #expect(
            bakery.names == [
                name("Bakery \"Aurora\", the old one", "", .primary), name("Aurora"), name("Old Bakery"),
                name("Aurora bageri", "sv", .translated),
            ]
        )
        #expect(bakery.location == Coordinate(uncheckedLatitude: 60.5, longitude: 24.25))
        #expect(bakery.primaryType == "bakery")
        #expect(bakery.types == ["bakery", "store"])
        #expect(bakery.importance == 2.5)
        #expect(bakery.areas == ["locality:FI/Uusimaa/Porvoo", "region:FI/Uusimaa", "country:FI"])
        #expect(bakery.country == "fi")
        #expect(bakery.street == "Jokikatu" && bakery.houseNumber == "5 a" && bakery.postcode == "06100")
        #expect(bakery.timeZone == "Europe/Helsinki")
        #expect(
            bakery.details == [
                JSONValue.Member("internationalPhoneNumber", .string("+358 9 1234")),
                JSONValue.Member("websiteUri", .string("https://example.org/")),
            ]
        )
        #expect(sink.area("locality:FI/Uusimaa/Porvoo")?.names == [name("Porvoo", "", .primary)])
        #expect(sink.badRows.isEmpty)
    }

    @Test func attributesPlacesByTheSourceOfTheirIDs() throws {
        let sink = try read(
            "csv:csv/shops.csv?source=shop&attribution=Example%20shops",
            "geonames-countries:geonames/countryInfo.tsv"
        )
        let expected = "Example shops; Country names from GeoNames (geonames.org), CC BY 4.0"
        #expect(sink.attributions == ["shop: " + expected, "lamp: " + expected])
    }

    @Test func keepsWholeIDsAndFlags() throws {
        let sink = try read("csv:csv/shops.csv?source=shop")
        let lamp = try #require(sink.place("lamp:77"))
        #expect(lamp.isPureServiceArea && !lamp.isFutureOpening)
        #expect(lamp.details.map(\.name) == ["nationalPhoneNumber", "attributions"])
        #expect(lamp.importance == 0)
        let town = try #require(sink.place("shop:3"))
        #expect(town.names.first?.text == "Two lines")
        #expect(town.isFutureOpening)
        #expect(town.importance == 3)
        #expect(town.areas == [])
    }

    @Test func optionsFillWhatRowsLeaveOut() throws {
        let sink = try read("csv:csv/shops.csv?country=SE&region=Skåne&locality=Ystad")
        #expect(sink.place("csv:3")?.areas == ["locality:SE/Skåne/Ystad", "region:SE/Skåne", "country:SE"])
        #expect(sink.place("csv:1")?.country == "fi")
    }

    @Test func aTabKeepsQuotes() throws {
        let inn = try #require(try read("tsv:tsv/places.tsv").place("tsv:1"))
        #expect(inn.names.map(\.text) == ["The \"Quoted\", Inn", "Inn", "Old Inn"])
    }

    @Test func keepsTheGoodRowsAmongBrokenOnes() throws {
        let sink = try read("csv:csv/broken.csv")
        #expect(sink.places.map(\.id) == ["csv:1", "csv:10"])
        #expect(
            sink.badRows == [
                RecordingSink.BadRow(line: 3, reason: "has 3 columns; the header has 5"),
                RecordingSink.BadRow(line: 4, reason: "has text behind a closing quote"),
                RecordingSink.BadRow(line: 5, reason: "longitude \"abc\" is no number"),
                RecordingSink.BadRow(line: 6, reason: "location.longitude: 181.0 is outside -180 to 180 degrees"),
                RecordingSink.BadRow(line: 7, reason: "has no name"),
                RecordingSink.BadRow(line: 8, reason: "has no id"),
                RecordingSink.BadRow(
                    line: 9,
                    reason: "type \"Bad Type\" is no type name (lower-case letters, digits and _)"
                ),
                RecordingSink.BadRow(line: 10, reason: "has text behind a closing quote"),
            ]
        )
    }

    @Test func anUnclosedQuoteCostsOneRow() throws {
        let file = try TemporaryFile("id,name,lat,lon\n1,\"A,1,2\n2,B,1,2\n3,C,1,2\n")
        let sink = RecordingSink()
        try readSources([SourceSpec("csv:\(file.path)")], into: sink)
        #expect(sink.places.map(\.id) == ["csv:2", "csv:3"])
        #expect(sink.badRows == [RecordingSink.BadRow(line: 2, reason: "has a quote that is not closed")])
    }

    /// Plain rows are read in another way than others, and many of them on several threads.
    @Test func readsPlainRowsAsAnyOthers() throws {
        var text = "id,name,lat,lon,importance,country,locality,types,alt_names\n"
        for number in 0..<9000 {
            let name = number % 4 == 1 ? "\"Place, \(number)\"" : " Place \(number) "
            let id = [":\(number)", "\(number)", "t:\(number)", "T:\(number)"][number % 4]
            let others = number % 7 == 3 ? "Other \(number)" : ""
            let types = ["locality", "", "cafe|food"][number % 3]
            let longitude = number % 2 == 0 ? "24" : "2.4e1"
            text += "\(id),\(name),-1.\(number),\(longitude),0.5,fi,Town \(number / 50),\(types),\(others)\n"
        }
        let file = try TemporaryFile(text)
        func read(threads: Int) throws -> [String] {
            let sink = RecordingSink()
            try readSources([SourceSpec("csv:\(file.path)")], into: sink, threads: threads)
            return sink.places.map { place in
                let names = place.names.map(\.text).joined(separator: "/")
                return "\(place.id) \(names) \(place.location.latitude) \(place.location.longitude) \(place.importance)"
                    + " \(place.country) \(place.areas) \(place.types)"
            }
        }
        let one = try read(threads: 1)
        #expect(one.count == 9000)
        let areas = "fi [\"locality:FI/Town 1\", \"country:FI\"]"
        #expect(one[60] == "csv::60 Place 60 -1.6 24.0 0.5 \(areas) [\"locality\"]")
        #expect(one[61] == "csv:61 Place, 61 -1.61 24.0 0.5 \(areas) []")
        #expect(one[62] == "t:62 Place 62 -1.62 24.0 0.5 \(areas) [\"cafe\", \"food\"]")
        #expect(one[63] == "csv:T:63 Place 63 -1.63 24.0 0.5 \(areas) [\"locality\"]")
        #expect(one[73] == "csv:73 Place, 73/Other 73 -1.73 24.0 0.5 \(areas) []")
        #expect(try read(threads: 3) == one)
    }

    @Test(arguments: [
        ("id,name,lat,lon,colour,size\n", "\"colour\", \"size\""), ("id,name,lat\n", "no column \"lon\""),
        ("name,lat,lon\n", "no column \"id\""), ("id,name,lat,lon,latitude\n", "mean the same"), ("", "is empty"),
        ("id,name,lat,lon,names:\n", "unknown column"), ("id,na\u{0}me,lat,lon\n", "NUL"), ("\"id,name\n", "quote"),
    ])
    func refusesAHeaderAndSaysWhy(text: String, reason: String) throws {
        let file = try TemporaryFile(text)
        let error = #expect(throws: PlacesError.self) {
            try readSources([SourceSpec("csv:\(file.path)")], into: RecordingSink())
        }
        #expect(error?.message.contains(reason) == true)
        #expect(error?.message.contains(file.path) == true)
    }
}
