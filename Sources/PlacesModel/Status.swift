/// The outcome of a call or a request. The raw values are the public `places_status` numbers: they never change and
/// are never used again for another meaning.
///
/// -1 to -12 mean what the iOS SDK's `GMSPlacesErrorCode` means by the same numbers; ours start at -100.
package enum Status: Int32, Sendable, CaseIterable {
    case ok = 0

    case networkError = -1
    case serverError = -2
    case internalError = -3
    case keyInvalid = -4
    case keyExpired = -5
    case usageLimitExceeded = -6
    case rateLimitExceeded = -7
    case deviceRateLimitExceeded = -8
    case accessNotConfigured = -9
    case incorrectBundleIdentifier = -10
    case locationError = -11
    case invalidRequest = -12

    case cancelled = -100
    case deadline = -101
    case notFound = -102
    case badResponse = -103
    case tls = -104
    case queueFull = -105
    case wrongThread = -106
    case forked = -107
    case unsupported = -108
    case io = -109
    case indexDamaged = -110
    case indexVersion = -111
    case noProvider = -112
    case diskFull = -113

    /// One sentence for people, without anything about a particular request.
    package var summary: StaticString {
        switch self {
        case .ok: "success"
        case .networkError: "the service could not be reached"
        case .serverError: "the service failed or its answer was not understood"
        case .internalError: "an internal error of the library"
        case .keyInvalid: "the API key is malformed, missing or refused"
        case .keyExpired: "the API key has expired"
        case .usageLimitExceeded: "the usage limit of the API key is exceeded"
        case .rateLimitExceeded: "too many requests for this API key in a short time"
        case .deviceRateLimitExceeded: "too many requests from this device"
        case .accessNotConfigured: "the API is not enabled for the project of this key, or billing is off"
        case .incorrectBundleIdentifier: "the key does not allow this application"
        case .locationError: "the location could not be determined"
        case .invalidRequest: "the request is not valid"
        case .cancelled: "the request was cancelled"
        case .deadline: "the deadline passed before the answer came"
        case .notFound: "no place has this ID"
        case .badResponse: "the answer of the service could not be read"
        case .tls: "the secure connection could not be established"
        case .queueFull: "too many requests of this client are pending"
        case .wrongThread: "this call blocks and may not be made inside a callback"
        case .forked: "the client was created before fork() and does not work in the child process"
        case .unsupported: "the provider of this client does not offer this"
        case .io: "a file could not be read or written"
        case .indexDamaged: "the file is not an undamaged place index"
        case .indexVersion: "the place index was written by a version that this library does not read"
        case .noProvider: "the client has neither an index nor a provider"
        case .diskFull: "no space is left on the disk"
        }
    }

    /// Whether trying the same again can help.
    package var isRetryable: Bool {
        switch self {
        case .networkError, .serverError, .internalError, .deadline, .queueFull: true
        default: false
        }
    }

    /// The number and the canonical name of the same outcome in Google's REST interface (google/rpc/code.proto), for
    /// bodies that look like the service's.
    package var http: (code: Int, name: StaticString) {
        switch self {
        case .ok: (200, "OK")
        case .invalidRequest: (400, "INVALID_ARGUMENT")
        case .keyInvalid, .keyExpired: (400, "INVALID_ARGUMENT")
        case .accessNotConfigured, .incorrectBundleIdentifier: (403, "PERMISSION_DENIED")
        case .notFound: (404, "NOT_FOUND")
        case .usageLimitExceeded, .rateLimitExceeded, .deviceRateLimitExceeded, .queueFull:
            (429, "RESOURCE_EXHAUSTED")
        case .cancelled: (499, "CANCELLED")
        case .unsupported: (501, "UNIMPLEMENTED")
        case .networkError, .noProvider: (503, "UNAVAILABLE")
        case .deadline: (504, "DEADLINE_EXCEEDED")
        case .wrongThread, .forked: (400, "FAILED_PRECONDITION")
        case .serverError, .internalError, .locationError, .badResponse, .tls, .io, .indexDamaged, .indexVersion,
            .diskFull:
            (500, "INTERNAL")
        }
    }
}
