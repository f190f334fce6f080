package import PlacesModel

/// A request to a web service: a value that a provider makes without knowing how it travels.
package struct HTTPRequest: Sendable {
    package enum Method: Sendable {
        case get
        case post
        /// Opens the connection; the answer does not matter.
        case head
    }

    package struct Header: Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package var method: Method
    /// Whole. It may hold a key (the legacy services want it there), so it goes into no message.
    package var url: String
    package var headers: [Header]
    package var body: [UInt8]
    /// Monotonic nanoseconds at which the answer must be here; 0 for none.
    package var deadline: UInt64 = 0
    /// Monotonic nanoseconds before which it is not sent (the pause before another try).
    package var notBefore: UInt64 = 0

    package init(_ method: Method, url: String, headers: [Header] = [], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// Host and path, as they may be printed: without the query, where keys and typed text are.
    package var shownURL: String {
        let address = url.prefix { $0 != "?" }
        let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        return String(parts.count == 3 ? parts[2] : address)
    }
}

/// What came back.
package struct HTTPResponse: Sendable {
    package var status: Int32
    /// As it came; empty where there was none.
    package var contentType: String
    /// Milliseconds of `Retry-After`; -1 where there was none.
    package var retryAfterMilliseconds: Int64
    /// Where the service would send us instead; empty where it did not.
    package var location: String
    package var body: [UInt8]

    package init(
        status: Int32,
        contentType: String = "",
        retryAfterMilliseconds: Int64 = -1,
        location: String = "",
        body: [UInt8] = []
    ) {
        self.status = status
        self.contentType = contentType
        self.retryAfterMilliseconds = retryAfterMilliseconds
        self.location = location
        self.body = body
    }
}

/// One request on its way.
package final class HTTPExchange: Sendable {
    package let request: HTTPRequest
    private let onFinish: @Sendable (Result<HTTPResponse, PlacesError>) -> Void

    package init(
        _ request: HTTPRequest,
        onFinish: @escaping @Sendable (Result<HTTPResponse, PlacesError>) -> Void
    ) {
        self.request = request
        self.onFinish = onFinish
    }

    /// Called by the transport, at most once, on its own thread.
    package func finish(_ result: Result<HTTPResponse, PlacesError>) { onFinish(result) }
}

/// Carries requests to web services and answers back.
package protocol Transport: AnyObject, Sendable {
    /// Sends; the exchange is finished once, unless it is cancelled first.
    func start(_ exchange: HTTPExchange)
    /// Stops it as soon as may be. It may still be finished, if the answer was here already.
    func cancel(_ exchange: HTTPExchange)
    /// Stops everything and returns when nothing runs any more; on the transport's own thread it returns at once.
    func close()
}
