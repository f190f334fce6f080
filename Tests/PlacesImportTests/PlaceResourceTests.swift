import PlacesImport
import PlacesIndex
import PlacesModel
import Testing

@Suite struct PlaceResourceTests {
    @Test func readsAResource() throws {
        let museum = try #require(try read("places:places/places.ndjson").place("place:ChIJx"))
        #expect(museum.names == [name("Museo", "es", .primary)])
        #expect(museum.location == Coordinate(uncheckedLatitude: 40.5, longitude: -3.5))
        #expect(museum.primaryType == "museum")
        #expect(museum.types == ["museum", "point_of_interest"])
        #expect(
            museum.areas == ["locality:ES/Comunidad de Madrid/Madrid", "region:ES/Comunidad de Madrid", "country:ES"]
        )
        #expect(museum.houseNumber == "5" && museum.street == "Calle" && museum.postcode == "28001")
        #expect(museum.viewport?.high.latitude == 40.6)
        #expect(museum.timeZone == "Europe/Madrid")
        #expect(museum.importance == 3)
        #expect(
            museum.details.map(\.name) == ["formattedAddress", "addressComponents", "rating", "userRatingCount"]
        )
    }

    @Test func readsSnakeCaseStringsAndAbsentZeros() throws {
        let cafe = try #require(try read("places:places/places.ndjson?source=mine").place("mine:snake"))
        #expect(cafe.location == Coordinate(uncheckedLatitude: 0, longitude: 12.5))
        #expect(cafe.types == ["cafe"])
        #expect(cafe.isFutureOpening && cafe.isPureServiceArea)
        #expect(cafe.details.map(\.name) == ["businessStatus", "websiteUri"])
    }

    @Test func keepsTheGoodLinesAmongBrokenOnes() throws {
        let sink = try read("places:places/places.ndjson")
        #expect(sink.places.count == 2)
        #expect(sink.badRows.map(\.line) == [3, 4, 5, 6, 7, 8])
        #expect(
            sink.badRows.prefix(4).map(\.reason) == [
                "has no displayName.text", "has no location", "has no id",
                "location.latitude: 91.0 is outside -90 to 90 degrees",
            ]
        )
    }
}
