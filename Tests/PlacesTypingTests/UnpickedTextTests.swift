import PlacesTyping
import Testing

@Suite struct UnpickedTextTests {
    @Test(
        "Addresses go to geocoding",
        arguments: [
            // Units and road segments, as the service's pages name them.
            "Stroupežnického 3191/17, Praha", "Stroupežnického 3191/17", "23-30 29th St, Queens",
            "47-380 Kamehameha Hwy, Kaneohe", "47-380 Kamehameha Hwy", "47-380 Kamehameha, Kaneohe",
            // The number in front.
            "1600 Amphitheatre Parkway, Mountain View", "1600 Amphitheatre Parkway Mountain View CA",
            "10 Downing Street",
            "12 Rue de Rivoli", "12 Avenue Foch, Paris", "221b Baker St", "350 5th Ave Apt 4", "123 Broadway, New York",
            "10 bd Haussmann", "3/12 High St, Sydney", "7 Mile Road", "Flat 3, 10 Downing Street, London",
            // The number behind.
            "Mannerheimintie 12", "Mannerheimintie 12 Helsinki", "Hauptstraße 5", "Hauptstr. 5a, Berlin",
            "Unter den Linden 77, Berlin", "Calle Mayor 5", "Via Roma, 10", "Via Roma, 10, Milano", "Rua Augusta, 100",
            "Karl Johans gate 22", "Váci utca 12", "Marszałkowska 10", "Vinohradská 12", "Piazza Navona 3",
            "Kalverstraat 92", "Drottninggatan 50", "Park Avenue 5", "ул. Ленина, 5", "улица Ленина 5",
            "вул. Хрещатик 1",
            "Calle 13 # 5-21, Bogotá", "شارع الحمرا 12", "İstiklal Caddesi 10",
            // No spaces to go by.
            "東京都千代田区丸の内1-1-1", "北京市朝阳区建国路93号", "서울 강남구 테헤란로 152",
            // Postcodes.
            "90210", "75001 Paris", "00100 Helsinki", "SW1A 1AA", "London SW1A 1AA", "K1A 0B1", "00-950 Warszawa",
            "110 00", "1012 AB Amsterdam", "Beverly Hills CA 90210",
            // Points.
            "60.17, 24.94", "8FVC9G8F+6X", "9G8F+6X Zürich",
        ]
    )
    func addresses(text: String) {
        #expect(UnpickedText.isForGeocoding(text))
        #expect(UnpickedText.isForGeocoding("  \(text) "))
        // A point's letters mean something, and so do Turkish ones.
        if !text.contains("İ") { #expect(UnpickedText.isForGeocoding(text.uppercased())) }
    }

    @Test(
        "Names go to a text search",
        arguments: [
            "Hotel 71", "Pier 39", "7-Eleven", "Route 66 Diner", "Studio 54", "Studio 54, New York",
            "Hotel 71, Chicago",
            "Pier 39, San Francisco", "Forever 21", "Motel 6", "24 Hour Fitness", "24/7 Gym", "21 Club", "Plaza 66",
            "7 Mile Road Diner", "Highway 61 Cafe", "42nd Street Theater", "Gate 12", "Terminal 2", "Room 39",
            "Area 51",
            "Spagh", "Cafe Spaghetti", "Eiffel Tower", "pizza near me", "Sicilian piz", "Helsinki", "Paris, France",
            "Rue de Rivoli", "Wall Street", "St. Louis", "Hotel Kämp, 00100 Helsinki", "5 Guys", "Open 24/7", "Katie 5",
            "東京タワー", "로마", "7", "Brasserie 19, Houston", "Club 33, Anaheim", "Expo 2020, Dubai", "99 Ranch Market",
            "100 Montaditos", "Catch 22",
            "Les 3 Brasseurs", "Rue 21", "", "   ", ",", "#", "- / -", "12 34",
        ]
    )
    func names(text: String) {
        #expect(!UnpickedText.isForGeocoding(text))
    }

    @Test func longTextIsNoAddress() {
        #expect(!UnpickedText.isForGeocoding("12 " + String(repeating: "x", count: 1_000_000) + " Street"))
    }
}
