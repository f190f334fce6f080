internal import PlacesModel

/// Field masks in the words of the legacy service.
enum LegacyFields {
    /// The value of `fields`; nil for all. Fields that this service does not have are left out, unless none is left.
    static func text(_ mask: FieldMask) throws(PlacesError) -> String? {
        if mask.isAll { return nil }
        var names: [String] = []
        for path in mask.paths {
            guard let first = path.first, let legacy = fields[first] else { continue }
            for name in legacy where !names.contains(name) { names.append(name) }
        }
        guard !names.isEmpty else {
            let asked = mask.paths.map { $0.joined(separator: ".") }.joined(separator: ",")
            throw PlacesError(.unsupported, "fields: the legacy service has none of \(quoted(asked))", field: "fields")
        }
        return names.joined(separator: ",")
    }

    /// `photo` and `type` are singular in requests.
    private static let fields: [String: [String]] = [
        "id": ["place_id"],
        "name": ["place_id"],
        "displayName": ["name"],
        "types": ["type"],
        "nationalPhoneNumber": ["formatted_phone_number"],
        "internationalPhoneNumber": ["international_phone_number"],
        "formattedAddress": ["formatted_address"],
        "shortFormattedAddress": ["vicinity"],
        "addressComponents": ["address_components"],
        "adrFormatAddress": ["adr_address"],
        "plusCode": ["plus_code"],
        "location": ["geometry/location"],
        "viewport": ["geometry/viewport"],
        "rating": ["rating"],
        "userRatingCount": ["user_ratings_total"],
        "googleMapsUri": ["url"],
        "websiteUri": ["website"],
        "reviews": ["reviews"],
        "regularOpeningHours": ["opening_hours"],
        "currentOpeningHours": ["current_opening_hours"],
        "currentSecondaryOpeningHours": ["secondary_opening_hours"],
        "utcOffsetMinutes": ["utc_offset"],
        "photos": ["photo"],
        "businessStatus": ["business_status"],
        "priceLevel": ["price_level"],
        "iconMaskBaseUri": ["icon_mask_base_uri"],
        "iconBackgroundColor": ["icon_background_color"],
        "takeout": ["takeout"],
        "delivery": ["delivery"],
        "dineIn": ["dine_in"],
        "curbsidePickup": ["curbside_pickup"],
        "reservable": ["reservable"],
        "servesBreakfast": ["serves_breakfast"],
        "servesLunch": ["serves_lunch"],
        "servesDinner": ["serves_dinner"],
        "servesBeer": ["serves_beer"],
        "servesWine": ["serves_wine"],
        "servesBrunch": ["serves_brunch"],
        "servesVegetarianFood": ["serves_vegetarian_food"],
        "editorialSummary": ["editorial_summary"],
        "accessibilityOptions": ["wheelchair_accessible_entrance"],
        // Come with every answer.
        "attributions": [],
    ]
}
