internal import PlacesJSON
internal import PlacesModel

/// The legacy services answer HTTP 200 and say in the body how it went.
enum LegacyStatus {
    /// nil for success, rows or none.
    static func failure(of root: JSONNode, _ head: AnswerHead) -> PlacesError? {
        guard let name = root["status"]?.string else {
            return AnswerReader.unreadable(head, "it has no status, as answers of the legacy services have")
        }
        if name == "OK" || name == "ZERO_RESULTS" { return nil }
        let words = WireText.clean(root["error_message"]?.string ?? "")
        var error = PlacesError(status(name, words), message(name, words))
        error.httpStatus = head.httpStatus
        error.canonicalStatus = WireText.clean(name, limit: 64)
        error.retryAfterMilliseconds = head.retryAfterMilliseconds
        return error
    }

    private static func status(_ name: String, _ words: String) -> Status {
        switch name {
        case "INVALID_REQUEST": .invalidRequest
        case "NOT_FOUND": .notFound
        case "REQUEST_DENIED": denial(words)
        case "OVER_DAILY_LIMIT": .usageLimitExceeded
        case "OVER_QUERY_LIMIT":
            // The same status for too fast and for used up; only the words may tell.
            WireText.contains(words, anyOf: ["daily", "per day", "quota", "billing"])
                ? .usageLimitExceeded : .rateLimitExceeded
        default: .serverError
        }
    }

    private static func denial(_ words: String) -> Status {
        if WireText.contains(words, anyOf: ["expired"]) { return .keyExpired }
        if WireText.contains(words, anyOf: ["bundle", "ios client", "android client", "referer", "ip address"]) {
            return .incorrectBundleIdentifier
        }
        let configuration = [
            "legacy api", "not authorized", "not enabled", "not activated", "billing", "has not been used",
        ]
        return WireText.contains(words, anyOf: configuration) ? .accessNotConfigured : .keyInvalid
    }

    private static func message(_ name: String, _ words: String) -> String {
        var message = words.isEmpty ? "The legacy service answered \(quoted(name))" : words
        if WireText.contains(words, anyOf: ["legacy api"]) {
            message += " (The project of this key has no access to the legacy service: use Places API (New) instead)"
        }
        return message
    }
}
