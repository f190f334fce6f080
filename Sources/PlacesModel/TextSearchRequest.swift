/// A search for places by a whole text: what to do when nothing was picked. A value, copied when it is submitted.
package struct TextSearchRequest: Sendable {
    package static let maximumPlaces = 20

    package private(set) var query = ""
    package var fields: FieldMask?
    /// Language, region, one type, a bias or a rectangle as restriction, and the businesses to include.
    package var filter = Filter()
    package var isStrictAboutType = false
    package var isOpenNow = false
    /// 0 for any.
    package private(set) var minimumRating = 0.0
    /// 0 for the service's own number.
    package private(set) var limit = 0
    /// Names as on the wire (`PRICE_LEVEL_MODERATE`); empty for all.
    package private(set) var priceLevels: [String] = []
    package var ranksByDistance = false
    /// Of the answer before; empty for the first page.
    package var pageToken = ""
    package var deadlineMilliseconds: UInt32 = 0
    /// Members of the service's request that have no setter here, as they came in a request body.
    package var otherMembers: [JSONValue.Member] = []

    package init() {}

    package mutating func setQuery(_ bytes: UnsafeBufferPointer<UInt8>, field: String) throws(PlacesError) {
        try QueryText.check(bytes, field: field)
        query = String(decoding: bytes, as: UTF8.self)
    }

    package mutating func setMinimumRating(_ rating: Double, field: String) throws(PlacesError) {
        guard rating.isFinite, (0.0...5.0).contains(rating) else {
            throw .invalid(field, "\(rating) is outside 0 to 5")
        }
        minimumRating = rating
    }

    package mutating func setLimit(_ count: Int, field: String) throws(PlacesError) {
        guard (0...TextSearchRequest.maximumPlaces).contains(count) else {
            throw .invalid(field, "\(count) is outside 1 to 20 places")
        }
        limit = count
    }

    package mutating func setPriceLevels(_ names: [String], field: String) throws(PlacesError) {
        for (index, name) in names.enumerated() where !PriceLevel.isKnown(name) {
            throw .invalid("\(field)[\(index)]", "\(quoted(name)) is no price level (such as \"PRICE_LEVEL_MODERATE\")")
        }
        priceLevels = names
    }
}

/// What a place costs, by the names of the service.
package enum PriceLevel: Int32, Sendable, CaseIterable {
    case free = 0
    case inexpensive = 1
    case moderate = 2
    case expensive = 3
    case veryExpensive = 4

    package var name: String {
        switch self {
        case .free: "PRICE_LEVEL_FREE"
        case .inexpensive: "PRICE_LEVEL_INEXPENSIVE"
        case .moderate: "PRICE_LEVEL_MODERATE"
        case .expensive: "PRICE_LEVEL_EXPENSIVE"
        case .veryExpensive: "PRICE_LEVEL_VERY_EXPENSIVE"
        }
    }

    package init?(name: String) {
        guard let level = PriceLevel.allCases.first(where: { $0.name == name }) else { return nil }
        self = level
    }

    static func isKnown(_ name: String) -> Bool { PriceLevel(name: name) != nil }
}
