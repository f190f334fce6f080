internal import PlacesEngine
internal import PlacesModel
internal import PlacesWire

/// Texts that must not stand in a message, also when a service repeats them.
struct Secrets: Sendable {
    private var all: [String] = []

    mutating func add(_ secret: String) {
        // What is shorter is no secret, and would make holes in every message.
        guard secret.utf8.count >= 4 else { return }
        for form in [secret, PlaceQuery.percentEncoded(secret)] where !all.contains(form) { all.append(form) }
    }

    /// Values of headers that say who calls; the word before a token (`Bearer`) is none.
    mutating func add(_ headers: [HTTPRequest.Header]) {
        let names = ["authorization", "cookie", "x-goog-api-key", "x-firebase-appcheck", "proxy-authorization"]
        for header in headers where names.contains(header.name.lowercased()) {
            add(header.value)
            for word in header.value.split(separator: " ").dropFirst() { add(String(word)) }
        }
    }

    func masked(_ error: PlacesError) -> PlacesError {
        var copy = error
        for secret in all { copy = copy.masking(secret) }
        return copy
    }
}
