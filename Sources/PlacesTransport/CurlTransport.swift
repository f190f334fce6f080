internal import CCurl
internal import Glibc
package import PlacesEngine
internal import PlacesModel

/// HTTP by libcurl: one thread and one multi handle, started by the first request and gone with `close`. Only that
/// thread touches libcurl, but for the wake-up.
package final class CurlTransport: Transport {
    private enum Order {
        case start(HTTPExchange)
        case cancel(HTTPExchange)
    }

    private struct State {
        var orders: [Order] = []
        var thread: LibraryThread?
        var threadNumber: UInt = 0
        /// The multi handle, while the thread runs.
        var multi: MultiPointer?
        var isClosing = false
        var hasEnded = false
    }

    /// libcurl allows `curl_multi_wakeup` from any thread.
    private struct MultiPointer: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    private let options: TransportOptions
    private let trustStore: TrustStore
    private let state = Lock(State())
    private let fork = ForkMark()

    package init(_ options: TransportOptions) {
        self.options = options
        trustStore = .resolve(file: options.authorityFile, folder: options.authorityFolder)
    }

    package func start(_ exchange: HTTPExchange) {
        let refusal = give(.start(exchange))
        if let refusal { exchange.finish(.failure(refusal)) }
    }

    package func cancel(_ exchange: HTTPExchange) {
        if state.withLock({ $0.thread == nil }) { return }
        _ = give(.cancel(exchange))
    }

    private func give(_ order: Order) -> PlacesError? {
        if fork.isStale {
            return PlacesError(.forked, "the client was created before fork(); create a new one in the child")
        }
        return state.withLock { state in
            guard !state.isClosing else { return PlacesError(.cancelled, "the client is being freed") }
            if state.thread == nil, let failure = startThread(&state) { return failure }
            state.orders.append(order)
            // More than one wake-up before the thread looks is one too many.
            if state.orders.count == 1, let multi = state.multi { curl_multi_wakeup(multi.pointer) }
            return nil
        }
    }

    private func startThread(_ state: inout State) -> PlacesError? {
        guard CurlLibrary.isReady, let multi = curl_multi_init() else {
            return PlacesError(.internalError, "libcurl could not be set up")
        }
        let pointer = MultiPointer(pointer: multi)
        guard let thread = LibraryThread({ [self] in run(pointer.pointer) }) else {
            curl_multi_cleanup(multi)
            return PlacesError(.internalError, "the system gave no thread for the network")
        }
        state.multi = pointer
        state.thread = thread
        LiveTransports.add(self)
        return nil
    }

    // MARK: The network thread

    private func run(_ multi: UnsafeMutableRawPointer) {
        state.withLock { $0.threadNumber = currentThread() }
        var loop = CurlLoop(multi: multi, options: options, trustStore: trustStore)
        while true {
            let (orders, isClosing) = state.withLock { state in
                let orders = state.orders
                if !orders.isEmpty { state.orders.removeAll(keepingCapacity: orders.count <= 64) }
                return (orders, state.isClosing)
            }
            for order in orders {
                switch order {
                case .start(let exchange): loop.start(exchange)
                case .cancel(let exchange): loop.cancel(exchange)
                }
            }
            if isClosing { break }
            loop.step()
        }
        loop.end()
        state.withLock { state in
            state.multi = nil
            state.hasEnded = true
        }
        state.wake()
        curl_multi_cleanup(multi)
    }

    package func close() {
        if fork.isStale { return }
        let (thread, isOwn) = state.withLock { state -> (LibraryThread?, Bool) in
            guard !state.isClosing else { return (nil, false) }
            state.isClosing = true
            if let multi = state.multi { curl_multi_wakeup(multi.pointer) }
            return (state.thread, state.threadNumber == currentThread())
        }
        LiveTransports.remove(self)
        guard let thread else { return }
        if isOwn { thread.detach() } else { thread.join() }
    }

    /// At the end of the process: stops the thread before the libraries below it are torn down.
    fileprivate func stopForExit() {
        if fork.isStale { return }
        let isWaiting = state.withLock { state in
            guard state.thread != nil, state.threadNumber != currentThread() else { return false }
            state.isClosing = true
            if let multi = state.multi { curl_multi_wakeup(multi.pointer) }
            return true
        }
        guard isWaiting else { return }
        let limit = MonotonicTime.now() &+ 1_000_000_000
        state.wait { state -> WaitStep<Void> in
            state.hasEnded || limit <= MonotonicTime.now() ? .done(()) : .wait(until: limit)
        }
    }
}

/// libcurl as a whole: set up once for the process, never torn down (the host may use it, too).
private enum CurlLibrary {
    static let isReady: Bool = ccurl_global_init() == CURLE_OK
}

/// Transports whose thread runs. `exit()` runs OpenSSL's clean-up while other threads live; a handler that is registered
/// after libcurl was set up runs before it and stops them.
private enum LiveTransports {
    private static let all = Lock<[ObjectIdentifier: CurlTransport]>([:])
    private static let isRegistered: Bool = atexit { LiveTransports.stopAll() } == 0

    static func add(_ transport: CurlTransport) {
        _ = isRegistered
        all.withLock { $0[ObjectIdentifier(transport)] = transport }
    }

    static func remove(_ transport: CurlTransport) {
        _ = all.withLock { $0.removeValue(forKey: ObjectIdentifier(transport)) }
    }

    private static func stopAll() {
        for transport in all.withLock({ Array($0.values) }) { transport.stopForExit() }
    }
}
