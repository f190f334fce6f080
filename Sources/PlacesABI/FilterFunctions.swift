// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesModel

/// `places_filter`.
final class FilterHandle: Handle {
    typealias Opaque = places_filter

    var filter: Filter

    init(_ filter: Filter = Filter()) { self.filter = filter }
}

typealias FilterPointer = UnsafeMutablePointer<places_filter>

/// Every setter reads the same: check the handle, convert, call the model's checked setter.
private func edit(
    _ filter: FilterPointer?,
    _ error: ErrorPointer?,
    _ body: (inout Filter) throws(PlacesError) -> Void
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let handle = try FilterHandle.required(filter, "filter")
        try body(&handle.filter)
    }
}

/// Two corners as C passes them.
private func corners(
    _ latitudeA: Double,
    _ longitudeA: Double,
    _ latitudeB: Double,
    _ longitudeB: Double,
    _ names: (String, String)
) throws(PlacesError) -> (Coordinate, Coordinate) {
    (
        try Coordinate(latitude: latitudeA, longitude: longitudeA, field: names.0),
        try Coordinate(latitude: latitudeB, longitude: longitudeB, field: names.1)
    )
}

private func circle(_ latitude: Double, _ longitude: Double, _ radius: Double, _ name: String) throws(PlacesError)
    -> Area
{
    let center = try Coordinate(latitude: latitude, longitude: longitude, field: "\(name).center")
    return .circle(try Circle(center: center, radius: radius, field: name))
}

private func rectangle(
    _ lowLatitude: Double,
    _ lowLongitude: Double,
    _ highLatitude: Double,
    _ highLongitude: Double,
    _ name: String
) throws(PlacesError) -> Area {
    let (low, high) = try corners(
        lowLatitude,
        lowLongitude,
        highLatitude,
        highLongitude,
        ("\(name).low", "\(name).high")
    )
    return .rectangle(try Viewport(low: low, high: high, field: name))
}

private func oppositeCorners(
    _ latitudeA: Double,
    _ longitudeA: Double,
    _ latitudeB: Double,
    _ longitudeB: Double,
    _ name: String
) throws(PlacesError) -> Area {
    let (a, b) = try corners(latitudeA, longitudeA, latitudeB, longitudeB, ("\(name).a", "\(name).b"))
    return .rectangle(Viewport(corner: a, oppositeCorner: b))
}

@_cdecl("places_filter_new")
public func places_filter_new() -> UnsafeMutablePointer<places_filter>? { FilterHandle().give() }

@_cdecl("places_filter_copy")
public func places_filter_copy(_ filter: UnsafePointer<places_filter>?) -> UnsafeMutablePointer<places_filter>? {
    guard let handle = FilterHandle.borrow(filter) else { return nil }
    return FilterHandle(handle.filter).give()
}

@_cdecl("places_filter_free")
public func places_filter_free(_ filter: UnsafeMutablePointer<places_filter>?) { FilterHandle.release(filter) }

@_cdecl("places_filter_set_mode")
public func places_filter_set_mode(
    _ filter: UnsafeMutablePointer<places_filter>?,
    _ mode: places_mode,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(filter, error) { (filter) throws(PlacesError) in
        guard let mode = FilterMode(rawValue: Int32(truncatingIfNeeded: mode.rawValue)) else {
            throw .invalid("mode", "\(mode.rawValue) is no mode")
        }
        try filter.setMode(mode, field: "mode")
    }
}

@_cdecl("places_filter_set_types")
public func places_filter_set_types(
    _ filter: UnsafeMutablePointer<places_filter>?,
    _ types: UnsafePointer<UnsafePointer<CChar>?>?,
    _ count: Int,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(filter, error) { (filter) throws(PlacesError) in
        try filter.setTypes(try InText.list(types, count, "types"), field: "types")
    }
}

@_cdecl("places_filter_set_countries")
public func places_filter_set_countries(
    _ filter: UnsafeMutablePointer<places_filter>?,
    _ countries: UnsafePointer<UnsafePointer<CChar>?>?,
    _ count: Int,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(filter, error) { (filter) throws(PlacesError) in
        try filter.setCountries(try InText.list(countries, count, "countries"), field: "countries")
    }
}

@_cdecl("places_filter_set_bias_circle")
public func places_filter_set_bias_circle(
    _ filter: UnsafeMutablePointer<places_filter>?,
    _ latitude: Double,
    _ longitude: Double,
    _ radius: Double,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(filter, error) { (filter) throws(PlacesError) in
        try filter.setBias(try circle(latitude, longitude, radius, "bias"), field: "bias")
    }
}

