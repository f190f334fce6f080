import PlacesModel
import Synchronization

/// What a client's searches cost, counted where it happens.
package final class Meter: Sendable {
    /// The raw values are the public `places_counter` numbers.
    package enum Counter: Int, CaseIterable, Sendable {
        case autocomplete = 0
        case details = 1
        case textSearch = 2
        case geocode = 3
        case photo = 4
        case resent = 5
        case withToken = 6
        case cancelled = 7
        case local = 8
        case cacheHits = 9
        case sessionsBegun = 10
        case sessionsEnded = 11
        case sessionsAbandoned = 12
        case tokensReused = 13
        case picks = 14
        case charactersBeforePick = 15
        case requestsBeforePick = 16
        case detailsIDsOnly = 17
        case detailsEssentials = 18
        case detailsPro = 19
        case detailsEnterprise = 20
        case detailsEnterpriseAtmosphere = 21
        case detailsUnknown = 22
    }

    package struct Counts: Sendable {
        private var values = [UInt64](repeating: 0, count: Counter.allCases.count)

        package subscript(counter: Counter) -> UInt64 {
            get { values[counter.rawValue] }
            set { values[counter.rawValue] = newValue }
        }

        /// Autocomplete requests before a pick, on average; nil before the first pick.
        package var requestsPerPick: Double? {
            self[.picks] == 0 ? nil : Double(self[.requestsBeforePick]) / Double(self[.picks])
        }

        package init() {}
    }

    private struct State {
        var counts = Counts()
        /// Tokens whose session has ended lately, so that their reuse shows.
        var ended: [SessionToken] = []
    }

    private static let rememberedTokens = 64

    private let state = Lock(State())
    /// Apart from the others: an index answers a letter in microseconds, and shall not take a lock to count it.
    private let local = Atomic<UInt64>(0)

    package init() {}

    package var counts: Counts {
        var counts = state.withLock { $0.counts }
        counts[.local] = local.load(ordering: .relaxed)
        return counts
    }

    package func add(_ counter: Counter, _ count: Int = 1) {
        state.withLock { $0.counts[counter] &+= UInt64(max(0, count)) }
    }

    /// An index answers a request.
    package func answersLocally() { local.wrappingAdd(1, ordering: .relaxed) }

    /// A request goes to a service or a provider.
    package func sent(_ work: Work) {
        state.withLock { state in
            let (counter, token) = Meter.kind(work)
            state.counts[counter] &+= 1
            if case .place(let request) = work { state.counts[Meter.tier(request.fields)] &+= 1 }
            guard let token else { return }
            state.counts[.withToken] &+= 1
            if state.ended.contains(token) { state.counts[.tokensReused] &+= 1 }
            if case .place = work { Meter.end(token, &state) }
        }
    }

    private static func end(_ token: SessionToken, _ state: inout State) {
        if state.ended.contains(token) { return }
        if state.ended.count == rememberedTokens { state.ended.removeFirst() }
        state.ended.append(token)
    }

    private static func kind(_ work: Work) -> (Counter, SessionToken?) {
        switch work {
        case .suggest(let request): (.autocomplete, request.token)
        case .place(let request): (.details, request.token)
        case .textSearch: (.textSearch, nil)
        case .geocode: (.geocode, nil)
        case .photo: (.photo, nil)
        }
    }

    private static func tier(_ mask: FieldMask?) -> Counter {
        switch mask.map(BillingTier.of) {
        case .essentialsIDsOnly: .detailsIDsOnly
        case .essentials: .detailsEssentials
        case .pro: .detailsPro
        case .enterprise: .detailsEnterprise
        case .enterpriseAtmosphere: .detailsEnterpriseAtmosphere
        default: .detailsUnknown
        }
    }
}
