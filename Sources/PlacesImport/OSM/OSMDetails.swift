internal import PlacesModel

/// Members of Google's `Place` resource that tags state. What tags only suggest is left out.
enum OSMDetails {
    static func members(of feature: OSMFeature) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if let phone = first(feature, "phone", "contact:phone") {
            // Several numbers stand in one tag.
            if let number = OSMFeature.list(phone).first { members.append(PlaceDetails.phone(number)) }
        }
        if let site = first(feature, "website", "contact:website", "url"), let address = OSMFeature.list(site).first {
            members.append(JSONValue.Member("websiteUri", .string(address)))
        }
        if let hours = feature["opening_hours"].flatMap(OpeningHours.member) { members.append(hours) }
        for (key, name) in flags {
            if let value = feature[key].flatMap(yesOrNo) { members.append(JSONValue.Member(name, .bool(value))) }
        }
        group(&members, "accessibilityOptions", feature, accessibility)
        group(&members, "paymentOptions", feature, payment)
        return members
    }

    private static let flags = [
        ("takeaway", "takeout"), ("delivery", "delivery"), ("indoor_seating", "dineIn"), ("reservation", "reservable"),
        ("breakfast", "servesBreakfast"), ("brunch", "servesBrunch"), ("lunch", "servesLunch"),
        ("dinner", "servesDinner"), ("drink:beer", "servesBeer"), ("drink:wine", "servesWine"),
        ("drink:cocktail", "servesCocktails"), ("drink:coffee", "servesCoffee"),
        ("diet:vegetarian", "servesVegetarianFood"), ("outdoor_seating", "outdoorSeating"), ("live_music", "liveMusic"),
        ("dog", "allowsDogs"), ("toilets", "restroom"),
    ]
    private static let accessibility = [
        ("wheelchair", "wheelchairAccessibleEntrance"), ("toilets:wheelchair", "wheelchairAccessibleRestroom"),
        ("capacity:disabled", "wheelchairAccessibleParking"),
    ]
    private static let payment = [
        ("payment:credit_cards", "acceptsCreditCards"), ("payment:debit_cards", "acceptsDebitCards"),
        ("payment:contactless", "acceptsNfc"),
    ]

    private static func group(
        _ members: inout [JSONValue.Member],
        _ name: String,
        _ feature: OSMFeature,
        _ keys: [(String, String)]
    ) {
        let found = keys.compactMap { key, name in
            feature[key].flatMap(yesOrNo).map { JSONValue.Member(name, .bool($0)) }
        }
        if !found.isEmpty { members.append(JSONValue.Member(name, .object(found))) }
    }

    private static func first(_ feature: OSMFeature, _ keys: String...) -> String? {
        for key in keys {
            if let value = RowText.name(feature[key]) { return value }
        }
        return nil
    }

    /// Nil for what is neither (`limited`, `seasonal`).
    private static func yesOrNo(_ value: String) -> Bool? {
        switch value {
        case "yes", "only", "designated", "required", "recommended": true
        case "no": false
        default: nil
        }
    }
}
