import PlacesModel
import Testing

/// The figures of the service's page on what autocomplete costs.
@Suite struct BillingAdviceTests {
    private func prices(_ prices: [(String, Double)]) throws -> PriceTable {
        var table = PriceTable()
        for (name, price) in prices { try table.set(name, price) }
        return table
    }

    private func examples() throws -> PriceTable {
        try prices([
            ("autocomplete_session", 0.017), ("autocomplete_request", 0.00283), ("geocoding", 0.005),
            ("details_ids_only", 0), ("details_essentials", 0), ("details_pro", 0.017), ("details_enterprise", 0.02),
            ("details_enterprise_atmosphere", 0.025),
        ])
    }

    private func advice(_ mask: String, _ requests: Double) throws -> BillingAdvice {
        try BillingAdvice(
            prices: try examples(),
            mask: try FieldMask(mask, field: "mask"),
            requestsPerPick: requests
        )
    }

    private func isNear(_ cost: Double, _ expected: Double) -> Bool { abs(cost - expected) < 1e-12 }

    @Test(arguments: [
        // (requests, way, cost without a token)
        (1.0, BillingAdvice.Way.requestsGeocoding, 0.00783), (4.0, .requestsGeocoding, 0.01632),
        (5.0, .sessionBasic, 0.01915), (7.0, .sessionBasic, 0.02481),
    ])
    func addressAlone(requests: Double, way: BillingAdvice.Way, cost: Double) throws {
        for mask in ["formattedAddress,location", "id,addressComponents,types,plusCode,viewport", "location.latitude"] {
            let advice = try advice(mask, requests)
            #expect(advice.way == way)
            #expect(isNear(advice.costs[1], cost))
            #expect(advice.costs[2] == 0.017)
        }
    }

    /// Seven letters, asked from the fourth on.
    @Test func sevenLettersAskedAfterTheThird() throws {
        let four = try advice("location", 7 - 3)
        #expect(isNear(four.costs[1] - 0.005, 0.01132))
        #expect(four.costs[1] < 0.017)
    }

    @Test(arguments: [0.0, 1, 4, 5, 100])
    func otherFieldsNeedSessionAndDetails(requests: Double) throws {
        for (mask, cost) in [("displayName,location", 0.034), ("rating", 0.037), ("*", 0.042)] {
            let advice = try advice(mask, requests)
            #expect(advice.way == .sessionDetails)
            #expect(isNear(advice.costs[0], cost))
            #expect(advice.costs[1].isNaN && advice.costs[2].isNaN)
        }
    }

    /// Essentials that geocoding does not give.
    @Test func basicFieldsThatGeocodingLacks() throws {
        let advice = try advice("postalAddress", 1)
        #expect(advice.way == .sessionBasic)
        #expect(advice.costs[1].isNaN)
    }

    @Test func followsOtherPrices() throws {
        let today = try prices([
            ("autocomplete_session", 0), ("autocomplete_request", 0.00283), ("geocoding", 0.005),
            ("details_essentials", 0.005),
        ])
        let mask = try FieldMask("location", field: "mask")
        #expect(try BillingAdvice(prices: today, mask: mask, requestsPerPick: 1).way == .sessionBasic)
    }

    @Test func namesTheMissingPrice() throws {
        let mask = try FieldMask("location", field: "mask")
        #expect(throws: PlacesError.invalid("prices", "\"autocomplete_session\" is needed and not set")) {
            _ = try BillingAdvice(prices: PriceTable(), mask: mask, requestsPerPick: 1)
        }
        // What this mask does not need is not asked for.
        let few = try prices([("autocomplete_session", 0.017), ("details_pro", 0.017)])
        let pro = try FieldMask("displayName", field: "mask")
        #expect(try BillingAdvice(prices: few, mask: pro, requestsPerPick: 1).way == .sessionDetails)
    }

    @Test func refusesWhatIsNoPriceAndNoNumber() throws {
        #expect(throws: PlacesError.self) { try prices([("details", 1)]) }
        for price in [-0.01, .nan, .infinity] {
            #expect(throws: PlacesError.invalid("price", "\(price) is not a finite number from 0")) {
                try prices([("geocoding", price)])
            }
        }
        for requests in [-1, Double.nan, .infinity] {
            #expect(throws: PlacesError.self) { try advice("location", requests) }
        }
        // No price is guessed.
        #expect(throws: PlacesError.self) { try advice("consumerAlert", 1) }
    }

    @Test func ruleWithoutPrices() throws {
        let address = try FieldMask("id,formattedAddress,location", field: "mask")
        let named = try FieldMask("displayName,location", field: "mask")
        #expect(BillingAdvice.isGeocodingCheaper(mask: address, requestsPerPick: 4))
        #expect(!BillingAdvice.isGeocodingCheaper(mask: address, requestsPerPick: 4.1))
        #expect(!BillingAdvice.isGeocodingCheaper(mask: named, requestsPerPick: 1))
        #expect(!BillingAdvice.isGeocodingCheaper(mask: .all, requestsPerPick: 1))
        #expect(!BillingAdvice.isGeocodingCheaper(mask: address, requestsPerPick: nil))
    }
}
