internal import PlacesModel

/// A place of the legacy service in the shape of Google's `Place` resource. Members that have no counterpart are kept
/// under their own names.
enum LegacyPlace {
    static func place(_ legacy: JSONValue, htmlAttributions: JSONValue?) -> Place {
        guard case .object(let members) = legacy else { return Place(root: []) }
        var root: [JSONValue.Member] = []
        if let id = legacy["place_id"]?.stringValue {
            root.append(JSONValue.Member("name", .string("places/" + id)))
        }
        for member in members where member.value != .null { convert(member, of: legacy, into: &root) }
        let attributions = LegacyPlace.attributions(htmlAttributions)
        if !attributions.isEmpty { root.append(JSONValue.Member("attributions", .array(attributions))) }
        var place = Place(root: root)
        place.attribution = PlaceAttribution.text(of: place)
        return place
    }

    private static let renamed: [String: String] = [
        "place_id": "id",
        "formatted_phone_number": "nationalPhoneNumber",
        "international_phone_number": "internationalPhoneNumber",
        "formatted_address": "formattedAddress",
        "vicinity": "shortFormattedAddress",
        "adr_address": "adrFormatAddress",
        "business_status": "businessStatus",
        "icon_mask_base_uri": "iconMaskBaseUri",
        "icon_background_color": "iconBackgroundColor",
        "url": "googleMapsUri",
        "website": "websiteUri",
        "user_ratings_total": "userRatingCount",
        "utc_offset": "utcOffsetMinutes",
        "curbside_pickup": "curbsidePickup",
        "dine_in": "dineIn",
        "serves_beer": "servesBeer",
        "serves_breakfast": "servesBreakfast",
        "serves_brunch": "servesBrunch",
        "serves_dinner": "servesDinner",
        "serves_lunch": "servesLunch",
        "serves_vegetarian_food": "servesVegetarianFood",
        "serves_wine": "servesWine",
    ]

    private static func convert(
        _ member: JSONValue.Member,
        of place: JSONValue,
        into root: inout [JSONValue.Member]
    ) {
        func add(_ name: String, _ value: JSONValue?) {
            // What cannot be understood stays as it came.
            root.append(value.map { JSONValue.Member(name, $0) } ?? member)
        }
        if let name = renamed[member.name] {
            add(name, member.value)
            return
        }
        switch member.name {
        case "name":
            add("displayName", member.value.stringValue.map { .object([JSONValue.Member("text", .string($0))]) })
        case "address_components": add("addressComponents", mapped(member.value, addressComponent))
        case "plus_code":
            add("plusCode", rename(member.value, ["global_code": "globalCode", "compound_code": "compoundCode"]))
        case "geometry": convertGeometry(member, into: &root)
        case "price_level": add("priceLevel", priceLevel(member.value))
        case "permanently_closed":
            guard let isClosed = member.value.boolValue else { return root.append(member) }
            if isClosed, (place["business_status"] ?? .null) == .null {
                root.append(JSONValue.Member("businessStatus", .string("CLOSED_PERMANENTLY")))
            }
        case "editorial_summary":
            add("editorialSummary", rename(member.value, ["overview": "text", "language": "languageCode"]))
        case "wheelchair_accessible_entrance":
            add("accessibilityOptions", .object([JSONValue.Member("wheelchairAccessibleEntrance", member.value)]))
        case "opening_hours": add("regularOpeningHours", LegacyHours.openingHours(member.value))
        case "current_opening_hours": add("currentOpeningHours", LegacyHours.openingHours(member.value))
        case "secondary_opening_hours":
            add("currentSecondaryOpeningHours", mapped(member.value, LegacyHours.openingHours))
        case "photos": add("photos", mapped(member.value, photo))
        case "reviews": add("reviews", mapped(member.value, LegacyReview.review))
        default: root.append(member)
        }
    }

    // MARK: Parts

    /// `location` and `viewport`; what else the geometry holds (geocoding's `location_type`, `bounds`) stays there.
    private static func convertGeometry(_ member: JSONValue.Member, into root: inout [JSONValue.Member]) {
        guard case .object(let parts) = member.value else {
            root.append(member)
            return
        }
        var rest: [JSONValue.Member] = []
        for part in parts {
            if part.name == "location", let point = point(part.value) {
                root.append(JSONValue.Member("location", point))
            } else if part.name == "viewport", let low = part.value["southwest"].flatMap(point),
                let high = part.value["northeast"].flatMap(point)
            {
                root.append(
                    JSONValue.Member(
                        "viewport",
                        .object([JSONValue.Member("low", low), JSONValue.Member("high", high)])
                    )
                )
            } else {
                rest.append(part)
            }
        }
        if !rest.isEmpty { root.append(JSONValue.Member("geometry", .object(rest))) }
    }

    private static func point(_ value: JSONValue) -> JSONValue? {
        guard let latitude = value["lat"], let longitude = value["lng"], latitude.doubleValue != nil,
            longitude.doubleValue != nil
        else { return nil }
        return .object([JSONValue.Member("latitude", latitude), JSONValue.Member("longitude", longitude)])
    }

    private static func addressComponent(_ value: JSONValue) -> JSONValue? {
        rename(value, ["long_name": "longText", "short_name": "shortText"])
    }

    private static func priceLevel(_ value: JSONValue) -> JSONValue? {
        let names = ["FREE", "INEXPENSIVE", "MODERATE", "EXPENSIVE", "VERY_EXPENSIVE"]
        guard let level = value.integerValue, (0..<Int64(names.count)).contains(level) else { return nil }
        return .string("PRICE_LEVEL_" + names[Int(level)])
    }

    /// The reference stands in `name`: the legacy photo service takes it.
    private static func photo(_ value: JSONValue) -> JSONValue? {
        guard
            case .object(let members) = rename(
                value,
                ["photo_reference": "name", "width": "widthPx", "height": "heightPx"]
            )
        else { return nil }
        guard let attributions = value["html_attributions"]?.arrayValue else { return .object(members) }
        let authors = attributions.compactMap { html -> JSONValue? in
            guard let html = html.stringValue else { return nil }
            return named(html, name: "displayName", uri: "uri")
        }
        let rest = members.filter { $0.name != "html_attributions" }
        return .object(authors.isEmpty ? rest : rest + [JSONValue.Member("authorAttributions", .array(authors))])
    }

    private static func attributions(_ html: JSONValue?) -> [JSONValue] {
        (html?.arrayValue ?? []).compactMap { item in
            item.stringValue.flatMap { named($0, name: "provider", uri: "providerUri") }
        }
    }

    private static func named(_ html: String, name: String, uri: String) -> JSONValue? {
        let attribution = AttributionHTML(html)
        guard !attribution.text.isEmpty else { return nil }
        var members = [JSONValue.Member(name, .string(attribution.text))]
        if let link = attribution.links.first { members.append(JSONValue.Member(uri, .string(link.uri))) }
        return .object(members)
    }

    // MARK: Tools

    static func rename(_ value: JSONValue, _ names: [String: String]) -> JSONValue? {
        guard case .object(let members) = value else { return nil }
        return .object(members.map { JSONValue.Member(names[$0.name] ?? $0.name, $0.value) })
    }

    /// nil unless it is an array; elements that cannot be converted stay as they came.
    private static func mapped(_ value: JSONValue, _ convert: (JSONValue) -> JSONValue?) -> JSONValue? {
        guard let elements = value.arrayValue else { return nil }
        return .array(elements.map { convert($0) ?? $0 })
    }
}
