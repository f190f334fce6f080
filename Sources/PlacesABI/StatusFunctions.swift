// swift-format-ignore-file: AlwaysUseLowerCamelCase

import PlacesModel

@_cdecl("places_status_description")
public func places_status_description(_ status: Int32) -> UnsafePointer<CChar>? {
    OutText.literal(Status(rawValue: status)?.summary ?? "an unknown status")
}

@_cdecl("places_status_name")
public func places_status_name(_ status: Int32) -> UnsafePointer<CChar>? {
    guard let status = Status(rawValue: status) else { return OutText.literal("PLACES_UNKNOWN_STATUS") }
    return OutText.literal(status.name)
}

@_cdecl("places_status_is_retryable")
public func places_status_is_retryable(_ status: Int32) -> Bool {
    Status(rawValue: status)?.isRetryable ?? false
}

extension Status {
    fileprivate var name: StaticString {
        switch self {
        case .ok: "PLACES_OK"
        case .networkError: "PLACES_NETWORK_ERROR"
        case .serverError: "PLACES_SERVER_ERROR"
        case .internalError: "PLACES_INTERNAL_ERROR"
        case .keyInvalid: "PLACES_KEY_INVALID"
        case .keyExpired: "PLACES_KEY_EXPIRED"
        case .usageLimitExceeded: "PLACES_USAGE_LIMIT_EXCEEDED"
        case .rateLimitExceeded: "PLACES_RATE_LIMIT_EXCEEDED"
        case .deviceRateLimitExceeded: "PLACES_DEVICE_RATE_LIMIT_EXCEEDED"
        case .accessNotConfigured: "PLACES_ACCESS_NOT_CONFIGURED"
        case .incorrectBundleIdentifier: "PLACES_INCORRECT_BUNDLE_IDENTIFIER"
        case .locationError: "PLACES_LOCATION_ERROR"
        case .invalidRequest: "PLACES_INVALID_REQUEST"
        case .cancelled: "PLACES_CANCELLED"
        case .deadline: "PLACES_DEADLINE"
        case .notFound: "PLACES_NOT_FOUND"
        case .badResponse: "PLACES_BAD_RESPONSE"
        case .tls: "PLACES_TLS"
        case .queueFull: "PLACES_QUEUE_FULL"
        case .wrongThread: "PLACES_WRONG_THREAD"
        case .forked: "PLACES_FORKED"
        case .unsupported: "PLACES_UNSUPPORTED"
        case .io: "PLACES_IO"
        case .indexDamaged: "PLACES_INDEX_DAMAGED"
        case .indexVersion: "PLACES_INDEX_VERSION"
        case .noProvider: "PLACES_NO_PROVIDER"
        case .diskFull: "PLACES_DISK_FULL"
        }
    }
}