@_cdecl("places_filter_set_bias_rectangle")
public func places_filter_set_bias_rectangle(
    _ filter: UnsafeMutablePointer<places_filter>?,
    _ lowLatitude: Double,
    _ lowLongitude: Double,
    _ highLatitude: Double,
    _ highLongitude: Double,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(filter, error) { (filter) throws(PlacesError) in
        let area = try rectangle(lowLatitude, lowLongitude, highLatitude, highLongitude, "bias")
        try filter.setBias(area, field: "bias")
    }
}

@_cdecl("places_filter_set_bias_corners")
public func places_filter_set_bias_corners(
    _ filter: UnsafeMutablePointer<places_filter>?,
    _ latitudeA: Double,
    _ longitudeA: Double,
    _ latitudeB: Double,
    _ longitudeB: Double,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(filter, error) { (filter) throws(PlacesError) in
        let area = try oppositeCorners(latitudeA, longitudeA, latitudeB, longitudeB, "bias")
        try filter.setBias(area, field: "bias")
    }
}

@_cdecl("places_filter_clear_bias")
public func places_filter_clear_bias(_ filter: UnsafeMutablePointer<places_filter>?) {
    // Taking away cannot be refused.
    try? FilterHandle.borrow(filter)?.filter.setBias(nil, field: "bias")
}

@_cdecl("places_filter_set_restriction_circle")
public func places_filter_set_restriction_circle(
    _ filter: UnsafeMutablePointer<places_filter>?,
    _ latitude: Double,
    _ longitude: Double,
    _ radius: Double,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(filter, error) { (filter) throws(PlacesError) in
        try filter.setRestriction(try circle(latitude, longitude, radius, "restriction"), field: "restriction")
    }
}

@_cdecl("places_filter_set_restriction_rectangle")
public func places_filter_set_restriction_rectangle(
    _ filter: UnsafeMutablePointer<places_filter>?,
    _ lowLatitude: Double,
    _ lowLongitude: Double,
    _ highLatitude: Double,
    _ highLongitude: Double,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(filter, error) { (filter) throws(PlacesError) in
        let area = try rectangle(lowLatitude, lowLongitude, highLatitude, highLongitude, "restriction")
        try filter.setRestriction(area, field: "restriction")
    }
}

@_cdecl("places_filter_set_restriction_corners")
public func places_filter_set_restriction_corners(
    _ filter: UnsafeMutablePointer<places_filter>?,
    _ latitudeA: Double,
    _ longitudeA: Double,
    _ latitudeB: Double,
    _ longitudeB: Double,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(filter, error) { (filter) throws(PlacesError) in
        let area = try oppositeCorners(latitudeA, longitudeA, latitudeB, longitudeB, "restriction")
        try filter.setRestriction(area, field: "restriction")
    }
}

@_cdecl("places_filter_clear_restriction")
public func places_filter_clear_restriction(_ filter: UnsafeMutablePointer<places_filter>?) {
    // Taking away cannot be refused.
    try? FilterHandle.borrow(filter)?.filter.setRestriction(nil, field: "restriction")
}

@_cdecl("places_filter_set_origin")
public func places_filter_set_origin(
    _ filter: UnsafeMutablePointer<places_filter>?,
    _ latitude: Double,
    _ longitude: Double,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(filter, error) { (filter) throws(PlacesError) in
        filter.origin = try Coordinate(latitude: latitude, longitude: longitude, field: "origin")
    }
}

@_cdecl("places_filter_clear_origin")
public func places_filter_clear_origin(_ filter: UnsafeMutablePointer<places_filter>?) {
    FilterHandle.borrow(filter)?.filter.origin = nil
}

@_cdecl("places_filter_set_region")
public func places_filter_set_region(
    _ filter: UnsafeMutablePointer<places_filter>?,
    _ region: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(filter, error) { (filter) throws(PlacesError) in
        filter.region = try InText.region(region)
    }
}

@_cdecl("places_filter_set_language")
public func places_filter_set_language(
    _ filter: UnsafeMutablePointer<places_filter>?,
    _ language: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(filter, error) { (filter) throws(PlacesError) in
        filter.language = try InText.language(language)
    }
}

@_cdecl("places_filter_set_include_pure_service_area_businesses")
public func places_filter_set_include_pure_service_area_businesses(
    _ filter: UnsafeMutablePointer<places_filter>?,
    _ include: Bool,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(filter, error) { (filter) throws(PlacesError) in
        filter.includesPureServiceAreaBusinesses = include
    }
}

@_cdecl("places_filter_set_include_future_opening_businesses")
public func places_filter_set_include_future_opening_businesses(
    _ filter: UnsafeMutablePointer<places_filter>?,
    _ include: Bool,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(filter, error) { (filter) throws(PlacesError) in
        filter.includesFutureOpeningBusinesses = include
    }
}
