// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesEngine
import PlacesModel
import PlacesWire

private func text(_ place: UnsafePointer<places_place>?, _ path: String) -> UnsafePointer<CChar>? {
    PlaceHandle.borrow(place)?.text(path)?.pointer
}

@_cdecl("places_place_requested_id")
public func places_place_requested_id(_ place: UnsafePointer<places_place>?) -> UnsafePointer<CChar>? {
    PlaceHandle.borrow(place)?.requestedID.pointer
}

@_cdecl("places_place_national_phone_number")
public func places_place_national_phone_number(_ place: UnsafePointer<places_place>?) -> UnsafePointer<CChar>? {
    text(place, "nationalPhoneNumber")
}

@_cdecl("places_place_international_phone_number")
public func places_place_international_phone_number(_ place: UnsafePointer<places_place>?) -> UnsafePointer<CChar>? {
    text(place, "internationalPhoneNumber")
}

@_cdecl("places_place_website")
public func places_place_website(_ place: UnsafePointer<places_place>?) -> UnsafePointer<CChar>? {
    text(place, "websiteUri")
}

@_cdecl("places_place_maps_uri")
public func places_place_maps_uri(_ place: UnsafePointer<places_place>?) -> UnsafePointer<CChar>? {
    text(place, "googleMapsUri")
}

@_cdecl("places_place_global_plus_code")
public func places_place_global_plus_code(_ place: UnsafePointer<places_place>?) -> UnsafePointer<CChar>? {
    text(place, "plusCode.globalCode")
}

@_cdecl("places_place_compound_plus_code")
public func places_place_compound_plus_code(_ place: UnsafePointer<places_place>?) -> UnsafePointer<CChar>? {
    text(place, "plusCode.compoundCode")
}

@_cdecl("places_place_icon_mask_base_uri")
public func places_place_icon_mask_base_uri(_ place: UnsafePointer<places_place>?) -> UnsafePointer<CChar>? {
    text(place, "iconMaskBaseUri")
}

@_cdecl("places_place_icon_background_color")
public func places_place_icon_background_color(_ place: UnsafePointer<places_place>?) -> UnsafePointer<CChar>? {
    text(place, "iconBackgroundColor")
}

@_cdecl("places_place_rating")
public func places_place_rating(
    _ place: UnsafePointer<places_place>?,
    _ rating: UnsafeMutablePointer<Double>?
) -> Bool {
    guard let value = PlaceHandle.borrow(place)?.place["rating"]?.doubleValue else { return false }
    rating?.pointee = value
    return true
}

@_cdecl("places_place_user_rating_count")
public func places_place_user_rating_count(
    _ place: UnsafePointer<places_place>?,
    _ count: UnsafeMutablePointer<Int64>?
) -> Bool {
    guard let value = PlaceHandle.borrow(place)?.place["userRatingCount"]?.integerValue else { return false }
    count?.pointee = value
    return true
}

@_cdecl("places_place_utc_offset_minutes")
public func places_place_utc_offset_minutes(
    _ place: UnsafePointer<places_place>?,
    _ minutes: UnsafeMutablePointer<Int32>?
) -> Bool {
    guard let value = PlaceHandle.borrow(place)?.place["utcOffsetMinutes"]?.integerValue else { return false }
    minutes?.pointee = Int32(clamping: value)
    return true
}

@_cdecl("places_place_price_level")
public func places_place_price_level(_ place: UnsafePointer<places_place>?) -> places_price_level {
    let level = PlaceHandle.borrow(place)?.place["priceLevel"]?.stringValue.flatMap { PriceLevel(name: $0) }
    return places_price_level(level?.rawValue ?? -1)
}

@_cdecl("places_place_business_status")
public func places_place_business_status(_ place: UnsafePointer<places_place>?) -> places_business_status {
    switch PlaceHandle.borrow(place)?.place["businessStatus"]?.stringValue {
    case "OPERATIONAL": PLACES_BUSINESS_OPERATIONAL
    case "CLOSED_TEMPORARILY": PLACES_BUSINESS_CLOSED_TEMPORARILY
    case "CLOSED_PERMANENTLY": PLACES_BUSINESS_CLOSED_PERMANENTLY
    case "FUTURE_OPENING": PLACES_BUSINESS_FUTURE_OPENING
    default: PLACES_BUSINESS_UNKNOWN
    }
}

// MARK: Address

private func components(_ place: UnsafePointer<places_place>?) -> [JSONValue] {
    PlaceHandle.borrow(place)?.place["addressComponents"]?.arrayValue ?? []
}

@_cdecl("places_place_address_component_count")
public func places_place_address_component_count(_ place: UnsafePointer<places_place>?) -> Int {
    components(place).count
}

@_cdecl("places_place_address_component_long_text")
public func places_place_address_component_long_text(
    _ place: UnsafePointer<places_place>?,
    _ index: Int
) -> UnsafePointer<CChar>? { index < 0 ? nil : text(place, "addressComponents.\(index).longText") }

@_cdecl("places_place_address_component_short_text")
public func places_place_address_component_short_text(
    _ place: UnsafePointer<places_place>?,
    _ index: Int
) -> UnsafePointer<CChar>? { index < 0 ? nil : text(place, "addressComponents.\(index).shortText") }

@_cdecl("places_place_address_component_type_count")
public func places_place_address_component_type_count(_ place: UnsafePointer<places_place>?, _ index: Int) -> Int {
    let all = components(place)
    return all.indices.contains(index) ? all[index]["types"]?.arrayValue?.count ?? 0 : 0
}

