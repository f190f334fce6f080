import PlacesEngine
package import PlacesModel

package enum TypingMode: Int32, Sendable {
    /// Leading and trailing: a letter after a pause asks at once, those within the interval once, at its end.
    case throttle = 0
    /// Trailing: asks when nothing was typed for an interval.
    case debounce = 1
}

package struct FetchSettings: Sendable {
    package var mode = TypingMode.throttle
    /// Nanoseconds.
    package var interval: UInt64 = 0
    package var minimumLength = 1
    package var limit = AutocompleteRequest.maximumSuggestions
    /// 0 for none; nil for the usual one.
    package var deadlineMilliseconds: UInt32?
    package var filter = Filter()
    /// The language of requests whose filter names none.
    package var language: LanguageTag?
    package var effectiveLanguage: LanguageTag? { filter.language ?? language }

    /// Longer than a service's own limit, which says more of what went wrong, and no longer than people wait.
    package static let usualDeadline: UInt32 = 15_000

    package init() {}
}

/// When to ask, what to drop, which token to send. A value: time and answers are given to it, wishes come out.
struct FetchMachine {
    /// The answers of one session that are kept, so that a deleted letter costs no request.
    static let rememberedAnswers = 32

    /// What is asked: the text, the caret, and the revision of the filter.
    struct Question: Equatable {
        var query: [UInt8]
        var caret: Int?
        var revision: UInt32
    }

    enum Progress: Equatable {
        case none
        /// Until the interval is over.
        case waiting
        case running(UInt64)
        case answered
        case failed
    }

    enum Outcome {
        /// Nothing is asked: blank, or too short.
        case empty
        case started
        case answer(SuggestionList, isWhole: Bool)
        case failure(PlacesError)
    }

    private(set) var settings = FetchSettings()
    var session = Session()
    private(set) var text = TypedText.empty
    private(set) var isComposing = false
    /// The text is not somebody's search any more: it was picked, given up, or set by the program.
    private(set) var isQuiet = false
    private(set) var question: Question?
    private(set) var progress = Progress.none
    /// Changes with every new question, so that what belongs to an older one can be told.
    private(set) var serial: UInt64 = 0
    private var revision: UInt32 = 0
    private var nextRequest: UInt64 = 1
    private var due: UInt64?
    private var windowEnd: UInt64 = 0
    private var memory: [(question: Question, list: SuggestionList)] = []
    /// Asked when a session begins: whether picks are to be geocoded.
    var wantsGeocoding: @Sendable () -> Bool = { false }
    /// Whether the client answers by itself, at once. Its sources may change at any time.
    var answersAtOnce: @Sendable () -> Bool = { false }

    /// Of a request that is made now.
    var deadlineMilliseconds: UInt32 {
        settings.deadlineMilliseconds ?? (answersAtOnce() ? 0 : FetchSettings.usualDeadline)
    }

    var isLoading: Bool {
        switch progress {
        case .waiting, .running: true
        case .none, .answered, .failed: false
        }
    }

    // MARK: Input

    mutating func setText(_ new: TypedText, at now: UInt64, _ effects: inout TypingEffects) -> Outcome? {
        let old = text
        text = new
        let wasQuiet = isQuiet
        isQuiet = false
        if isComposing { return nil }
        let isSameBlank = question == nil && serial > 0 && new.bytes == old.bytes
        if isSameBlank, next == nil { return nil }
        // After a pick, rows may still stand that nobody asks for any more.
        if wasQuiet, next == nil {
            stop(&effects)
            isQuiet = false
            return .empty
        }
        return ask(at: now, &effects)
    }

    /// The program fills the field: nothing is asked.
    mutating func setValue(_ new: TypedText, _ effects: inout TypingEffects) {
        text = new
        stop(&effects)
    }

    mutating func setComposing(_ composing: Bool, at now: UInt64, _ effects: inout TypingEffects) -> Outcome? {
        guard composing != isComposing else { return nil }
        isComposing = composing
        return composing ? nil : ask(at: now, &effects)
    }

    mutating func change(
        at now: UInt64,
        _ effects: inout TypingEffects,
        _ body: (inout FetchSettings) -> Void
    ) -> Outcome? {
        let old = settings
        body(&settings)
        let isNewQuestion =
            old.filter != settings.filter || old.language != settings.language || old.limit != settings.limit
        let isOtherLength = old.minimumLength != settings.minimumLength
        guard isNewQuestion || isOtherLength else { return nil }
        if isNewQuestion {
            revision &+= 1
            memory.removeAll()
        }
        // Where nothing is asked and nothing would be, there is nothing to tell either.
        guard question != nil || next != nil, progress != .none || isOtherLength else { return nil }
        if isComposing || isQuiet { return nil }
        return ask(at: now, &effects)
    }

    mutating func flush(at now: UInt64, _ effects: inout TypingEffects) -> Outcome? {
        guard due != nil else { return nil }
        effects.add(.arm(nil))
        return send(at: now, &effects)
    }

    mutating func retry(at now: UInt64, _ effects: inout TypingEffects) -> Outcome? {
        guard progress == .failed else { return nil }
        return send(at: now, &effects)
    }

    /// Ends the request and the timer; the next text asks anew.
    mutating func stop(_ effects: inout TypingEffects) {
        dropRequest(&effects)
        question = nil
        progress = .none
        isQuiet = true
        serial &+= 1
    }

