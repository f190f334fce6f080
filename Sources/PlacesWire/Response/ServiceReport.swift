internal import PlacesModel

/// What a service said of a failure, and which of our statuses that is.
struct ServiceReport {
    /// 0 where the HTTP status says nothing (a failure inside HTTP 200).
    var httpStatus: Int32
    var canonicalStatus = ""
    var reason = ""
    var message = ""
    /// The names of the quota that is used up.
    var quota = ""

    init(httpStatus: Int32) { self.httpStatus = httpStatus }

    var shownMessage: String {
        if !message.isEmpty { return message }
        let name = canonicalStatus.isEmpty ? "" : " \(canonicalStatus)"
        return httpStatus == 0
            ? "The service refused the request\(name)" : "The service refused the request: HTTP \(httpStatus)\(name)"
    }

    var status: Status { statusByReason ?? statusByMessage ?? statusByName ?? statusByHTTP }

    /// google.api.ErrorReason, and the names that third parties report.
    private var statusByReason: Status? {
        switch reason {
        case "API_KEY_INVALID": isExpired ? .keyExpired : .keyInvalid
        case "API_KEY_EXPIRED": .keyExpired
        case "CREDENTIALS_MISSING", "ACCESS_TOKEN_EXPIRED", "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
            "ACCESS_TOKEN_TYPE_UNSUPPORTED", "ACCOUNT_STATE_INVALID":
            .keyInvalid
        case "SERVICE_DISABLED", "API_KEY_SERVICE_BLOCKED", "BILLING_DISABLED", "CONSUMER_INVALID",
            "CONSUMER_SUSPENDED", "USER_PROJECT_DENIED":
            .accessNotConfigured
        case "API_KEY_IOS_APP_BLOCKED", "API_KEY_ANDROID_APP_BLOCKED", "API_KEY_HTTP_REFERRER_BLOCKED",
            "API_KEY_IP_ADDRESS_BLOCKED":
            .incorrectBundleIdentifier
        case "RESOURCE_QUOTA_EXCEEDED": .usageLimitExceeded
        case "RATE_LIMIT_EXCEEDED": statusByQuota
        default: nil
        }
    }

    /// Where the service names no reason its words are all there is. Only for refusals of the caller.
    private var statusByMessage: Status? {
        let isRefusal =
            ["INVALID_ARGUMENT", "PERMISSION_DENIED", "UNAUTHENTICATED"].contains(canonicalStatus)
            || canonicalStatus.isEmpty && [400, 401, 403].contains(httpStatus)
        guard isRefusal, !message.isEmpty else { return nil }
        if isExpired { return .keyExpired }
        if WireText.contains(message, anyOf: ["api key not valid", "invalid api key", "api key is invalid"]) {
            return .keyInvalid
        }
        if canonicalStatus == "INVALID_ARGUMENT" || canonicalStatus.isEmpty && httpStatus == 400 { return nil }
        if WireText.contains(
            message,
            anyOf: ["ios client application", "android client application", "referer", "ip address"]
        ) {
            return .incorrectBundleIdentifier
        }
        let configuration = [
            "has not been used", "not enabled", "is disabled", "are blocked", "not authorized", "billing",
        ]
        return WireText.contains(message, anyOf: configuration) ? .accessNotConfigured : nil
    }

    /// google.rpc.Code.
    private var statusByName: Status? {
        switch canonicalStatus {
        case "INVALID_ARGUMENT", "FAILED_PRECONDITION", "OUT_OF_RANGE", "ALREADY_EXISTS": .invalidRequest
        case "NOT_FOUND": .notFound
        case "PERMISSION_DENIED", "UNAUTHENTICATED": .keyInvalid
        case "RESOURCE_EXHAUSTED": statusByQuota
        case "UNIMPLEMENTED": .unsupported
        case "CANCELLED", "UNKNOWN", "DEADLINE_EXCEEDED", "ABORTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS":
            .serverError
        default: nil
        }
    }

    private var statusByHTTP: Status {
        switch httpStatus {
        case 401, 403: .keyInvalid
        case 404: .notFound
        case 407: .networkError
        case 408, 409, 499: .serverError
        case 429: statusByQuota
        case 400...498: .invalidRequest
        default: .serverError
        }
    }

    /// A quota of a day or longer is used up for long; a shorter one is a matter of pace.
    private var statusByQuota: Status {
        let isLong =
            WireText.contains(quota, anyOf: ["day", "/d/", "month"])
            || WireText.contains(message, anyOf: ["per day", "daily", "per month", "monthly"])
        return isLong ? .usageLimitExceeded : .rateLimitExceeded
    }

    private var isExpired: Bool {
        WireText.contains(message, anyOf: ["key expired", "key has expired", "key is expired"])
    }
}