@_cdecl("places_place_address_component_type")
public func places_place_address_component_type(
    _ place: UnsafePointer<places_place>?,
    _ index: Int,
    _ type: Int
) -> UnsafePointer<CChar>? {
    index < 0 || type < 0 ? nil : text(place, "addressComponents.\(index).types.\(type)")
}

@_cdecl("places_place_address_part")
public func places_place_address_part(
    _ place: UnsafePointer<places_place>?,
    _ type: UnsafePointer<CChar>?,
    _ shortText: Bool
) -> UnsafePointer<CChar>? {
    guard let type = type.flatMap({ String(validatingCString: $0) }) else { return nil }
    let wanted =
        switch type {
        case "city": ["locality", "postal_town", "sublocality_level_1", "sublocality"]
        case "unit": ["subpremise"]
        default: [type]
        }
    let all = components(place)
    for name in wanted {
        let index = all.firstIndex { $0["types"]?.arrayValue?.contains(.string(name)) ?? false }
        guard let index else { continue }
        return text(place, "addressComponents.\(index).\(shortText ? "shortText" : "longText")")
    }
    return nil
}

// MARK: Photos and credits

@_cdecl("places_place_photo_count")
public func places_place_photo_count(_ place: UnsafePointer<places_place>?) -> Int {
    PlaceHandle.borrow(place)?.place["photos"]?.arrayValue?.count ?? 0
}

@_cdecl("places_place_photo_name")
public func places_place_photo_name(_ place: UnsafePointer<places_place>?, _ index: Int) -> UnsafePointer<CChar>? {
    index < 0 ? nil : text(place, "photos.\(index).name")
}

@_cdecl("places_place_photo_size")
public func places_place_photo_size(
    _ place: UnsafePointer<places_place>?,
    _ index: Int,
    _ width: UnsafeMutablePointer<Int32>?,
    _ height: UnsafeMutablePointer<Int32>?
) -> Bool {
    guard index >= 0, let place = PlaceHandle.borrow(place)?.place,
        let widthValue = place.value(at: "photos.\(index).widthPx")?.integerValue,
        let heightValue = place.value(at: "photos.\(index).heightPx")?.integerValue
    else { return false }
    width?.pointee = Int32(clamping: widthValue)
    height?.pointee = Int32(clamping: heightValue)
    return true
}

private func credit(_ place: UnsafePointer<places_place>?, _ index: Int) -> PlaceHandle.Credit? {
    guard let credits = PlaceHandle.borrow(place)?.credits, credits.indices.contains(index) else { return nil }
    return credits[index]
}

@_cdecl("places_place_credit_count")
public func places_place_credit_count(_ place: UnsafePointer<places_place>?) -> Int {
    PlaceHandle.borrow(place)?.credits.count ?? 0
}

@_cdecl("places_place_credit_kind")
public func places_place_credit_kind(_ place: UnsafePointer<places_place>?, _ index: Int) -> places_credit_kind {
    places_credit_kind(UInt32(bitPattern: credit(place, index)?.kind.rawValue ?? 0))
}

@_cdecl("places_place_credit_text")
public func places_place_credit_text(_ place: UnsafePointer<places_place>?, _ index: Int) -> UnsafePointer<CChar>? {
    credit(place, index)?.text.pointer
}

@_cdecl("places_place_credit_uri")
public func places_place_credit_uri(_ place: UnsafePointer<places_place>?, _ index: Int) -> UnsafePointer<CChar>? {
    credit(place, index)?.uri.pointer
}

@_cdecl("places_place_credit_index")
public func places_place_credit_index(_ place: UnsafePointer<places_place>?, _ index: Int) -> Int32 {
    credit(place, index)?.index ?? -1
}

// MARK: Hours, costs

@_cdecl("places_place_openness")
public func places_place_openness(_ place: UnsafePointer<places_place>?, _ unixSeconds: Int64) -> places_openness {
    guard let place = PlaceHandle.borrow(place)?.place, (-62_135_596_800...253_402_300_799).contains(unixSeconds) else {
        return PLACES_OPENNESS_UNKNOWN
    }
    // A place that is open day and night is so in any zone.
    var offset = place["utcOffsetMinutes"]?.integerValue.map { Int64(Int32(clamping: $0)) * 60 }
    if let zone = place.value(at: "timeZone.id")?.stringValue.flatMap({ ZoneFile(named: $0) }) {
        offset = Int64(zone.offset(at: unixSeconds))
    }
    guard let offset else { return PLACES_OPENNESS_UNKNOWN }
    let openness = OpeningHours(place).openness(at: unixSeconds &+ offset)
    return places_openness(UInt32(bitPattern: openness.rawValue))
}

@_cdecl("places_field_mask_tier")
public func places_field_mask_tier(
    _ mask: UnsafePointer<CChar>?,
    _ tier: UnsafeMutablePointer<places_billing_tier>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let mask = try FieldMask(try InText.required(mask, "mask"), field: "mask")
        guard let tier else { throw .null("tier") }
        tier.pointee = places_billing_tier(UInt32(bitPattern: BillingTier.of(mask).rawValue))
    }
}

@_cdecl("places_error_advice")
public func places_error_advice(_ error: UnsafePointer<places_error>?) -> UnsafePointer<CChar>? {
    ErrorHandle.borrow(error).map { OutText.literal($0.error.advice) }
}
