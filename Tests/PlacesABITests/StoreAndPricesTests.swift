import CPlaces
import CPlacesHandles
import PlacesEngine
import Testing

@testable import PlacesABI

@Suite struct StoreAndPricesTests {
    /// The field that a refusal names; "" for success.
    private func refused(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>) -> places_status
    ) -> String {
        var error: UnsafeMutablePointer<places_error>?
        let status = body(&error)
        defer { places_error_release(error) }
        #expect((status == PLACES_OK) == (error == nil))
        return error.map { String(cString: places_error_field($0)) } ?? ""
    }

    @Test func storeKeepsPlaces() throws {
        var store: UnsafeMutablePointer<places_store>?
        #expect(refused { places_store_open(nil, &store, $0) } == "")
        defer { places_store_free(store) }
        #expect(refused { places_store_add(store, "a", "Oulu", nil, nil, .nan, .nan, $0) } == "")
        #expect(refused { places_store_add(store, "b", "Turku", "Suomi", "locality,political", 60.4, 22.3, $0) } == "")
        #expect(places_store_count(store) == 2)
        #expect(refused { places_store_set_favourite(store, "a", true, $0) } == "")
        #expect(refused { places_store_clear(store, $0) } == "")
        #expect(places_store_count(store) == 1)
        #expect(refused { places_store_remove(store, "a", $0) } == "")
        #expect(places_store_count(store) == 0)
        #expect(places_store_set_aside_path(store) == nil)
        #expect(!places_store_is_read_only(store))
    }

    @Test func storeNamesWhatIsWrong() throws {
        var store: UnsafeMutablePointer<places_store>?
        #expect(refused { places_store_open("", &store, $0) } == "path")
        #expect(refused { places_store_open(nil, nil, $0) } == "out")
        #expect(refused { places_store_open(nil, &store, $0) } == "")
        defer { places_store_free(store) }
        #expect(refused { places_store_add(nil, "a", "b", nil, nil, .nan, .nan, $0) } == "store")
        #expect(refused { places_store_add(store, nil, "b", nil, nil, .nan, .nan, $0) } == "place_id")
        #expect(refused { places_store_add(store, "", "b", nil, nil, .nan, .nan, $0) } == "place_id")
        #expect(refused { places_store_add(store, "a", nil, nil, nil, .nan, .nan, $0) } == "primary")
        #expect(refused { places_store_add(store, "a", "b", "\u{20}", nil, 91, 0, $0) } == "location.latitude")
        #expect(refused { places_store_add(store, "a", "b", nil, nil, 1, .nan, $0) } == "location.longitude")
        #expect(refused { places_store_set_favourite(store, "a", true, $0) } == "place_id")
        #expect(places_store_count(store) == 0)
        #expect(places_store_count(nil) == 0)
        places_store_free(nil)
    }

    @Test func pricesAdvise() {
        let prices = PlacesABI.places_prices_new()
        defer { places_prices_free(prices) }
        var way = PLACES_WAY_FORCE_32_BITS
        var costs = [0.0, 0, 0]
        #expect(refused { places_prices_set(prices, "session", 1, $0) } == "name")
        #expect(refused { places_prices_set(prices, "geocoding", -1, $0) } == "price")
        #expect(refused { places_prices_advise(prices, "location", 4, &way, &costs, $0) } == "prices")
        for (name, price) in [
            ("autocomplete_session", 0.017), ("autocomplete_request", 0.00283), ("geocoding", 0.005),
            ("details_essentials", 0), ("details_pro", 0.017),
        ] {
            #expect(refused { places_prices_set(prices, name, price, $0) } == "")
        }
        #expect(refused { places_prices_advise(prices, "location", 4, &way, &costs, $0) } == "")
        #expect(way == PLACES_WAY_REQUESTS_GEOCODING)
        #expect(abs(costs[1] - 0.01632) < 1e-12)
        #expect(refused { places_prices_advise(prices, "location", 5, &way, nil, $0) } == "")
        #expect(way == PLACES_WAY_SESSION_BASIC)
        #expect(refused { places_prices_advise(prices, "displayName", 1, &way, &costs, $0) } == "")
        #expect(way == PLACES_WAY_SESSION_DETAILS)
        #expect(costs[1].isNaN && costs[2].isNaN)
        #expect(refused { places_prices_advise(prices, "no such", 1, &way, nil, $0) } == "mask")
        #expect(refused { places_prices_advise(prices, "location", .nan, &way, nil, $0) } == "requests_per_pick")
        #expect(refused { places_prices_advise(prices, "location", 1, nil, nil, $0) } == "way")
        #expect(refused { places_prices_advise(nil, "location", 1, &way, nil, $0) } == "prices")
    }

    @Test func meterTellsItsCounts() throws {
        var counts = Meter.Counts()
        let empty = MeterHandle(counts).give()
        defer { places_meter_free(empty) }
        #expect(places_meter_requests_per_pick(empty).isNaN)
        counts[.autocomplete] = 9
        counts[.picks] = 2
        counts[.requestsBeforePick] = 7
        counts[.detailsUnknown] = .max
        let meter = MeterHandle(counts).give()
        defer { places_meter_free(meter) }
        #expect(places_meter_count(meter, PLACES_COUNT_AUTOCOMPLETE) == 9)
        #expect(places_meter_count(meter, PLACES_COUNT_DETAILS_UNKNOWN) == .max)
        #expect(places_meter_count(meter, places_counter(23)) == 0)
        #expect(places_meter_count(nil, PLACES_COUNT_PICKS) == 0)
        #expect(places_meter_requests_per_pick(meter) == 3.5)
        let json = try #require(places_meter_to_json(meter))
        defer { places_string_release(json) }
        let text = String(cString: json)
        #expect(text.hasPrefix(#"{"autocomplete":9,"details":0,"#))
        #expect(text.hasSuffix(#""requestsPerPick":3.5}"#))
    }

    @Test func unpickedTexts() {
        #expect(places_text_is_for_geocoding("10 Downing Street"))
        #expect(!places_text_is_for_geocoding("Hotel 71"))
        #expect(!places_text_is_for_geocoding(nil))
        #expect(!places_text_is_for_geocoding([CChar(bitPattern: 0xFF), 0]))
    }
}
