internal import CCurl
internal import Glibc
internal import PlacesEngine
internal import PlacesModel

/// One easy handle of libcurl with all that is set once; used for one exchange after the other. Touched by the network
/// thread alone.
final class Transfer {
    let easy: UnsafeMutableRawPointer
    private let options: TransportOptions
    private let trustStore: TrustStore
    private(set) var exchange: HTTPExchange?
    fileprivate var body: [UInt8] = []
    fileprivate var isBodyTooLong = false
    private var headers: UnsafeMutablePointer<curl_slist>?
    /// libcurl writes its words here.
    private let words: UnsafeMutablePointer<CChar>

    init?(options: TransportOptions, trustStore: TrustStore) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.options = options
        self.trustStore = trustStore
        words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        setUp()
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
        words.deallocate()
    }

    private func setUp() {
        let me = Unmanaged.passUnretained(self).toOpaque()
        _ = ccurl_set_pointer(easy, CURLOPT_PRIVATE, me)
        _ = ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, words)
        _ = ccurl_set_pointer(easy, CURLOPT_WRITEDATA, me)
        _ = ccurl_set_receiver(easy, CURLOPT_WRITEFUNCTION, receiveBody)
        // Counts what arrives before decompression: a stream that expands to nothing would never end.
        _ = ccurl_set_pointer(easy, CURLOPT_XFERINFODATA, me)
        _ = ccurl_set_progress(easy, watchProgress)
        _ = ccurl_set_long(easy, CURLOPT_NOPROGRESS, 0)
        _ = ccurl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(options.maximumBodyBytes))
        _ = ccurl_set_socket_opener(easy, openSocket)

        // No SIGALRM, no SIGPIPE; no wait for a name server that a cancelled transfer asked.
        _ = ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        _ = ccurl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        _ = ccurl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        _ = ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        _ = ccurl_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        // A redirect is an error here: followed, it would carry the key and what was typed to somebody else.
        _ = ccurl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
        _ = ccurl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
        _ = ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(options.connectTimeoutMilliseconds))
        // Empty: all that this libcurl can decompress.
        _ = ccurl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "")
        _ = ccurl_set_text(easy, CURLOPT_USERAGENT, options.userAgent)
        if let file = trustStore.file {
            _ = ccurl_set_text(easy, CURLOPT_CAINFO, file)
            _ = ccurl_set_text(easy, CURLOPT_PROXY_CAINFO, file)
        }
        if let folder = trustStore.folder {
            if trustStore.file == nil { _ = ccurl_set_text(easy, CURLOPT_CAINFO, nil) }
            _ = ccurl_set_text(easy, CURLOPT_CAPATH, folder)
            _ = ccurl_set_text(easy, CURLOPT_PROXY_CAPATH, folder)
        } else if trustStore.file != nil {
            // Not the system's folder beside the file that was asked for.
            _ = ccurl_set_text(easy, CURLOPT_CAPATH, nil)
        }
        if let proxy = options.proxy { _ = ccurl_set_text(easy, CURLOPT_PROXY, proxy) }
    }

    /// Makes it ready for this exchange.
    func begin(_ exchange: HTTPExchange) {
        let request = exchange.request
        self.exchange = exchange
        isBodyTooLong = false
        words.pointee = 0
        _ = ccurl_set_text(easy, CURLOPT_URL, request.url)
        // On HTTP/2 a burst then shares the first connection; plain HTTP/1 has nothing to wait for.
        _ = ccurl_set_long(easy, CURLOPT_PIPEWAIT, request.url.hasPrefix("https:") ? 1 : 0)
        switch request.method {
        case .get:
            _ = ccurl_set_long(easy, CURLOPT_HTTPGET, 1)
        case .head:
            _ = ccurl_set_long(easy, CURLOPT_NOBODY, 1)
        case .post:
            _ = ccurl_set_long(easy, CURLOPT_POST, 1)
            _ = ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
            request.body.withUnsafeBytes { bytes in
                _ = ccurl_set_pointer(
                    easy,
                    CURLOPT_COPYPOSTFIELDS,
                    UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                )
            }
        }
        curl_slist_free_all(headers)
        headers = nil
        for header in request.headers { headers = curl_slist_append(headers, "\(header.name): \(header.value)") }
        if request.method == .post { headers = curl_slist_append(headers, "Expect:") }
        _ = ccurl_set_list(easy, CURLOPT_HTTPHEADER, headers)
        var milliseconds = 0
        if request.deadline > 0 {
            let now = MonotonicTime.now()
            milliseconds = request.deadline > now ? Int(clamping: (request.deadline &- now) / 1_000_000 &+ 1) : 1
        }
        _ = ccurl_set_long(easy, CURLOPT_TIMEOUT_MS, milliseconds)
    }

    /// What the transfer came to. The exchange leaves it.
    func end(_ code: CURLcode) -> (exchange: HTTPExchange, result: Result<HTTPResponse, PlacesError>)? {
        guard let exchange = forget() else { return nil }
        let received = body
        body = []
        let status = number(CURLINFO_RESPONSE_CODE)
        // 407 is no answer of the service's: without a tunnel, the proxy's comes in its place.
        if code == CURLE_OK, status != 407 { return (exchange, .success(response(received))) }
        let failure = CurlFailure(
            code: code,
            detail: String(cString: words),
            trustStore: trustStore,
            maximumBodyBytes: options.maximumBodyBytes,
            isBodyTooLong: isBodyTooLong,
            proxyStatus: status == 407 ? status : number(CURLINFO_HTTP_CONNECTCODE)
        )
        return (exchange, .failure(failure.error(host: host(of: exchange.request))))
    }

    /// Drops the exchange unfinished.
    func forget() -> HTTPExchange? {
        let exchange = self.exchange
        self.exchange = nil
        return exchange
    }

    private func response(_ body: [UInt8]) -> HTTPResponse {
        var retryAfter: curl_off_t = 0
        // libcurl reads both forms, seconds and date; 0 stands for none.
        _ = ccurl_get_offset(easy, CURLINFO_RETRY_AFTER, &retryAfter)
        return HTTPResponse(
            status: Int32(truncatingIfNeeded: number(CURLINFO_RESPONSE_CODE)),
            contentType: text(CURLINFO_CONTENT_TYPE),
            retryAfterMilliseconds: retryAfter > 0 ? min(Int64(retryAfter), Int64(Int32.max)) &* 1000 : -1,
            location: text(CURLINFO_REDIRECT_URL),
            body: body
        )
    }

    private func number(_ info: CURLINFO) -> Int {
        var value = 0
        _ = ccurl_get_long(easy, info, &value)
        return value
    }

    private func text(_ info: CURLINFO) -> String {
        var value: UnsafeMutablePointer<CChar>?
        _ = ccurl_get_text(easy, info, &value)
        return value.map { String(cString: $0) } ?? ""
    }

    private func host(of request: HTTPRequest) -> String { String(request.shownURL.prefix { $0 != "/" }) }

    fileprivate func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= options.maximumBodyBytes &- body.count else {
            isBodyTooLong = true
            return false
        }
        if body.isEmpty { body.reserveCapacity(max(4096, bytes.count)) }
        body.append(contentsOf: bytes)
        return true
    }

    fileprivate func watch(arrived: Int64) -> Bool {
        guard arrived <= Int64(options.maximumBodyBytes) else {
            isBodyTooLong = true
            return false
        }
        return true
    }
}

private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ target: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let target else { return 0 }
    // `size` is always 1.
    let buffer = UnsafeBufferPointer(start: UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self), count: count)
    return Unmanaged<Transfer>.fromOpaque(target).takeUnretainedValue().receive(buffer) ? count : 0
}

private func watchProgress(
    _ target: UnsafeMutableRawPointer?,
    _: curl_off_t,
    _ arrived: curl_off_t,
    _: curl_off_t,
    _: curl_off_t
) -> Int32 {
    guard let target else { return 0 }
    return Unmanaged<Transfer>.fromOpaque(target).takeUnretainedValue().watch(arrived: Int64(arrived)) ? 0 : 1
}

/// Sockets are closed in programs that the host starts.
private func openSocket(
    _: UnsafeMutableRawPointer?,
    _: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let address else { return -1 }
    return socket(
        address.pointee.family,
        address.pointee.socktype | Int32(bitPattern: SOCK_CLOEXEC.rawValue),
        address.pointee.protocol
    )
}
