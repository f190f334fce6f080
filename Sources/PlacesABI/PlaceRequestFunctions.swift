// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesModel

/// `places_place_request`.
final class PlaceRequestHandle: Handle {
    typealias Opaque = places_place_request

    var request: PlaceRequest {
        didSet { idText = nil }
    }
    private var idText: CText?

    init(_ request: PlaceRequest = PlaceRequest()) { self.request = request }

    var placeID: CText {
        if let idText { return idText }
        let text = CText(request.placeID)
        idText = text
        return text
    }
}

private func edit(
    _ request: UnsafeMutablePointer<places_place_request>?,
    _ error: ErrorPointer?,
    _ body: (inout PlaceRequest) throws(PlacesError) -> Void
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let handle = try PlaceRequestHandle.required(request, "request")
        try body(&handle.request)
    }
}

@_cdecl("places_place_request_new")
public func places_place_request_new() -> UnsafeMutablePointer<places_place_request>? { PlaceRequestHandle().give() }

@_cdecl("places_place_request_free")
public func places_place_request_free(_ request: UnsafeMutablePointer<places_place_request>?) {
    PlaceRequestHandle.release(request)
}

@_cdecl("places_place_request_set_place_id")
public func places_place_request_set_place_id(
    _ request: UnsafeMutablePointer<places_place_request>?,
    _ placeID: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        try request.setPlaceID(try InText.required(placeID, "place_id"), field: "place_id")
    }
}

@_cdecl("places_place_request_set_fields")
public func places_place_request_set_fields(
    _ request: UnsafeMutablePointer<places_place_request>?,
    _ mask: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.fields = try FieldMask(try InText.required(mask, "mask"), field: "mask")
    }
}

@_cdecl("places_place_request_set_field_bits")
public func places_place_request_set_field_bits(
    _ request: UnsafeMutablePointer<places_place_request>?,
    _ bits: UInt64,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.fields = try FieldMask(bits: bits, field: "bits")
    }
}

@_cdecl("places_place_request_set_token")
public func places_place_request_set_token(
    _ request: UnsafeMutablePointer<places_place_request>?,
    _ token: UnsafePointer<places_token>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.token = TokenHandle.borrow(token)?.token
    }
}

@_cdecl("places_place_request_set_language")
public func places_place_request_set_language(
    _ request: UnsafeMutablePointer<places_place_request>?,
    _ language: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.language = try InText.language(language)
    }
}

@_cdecl("places_place_request_set_region")
public func places_place_request_set_region(
    _ request: UnsafeMutablePointer<places_place_request>?,
    _ region: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.region = try InText.region(region)
    }
}

@_cdecl("places_place_request_set_deadline")
public func places_place_request_set_deadline(
    _ request: UnsafeMutablePointer<places_place_request>?,
    _ milliseconds: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.deadlineMilliseconds = milliseconds
    }
}

@_cdecl("places_place_request_place_id")
public func places_place_request_place_id(_ request: UnsafePointer<places_place_request>?) -> UnsafePointer<CChar>? {
    PlaceRequestHandle.borrow(request)?.placeID.pointer
}
