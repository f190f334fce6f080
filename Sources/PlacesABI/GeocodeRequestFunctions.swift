// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesModel

/// `places_geocode_request`.
final class GeocodeRequestHandle: Handle {
    typealias Opaque = places_geocode_request

    var request = GeocodeRequest()
}

private func edit(
    _ request: UnsafeMutablePointer<places_geocode_request>?,
    _ error: ErrorPointer?,
    _ body: (inout GeocodeRequest) throws(PlacesError) -> Void
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let handle = try GeocodeRequestHandle.required(request, "request")
        try body(&handle.request)
    }
}

@_cdecl("places_geocode_request_new")
public func places_geocode_request_new() -> UnsafeMutablePointer<places_geocode_request>? {
    GeocodeRequestHandle().give()
}

@_cdecl("places_geocode_request_free")
public func places_geocode_request_free(_ request: UnsafeMutablePointer<places_geocode_request>?) {
    GeocodeRequestHandle.release(request)
}

@_cdecl("places_geocode_request_set_address")
public func places_geocode_request_set_address(
    _ request: UnsafeMutablePointer<places_geocode_request>?,
    _ address: UnsafePointer<CChar>?,
    _ length: Int,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        try request.setAddress(try InText.bytes(address, length, "address"), field: "address")
    }
}

@_cdecl("places_geocode_request_set_place_id")
public func places_geocode_request_set_place_id(
    _ request: UnsafeMutablePointer<places_geocode_request>?,
    _ placeID: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        try request.setPlaceID(try InText.required(placeID, "place_id"), field: "place_id")
    }
}

@_cdecl("places_geocode_request_set_location")
public func places_geocode_request_set_location(
    _ request: UnsafeMutablePointer<places_geocode_request>?,
    _ latitude: Double,
    _ longitude: Double,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.setLocation(try Coordinate(latitude: latitude, longitude: longitude, field: "location"))
    }
}

@_cdecl("places_geocode_request_add_component")
public func places_geocode_request_add_component(
    _ request: UnsafeMutablePointer<places_geocode_request>?,
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        try request.addComponent(try InText.required(name, "name"), try InText.required(value, "value"))
    }
}

@_cdecl("places_geocode_request_set_bounds")
public func places_geocode_request_set_bounds(
    _ request: UnsafeMutablePointer<places_geocode_request>?,
    _ lowLatitude: Double,
    _ lowLongitude: Double,
    _ highLatitude: Double,
    _ highLongitude: Double,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.bounds = try Viewport(
            low: try Coordinate(latitude: lowLatitude, longitude: lowLongitude, field: "bounds.low"),
            high: try Coordinate(latitude: highLatitude, longitude: highLongitude, field: "bounds.high"),
            field: "bounds"
        )
    }
}

@_cdecl("places_geocode_request_set_language")
public func places_geocode_request_set_language(
    _ request: UnsafeMutablePointer<places_geocode_request>?,
    _ language: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in request.language = try InText.language(language) }
}

@_cdecl("places_geocode_request_set_region")
public func places_geocode_request_set_region(
    _ request: UnsafeMutablePointer<places_geocode_request>?,
    _ region: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in request.region = try InText.region(region) }
}

@_cdecl("places_geocode_request_set_result_types")
public func places_geocode_request_set_result_types(
    _ request: UnsafeMutablePointer<places_geocode_request>?,
    _ types: UnsafePointer<UnsafePointer<CChar>?>?,
    _ count: Int,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        try request.setResultTypes(try InText.list(types, count, "types"), field: "types")
    }
}

@_cdecl("places_geocode_request_set_location_types")
public func places_geocode_request_set_location_types(
    _ request: UnsafeMutablePointer<places_geocode_request>?,
    _ types: UnsafePointer<UnsafePointer<CChar>?>?,
    _ count: Int,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        try request.setLocationTypes(try InText.list(types, count, "types"), field: "types")
    }
}

@_cdecl("places_geocode_request_set_deadline")
public func places_geocode_request_set_deadline(
    _ request: UnsafeMutablePointer<places_geocode_request>?,
    _ milliseconds: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in request.deadlineMilliseconds = milliseconds }
}
