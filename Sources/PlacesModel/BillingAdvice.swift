/// What one of each costs, in any one currency. The numbers are the caller's: the service changes its own.
package struct PriceTable: Equatable, Sendable {
    package enum Item: String, CaseIterable, Sendable {
        case autocompleteRequest = "autocomplete_request"
        case autocompleteSession = "autocomplete_session"
        case geocoding = "geocoding"
        case detailsIDsOnly = "details_ids_only"
        case detailsEssentials = "details_essentials"
        case detailsPro = "details_pro"
        case detailsEnterprise = "details_enterprise"
        case detailsEnterpriseAtmosphere = "details_enterprise_atmosphere"
    }

    private var prices = [Double?](repeating: nil, count: Item.allCases.count)

    package init() {}

    package mutating func set(_ name: String, _ price: Double) throws(PlacesError) {
        guard let item = Item(rawValue: name) else {
            let names = Item.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid("name", "\(quoted(name)) is none of \(names)")
        }
        guard price.isFinite, price >= 0 else { throw .invalid("price", "\(price) is not a finite number from 0") }
        prices[PriceTable.index(item)] = price
    }

    package func price(_ item: Item) throws(PlacesError) -> Double {
        guard let price = prices[PriceTable.index(item)] else {
            throw .invalid("prices", "\"\(item.rawValue)\" is needed and not set")
        }
        return price
    }

    private static func index(_ item: Item) -> Int { Item.allCases.firstIndex(of: item) ?? 0 }
}

/// Which way of billing a search that ends with a pick is the cheapest.
package struct BillingAdvice: Equatable, Sendable {
    /// The raw values are the public `places_billing_way` numbers.
    package enum Way: Int32, CaseIterable, Sendable {
        /// A session token, and details with all the fields.
        case sessionDetails = 0
        /// No token; geocoding of the picked place's ID.
        case requestsGeocoding = 1
        /// A session token, and details of the Essentials tier.
        case sessionBasic = 2
    }

    package let way: Way
    /// For one search, by the ways' numbers; NaN where a way cannot give the fields.
    package let costs: [Double]

    package init(prices: PriceTable, mask: FieldMask, requestsPerPick: Double) throws(PlacesError) {
        guard requestsPerPick.isFinite, requestsPerPick >= 0 else {
            throw .invalid("requests_per_pick", "\(requestsPerPick) is not a finite number from 0")
        }
        let tier = BillingTier.of(mask)
        guard let details = PriceTable.Item(details: tier) else {
            throw .invalid("mask", "holds a field whose price the service does not document")
        }
        let session = try prices.price(.autocompleteSession)
        let withDetails = session + (try prices.price(details))
        var withGeocoding = Double.nan
        if BillingAdvice.fitsGeocoding(mask) {
            withGeocoding = requestsPerPick * (try prices.price(.autocompleteRequest)) + (try prices.price(.geocoding))
        }
        var withBasic = Double.nan
        if tier.rawValue <= BillingTier.essentials.rawValue {
            withBasic = session + (try prices.price(.detailsEssentials))
        }
        costs = [withDetails, withGeocoding, withBasic]
        // Of two that cost the same the one that fetches no more than what is wanted: basic, geocoding, details.
        var way = Way.sessionDetails
        for candidate in [Way.requestsGeocoding, .sessionBasic]
        where costs[Int(candidate.rawValue)] <= costs[Int(way.rawValue)] {
            way = candidate
        }
        self.way = way
    }

    /// Whether geocoding of a place's ID gives all of these fields: ID, address and where it is.
    package static func fitsGeocoding(_ mask: FieldMask) -> Bool {
        !mask.isAll && mask.paths.allSatisfy { path in path.first.map(geocodedFields.contains) ?? false }
    }

    /// The rule for those who state no prices: geocoding where it gives all fields and users pick within four requests
    /// on average. Before the first pick nobody knows; nil is no.
    package static func isGeocodingCheaper(mask: FieldMask, requestsPerPick: Double?) -> Bool {
        guard let requestsPerPick else { return false }
        return fitsGeocoding(mask) && requestsPerPick <= mostRequestsForGeocoding
    }

    private static let mostRequestsForGeocoding = 4.0
    private static let geocodedFields: Set<String> = [
        "id", "formattedAddress", "location", "addressComponents", "types", "plusCode", "viewport",
    ]
}

extension PriceTable.Item {
    fileprivate init?(details tier: BillingTier) {
        switch tier {
        case .unknown: return nil
        case .essentialsIDsOnly: self = .detailsIDsOnly
        case .essentials: self = .detailsEssentials
        case .pro: self = .detailsPro
        case .enterprise: self = .detailsEnterprise
        case .enterpriseAtmosphere: self = .detailsEnterpriseAtmosphere
        }
    }
}
