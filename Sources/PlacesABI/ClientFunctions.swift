// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesEngine
import PlacesIndex
import PlacesModel
import PlacesProviders
import PlacesTransport
import PlacesTyping

/// `places_client`: an engine and what answers it.
final class ClientHandle: Handle, IndexUser {
    typealias Opaque = places_client

    let engine: Engine
    private let indexes: Lock<[IndexHandle]>
    /// The web service that answers; nil for an index or a provider of the host's.
    let service: WebProvider?
    private let hasOwnProvider: Bool
    private let sources: [SourceHandle]

    init(_ options: OptionsHandle) throws(PlacesError) {
        try ClientHandle.checkOneAnswerer(options)
        service = try ClientHandle.service(options)
        sources = options.sources
        hasOwnProvider = options.provider != nil || service != nil || !sources.isEmpty
        indexes = Lock(options.indexes)
        let meter = Meter()
        if sources.isEmpty {
            let own: (any AsyncProvider)? = options.provider ?? service
            engine = Engine(options: options.engine, provider: own.map { AnyProvider.asynchronous($0) }, meter: meter)
        } else {
            let combined = CombinedProvider(
                sources.map(\.source),
                mode: options.sourceMode,
                waitMilliseconds: options.sourceWait,
                meter: meter
            )
            engine = Engine(options: options.engine, provider: .asynchronous(combined), meter: meter)
            combined.attach(engine)
        }
        if !hasOwnProvider {
            indexChanged()
            for index in options.indexes { index.add(self) }
        }
    }

    /// Indexes, a provider, a service or sources: one of them answers.
    static func checkOneAnswerer(_ options: OptionsHandle) throws(PlacesError) {
        let kinds = [
            (!options.indexes.isEmpty, "an index"), (options.provider != nil, "a provider"),
            (!options.web.service.name.isEmpty, "a service"), (!options.sources.isEmpty, "sources"),
        ]
        let present = kinds.filter(\.0).map(\.1)
        guard present.count <= 1 else {
            throw .invalid("options", "hold \(present.joined(separator: " and ")); one of them answers for a client")
        }
    }

    static func service(_ options: OptionsHandle) throws(PlacesError) -> WebProvider? {
        guard !options.web.service.name.isEmpty else { return nil }
        var transport = options.web.transport
        let host = options.web.userAgent
        transport.userAgent = (host.isEmpty ? "" : host + " ") + "libplaces/\(LibraryVersion.text)"
        return try WebProvider(
            options.web.service,
            transport: CurlTransport(transport),
            logger: options.engine.logger
        )
    }

    /// Whether there is a service to search texts and addresses.
    var hasService: Bool { service != nil || sources.contains { $0.service != nil } }

    /// Ends everything that runs for this client.
    func close() {
        engine.close()
        service?.close()
    }

    /// Puts the answering provider together anew.
    func indexChanged() {
        let open = indexes.withLock { $0 }.map(\.index)
        engine.setProvider(open.isEmpty ? nil : .local(EmbeddedProvider(open)))
    }

    func setIndexes(_ new: [IndexHandle]) throws(PlacesError) {
        if hasOwnProvider { throw .invalid("client", "has a provider of its own and takes no index") }
        if engine.isForked {
            throw PlacesError(.forked, "the client was created before fork(); create a new one in the child")
        }
        let old = indexes.withLock { indexes in
            let old = indexes
            indexes = new
            return old
        }
        for index in new { index.add(self) }
        indexChanged()
        withExtendedLifetime(old) {}
    }
}

@_cdecl("places_client_new")
public func places_client_new(
    _ options: UnsafePointer<places_client_options>?,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_client>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    making(out, error) { () throws(PlacesError) in try ClientHandle(OptionsHandle.borrow(options) ?? OptionsHandle()) }
}

@_cdecl("places_client_free")
public func places_client_free(_ client: UnsafeMutablePointer<places_client>?) {
    ClientHandle.release(client)?.close()
}

@_cdecl("places_client_set_indexes")
public func places_client_set_indexes(
    _ client: UnsafeMutablePointer<places_client>?,
    _ indexes: UnsafePointer<UnsafeMutablePointer<places_index>?>?,
    _ count: Int,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let handle = try ClientHandle.required(client, "client")
        guard (0...1024).contains(count) else {
            throw .invalid("count", "\(UInt(bitPattern: count)) is outside 0 to 1024 indexes")
        }
        var new: [IndexHandle] = []
        for position in 0..<count {
            guard let index = IndexHandle.borrow(indexes?[position]) else {
                throw .invalid("indexes[\(position)]", "is NULL")
            }
            new.append(index)
        }
        try handle.setIndexes(new)
    }
}

@_cdecl("places_client_autocomplete")
public func places_client_autocomplete(
    _ client: UnsafeMutablePointer<places_client>?,
    _ request: UnsafePointer<places_request>?,
    _ callback: (
        @convention(c) (
            UnsafeMutableRawPointer?, UInt64, places_status, UnsafePointer<places_result>?, UnsafePointer<places_error>?
        ) -> Void
    )?,
    _ userdata: UnsafeMutableRawPointer?,
    _ id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        // Counted: the callback may free the client before this returns.
        let engine = try ClientHandle.lookAt(client, "client") { $0.engine }
        let work = try autocompleteWork(request)
        guard let callback else { throw .null("callback") }
        let receiver = Receiver(callback: unsafeBitCast(callback, to: UnsafeRawPointer.self), userdata: userdata) {
            giveSuggestions($0, $1, $2)
        }
        try engine.submit(work, id: id, receiver: receiver)
    }
}

