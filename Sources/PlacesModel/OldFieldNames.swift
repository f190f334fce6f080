/// Names of fields as the legacy service has them, which older programs and pages still use.
enum OldFieldNames {
    /// What an old name means now; nil for one that is no old name. `geometry/location` and `geometry.location` are
    /// both in use.
    static func paths(_ part: String, isOld: Bool) -> [[String]]? {
        if part == "name" { return isOld ? [["displayName"]] : nil }
        let path = String(part.map { $0 == "/" ? "." : $0 })
        if let names = renamed[path] { return names.map { [$0] } }
        // "opening_hours.periods": the whole of what it is part of.
        let first = String(path.prefix { $0 != "." })
        guard first != path, first != "geometry", let names = renamed[first] else { return nil }
        return names.map { [$0] }
    }

    /// Whether a mask is written in the legacy service's names, so that its `name` is the place's.
    static func areMeant(_ parts: [String]) -> Bool {
        if parts.contains("displayName") || parts.contains("display_name") { return false }
        return parts.contains {
            $0 == "formatted_address" || $0 == "address_components" || paths($0, isOld: false) != nil
        }
    }

    private static let renamed: [String: [String]] = [
        "place_id": ["id"],
        "geometry": ["location", "viewport"],
        "geometry.location": ["location"],
        "geometry.viewport": ["viewport"],
        "vicinity": ["shortFormattedAddress"],
        "type": ["types"],
        "url": ["googleMapsUri"],
        "website": ["websiteUri"],
        "formatted_phone_number": ["nationalPhoneNumber"],
        "opening_hours": ["regularOpeningHours"],
        "secondary_opening_hours": ["currentSecondaryOpeningHours"],
        "utc_offset": ["utcOffsetMinutes"],
        "user_ratings_total": ["userRatingCount"],
        "photo": ["photos"],
        "adr_address": ["adrFormatAddress"],
        "wheelchair_accessible_entrance": ["accessibilityOptions"],
    ]
}
