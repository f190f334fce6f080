import PlacesEngine
import PlacesModel

/// One search: the token that goes on all its requests, and what the meter wants to know of it.
struct Session {
    private(set) var isOpen = false
    /// The token on the wire; nil where the policy gives none.
    private(set) var token: SessionToken?
    /// Given by the program for the session that is open, or for the next one.
    private var given: SessionToken?
    private(set) var requests = 0
    /// Whether a pick of this session is geocoded instead, and its requests carry no token.
    private(set) var isGeocoded = false
    private var lastUse: UInt64 = 0
    var settings = SessionSettings()

    /// Ends a session in which nothing has happened for too long. True when it has.
    mutating func expire(at now: UInt64, _ effects: inout TypingEffects) -> Bool {
        guard isOpen, settings.timeout > 0, now > lastUse, now - lastUse > settings.timeout else { return false }
        abandon(&effects)
        return true
    }

    mutating func touch(_ now: UInt64) { lastUse = now }

    /// Begins one where none is open.
    mutating func begin(at now: UInt64, isGeocoded wanted: Bool, _ effects: inout TypingEffects) {
        lastUse = now
        if isOpen { return }
        isOpen = true
        isGeocoded = wanted && given == nil
        if let given {
            token = given
        } else if settings.policy == .automatic, !isGeocoded {
            // Without a random source requests are billed one by one, and the search goes on.
            token = try? SessionToken()
        }
        given = nil
        effects.count(.sessionsBegun)
    }

    mutating func countRequest() { requests += 1 }

    /// A pick ends the session. Its token is for the one details call.
    mutating func pick(characters: Int, _ effects: inout TypingEffects) -> SessionToken? {
        let last = token
        if isOpen {
            effects.count(.sessionsEnded)
            effects.count(.picks)
            effects.count(.charactersBeforePick, characters)
            effects.count(.requestsBeforePick, requests)
        }
        close()
        return last
    }

    /// Ends without a pick.
    mutating func abandon(_ effects: inout TypingEffects) {
        if isOpen { effects.count(.sessionsAbandoned) }
        close()
    }

    /// The program's own token: of the open session where it has none on the wire yet, else of the next.
    mutating func give(_ new: SessionToken?, _ effects: inout TypingEffects) {
        if isOpen, requests > 0 || new == nil { abandon(&effects) }
        if isOpen { token = new } else { given = new }
    }

    private mutating func close() {
        isOpen = false
        token = nil
        requests = 0
        isGeocoded = false
    }
}

package struct SessionSettings: Sendable {
    /// Nanoseconds without anything that happens; 0 for never.
    package var timeout: UInt64 = 180_000_000_000
    package var policy = SessionPolicy.automatic
}

package enum SessionPolicy: Int32, Sendable {
    case automatic = 0
    case given = 1
}
