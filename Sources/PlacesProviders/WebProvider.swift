package import PlacesEngine
package import PlacesModel
internal import Synchronization

/// Asks a web service: credentials, tries, deadlines and cancellation round a service that only speaks and understands.
package final class WebProvider: AsyncProvider {
    private struct State {
        /// By the operation's number; gone when it is finished or cancelled.
        var running: [UInt64: HTTPExchange] = [:]
        var headers: [HTTPRequest.Header]
        var bearer = ""
        /// Monotonic time of the last sign of an open connection; 0 for none.
        var lastContact: UInt64 = 0
    }

    /// One operation and how far it has come.
    private struct Attempt: Sendable {
        let operation: Operation
        let request: HTTPRequest
        /// Monotonic nanoseconds; 0 for none.
        let deadline: UInt64
        var number = 0
        var hasRenewedBearer = false
    }

    package let service: any WebService
    private let options: ServiceOptions
    private let transport: any Transport
    private let logger: Logger
    private let state: Lock<State>

    package init(_ options: ServiceOptions, transport: any Transport, logger: Logger) throws(PlacesError) {
        guard options.hasCredentials else {
            throw PlacesError(
                .keyInvalid,
                "the service \(options.name) needs an API key, or a base URL or headers of one's own that make up for it",
                field: "api_key"
            )
        }
        service = try ServiceRegistry.make(options)
        self.options = options
        self.transport = transport
        self.logger = logger
        state = Lock(State(headers: options.headers))
    }

    // MARK: AsyncProvider

    package func check(_ work: Work) throws(PlacesError) { try service.check(work) }

    package func start(_ operation: Operation) {
        let request: HTTPRequest
        do throws(PlacesError) { request = try service.encode(operation.work) } catch {
            operation.finish(.failure(error))
            return
        }
        var limit = UInt64(options.timeoutMilliseconds)
        let own = UInt64(operation.work.deadlineMilliseconds)
        if own > 0 { limit = limit == 0 ? own : min(limit, own) }
        let deadline = limit == 0 ? 0 : MonotonicTime.now() &+ limit &* 1_000_000
        send(Attempt(operation: operation, request: request, deadline: deadline), isFirst: true)
    }

    package func cancel(_ operation: Operation) {
        let exchange = state.withLock { $0.running.removeValue(forKey: operation.id) }
        if let exchange { transport.cancel(exchange) }
    }

    // MARK: Around it

    /// Opens a connection, so that the first letter does not pay for the name server and for TLS.
    package func warmUp() {
        let now = MonotonicTime.now()
        let isCold = state.withLock { state in
            // libcurl keeps a connection for two minutes; servers often for one.
            guard state.lastContact == 0 || now &- state.lastContact > 50_000_000_000 else { return false }
            state.lastContact = now
            return true
        }
        guard isCold else { return }
        var request = HTTPRequest(.head, url: service.warmUpURL)
        request.deadline = now &+ UInt64(options.timeoutMilliseconds) &* 1_000_000
        transport.start(
            HTTPExchange(request) { [self] result in
                if case .failure = result { state.withLock { $0.lastContact = 0 } }
            }
        )
    }

    /// Sets a header of the requests to come; nil takes it away.
    package func setHeader(_ name: String, _ value: String?) throws(PlacesError) {
        try state.withLock { (state) throws(PlacesError) in
            try ServiceOptions.set(name, value, in: &state.headers)
        }
    }

    package func close() { transport.close() }

    // MARK: Sending

    private func send(_ attempt: Attempt, isFirst: Bool, notBefore: UInt64 = 0) {
        var request = attempt.request
        request.deadline = attempt.deadline
        request.notBefore = notBefore
        let (headers, bearer) = credentials(renew: false)
        request.headers += headers
        var secrets = Secrets()
        secrets.add(options.apiKey)
        secrets.add(headers)
        secrets.add(bearer)
        let begin = MonotonicTime.now()
        let known = secrets
        let exchange = HTTPExchange(request) { [self] result in
            finished(attempt, result, known, milliseconds: (MonotonicTime.now() &- begin) / 1_000_000)
        }
        let id = attempt.operation.id
        let isWanted = state.withLock { state in
            guard isFirst || state.running[id] != nil else { return false }
            state.running[id] = exchange
            return true
        }
        if isWanted { transport.start(exchange) }
    }

    private func credentials(renew: Bool) -> (headers: [HTTPRequest.Header], bearer: String) {
        var (headers, token) = state.withLock { ($0.headers, $0.bearer) }
        if let bearer = options.bearer {
            if token.isEmpty || renew {
                token = CallbackScope.call { bearer(renew) } ?? ""
                state.withLock { $0.bearer = token }
            }
            if !token.isEmpty { headers.append(HTTPRequest.Header("Authorization", "Bearer \(token)")) }
        }
        return (headers, token)
    }

    // MARK: Receiving, on the network thread

    private func finished(
        _ attempt: Attempt,
        _ result: Result<HTTPResponse, PlacesError>,
        _ secrets: Secrets,
        milliseconds: UInt64
    ) {
        let outcome: Result<Answer, PlacesError>
        do throws(PlacesError) {
            let response = try result.get()
            logger.log(
                .debug,
                "\(attempt.request.shownURL): HTTP \(response.status), \(response.body.count) bytes, \(milliseconds) ms"
            )
            outcome = .success(try service.decode(response, to: attempt.operation.work))
        } catch {
            let masked = secrets.masked(error)
            if retry(attempt, after: masked) { return }
            outcome = .failure(masked)
        }
        let now = MonotonicTime.now()
        state.withLock { state in
            state.running[attempt.operation.id] = nil
            if case .success = outcome { state.lastContact = now }
        }
        attempt.operation.finish(outcome)
    }

    /// Sends it again where that is allowed and can help; false where not.
    private func retry(_ attempt: Attempt, after error: PlacesError) -> Bool {
        var next = attempt
        if error.httpStatus == 401, options.bearer != nil, !attempt.hasRenewedBearer {
            next.hasRenewedBearer = true
            _ = credentials(renew: true)
            attempt.operation.resent()
            send(next, isFirst: false)
            return true
        }
        guard attempt.number < retries(for: attempt.operation.work), WebProvider.canHelp(error) else { return false }
        next.number += 1
        // 200 ms, 400 ms, ..., each shortened by up to a half, so that many clients do not come back together.
        let pause = UInt64(200) << UInt64(min(attempt.number, 6))
        var wait = pause / 2 + UInt64.random(in: 0...(pause / 2))
        if error.retryAfterMilliseconds > 0 { wait = max(wait, UInt64(error.retryAfterMilliseconds)) }
        let time = MonotonicTime.now() &+ wait &* 1_000_000
        guard attempt.deadline == 0 || time < attempt.deadline else { return false }
        logger.log(.info, "\(attempt.request.shownURL): \(error.status.summary); trying again in \(wait) ms")
        attempt.operation.resent()
        send(next, isFirst: false, notBefore: time)
        return true
    }

    private func retries(for work: Work) -> Int {
        if case .suggest = work { return 0 }
        return Int(options.retries)
    }

    /// A refusal stays one, and a quota that is used up is the caller's to know of.
    private static func canHelp(_ error: PlacesError) -> Bool {
        switch error.status {
        case .networkError, .serverError: error.httpStatus != 407
        default: false
        }
    }
}
