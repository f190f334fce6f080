// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesEngine
import PlacesModel
import PlacesProviders

/// The client, which must have a service: an index finds no text and no address.
private func service(_ client: UnsafePointer<places_client>?) throws(PlacesError) -> Engine {
    let handle = try ClientHandle.required(client, "client")
    if handle.engine.isForked {
        throw PlacesError(.forked, "the client was created before fork(); create a new one in the child")
    }
    if !handle.hasService {
        throw PlacesError(.unsupported, "the client has no service (places_client_options_set_service)")
    }
    return handle.engine
}

private func searchWork(_ request: UnsafePointer<places_search_request>?) throws(PlacesError) -> Work {
    let request = try SearchRequestHandle.required(request, "request").request
    guard !request.query.isEmpty else { throw .invalid("query", "is not set") }
    guard request.fields != nil else { throw .invalid("fields", "is not set; name the fields, or \"*\" for all") }
    return .textSearch(request)
}

private func geocodeWork(_ request: UnsafePointer<places_geocode_request>?) throws(PlacesError) -> Work {
    .geocode(try GeocodeRequestHandle.required(request, "request").request)
}

private func photoWork(
    _ name: UnsafePointer<CChar>?,
    _ width: Int32,
    _ height: Int32
) throws(PlacesError) -> Work {
    .photo(
        try PhotoRequest(
            name: try InText.required(name, "photo_name"),
            maximumWidth: Int(width),
            maximumHeight: Int(height)
        )
    )
}

typealias PlaceListCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, UInt64, places_status, UnsafePointer<places_place_list>?, UnsafePointer<places_error>?
    ) -> Void

private func submitForPlaces(
    _ engine: Engine,
    _ work: Work,
    _ callback: PlaceListCallback?,
    _ userdata: UnsafeMutableRawPointer?,
    _ id: UnsafeMutablePointer<UInt64>?
) throws(PlacesError) {
    guard let callback else { throw .null("callback") }
    let target = Target(callback: callback, userdata: userdata)
    try engine.submit(
        work,
        id: id,
        completion: Completion { id, result in
            switch result {
            case .success(.places(let list)):
                PlaceListHandle(list).lend { target.callback(target.userdata, id, PLACES_OK, $0, nil) }
            case .success:
                fail(.wrongAnswer) { target.callback(target.userdata, id, $0, nil, $1) }
            case .failure(let failure):
                fail(failure) { target.callback(target.userdata, id, $0, nil, $1) }
            }
        }
    )
}

private func waitForPlaces(
    _ engine: Engine,
    _ work: Work,
    _ timeout: Int32
) throws(PlacesError) -> PlaceListHandle {
    guard case .places(let list) = try engine.wait(work, timeoutMilliseconds: timeout) else { throw .wrongAnswer }
    return PlaceListHandle(list)
}

extension PlacesError {
    static var wrongAnswer: PlacesError {
        PlacesError(.internalError, "the answer is of another kind than what was asked for")
    }
}

@_cdecl("places_client_search_text")
public func places_client_search_text(
    _ client: UnsafeMutablePointer<places_client>?,
    _ request: UnsafePointer<places_search_request>?,
    _ callback: (
        @convention(c) (
            UnsafeMutableRawPointer?, UInt64, places_status, UnsafePointer<places_place_list>?,
            UnsafePointer<places_error>?
        ) -> Void
    )?,
    _ userdata: UnsafeMutableRawPointer?,
    _ id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        try submitForPlaces(try service(client), try searchWork(request), callback, userdata, id)
    }
}

@_cdecl("places_client_geocode")
public func places_client_geocode(
    _ client: UnsafeMutablePointer<places_client>?,
    _ request: UnsafePointer<places_geocode_request>?,
    _ callback: (
        @convention(c) (
            UnsafeMutableRawPointer?, UInt64, places_status, UnsafePointer<places_place_list>?,
            UnsafePointer<places_error>?
        ) -> Void
    )?,
    _ userdata: UnsafeMutableRawPointer?,
    _ id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        try submitForPlaces(try service(client), try geocodeWork(request), callback, userdata, id)
    }
}

@_cdecl("places_client_search_text_wait")
public func places_client_search_text_wait(
    _ client: UnsafeMutablePointer<places_client>?,
    _ request: UnsafePointer<places_search_request>?,
    _ timeout: Int32,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_place_list>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    making(out, error) { () throws(PlacesError) in
        try waitForPlaces(try service(client), try searchWork(request), timeout)
    }
}

@_cdecl("places_client_geocode_wait")
public func places_client_geocode_wait(
    _ client: UnsafeMutablePointer<places_client>?,
    _ request: UnsafePointer<places_geocode_request>?,
    _ timeout: Int32,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_place_list>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    making(out, error) { () throws(PlacesError) in
        try waitForPlaces(try service(client), try geocodeWork(request), timeout)
    }
}

@_cdecl("places_client_fetch_photo_uri")
public func places_client_fetch_photo_uri(
    _ client: UnsafeMutablePointer<places_client>?,
    _ photoName: UnsafePointer<CChar>?,
    _ maxWidth: Int32,
    _ maxHeight: Int32,
    _ callback: (
        @convention(c) (
            UnsafeMutableRawPointer?, UInt64, places_status, UnsafePointer<CChar>?, UnsafePointer<places_error>?
        ) -> Void
    )?,
    _ userdata: UnsafeMutableRawPointer?,
    _ id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let engine = try service(client)
        let work = try photoWork(photoName, maxWidth, maxHeight)
        guard let callback else { throw .null("callback") }
        let target = Target(callback: callback, userdata: userdata)
        try engine.submit(
            work,
            id: id,
            completion: Completion { id, result in
                switch result {
                case .success(.uri(let uri)):
                    uri.withCString { target.callback(target.userdata, id, PLACES_OK, $0, nil) }
                case .success:
                    fail(.wrongAnswer) { target.callback(target.userdata, id, $0, nil, $1) }
                case .failure(let failure):
                    fail(failure) { target.callback(target.userdata, id, $0, nil, $1) }
                }
            }
        )
    }
}

@_cdecl("places_client_fetch_photo_uri_wait")
public func places_client_fetch_photo_uri_wait(
    _ client: UnsafeMutablePointer<places_client>?,
    _ photoName: UnsafePointer<CChar>?,
    _ maxWidth: Int32,
    _ maxHeight: Int32,
    _ timeout: Int32,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        out?.pointee = nil
        guard let out else { throw .null("out") }
        let engine = try service(client)
        let work = try photoWork(photoName, maxWidth, maxHeight)
        guard case .uri(let uri) = try engine.wait(work, timeoutMilliseconds: timeout) else { throw .wrongAnswer }
        out.pointee = OutText.give(uri.utf8)
    }
}

@_cdecl("places_client_warm_up")
public func places_client_warm_up(_ client: UnsafeMutablePointer<places_client>?) {
    guard let handle = ClientHandle.borrow(client), !handle.engine.isForked else { return }
    handle.service?.warmUp()
}

@_cdecl("places_client_set_header")
public func places_client_set_header(
    _ client: UnsafeMutablePointer<places_client>?,
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        _ = try service(client)
        let name = try InText.required(name, "name")
        try ClientHandle.borrow(client)?.service?.setHeader(name, try InText.optional(value, "value"))
    }
}
