/// The fields of Google's `Place` resource (official schema, google.maps.places.v1.Place).
package enum PlaceFields {
    package static let names: Set<String> = [
        "name", "id", "displayName", "types", "primaryType", "primaryTypeDisplayName", "googleMapsTypeLabel",
        "nationalPhoneNumber", "internationalPhoneNumber", "formattedAddress", "shortFormattedAddress",
        "postalAddress", "addressComponents", "plusCode", "location", "viewport", "rating", "googleMapsUri",
        "websiteUri", "reviews", "regularOpeningHours", "utcOffsetMinutes", "timeZone", "photos",
        "adrFormatAddress", "businessStatus", "openingDate", "priceLevel", "attributions", "userRatingCount",
        "iconMaskBaseUri", "iconBackgroundColor", "takeout", "delivery", "dineIn", "curbsidePickup",
        "reservable", "servesBreakfast", "servesLunch", "servesDinner", "servesBeer", "servesWine",
        "servesBrunch", "servesVegetarianFood", "currentOpeningHours", "currentSecondaryOpeningHours",
        "regularSecondaryOpeningHours", "editorialSummary", "outdoorSeating", "liveMusic", "menuForChildren",
        "servesCocktails", "servesDessert", "servesCoffee", "goodForChildren", "allowsDogs", "restroom",
        "goodForGroups", "goodForWatchingSports", "paymentOptions", "parkingOptions", "subDestinations",
        "accessibilityOptions", "fuelOptions", "evChargeOptions", "generativeSummary", "containingPlaces",
        "pureServiceAreaBusiness", "addressDescriptor", "googleMapsLinks", "priceRange", "reviewSummary",
        "evChargeAmenitySummary", "neighborhoodSummary", "consumerAlert", "movedPlace", "movedPlaceId",
        "transitStation",
    ]

    /// What the bits of the iOS SDK's `GMSPlaceField` stand for, bit 0 first.
    package static let sdkBits: [[String]] = [
        ["displayName"],  // 0 Name
        ["id"],  // 1 PlaceID
        ["plusCode"],  // 2 PlusCode
        ["location"],  // 3 Coordinate
        ["regularOpeningHours"],  // 4 OpeningHours
        ["internationalPhoneNumber"],  // 5 PhoneNumber
        ["formattedAddress"],  // 6 FormattedAddress
        ["rating"],  // 7 Rating
        ["priceLevel"],  // 8 PriceLevel
        ["types", "primaryType"],  // 9 Types
        ["websiteUri"],  // 10 Website
        ["viewport"],  // 11 Viewport
        ["addressComponents"],  // 12 AddressComponents
        ["photos"],  // 13 Photos
        ["userRatingCount"],  // 14 UserRatingsTotal
        ["utcOffsetMinutes"],  // 15 UTCOffsetMinutes
        ["businessStatus"],  // 16 BusinessStatus
        ["iconMaskBaseUri"],  // 17 IconImageURL
        ["iconBackgroundColor"],  // 18 IconBackgroundColor
        ["takeout"],  // 19 Takeout
        ["delivery"],  // 20 Delivery
        ["dineIn"],  // 21 DineIn
        ["curbsidePickup"],  // 22 CurbsidePickup
        ["reservable"],  // 23 Reservable
        ["servesBreakfast"],  // 24 ServesBreakfast
        ["servesLunch"],  // 25 ServesLunch
        ["servesDinner"],  // 26 ServesDinner
        ["servesBeer"],  // 27 ServesBeer
        ["servesWine"],  // 28 ServesWine
        ["servesBrunch"],  // 29 ServesBrunch
        ["servesVegetarianFood"],  // 30 ServesVegetarianFood
        ["accessibilityOptions"],  // 31 WheelchairAccessibleEntrance
        ["currentOpeningHours"],  // 32 CurrentOpeningHours
        ["currentSecondaryOpeningHours", "regularSecondaryOpeningHours"],  // 33 SecondaryOpeningHours
        ["editorialSummary"],  // 34 EditorialSummary
    ]
}
