/// What the service bills a details request for. The order is that of the price.
package enum BillingTier: Int32, Sendable {
    case unknown = 0
    case essentialsIDsOnly = 1
    case essentials = 2
    case pro = 3
    case enterprise = 4
    case enterpriseAtmosphere = 5

    /// The dearest field decides. Fields without a documented tier make it unknown, unless it cannot get dearer.
    package static func of(_ mask: FieldMask) -> BillingTier {
        if mask.isAll { return .enterpriseAtmosphere }
        var tier = BillingTier.essentialsIDsOnly
        var isUnknown = false
        for path in mask.paths {
            guard let name = path.first else { continue }
            guard let own = of(field: name) else {
                isUnknown = true
                continue
            }
            if own.rawValue > tier.rawValue { tier = own }
        }
        return isUnknown && tier != .enterpriseAtmosphere ? .unknown : tier
    }

    private static func of(field: String) -> BillingTier? {
        if idsOnlyFields.contains(field) { return .essentialsIDsOnly }
        if essentialsFields.contains(field) { return .essentials }
        if proFields.contains(field) { return .pro }
        if enterpriseFields.contains(field) { return .enterprise }
        return undocumentedFields.contains(field) ? nil : .enterpriseAtmosphere
    }

    // As the service's page on place details lists them.
    private static let idsOnlyFields: Set<String> = [
        "attributions", "id", "movedPlace", "movedPlaceId", "name", "photos",
    ]
    private static let essentialsFields: Set<String> = [
        "addressComponents", "addressDescriptor", "adrFormatAddress", "formattedAddress", "location", "plusCode",
        "postalAddress", "shortFormattedAddress", "types", "viewport",
    ]
    private static let proFields: Set<String> = [
        "accessibilityOptions", "businessStatus", "containingPlaces", "displayName", "googleMapsLinks", "googleMapsUri",
        "iconBackgroundColor", "iconMaskBaseUri", "openingDate", "primaryType", "primaryTypeDisplayName",
        "pureServiceAreaBusiness", "subDestinations", "timeZone", "utcOffsetMinutes",
    ]
    private static let enterpriseFields: Set<String> = [
        "currentOpeningHours", "currentSecondaryOpeningHours", "internationalPhoneNumber", "nationalPhoneNumber",
        "priceLevel", "priceRange", "rating", "regularOpeningHours", "regularSecondaryOpeningHours", "userRatingCount",
        "websiteUri",
    ]
    private static let undocumentedFields: Set<String> = ["googleMapsTypeLabel", "consumerAlert", "transitStation"]
}
