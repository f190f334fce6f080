// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesEngine
import PlacesModel
import PlacesTyping

/// `places_fetcher`.
final class FetcherHandle: Handle {
    typealias Opaque = places_fetcher

    let fetcher: Fetcher
    let engine: Engine

    init(_ engine: Engine, _ callbacks: places_fetcher_callbacks, _ userdata: UnsafeMutableRawPointer?) {
        let target = Target(callback: callbacks, userdata: userdata)
        self.engine = engine
        fetcher = Fetcher(
            client: engine,
            delegate: Fetcher.Delegate(
                started: { target.callback.did_start?(target.userdata) },
                answered: { text, list in
                    guard let answer = target.callback.did_autocomplete else { return }
                    text.string.withCString { text in list.lend { answer(target.userdata, text, $0) } }
                },
                failed: { error in
                    ErrorHandle(error).lend { target.callback.did_fail?(target.userdata, $0) }
                }
            )
        )
        let interval = Typing.defaultInterval(engine)
        fetcher.change { $0.interval = interval }
    }
}

/// What fetcher and table have in common.
enum Typing {
    /// Nanoseconds: an index answers before the next letter, and costs nothing.
    static func defaultInterval(_ engine: Engine) -> UInt64 { engine.isLocal ? 0 : 100_000_000 }

    static func interval(_ milliseconds: UInt32, _ engine: Engine) throws(PlacesError) -> UInt64 {
        if milliseconds == UInt32.max { return defaultInterval(engine) }
        guard milliseconds <= 60_000 else { throw .invalid("interval_ms", "\(milliseconds) is outside 0 to 60000 ms") }
        return UInt64(milliseconds) &* 1_000_000
    }

    /// nil for the usual one.
    static func deadline(_ milliseconds: UInt32) -> UInt32? { milliseconds == UInt32.max ? nil : milliseconds }

    static func mode(_ mode: places_typing_mode) throws(PlacesError) -> TypingMode {
        guard let known = TypingMode(rawValue: Int32(truncatingIfNeeded: mode.rawValue)) else {
            throw .invalid("mode", "\(mode.rawValue) is no mode")
        }
        return known
    }

    static func policy(_ policy: places_session_policy) throws(PlacesError) -> SessionPolicy {
        guard let known = SessionPolicy(rawValue: Int32(truncatingIfNeeded: policy.rawValue)) else {
            throw .invalid("policy", "\(policy.rawValue) is no policy")
        }
        return known
    }

    static func minimumLength(_ length: UInt32) throws(PlacesError) -> Int {
        guard (1...100).contains(length) else {
            throw .invalid("code_points", "\(length) is outside 1 to 100 code points")
        }
        return Int(length)
    }

    static func limit(_ limit: Int32) throws(PlacesError) -> Int {
        guard (1...AutocompleteRequest.maximumSuggestions).contains(Int(limit)) else {
            throw .invalid("limit", "\(limit) is outside 1 to 5 suggestions")
        }
        return Int(limit)
    }

    /// Nanoseconds.
    static func sessionTimeout(_ milliseconds: UInt32) throws(PlacesError) -> UInt64 {
        guard milliseconds == 0 || (1000...86_400_000).contains(milliseconds) else {
            throw .invalid("milliseconds", "\(milliseconds) is neither 0 nor 1000 to 86400000 ms")
        }
        return UInt64(milliseconds) &* 1_000_000
    }

    static func text(
        _ text: UnsafePointer<CChar>?,
        _ length: Int,
        caret: Int32
    ) throws(PlacesError) -> TypedText {
        if text == nil, caret <= 0 { return .empty }
        return try TypedText(try InText.bytes(text, length, "text"), caret: Int(caret), field: "text")
    }

    static func give(
        _ token: SessionToken?,
        _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_token>?>?
    ) throws(PlacesError) {
        guard let out else { throw .null("out") }
        out.pointee = token.map { TokenHandle($0).give() }
    }

    /// The members that the caller's struct has; those that came later than its header are NULL.
    static func delegate<Delegate>(_ pointer: UnsafePointer<Delegate>?, empty: Delegate) throws(PlacesError) -> Delegate
    {
        guard let pointer else { return empty }
        let size = UnsafeRawPointer(pointer).loadUnaligned(as: Int.self)
        guard size >= MemoryLayout<Int>.size, size <= 4096, size % MemoryLayout<Int>.size == 0 else {
            throw .invalid("size", "\(UInt(bitPattern: size)) is not the size of this struct")
        }
        var copy = empty
        withUnsafeMutableBytes(of: &copy) { target in
            target.copyMemory(
                from: UnsafeRawBufferPointer(start: pointer, count: min(size, MemoryLayout<Delegate>.size))
            )
        }
        return copy
    }
}

private func edit(
    _ fetcher: UnsafeMutablePointer<places_fetcher>?,
    _ error: ErrorPointer?,
    _ body: (FetcherHandle) throws(PlacesError) -> Void
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let handle = try FetcherHandle.required(fetcher, "fetcher")
        try handle.engine.checkNotForked()
        try body(handle)
    }
}

@_cdecl("places_fetcher_new")
public func places_fetcher_new(
    _ client: UnsafeMutablePointer<places_client>?,
    _ callbacks: UnsafePointer<places_fetcher_callbacks>?,
    _ userdata: UnsafeMutableRawPointer?,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_fetcher>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    making(out, error) { () throws(PlacesError) in
        let engine = try ClientHandle.required(client, "client").engine
        try engine.checkUsable()
        return FetcherHandle(engine, try Typing.delegate(callbacks, empty: places_fetcher_callbacks()), userdata)
    }
}

