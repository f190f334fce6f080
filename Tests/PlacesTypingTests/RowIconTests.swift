import PlacesModel
import PlacesTyping
import Testing

@Suite struct RowIconTests {
    @Test(arguments: [
        (["locality", "political"], RowIcon.city), (["political", "locality"], .city), (["country"], .region),
        (["postal_code"], .region), (["route"], .street), (["street_address"], .address), (["premise"], .address),
        (["pizza_restaurant", "restaurant"], .food), (["noodle_shop"], .food), (["some_new_restaurant"], .food),
        (["book_store"], .shop), (["hotel"], .lodging), (["japanese_inn"], .lodging), (["train_station"], .transit),
        (["airport"], .airport), (["international_airport"], .airport), (["national_park"], .nature),
        (["lake"], .nature),
        (["museum"], .culture), (["church"], .culture), (["dentist"], .health), (["general_hospital"], .health),
        (["university"], .education), (["primary_school"], .education), (["gas_station"], .place),
        (["internet_cafe"], .place), (["establishment", "point_of_interest", "cafe"], .food),
        (["point_of_interest"], .place), ([], .place), (["nobody_knows"], .place), ([""], .place),
    ])
    func byFirstTypeThatSaysSomething(types: [String], icon: RowIcon) {
        #expect(RowIcon.of(types: types) == icon)
    }

    /// The numbers are the header's.
    @Test func numbers() {
        #expect(RowIcon.allCases.map(\.rawValue) == Array(0...17))
        #expect(RowIcon.search.rawValue == 17)
        #expect(RowIcon.airport.rawValue == 9)
    }
}
