internal import CCurl
internal import PlacesModel

/// What an error of libcurl means to the caller.
struct CurlFailure {
    let code: CURLcode
    /// What libcurl said of it; may be empty.
    let detail: String
    let trustStore: TrustStore
    let maximumBodyBytes: Int
    let isBodyTooLong: Bool
    /// HTTP status of the proxy's answer to CONNECT; 0 where there was none.
    let proxyStatus: Int

    func error(host: String) -> PlacesError {
        if isBodyTooLong || code == CURLE_FILESIZE_EXCEEDED {
            return PlacesError(
                .badResponse,
                "the answer of \(host) is longer than \(maximumBodyBytes) bytes, the limit"
            )
        }
        let words = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            return PlacesError(.deadline, "\(host) did not answer in time: \(words)")
        case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE:
            return PlacesError(.tls, "the certificates of the authorities could not be read: \(trustStore.description)")
        case CURLE_PEER_FAILED_VERIFICATION:
            return PlacesError(
                .tls,
                "the certificate of \(host) was not accepted (authorities: \(trustStore.description)): \(words)"
            )
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED:
            return PlacesError(.tls, "no secure connection to \(host): \(words)")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WRITE_ERROR:
            return PlacesError(.badResponse, "the answer of \(host) could not be read: \(words)")
        case CURLE_URL_MALFORMAT:
            return PlacesError(.invalidRequest, "the address of the service is no URL: \(host)", field: "base_url")
        case CURLE_COULDNT_RESOLVE_PROXY:
            return PlacesError(.networkError, "the proxy for \(host) has no address: \(words)")
        case CURLE_PROXY:
            return PlacesError(.networkError, "the proxy did not connect to \(host): \(words)")
        case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNKNOWN_OPTION:
            return PlacesError(.internalError, "libcurl failed: \(words)")
        default:
            if proxyStatus == 407 {
                var error = PlacesError(
                    .networkError,
                    "the proxy for \(host) asks for a name and a password (HTTP 407)"
                )
                error.httpStatus = 407
                return error
            }
            return PlacesError(.networkError, "\(host) could not be reached: \(words)")
        }
    }
}
