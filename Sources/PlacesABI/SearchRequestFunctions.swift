// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesModel
import PlacesWire

/// `places_search_request`.
final class SearchRequestHandle: Handle {
    typealias Opaque = places_search_request

    var request: TextSearchRequest

    init(_ request: TextSearchRequest = TextSearchRequest()) { self.request = request }
}

private func edit(
    _ request: UnsafeMutablePointer<places_search_request>?,
    _ error: ErrorPointer?,
    _ body: (inout TextSearchRequest) throws(PlacesError) -> Void
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let handle = try SearchRequestHandle.required(request, "request")
        try body(&handle.request)
    }
}

@_cdecl("places_search_request_new")
public func places_search_request_new() -> UnsafeMutablePointer<places_search_request>? {
    SearchRequestHandle().give()
}

@_cdecl("places_search_request_free")
public func places_search_request_free(_ request: UnsafeMutablePointer<places_search_request>?) {
    SearchRequestHandle.release(request)
}

@_cdecl("places_search_request_set_query")
public func places_search_request_set_query(
    _ request: UnsafeMutablePointer<places_search_request>?,
    _ query: UnsafePointer<CChar>?,
    _ length: Int,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        try request.setQuery(try InText.bytes(query, length, "query"), field: "query")
    }
}

@_cdecl("places_search_request_set_fields")
public func places_search_request_set_fields(
    _ request: UnsafeMutablePointer<places_search_request>?,
    _ mask: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.fields = try FieldMask(try InText.required(mask, "mask"), field: "mask")
    }
}

@_cdecl("places_search_request_set_filter")
public func places_search_request_set_filter(
    _ request: UnsafeMutablePointer<places_search_request>?,
    _ filter: UnsafePointer<places_filter>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.filter = FilterHandle.borrow(filter)?.filter ?? Filter()
    }
}

@_cdecl("places_search_request_set_strict_type")
public func places_search_request_set_strict_type(
    _ request: UnsafeMutablePointer<places_search_request>?,
    _ strict: Bool,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in request.isStrictAboutType = strict }
}

@_cdecl("places_search_request_set_open_now")
public func places_search_request_set_open_now(
    _ request: UnsafeMutablePointer<places_search_request>?,
    _ openNow: Bool,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in request.isOpenNow = openNow }
}

@_cdecl("places_search_request_set_min_rating")
public func places_search_request_set_min_rating(
    _ request: UnsafeMutablePointer<places_search_request>?,
    _ rating: Double,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in try request.setMinimumRating(rating, field: "rating") }
}

@_cdecl("places_search_request_set_price_levels")
public func places_search_request_set_price_levels(
    _ request: UnsafeMutablePointer<places_search_request>?,
    _ levels: UnsafePointer<UnsafePointer<CChar>?>?,
    _ count: Int,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        try request.setPriceLevels(try InText.list(levels, count, "levels"), field: "levels")
    }
}

@_cdecl("places_search_request_set_limit")
public func places_search_request_set_limit(
    _ request: UnsafeMutablePointer<places_search_request>?,
    _ limit: Int32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in try request.setLimit(Int(limit), field: "limit") }
}

@_cdecl("places_search_request_set_rank_by_distance")
public func places_search_request_set_rank_by_distance(
    _ request: UnsafeMutablePointer<places_search_request>?,
    _ byDistance: Bool,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in request.ranksByDistance = byDistance }
}

@_cdecl("places_search_request_set_page_token")
public func places_search_request_set_page_token(
    _ request: UnsafeMutablePointer<places_search_request>?,
    _ pageToken: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.pageToken = try InText.optional(pageToken, "page_token") ?? ""
    }
}

@_cdecl("places_search_request_set_deadline")
public func places_search_request_set_deadline(
    _ request: UnsafeMutablePointer<places_search_request>?,
    _ milliseconds: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in request.deadlineMilliseconds = milliseconds }
}

@_cdecl("places_search_request_from_json")
public func places_search_request_from_json(
    _ json: UnsafePointer<CChar>?,
    _ length: Int,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_search_request>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    making(out, error) { () throws(PlacesError) in
        SearchRequestHandle(try WireRequest.decodeTextSearch(try InText.bytes(json, length, "json")))
    }
}
