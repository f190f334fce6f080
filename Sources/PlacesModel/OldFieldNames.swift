/// Names of fields as the legacy service has them, which older programs and pages still use.
enum OldFieldNames {
    /// What an old name means now; nil for one that is no old name. `geometry/location` and `geometry.location` are
    /// both in use.
    static func paths(_ part: String, isOld: Bool) -> [[String]]? {
        if part == "name" { return isOld ? [["displayName"]] : nil }
        if part == "geometry" { return [["location"], ["viewport"]] }
        var steps = part.split { $0 == "." || $0 == "/" }
        if steps.count > 1, steps[0] == "geometry" { return [[String(steps[1])]] }
        guard let first = steps.popLast(), steps.isEmpty else { return nil }
        for pair in renamed.split(separator: " ") where pair.hasPrefix(first) {
            let sides = pair.split(separator: ":")
            if sides[0] == first { return [[String(sides[1])]] }
        }
        return nil
    }

    /// Whether a mask is written in the legacy service's names, so that its `name` is the place's.
    static func areMeant(_ parts: [String]) -> Bool {
        !parts.contains("displayName") && !parts.contains("display_name")
            && parts.contains { $0.hasPrefix("formatted_") || paths($0, isOld: false) != nil }
    }

    private static let renamed = """
        place_id:id vicinity:shortFormattedAddress type:types url:googleMapsUri website:websiteUri \
        formatted_phone_number:nationalPhoneNumber opening_hours:regularOpeningHours \
        secondary_opening_hours:currentSecondaryOpeningHours utc_offset:utcOffsetMinutes \
        user_ratings_total:userRatingCount photo:photos adr_address:adrFormatAddress \
        wheelchair_accessible_entrance:accessibilityOptions
        """
}
