// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesEngine
import PlacesModel
import PlacesWire

typealias AutocompleteFunction =
    @convention(c) (
        UnsafeMutableRawPointer?, UInt64, UnsafePointer<places_request>?, UnsafeMutablePointer<places_responder>?
    ) -> Void
typealias FetchPlaceFunction =
    @convention(c) (
        UnsafeMutableRawPointer?, UInt64, UnsafePointer<places_place_request>?, UnsafeMutablePointer<places_responder>?
    ) -> Void
typealias CancelFunction = @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void

/// `places_provider`: a provider that the host wrote.
final class ProviderHandle: Handle, AsyncProvider, @unchecked Sendable {
    // @unchecked: the host promises to set the functions before the first client uses them.
    typealias Opaque = places_provider

    private let userdata: UnsafeMutableRawPointer?
    private let destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
    var autocomplete: AutocompleteFunction?
    var fetchPlace: FetchPlaceFunction?
    var cancelled: CancelFunction?

    init(userdata: UnsafeMutableRawPointer?, destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?) {
        self.userdata = userdata
        self.destroy = destroy
    }

    deinit { destroy?(userdata) }

    func check(_ work: Work) throws(PlacesError) {
        switch work {
        case .suggest where autocomplete == nil:
            throw PlacesError(.unsupported, "the provider of this client has no autocomplete")
        case .place where fetchPlace == nil:
            throw PlacesError(.unsupported, "the provider of this client has no place details")
        case .textSearch, .geocode, .photo:
            throw PlacesError(.unsupported, "the provider of this client has no search and no geocoding")
        default: break
        }
    }

    func start(_ operation: Operation) {
        let responder = ResponderHandle(operation).give()
        switch operation.work {
        case .suggest(let request):
            guard let autocomplete else { return ResponderHandle.unsupported(responder) }
            RequestHandle(request).lend { autocomplete(userdata, operation.id, $0, responder) }
        case .place(let request):
            guard let fetchPlace else { return ResponderHandle.unsupported(responder) }
            PlaceRequestHandle(request).lend { fetchPlace(userdata, operation.id, $0, responder) }
        case .textSearch, .geocode, .photo:
            ResponderHandle.unsupported(responder)
        }
    }

    func cancel(_ operation: Operation) { cancelled?(userdata, operation.id) }
}

/// `places_responder`: where the host's provider hands its answer in. Used up by the first answer.
final class ResponderHandle: Handle, Sendable {
    typealias Opaque = places_responder

    private let operation: Operation

    init(_ operation: Operation) { self.operation = operation }

    func finish(_ body: UnsafeBufferPointer<UInt8>) {
        do throws(PlacesError) {
            let answer: Answer =
                switch operation.work {
                case .suggest(let request):
                    .suggestions(try WireResponse.decodeSuggestions(body, head: .none, limit: request.limit))
                case .place(let request): .place(try decodePlace(body, request))
                case .textSearch, .geocode, .photo:
                    throw PlacesError(.unsupported, "the provider of this client has no search and no geocoding")
                }
            operation.finish(.success(answer))
        } catch {
            operation.finish(.failure(error))
        }
    }

    private func decodePlace(_ body: UnsafeBufferPointer<UInt8>, _ request: PlaceRequest) throws(PlacesError) -> Place {
        let place = try WireResponse.decodePlace(body, head: .none)
        return request.fields.map(place.masked) ?? place
    }

    func fail(_ error: PlacesError) { operation.finish(.failure(error)) }

    fileprivate static func unsupported(_ responder: UnsafeMutablePointer<places_responder>) {
        release(responder)?.fail(PlacesError(.unsupported, "the provider of this client does not offer this"))
    }
}

@_cdecl("places_provider_new")
public func places_provider_new(
    _ userdata: UnsafeMutableRawPointer?,
    _ destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> UnsafeMutablePointer<places_provider>? {
    ProviderHandle(userdata: userdata, destroy: destroy).give()
}

@_cdecl("places_provider_free")
public func places_provider_free(_ provider: UnsafeMutablePointer<places_provider>?) {
    ProviderHandle.release(provider)
}

@_cdecl("places_provider_set_autocomplete")
public func places_provider_set_autocomplete(
    _ provider: UnsafeMutablePointer<places_provider>?,
    _ function: (
        @convention(c) (
            UnsafeMutableRawPointer?, UInt64, UnsafePointer<places_request>?, UnsafeMutablePointer<places_responder>?
        ) -> Void
    )?
) { ProviderHandle.borrow(provider)?.autocomplete = function }

@_cdecl("places_provider_set_fetch_place")
public func places_provider_set_fetch_place(
    _ provider: UnsafeMutablePointer<places_provider>?,
    _ function: (
        @convention(c) (
            UnsafeMutableRawPointer?, UInt64, UnsafePointer<places_place_request>?,
            UnsafeMutablePointer<places_responder>?
        ) -> Void
    )?
) { ProviderHandle.borrow(provider)?.fetchPlace = function }

@_cdecl("places_provider_set_cancel")
public func places_provider_set_cancel(
    _ provider: UnsafeMutablePointer<places_provider>?,
    _ function: (@convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void)?
) { ProviderHandle.borrow(provider)?.cancelled = function }

@_cdecl("places_responder_finish_json")
public func places_responder_finish_json(
    _ responder: UnsafeMutablePointer<places_responder>?,
    _ json: UnsafePointer<CChar>?,
    _ length: Int
) {
    guard let handle = ResponderHandle.release(responder) else { return }
    do throws(PlacesError) {
        handle.finish(try InText.bytes(json, length, "json"))
    } catch {
        handle.fail(PlacesError(.badResponse, error.message, field: error.field))
    }
}

@_cdecl("places_responder_fail")
public func places_responder_fail(
    _ responder: UnsafeMutablePointer<places_responder>?,
    _ status: places_status,
    _ message: UnsafePointer<CChar>?
) {
    guard let handle = ResponderHandle.release(responder) else { return }
    var known = Status(rawValue: status.rawValue) ?? .internalError
    if known == .ok { known = .internalError }
    // Whether a request was cancelled is the client's to say; here somebody gave it up.
    if known == .cancelled { known = .networkError }
    let text = ShownText.clean(message.flatMap { String(validatingCString: $0) } ?? "")
    handle.fail(PlacesError(known, text.isEmpty ? "\(known.summary)" : text))
}