typealias ResultCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, UInt64, places_status, UnsafePointer<places_result>?, UnsafePointer<places_error>?
    ) -> Void

/// Hands suggestions to C.
private func giveSuggestions(_ receiver: Receiver, _ id: UInt64, _ result: Result<Answer, PlacesError>) {
    let callback = unsafeBitCast(receiver.callback, to: ResultCallback.self)
    switch result {
    case .success(.suggestions(let list)):
        list.lend { callback(receiver.userdata, id, PLACES_OK, $0, nil) }
    case .success:
        fail(.wrongAnswer) { callback(receiver.userdata, id, $0, nil, $1) }
    case .failure(let failure):
        fail(failure) { callback(receiver.userdata, id, $0, nil, $1) }
    }
}

@_cdecl("places_client_fetch_place")
public func places_client_fetch_place(
    _ client: UnsafeMutablePointer<places_client>?,
    _ request: UnsafePointer<places_place_request>?,
    _ callback: (
        @convention(c) (
            UnsafeMutableRawPointer?, UInt64, places_status, UnsafePointer<places_place>?, UnsafePointer<places_error>?
        ) -> Void
    )?,
    _ userdata: UnsafeMutableRawPointer?,
    _ id: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let engine = try ClientHandle.required(client, "client").engine
        let work = try placeWork(request)
        guard let callback else { throw .null("callback") }
        try engine.submit(work, id: id, completion: placeCompletion(callback, userdata))
    }
}

typealias PlaceCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, UInt64, places_status, UnsafePointer<places_place>?, UnsafePointer<places_error>?
    ) -> Void

/// Hands a place to C.
func placeCompletion(_ callback: PlaceCallback, _ userdata: UnsafeMutableRawPointer?) -> Completion {
    let target = Target(callback: callback, userdata: userdata)
    return Completion { id, result in
        switch result {
        case .success(.place(let place)):
            PlaceHandle(place).lend { target.callback(target.userdata, id, PLACES_OK, $0, nil) }
        case .success:
            fail(.wrongAnswer) { target.callback(target.userdata, id, $0, nil, $1) }
        case .failure(let failure):
            fail(failure) { target.callback(target.userdata, id, $0, nil, $1) }
        }
    }
}

private func autocompleteWork(_ request: UnsafePointer<places_request>?) throws(PlacesError) -> Work {
    let request = try RequestHandle.lookAt(request, "request") { $0.request }
    guard !request.text.isEmpty else { throw .invalid("query", "is not set") }
    return .suggest(request)
}

func placeWork(_ request: UnsafePointer<places_place_request>?) throws(PlacesError) -> Work {
    let request = try PlaceRequestHandle.required(request, "request").request
    guard !request.placeID.isEmpty else { throw .invalid("place_id", "is not set") }
    guard request.fields != nil else { throw .invalid("fields", "is not set; name the fields, or \"*\" for all") }
    return .place(request)
}

@_cdecl("places_client_cancel")
public func places_client_cancel(_ client: UnsafeMutablePointer<places_client>?, _ id: UInt64) {
    ClientHandle.borrow(client)?.engine.cancel(id)
}

@_cdecl("places_client_pending_count")
public func places_client_pending_count(_ client: UnsafePointer<places_client>?) -> Int {
    ClientHandle.borrow(client)?.engine.pendingCount ?? 0
}

@_cdecl("places_client_dispatch")
public func places_client_dispatch(_ client: UnsafeMutablePointer<places_client>?) -> Int32 {
    // Counted: a callback may free the client.
    guard let engine = ClientHandle.look(client, { $0.engine }) else { return Status.invalidRequest.rawValue }
    if engine.isForked { return Status.forked.rawValue }
    if engine.delivery == .thread { return Status.unsupported.rawValue }
    return Int32(clamping: engine.dispatch())
}

@_cdecl("places_client_fd")
public func places_client_fd(_ client: UnsafeMutablePointer<places_client>?) -> Int32 {
    guard let engine = ClientHandle.borrow(client)?.engine else { return Status.invalidRequest.rawValue }
    if engine.isForked { return Status.forked.rawValue }
    if engine.delivery == .thread { return Status.unsupported.rawValue }
    do throws(PlacesError) { return try engine.descriptor() } catch { return error.status.rawValue }
}

@_cdecl("places_client_autocomplete_wait")
public func places_client_autocomplete_wait(
    _ client: UnsafeMutablePointer<places_client>?,
    _ request: UnsafePointer<places_request>?,
    _ timeout: Int32,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_result>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    making(out, error) { () throws(PlacesError) in
        let engine = try ClientHandle.required(client, "client").engine
        guard case .suggestions(let list) = try engine.wait(try autocompleteWork(request), timeoutMilliseconds: timeout)
        else { throw .wrongAnswer }
        return list
    }
}

@_cdecl("places_client_fetch_place_wait")
public func places_client_fetch_place_wait(
    _ client: UnsafeMutablePointer<places_client>?,
    _ request: UnsafePointer<places_place_request>?,
    _ timeout: Int32,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_place>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    making(out, error) { () throws(PlacesError) in
        let engine = try ClientHandle.required(client, "client").engine
        guard case .place(let place) = try engine.wait(try placeWork(request), timeoutMilliseconds: timeout) else {
            throw .wrongAnswer
        }
        return PlaceHandle(place)
    }
}

@_cdecl("places_client_meter")
public func places_client_meter(_ client: UnsafePointer<places_client>?) -> UnsafeMutablePointer<places_meter>? {
    guard let engine = ClientHandle.borrow(client)?.engine, !engine.isForked else { return nil }
    return MeterHandle(engine.meter.counts).give()
}
