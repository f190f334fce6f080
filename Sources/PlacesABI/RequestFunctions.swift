// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesModel
import PlacesWire

/// `places_request`.
final class RequestHandle: Handle {
    typealias Opaque = places_request

    var request: AutocompleteRequest {
        didSet { queryText = nil }
    }
    /// The query as C reads it, made when it is asked for.
    private var queryText: CText?

    init(_ request: AutocompleteRequest = AutocompleteRequest()) { self.request = request }

    var query: CText {
        if let queryText { return queryText }
        let text = CText(String(decoding: request.query, as: UTF8.self))
        queryText = text
        return text
    }
}

private func edit(
    _ request: UnsafeMutablePointer<places_request>?,
    _ error: ErrorPointer?,
    _ body: (inout AutocompleteRequest) throws(PlacesError) -> Void
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        try RequestHandle.lookAt(request, "request") { (handle) throws(PlacesError) in
            try body(&handle.request)
        }
    }
}

@_cdecl("places_request_new")
public func places_request_new() -> UnsafeMutablePointer<places_request>? { RequestHandle().give() }

@_cdecl("places_request_free")
public func places_request_free(_ request: UnsafeMutablePointer<places_request>?) { RequestHandle.release(request) }

@_cdecl("places_request_set_query")
public func places_request_set_query(
    _ request: UnsafeMutablePointer<places_request>?,
    _ query: UnsafePointer<CChar>?,
    _ length: Int,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        try request.setQuery(try InText.bytes(query, length, "query"), field: "query")
    }
}

@_cdecl("places_request_set_input_offset")
public func places_request_set_input_offset(
    _ request: UnsafeMutablePointer<places_request>?,
    _ offset: Int32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        try request.setInputOffset(Int(offset), field: "offset")
    }
}

@_cdecl("places_request_set_limit")
public func places_request_set_limit(
    _ request: UnsafeMutablePointer<places_request>?,
    _ limit: Int32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        try request.setLimit(Int(limit), field: "limit")
    }
}

@_cdecl("places_request_set_filter")
public func places_request_set_filter(
    _ request: UnsafeMutablePointer<places_request>?,
    _ filter: UnsafePointer<places_filter>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.filter = FilterHandle.look(filter) { $0.filter } ?? Filter()
    }
}

@_cdecl("places_request_set_token")
public func places_request_set_token(
    _ request: UnsafeMutablePointer<places_request>?,
    _ token: UnsafePointer<places_token>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.token = TokenHandle.borrow(token)?.token
    }
}

@_cdecl("places_request_set_include_query_predictions")
public func places_request_set_include_query_predictions(
    _ request: UnsafeMutablePointer<places_request>?,
    _ include: Bool,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.includesQueryPredictions = include
    }
}

@_cdecl("places_request_set_explain")
public func places_request_set_explain(
    _ request: UnsafeMutablePointer<places_request>?,
    _ explain: Bool,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.explains = explain
    }
}

@_cdecl("places_request_set_deadline")
public func places_request_set_deadline(
    _ request: UnsafeMutablePointer<places_request>?,
    _ milliseconds: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(request, error) { (request) throws(PlacesError) in
        request.deadlineMilliseconds = milliseconds
    }
}

@_cdecl("places_request_query")
public func places_request_query(
    _ request: UnsafePointer<places_request>?,
    _ length: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
    guard let query = RequestHandle.borrow(request)?.query else {
        length?.pointee = 0
        return nil
    }
    length?.pointee = query.length
    return query.pointer
}

@_cdecl("places_request_from_json")
public func places_request_from_json(
    _ json: UnsafePointer<CChar>?,
    _ length: Int,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_request>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    making(out, error) { () throws(PlacesError) in
        RequestHandle(try WireRequest.decodeAutocomplete(try InText.bytes(json, length, "json")))
    }
}

@_cdecl("places_request_to_json")
public func places_request_to_json(_ request: UnsafePointer<places_request>?) -> UnsafeMutablePointer<CChar>? {
    guard let handle = RequestHandle.borrow(request) else { return nil }
    return OutText.json { WireRequest.write(handle.request, to: &$0) }
}
