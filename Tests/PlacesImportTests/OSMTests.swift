import PlacesImport
import PlacesIndex
import PlacesModel
import Testing

@Suite struct OSMTests {
    private func readExtract() throws -> RecordingSink {
        try read("osm:osm/extract.geojsonseq?country=FI&locality=Helsinki")
    }

    @Test func readsABusiness() throws {
        let cafe = try #require(readExtract().place("osm:n1"))
        #expect(
            cafe.names == [
                name("Kahvila Kuu", "", .primary), name("Café Månen", "sv", .translated), name("Kuu"),
                name("Kuukahvila"),
                name("Kuu Oy"),
            ]
        )
        #expect(cafe.primaryType == "cafe")
        #expect(cafe.street == "Kuukatu" && cafe.houseNumber == "3" && cafe.postcode == "06100")
        // Its own city, not the one that stands for all.
        #expect(cafe.areas == ["locality:FI/Porvoo", "country:FI"])
        #expect(cafe.shape.isEmpty && cafe.viewport == nil)
    }

    @Test func statesOnlyWhatTagsSay() throws {
        let cafe = try #require(readExtract().place("osm:n1"))
        #expect(
            cafe.details.map(\.name) == [
                "internationalPhoneNumber", "websiteUri", "regularOpeningHours", "takeout", "accessibilityOptions",
            ]
        )
        #expect(cafe.details.first?.value == .string("+358 9 1"))
        #expect(cafe.details.last?.value["wheelchairAccessibleEntrance"] == .bool(true))
        let periods = try #require(cafe.details[2].value["periods"]?.arrayValue)
        #expect(periods.count == 6)
        #expect(periods[0]["open"]?["day"] == .integer(1) && periods[0]["close"]?["hour"] == .integer(17))
        // Saturday's last hours are Sunday's first.
        #expect(periods[5]["open"]?["day"] == .integer(6))
        #expect(periods[5]["close"]?["day"] == .integer(0) && periods[5]["close"]?["hour"] == .integer(2))
    }

    @Test func makesOnePlaceOfAStreetsPieces() throws {
        let sink = try readExtract()
        let streets = sink.places.filter { $0.primaryType == "route" }
        // The one twenty kilometres off is another street.
        #expect(streets.map(\.id) == ["osm:w9", "osm:w11"])
        let street = try #require(streets.first)
        #expect(street.names == [name("Kuukatu", "", .primary), name("Mångatan", "sv", .translated)])
        #expect(street.shape.contains(street.location))
        // All of its 330 metres are within reach of some point.
        #expect(street.shape.map(\.longitude).min().map { $0 < 24.941 } == true)
        #expect(street.shape.map(\.longitude).max().map { $0 > 24.945 } == true)
        #expect(street.shape.contains { $0.longitude > 24.942 && $0.longitude < 24.945 })
    }

    @Test func makesPlacesOfAddressesOnce() throws {
        let sink = try readExtract()
        let addresses = sink.places.filter { $0.primaryType == "street_address" }
        #expect(addresses.map(\.id) == ["osm:n3"])
        #expect(
            addresses.first?.names == [
                name("Kuukatu 12", "", .primary), name("Mångatan 12", "sv", .translated), name("Kuukatu 14"),
            ]
        )
        #expect(addresses.first?.houseNumber == "12")
        let french = try read("osm:osm/extract.geojsonseq?country=FR")
        #expect(french.place("osm:n3")?.names.first?.text == "12 Kuukatu")
    }

    @Test func putsAPointInsideAnArea() throws {
        let park = try #require(readExtract().place("osm:r3"))
        // An L: its centre of gravity would be in the street corner.
        let isInLowerArm = park.location.latitude <= 60.182 && park.location.longitude <= 24.97
        let isInUpperArm = park.location.longitude <= 24.962
        #expect(isInLowerArm || isInUpperArm)
        #expect(park.viewport?.low == Coordinate(uncheckedLatitude: 60.18, longitude: 24.96))
    }

    @Test func aCityIsNotInItself() throws {
        let city = try #require(readExtract().place("osm:n4"))
        #expect(city.areas == ["country:FI"])
        #expect(city.importance > 4.6 && city.importance < 4.8)
    }

    @Test func leavesOutWhatHasNoName() throws {
        let sink = try readExtract()
        #expect(sink.places.map(\.id).sorted() == ["osm:n1", "osm:n3", "osm:n4", "osm:r3", "osm:w11", "osm:w9"])
        #expect(sink.badRows.isEmpty)
        #expect(sink.attributions == ["osm: © OpenStreetMap contributors (openstreetmap.org/copyright)"])
    }

    @Test func keepsTheGoodFeaturesAmongBrokenOnes() throws {
        let sink = try read("osm:osm/broken.geojsonl")
        #expect(sink.places.map(\.id) == ["osm:n1", "osm:n10"])
        #expect(sink.badRows.map(\.line) == [2, 3, 4, 5, 6, 7])
        #expect(sink.badRows.map(\.reason).filter { $0.contains("ends too early") }.count == 1)
        #expect(sink.badRows[1].reason.contains("95.0 is outside -90 to 90"))
        #expect(sink.badRows[2].reason.contains("--add-unique-id=type_id"))
    }

    @Test func saysWhatACollectionIs() throws {
        let error = #expect(throws: PlacesError.self) { try read("osm:osm/collection.geojsonseq") }
        #expect(error?.message.contains("geojsonseq") == true)
    }

    @Test func textsMayHoldLineFeedsBetweenRecordSeparators() throws {
        let feature = """
            \u{1E}{"type":"Feature","id":"n1",
              "geometry":{"type":"Point","coordinates":[1,2]},
              "properties":{"amenity":"cafe","name":"A"}}

            """
        let file = try TemporaryFile(feature + "\u{1E}{broken\n" + feature)
        let sink = RecordingSink()
        try readSources([SourceSpec("osm:\(file.path)")], into: sink)
        #expect(sink.places.count == 2)
        #expect(sink.badRows.map(\.line) == [4])
    }
}