@_cdecl("places_fetcher_free")
public func places_fetcher_free(_ fetcher: UnsafeMutablePointer<places_fetcher>?) {
    guard let handle = FetcherHandle.release(fetcher) else { return }
    // Until it has ended a callback that still runs may use the handle.
    withExtendedLifetime(handle) { handle.fetcher.close() }
}

@_cdecl("places_fetcher_set_text")
public func places_fetcher_set_text(
    _ fetcher: UnsafeMutablePointer<places_fetcher>?,
    _ text: UnsafePointer<CChar>?,
    _ length: Int,
    _ caret: Int32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(fetcher, error) { (handle) throws(PlacesError) in
        try handle.fetcher.setText(try Typing.text(text, length, caret: caret))
    }
}

@_cdecl("places_fetcher_set_composing")
public func places_fetcher_set_composing(_ fetcher: UnsafeMutablePointer<places_fetcher>?, _ composing: Bool) {
    guard let handle = FetcherHandle.borrow(fetcher), !handle.engine.isForked else { return }
    handle.fetcher.setComposing(composing)
}

@_cdecl("places_fetcher_set_filter")
public func places_fetcher_set_filter(
    _ fetcher: UnsafeMutablePointer<places_fetcher>?,
    _ filter: UnsafePointer<places_filter>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(fetcher, error) { (handle) throws(PlacesError) in
        let filter = FilterHandle.borrow(filter)?.filter ?? Filter()
        handle.fetcher.change { $0.filter = filter }
    }
}

@_cdecl("places_fetcher_set_token")
public func places_fetcher_set_token(
    _ fetcher: UnsafeMutablePointer<places_fetcher>?,
    _ token: UnsafePointer<places_token>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(fetcher, error) { (handle) throws(PlacesError) in
        handle.fetcher.setToken(TokenHandle.borrow(token)?.token)
    }
}

@_cdecl("places_fetcher_set_session_policy")
public func places_fetcher_set_session_policy(
    _ fetcher: UnsafeMutablePointer<places_fetcher>?,
    _ policy: places_session_policy,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(fetcher, error) { (handle) throws(PlacesError) in
        let known = try Typing.policy(policy)
        handle.fetcher.changeSession { $0.policy = known }
    }
}

@_cdecl("places_fetcher_set_mode")
public func places_fetcher_set_mode(
    _ fetcher: UnsafeMutablePointer<places_fetcher>?,
    _ mode: places_typing_mode,
    _ interval: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(fetcher, error) { (handle) throws(PlacesError) in
        let known = try Typing.mode(mode)
        let nanoseconds = try Typing.interval(interval, handle.engine)
        handle.fetcher.change {
            $0.mode = known
            $0.interval = nanoseconds
        }
    }
}

@_cdecl("places_fetcher_set_min_length")
public func places_fetcher_set_min_length(
    _ fetcher: UnsafeMutablePointer<places_fetcher>?,
    _ length: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(fetcher, error) { (handle) throws(PlacesError) in
        let length = try Typing.minimumLength(length)
        handle.fetcher.change { $0.minimumLength = length }
    }
}

@_cdecl("places_fetcher_set_limit")
public func places_fetcher_set_limit(
    _ fetcher: UnsafeMutablePointer<places_fetcher>?,
    _ limit: Int32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(fetcher, error) { (handle) throws(PlacesError) in
        let limit = try Typing.limit(limit)
        handle.fetcher.change { $0.limit = limit }
    }
}

@_cdecl("places_fetcher_set_deadline")
public func places_fetcher_set_deadline(
    _ fetcher: UnsafeMutablePointer<places_fetcher>?,
    _ milliseconds: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(fetcher, error) { (handle) throws(PlacesError) in
        handle.fetcher.change { $0.deadlineMilliseconds = Typing.deadline(milliseconds) }
    }
}

@_cdecl("places_fetcher_set_session_timeout")
public func places_fetcher_set_session_timeout(
    _ fetcher: UnsafeMutablePointer<places_fetcher>?,
    _ milliseconds: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(fetcher, error) { (handle) throws(PlacesError) in
        let timeout = try Typing.sessionTimeout(milliseconds)
        handle.fetcher.changeSession { $0.timeout = timeout }
    }
}

@_cdecl("places_fetcher_clear")
public func places_fetcher_clear(_ fetcher: UnsafeMutablePointer<places_fetcher>?) {
    _ = places_fetcher_set_text(fetcher, nil, 0, -1, nil)
}

@_cdecl("places_fetcher_flush")
public func places_fetcher_flush(_ fetcher: UnsafeMutablePointer<places_fetcher>?) {
    guard let handle = FetcherHandle.borrow(fetcher), !handle.engine.isForked else { return }
    handle.fetcher.flush()
}

@_cdecl("places_fetcher_token")
public func places_fetcher_token(
    _ fetcher: UnsafeMutablePointer<places_fetcher>?,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_token>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(fetcher, error) { (handle) throws(PlacesError) in try Typing.give(handle.fetcher.token(), out) }
}

@_cdecl("places_fetcher_fetch_place")
public func places_fetcher_fetch_place(
    _ fetcher: UnsafeMutablePointer<places_fetcher>?,
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
    edit(fetcher, error) { (handle) throws(PlacesError) in
        guard case .place(let request) = try placeWork(request) else { throw .wrongAnswer }
        guard let callback else { throw .null("callback") }
        try handle.fetcher.fetchPlace(request, id: id, completion: placeCompletion(callback, userdata))
    }
}

@_cdecl("places_fetcher_end_session")
public func places_fetcher_end_session(_ fetcher: UnsafeMutablePointer<places_fetcher>?) {
    guard let handle = FetcherHandle.borrow(fetcher), !handle.engine.isForked else { return }
    handle.fetcher.endSession()
}
