internal import CCurl
internal import PlacesEngine
internal import PlacesModel

/// What the network thread does. Nobody else touches it.
struct CurlLoop {
    /// More transfers wait inside libcurl; sockets are the host's, too.
    private static let maximumConnections = 100
    /// Handles that are kept for the next requests.
    private static let maximumIdle = 64

    private let multi: UnsafeMutableRawPointer
    private let options: TransportOptions
    private let trustStore: TrustStore
    private var running: [ObjectIdentifier: Transfer] = [:]
    private var idle: [Transfer] = []
    /// Exchanges whose time has not come.
    private var delayed: [HTTPExchange] = []

    init(multi: UnsafeMutableRawPointer, options: TransportOptions, trustStore: TrustStore) {
        self.multi = multi
        self.options = options
        self.trustStore = trustStore
        _ = ccurl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, CurlLoop.maximumConnections)
        _ = ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, CurlLoop.maximumConnections)
    }

    mutating func start(_ exchange: HTTPExchange) {
        if exchange.request.notBefore > MonotonicTime.now() {
            delayed.append(exchange)
            return
        }
        guard let transfer = idle.popLast() ?? Transfer(options: options, trustStore: trustStore) else {
            exchange.finish(.failure(PlacesError(.internalError, "libcurl gave no handle")))
            return
        }
        transfer.begin(exchange)
        running[ObjectIdentifier(exchange)] = transfer
        guard curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else {
            running[ObjectIdentifier(exchange)] = nil
            exchange.finish(.failure(PlacesError(.internalError, "libcurl took no request")))
            return
        }
    }

    mutating func cancel(_ exchange: HTTPExchange) {
        delayed.removeAll { $0 === exchange }
        guard let transfer = running.removeValue(forKey: ObjectIdentifier(exchange)) else { return }
        curl_multi_remove_handle(multi, transfer.easy)
        // Not used again: what its buffers hold belongs to the cancelled request.
        _ = transfer.forget()
    }

    /// Moves everything forward, hands out what is done, and waits for the next event.
    mutating func step() {
        startDue()
        var count: Int32 = 0
        curl_multi_perform(multi, &count)
        if handOut() { return }
        var timeout: Int32 = 60_000
        let now = MonotonicTime.now()
        for exchange in delayed {
            let time = exchange.request.notBefore
            timeout = min(timeout, time > now ? Int32(clamping: (time &- now) / 1_000_000 &+ 1) : 0)
        }
        curl_multi_poll(multi, nil, 0, timeout, nil)
    }

    private mutating func startDue() {
        if delayed.isEmpty { return }
        let now = MonotonicTime.now()
        let due = delayed.filter { $0.request.notBefore <= now }
        delayed.removeAll { $0.request.notBefore <= now }
        for exchange in due { start(exchange) }
    }

    private mutating func handOut() -> Bool {
        var hasFinished = false
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            let code = message.pointee.data.result
            curl_multi_remove_handle(multi, easy)
            var target: UnsafeMutablePointer<CChar>?
            _ = ccurl_get_text(easy, CURLINFO_PRIVATE, &target)
            guard let target else { continue }
            let transfer = Unmanaged<Transfer>.fromOpaque(target).takeUnretainedValue()
            guard let (exchange, result) = transfer.end(code) else { continue }
            running[ObjectIdentifier(exchange)] = nil
            if idle.count < CurlLoop.maximumIdle { idle.append(transfer) }
            hasFinished = true
            exchange.finish(result)
        }
        return hasFinished
    }

    /// Lets go of everything.
    mutating func end() {
        for transfer in running.values {
            curl_multi_remove_handle(multi, transfer.easy)
            transfer.forget()?.finish(.failure(PlacesError(.cancelled, "the client was freed")))
        }
        for exchange in delayed { exchange.finish(.failure(PlacesError(.cancelled, "the client was freed"))) }
        running = [:]
        delayed = []
        idle = []
    }
}
