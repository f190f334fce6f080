package import PlacesModel

/// What a request may need besides itself.
package struct RequestContext: Sendable {
    /// Name of the system's time zone (`Europe/Helsinki`) where the client asked for the mild bias that it gives; nil
    /// otherwise, and for UTC and unknown zones.
    package var timeZone: String?

    package init(timeZone: String? = nil) { self.timeZone = timeZone }
}

/// What a provider is asked. Boxed: it is handed on many times, and a request has many parts to count references of; an
/// autocomplete request shares its parts anyway.
package enum Work: Sendable {
    case suggest(AutocompleteRequest)
    indirect case place(PlaceRequest)
    indirect case textSearch(TextSearchRequest)
    indirect case geocode(GeocodeRequest)
    indirect case photo(PhotoRequest)

    package var deadlineMilliseconds: UInt32 {
        switch self {
        case .suggest(let request): request.deadlineMilliseconds
        case .place(let request): request.deadlineMilliseconds
        case .textSearch(let request): request.deadlineMilliseconds
        case .geocode(let request): request.deadlineMilliseconds
        case .photo(let request): request.deadlineMilliseconds
        }
    }
}

/// What a provider answers. A place is large: boxed, so that every other answer is not moved as if it were one.
package enum Answer: Sendable {
    case suggestions(SuggestionList)
    indirect case place(Place)
    indirect case places(PlaceList)
    /// The address of an image.
    case uri(String)
}

/// Somebody who answers requests.
package protocol Provider: AnyObject, Sendable {
    /// Refuses, at submission, what this provider cannot serve. What it lets pass may still fail later.
    func check(_ work: Work) throws(PlacesError)
}

/// A provider that answers at once, on the calling thread, without waiting for anything (the embedded index).
package protocol LocalProvider: Provider {
    func answer(_ work: Work, context: RequestContext) throws(PlacesError) -> Answer
}

/// A provider that answers later, from any thread.
package protocol AsyncProvider: Provider {
    /// Starts the work; `operation.finish` is called exactly once, from any thread, also inside this call.
    func start(_ operation: Operation)
    /// Nobody waits for this operation any more: stop it as soon as may be. Its `finish` is then of no effect.
    func cancel(_ operation: Operation)
    /// Whether it tells the meter what it sends; else each operation is one request.
    var metersItself: Bool { get }
}

extension AsyncProvider {
    package var metersItself: Bool { false }
}

/// A provider of either kind. (Asking an existential for its kind costs more than a search step.)
package enum AnyProvider: Sendable {
    case local(any LocalProvider)
    case asynchronous(any AsyncProvider)

    package func check(_ work: Work) throws(PlacesError) {
        switch self {
        case .local(let provider): try provider.check(work)
        case .asynchronous(let provider): try provider.check(work)
        }
    }
}

/// One piece of work at an asynchronous provider.
package final class Operation: Sendable {
    package let id: UInt64
    package let work: Work
    private let meter: Meter?
    private let onPart: (@Sendable (UInt64, Answer) -> Void)?
    private let onFinish: @Sendable (UInt64, Result<Answer, PlacesError>) -> Void

    package init(
        id: UInt64,
        work: Work,
        meter: Meter? = nil,
        onPart: (@Sendable (UInt64, Answer) -> Void)? = nil,
        onFinish: @escaping @Sendable (UInt64, Result<Answer, PlacesError>) -> Void
    ) {
        self.id = id
        self.work = work
        self.meter = meter
        self.onPart = onPart
        self.onFinish = onFinish
    }

    /// The same request goes out once more.
    package func resent() { meter?.add(.resent) }

    /// Hands over what is there already; of no effect after `finish`.
    package func add(_ part: Answer) { onPart?(id, part) }

    /// Hands the outcome over; only the first call counts.
    package func finish(_ result: Result<Answer, PlacesError>) { onFinish(id, result) }
}
