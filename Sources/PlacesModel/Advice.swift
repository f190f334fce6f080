extension PlacesError {
    /// What a developer can do about it; empty where there is nothing to say.
    package var advice: StaticString { adviceByReason ?? adviceByStatus }

    /// By google.api.ErrorReason.
    private var adviceByReason: StaticString? {
        switch reason {
        case "SERVICE_DISABLED":
            "Enable the API (Places API (New), or Geocoding API) for the key's project in the console."
        case "BILLING_DISABLED": "Switch billing on for the key's project."
        case "API_KEY_SERVICE_BLOCKED": "Add the API to those that the key may call (API restrictions of the key)."
        case "API_KEY_IOS_APP_BLOCKED":
            "Send the bundle identifier that the key allows (header X-Ios-Bundle-Identifier), or allow this one."
        case "API_KEY_ANDROID_APP_BLOCKED":
            "Send the package and the certificate that the key allows (headers X-Android-Package, X-Android-Cert), or allow these."
        case "API_KEY_HTTP_REFERRER_BLOCKED": "Send a referrer that the key allows (header Referer), or allow this one."
        case "API_KEY_IP_ADDRESS_BLOCKED":
            "Allow this machine's address for the key, or call through a server whose address is allowed."
        case "CONSUMER_SUSPENDED", "CONSUMER_INVALID", "USER_PROJECT_DENIED":
            "Look into the state of the key's project in the console."
        default: nil
        }
    }

    private var adviceByStatus: StaticString {
        switch status {
        case .keyInvalid:
            "Check the key: right project, no missing characters, and the API among those that it may call."
        case .keyExpired: "Make a new key in the console."
        case .usageLimitExceeded: "Raise the quota in the console, or wait until the day or month is over."
        case .rateLimitExceeded, .deviceRateLimitExceeded:
            "Send fewer requests in a short time (wait for three letters, throttle typing), or raise the quota."
        case .accessNotConfigured:
            "Enable the API for the key's project, allow it for the key, and switch billing on."
        case .incorrectBundleIdentifier:
            "Send the application that the key is restricted to (header X-Ios-Bundle-Identifier, X-Android-Package, Referer), or allow this one."
        case .networkError: "Check the connection and the proxy; then try again."
        case .tls:
            "Check the certificates of the authorities (ca_file, SSL_CERT_FILE) and the clock. Verification cannot be switched off."
        case .serverError, .internalError: "Try again later."
        case .badResponse:
            "Look who answers: a provider of your own with a fault, or a proxy, a captive portal or a wrong base URL between."
        case .deadline: "Allow more time, or check the connection."
        case .notFound: "The ID may have expired: search for the place again, or ask for its id alone, which is free."
        case .queueFull: "Let requests finish, or cancel those whose answer nobody awaits."
        case .unsupported: "Use another service or provider for this."
        case .noProvider: "Add an index, or set a service."
        case .forked: "Create the client after fork()."
        case .wrongThread: "Submit the request with a callback instead of waiting."
        case .indexDamaged, .indexVersion: "Build or fetch the index again."
        case .diskFull: "Free some space."
        case .ok, .cancelled, .invalidRequest, .locationError, .io: ""
        }
    }
}
