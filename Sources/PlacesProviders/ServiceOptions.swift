package import PlacesEngine
package import PlacesModel

/// Which service, and who calls it.
package struct ServiceOptions: Sendable {
    /// Of the registry; empty for none.
    package var name = ""
    package private(set) var apiKey = ""
    /// Scheme, host and path prefix without a slash at the end; empty for the service's own.
    package private(set) var baseURL = ""
    package private(set) var headers: [HTTPRequest.Header] = []
    /// Of the whole request, tries and pauses included.
    package var timeoutMilliseconds: UInt32 = 10_000
    /// How often a details, search, geocoding or photo request is tried again. Autocomplete never is: the next letter is
    /// the retry.
    package var retries: UInt32 = 1
    /// Gives an OAuth access token; `renew` is true when the last one was refused.
    package var bearer: (@Sendable (_ renew: Bool) -> String?)?

    package init() {}

    /// Whether the service would know who asks.
    package var hasCredentials: Bool {
        !apiKey.isEmpty || !baseURL.isEmpty || bearer != nil
            || headers.contains { ServiceOptions.isSame($0.name, "authorization") }
    }

    package mutating func setAPIKey(_ key: String, field: String) throws(PlacesError) {
        guard key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            // Without the value: it is a secret, if a wrong one.
            throw PlacesError(
                .keyInvalid,
                "\(field): holds a space, a line end or another character that no API key has",
                field: field
            )
        }
        apiKey = key
    }

    package mutating func setBaseURL(_ url: String, field: String) throws(PlacesError) {
        var text = url
        while text.hasSuffix("/") { text.removeLast() }
        guard !url.isEmpty else {
            baseURL = ""
            return
        }
        let isHTTP = text.hasPrefix("https://") || text.hasPrefix("http://")
        guard isHTTP, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalid(field, "\(quoted(url)) is no address that starts with https:// or http://")
        }
        let rest = text.drop { $0 != "/" }.drop { $0 == "/" }
        let host = rest.prefix { $0 != "/" }
        guard !host.isEmpty, !host.contains("@") else {
            throw .invalid(field, "has no host, or a name and a password before it; set a header for those")
        }
        guard !text.contains("?"), !text.contains("#") else { throw .invalid(field, "holds a \"?\" or a \"#\"") }
        baseURL = text
    }

    /// nil takes the header away.
    package mutating func setHeader(_ name: String, _ value: String?) throws(PlacesError) {
        try ServiceOptions.set(name, value, in: &headers)
    }

    /// Also for headers that change while a client runs.
    package static func set(
        _ name: String,
        _ value: String?,
        in headers: inout [HTTPRequest.Header]
    ) throws(PlacesError) {
        let isName =
            !name.isEmpty
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: "_")
            }
        guard isName else { throw .invalid("name", "\(quoted(name)) is no header's name") }
        for own in ["host", "content-length", "content-type", "transfer-encoding", "connection", "expect"]
        where isSame(name, own) {
            throw .invalid("name", "\(quoted(name)) is written by the library itself")
        }
        if let value {
            guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw .invalid("value", "holds a line end or another control character")
            }
        }
        headers.removeAll { isSame($0.name, name) }
        if let value { headers.append(HTTPRequest.Header(name, value)) }
    }

    static func isSame(_ a: String, _ b: String) -> Bool { a.lowercased() == b.lowercased() }
}