    /// A pick: no timer and no autocomplete request outlives it. Gives the token of its details call.
    mutating func pick(_ effects: inout TypingEffects) -> SessionToken? {
        stop(&effects)
        memory.removeAll()
        return session.pick(characters: text.codePoints, &effects)
    }

    mutating func abandon(_ effects: inout TypingEffects) {
        stop(&effects)
        memory.removeAll()
        session.abandon(&effects)
    }

    mutating func giveToken(_ token: SessionToken?, _ effects: inout TypingEffects) {
        let wasOpen = session.isOpen
        session.give(token, &effects)
        if wasOpen, !session.isOpen { memory.removeAll() }
    }

    /// The session's token; begins a session where none is open.
    mutating func token(at now: UInt64, _ effects: inout TypingEffects) -> SessionToken? {
        prepareSession(at: now, &effects)
        return session.token
    }

    // MARK: Asking

    /// The question that the text asks; nil for none.
    var next: Question? {
        guard !text.query.isEmpty, text.queryCodePoints >= settings.minimumLength else { return nil }
        return Question(query: text.query, caret: text.caret, revision: revision)
    }

    private mutating func ask(at now: UInt64, _ effects: inout TypingEffects) -> Outcome? {
        guard let next else {
            let hadNothing = question == nil && serial > 0
            stop(&effects)
            isQuiet = false
            return hadNothing && text.bytes.isEmpty ? nil : .empty
        }
        if next == question, progress != .failed, progress != .none { return nil }
        dropRequest(&effects)
        question = next
        serial &+= 1
        if session.expire(at: now, &effects) { memory.removeAll() }
        session.touch(now)
        if let known = memory.first(where: { $0.question == next }) {
            progress = .answered
            effects.count(.cacheHits)
            return .answer(known.list, isWhole: true)
        }
        let interval = settings.interval
        if interval == 0 { return send(at: now, &effects) }
        switch settings.mode {
        case .throttle:
            // A window that ends later than an interval from now is of a clock that went back.
            if now >= windowEnd || windowEnd - now > interval { return send(at: now, &effects) }
            wait(until: windowEnd, &effects)
        case .debounce:
            wait(until: now &+ interval, &effects)
        }
        return nil
    }

    private mutating func wait(until time: UInt64, _ effects: inout TypingEffects) {
        progress = .waiting
        due = time
        effects.add(.arm(time))
    }

    private mutating func prepareSession(at now: UInt64, _ effects: inout TypingEffects) {
        if session.expire(at: now, &effects) { memory.removeAll() }
        if !session.isOpen {
            memory.removeAll()
            session.begin(at: now, isGeocoded: wantsGeocoding(), &effects)
        } else {
            session.touch(now)
        }
    }

    private mutating func send(at now: UInt64, _ effects: inout TypingEffects) -> Outcome? {
        guard let question else { return nil }
        prepareSession(at: now, &effects)
        due = nil
        windowEnd = now &+ settings.interval
        var request = AutocompleteRequest()
        do throws(PlacesError) {
            try question.query.withUnsafeBufferPointer { (text) throws(PlacesError) in
                try request.setQuery(text, field: "text")
            }
            if let caret = question.caret { try request.setInputOffset(caret, field: "caret") }
            try request.setLimit(settings.limit, field: "limit")
        } catch {
            progress = .failed
            return .failure(error)
        }
        request.filter = settings.filter
        request.filter.language = settings.effectiveLanguage
        request.token = session.token
        request.deadlineMilliseconds = deadlineMilliseconds
        let number = newNumber()
        progress = .running(number)
        session.countRequest()
        effects.add(.send(number, .suggest(request)))
        return .started
    }

    mutating func newNumber() -> UInt64 {
        defer { nextRequest &+= 1 }
        return nextRequest
    }

    private mutating func dropRequest(_ effects: inout TypingEffects) {
        if case .running(let number) = progress { effects.add(.cancel(number)) }
        if due != nil {
            due = nil
            effects.add(.arm(nil))
        }
    }

    // MARK: What comes back

    mutating func wake(at now: UInt64, _ effects: inout TypingEffects) -> Outcome? {
        guard let due else { return nil }
        // Too early; but never longer than an interval, whatever the clock says.
        if now < due, due - now <= settings.interval {
            effects.add(.arm(due))
            return nil
        }
        return send(at: now, &effects)
    }

    /// Whether the answer with this number is still waited for.
    func awaits(_ number: UInt64) -> Bool { progress == .running(number) }

    mutating func add(part list: SuggestionList, of number: UInt64) -> Outcome? {
        awaits(number) ? .answer(list, isWhole: false) : nil
    }

    mutating func finish(
        _ number: UInt64,
        _ result: Result<Answer, PlacesError>
    ) -> Outcome? {
        guard awaits(number), let question else { return nil }
        switch result {
        case .success(.suggestions(let list)):
            progress = .answered
            // What stands in for the service is not what the next letter should find again.
            if !list.isFallback, !list.isIncomplete {
                if memory.count == FetchMachine.rememberedAnswers { memory.removeFirst() }
                memory.append((question, list))
            }
            return .answer(list, isWhole: true)
        case .success:
            progress = .failed
            return .failure(PlacesError(.badResponse, "the provider gave an answer of another kind"))
        case .failure(let error):
            progress = .failed
            return .failure(error)
        }
    }
}
