package import PlacesJSON
package import PlacesModel

extension WireResponse {
    /// A place as a response body: the members in the order of the official schema, those that it does not know after
    /// them.
    package static func encode(_ place: Place) -> [UInt8] {
        var writer = JSONWriter(capacity: 4096)
        write(place, to: &writer)
        return writer.finish()
    }

    package static func write(_ place: Place, to writer: inout JSONWriter) {
        writer.beginObject()
        var written: Set<String> = []
        let ranked = place.root.enumerated().map { (PlaceOrder.rank[$1.name] ?? Int.max, $0, $1) }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        for (_, _, member) in ranked where written.insert(member.name).inserted {
            writer.key(member.name)
            writer.value(member.value)
        }
        writer.endObject()
    }

    /// Reads a `Place` body, or the error that it is. Every member is kept as it came, also those that nobody knows.
    package static func decodePlace(
        _ bytes: UnsafeBufferPointer<UInt8>,
        head: AnswerHead = AnswerHead(),
        options: JSONOptions = .response
    ) throws(PlacesError) -> Place {
        try AnswerReader.read(bytes, head, options) { (root) throws(PlacesError) in
            place(root)
        }
    }

    /// Reads the places of a search (`SearchTextResponse`), or the error that it is. None is success too.
    package static func decodePlaces(
        _ bytes: UnsafeBufferPointer<UInt8>,
        head: AnswerHead = AnswerHead(),
        options: JSONOptions = .response
    ) throws(PlacesError) -> [Place] {
        try AnswerReader.read(bytes, head, options) { (root) throws(PlacesError) in
            guard let list = try root.list("places", head) else { return [] }
            var places: [Place] = []
            for index in 0..<list.count {
                if let item = list[index], item.kind == .object { places.append(place(item)) }
            }
            return places
        }
    }

    private static func place(_ node: JSONNode) -> Place {
        guard case .object(let members) = node.value else { return Place(root: []) }
        var place = Place(root: members)
        place.attribution = PlaceAttribution.text(of: place)
        return place
    }
}

/// The words that must be shown with a place.
package enum PlaceAttribution {
    /// The names of the providers, once each, from `attributions`.
    package static func text(of place: Place) -> String {
        var names: [String] = []
        for attribution in place["attributions"]?.arrayValue ?? [] {
            guard let name = attribution["provider"]?.stringValue, !name.isEmpty, !names.contains(name) else {
                continue
            }
            names.append(name)
        }
        return names.joined(separator: ", ")
    }
}

/// The fields of `Place` in the order of the official schema.
enum PlaceOrder {
    static let rank: [String: Int] = {
        var ranks: [String: Int] = [:]
        for (index, name) in names.enumerated() { ranks[name] = index }
        return ranks
    }()

    private static let names = [
        "name", "id", "displayName", "types", "primaryType", "primaryTypeDisplayName", "googleMapsTypeLabel",
        "nationalPhoneNumber", "internationalPhoneNumber", "formattedAddress", "shortFormattedAddress",
        "postalAddress", "addressComponents", "plusCode", "location", "viewport", "rating", "googleMapsUri",
        "websiteUri", "reviews", "regularOpeningHours", "utcOffsetMinutes", "timeZone", "photos", "adrFormatAddress",
        "businessStatus", "openingDate", "priceLevel", "attributions", "userRatingCount", "iconMaskBaseUri",
        "iconBackgroundColor", "takeout", "delivery", "dineIn", "curbsidePickup", "reservable", "servesBreakfast",
        "servesLunch", "servesDinner", "servesBeer", "servesWine", "servesBrunch", "servesVegetarianFood",
        "currentOpeningHours", "currentSecondaryOpeningHours", "regularSecondaryOpeningHours", "editorialSummary",
        "outdoorSeating", "liveMusic", "menuForChildren", "servesCocktails", "servesDessert", "servesCoffee",
        "goodForChildren", "allowsDogs", "restroom", "goodForGroups", "goodForWatchingSports", "paymentOptions",
        "parkingOptions", "subDestinations", "accessibilityOptions", "fuelOptions", "evChargeOptions",
        "generativeSummary", "containingPlaces", "pureServiceAreaBusiness", "addressDescriptor", "googleMapsLinks",
        "priceRange", "reviewSummary", "evChargeAmenitySummary", "neighborhoodSummary", "consumerAlert", "movedPlace",
        "movedPlaceId", "transitStation",
    ]
}
