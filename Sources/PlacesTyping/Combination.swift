import PlacesEngine
import PlacesModel

/// One request on its way through several sources.
final class Combination: Sendable {
    private struct State {
        /// By source; nil until it has answered.
        var outcomes: [Result<Answer, PlacesError>?]
        /// Sources whose rows came, in the order in which they did.
        var arrived: [Int] = []
        var asked: [Bool]
        var operations: [Operation?]
        var timer: UInt64 = 0
        var isOver = false
    }

    /// What is to be done after something came in.
    private enum Step {
        case nothing
        case ask(Int)
        case part(SuggestionList)
        case end(Result<Answer, PlacesError>)
    }

    private let operation: Operation
    private let provider: CombinedProvider
    /// The sources, in the order in which this request goes to them.
    private let order: [Int]
    private let mode: SourceMode
    private let state: Lock<State>

    init(_ operation: Operation, _ provider: CombinedProvider) {
        self.operation = operation
        self.provider = provider
        let all = Array(provider.sources.indices)
        switch operation.work {
        case .suggest:
            order = all
            mode = provider.mode
        case .place(let request):
            // An index knows its own IDs at once and for nothing.
            let isLocal = { (number: Int) in
                if case .local = provider.sources[number].provider { true } else { false }
            }
            order = request.source.map { [$0] } ?? all.filter(isLocal) + all.filter { !isLocal($0) }
            mode = .first
        case .textSearch, .geocode, .photo:
            order = all
            mode = .first
        }
        let count = provider.sources.count
        state = Lock(
            State(
                outcomes: Array(repeating: nil, count: count),
                asked: Array(repeating: false, count: count),
                operations: Array(repeating: nil, count: count)
            )
        )
    }

    func begin() {
        if mode != .first, provider.wait > 0 || mode == .merge {
            let time = MonotonicTime.now() &+ provider.wait
            let timer = provider.engine?.schedule(at: time) { [self] in timeIsUp() } ?? 0
            state.withLock { $0.timer = timer }
        }
        if mode == .merge {
            for number in order { ask(number) }
        } else if let first = order.first {
            ask(first)
        }
    }

    func stop() {
        let (operations, timer) = close()
        clear(operations, timer)
    }

    private func close() -> ([(Int, Operation)], UInt64) {
        state.withLock { state in
            state.isOver = true
            var left: [(Int, Operation)] = []
            for (number, operation) in state.operations.enumerated() {
                if let operation, state.outcomes[number] == nil { left.append((number, operation)) }
                // Each holds this object in turn.
                state.operations[number] = nil
            }
            return (left, state.timer)
        }
    }

    private func clear(_ operations: [(Int, Operation)], _ timer: UInt64) {
        if timer > 0 { provider.engine?.unschedule(timer) }
        for (number, operation) in operations {
            if case .asynchronous(let source) = provider.sources[number].provider {
                provider.meter.add(.cancelled)
                source.cancel(operation)
            }
        }
    }

    // MARK: Asking

    private func ask(_ number: Int) {
        let isFirst = state.withLock { state in
            if state.isOver || !state.asked.indices.contains(number) || state.asked[number] { return false }
            state.asked[number] = true
            return true
        }
        guard isFirst else { return }
        let work = operation.work
        let source = provider.sources[number].provider
        do throws(PlacesError) { try source.check(work) } catch { return received(number, .failure(error)) }
        switch source {
        case .local(let local):
            provider.meter.answersLocally()
            // Where callbacks run, as for an index alone; the caller of the request does not wait for it.
            let context = provider.engine?.context ?? RequestContext()
            let isTaken =
                provider.engine?.post { [self] in
                    do throws(PlacesError) {
                        received(number, .success(try local.answer(work, context: context)))
                    } catch { received(number, .failure(error)) }
                } ?? false
            if !isTaken { received(number, .failure(PlacesError(.cancelled, "the client was freed"))) }
        case .asynchronous(let remote):
            let own = Operation(id: CombinedProvider.newNumber(), work: work, meter: provider.meter) {
                [self] _, result in
                received(number, result)
            }
            let isWanted = state.withLock { state in
                if state.isOver { return false }
                state.operations[number] = own
                return true
            }
            guard isWanted else { return }
            // A source may answer inside the call, and then the operation is put away already.
            provider.meter.sent(work)
            remote.start(own)
            if state.withLock({ $0.isOver && $0.outcomes[number] == nil }) { remote.cancel(own) }
        }
    }

    // MARK: What comes in

    private func received(_ number: Int, _ result: Result<Answer, PlacesError>) {
        let step = state.withLock { state -> Step in
            guard !state.isOver, state.outcomes[number] == nil else { return .nothing }
            state.outcomes[number] = result
            state.operations[number] = nil
            if case .success(.suggestions) = result { state.arrived.append(number) }
            return next(after: number, result, state)
        }
        take(step)
    }

    private func timeIsUp() {
        let step = state.withLock { state -> Step in
            if state.isOver { return .nothing }
            if mode == .merge {
                // Nothing found so far: the others are waited for.
                let list = merged(state)
                return list.shown.count > 0 ? .end(.success(.suggestions(list))) : .nothing
            }
            return order.first { !state.asked[$0] }.map { .ask($0) } ?? .nothing
        }
        take(step)
    }

    private func take(_ step: Step) {
        switch step {
        case .nothing: break
        case .ask(let number): ask(number)
        case .part(let list): operation.add(.suggestions(list))
        case .end(let result):
            let (operations, timer) = close()
            provider.ended(operation)
            clear(operations, timer)
            operation.finish(result)
        }
    }

    private func next(after number: Int, _ result: Result<Answer, PlacesError>, _ state: State) -> Step {
        let isLast = order.allSatisfy { state.outcomes[$0] != nil }
        let unasked = order.first { !state.asked[$0] }
        switch (mode, result) {
        case (.merge, _):
            let list = merged(state)
            if isLast { return .end(list.shown.count > 0 ? .success(.suggestions(list)) : nothing(state)) }
            if case .failure = result { return .nothing }
            return .part(list)

        case (.first, .success(.suggestions(let list))):
            // Rows that nobody could read or pick are none.
            if list.shown.count > 0 {
                return .end(.success(.suggestions(named(list, number, isIncomplete: hasFailed(state)))))
            }
            if let unasked { return .ask(unasked) }
            return isLast ? .end(nothing(state)) : .nothing
        case (.first, .success): return .end(result)
        case (.first, .failure(let error)):
            if case .place = operation.work, error.status != .notFound, error.status != .unsupported {
                return .end(result)
            }
            if let unasked { return .ask(unasked) }
            guard isLast else { return .nothing }
            return .end(nothing(state))

        case (.fallback, .success(.suggestions(let list))):
            return .end(.success(.suggestions(named(list, number, isFallback: number != order.first))))
        case (.fallback, .success): return .end(result)
        case (.fallback, .failure(let error)):
            if number == order.first, !Combination.isReasonToFallBack(error) { return .end(result) }
            if let unasked { return .ask(unasked) }
            return isLast ? .end(firstFailure(state)) : .nothing
        }
    }

    /// The network fails, or what comes is not the service. A refused key or a used-up quota is the caller's to know of.
    private static func isReasonToFallBack(_ error: PlacesError) -> Bool {
        switch error.status {
        case .networkError, .serverError, .internalError, .deadline, .badResponse, .tls: true
        default: false
        }
    }

    /// No source has found anything. Where one has failed, that is no "nothing found": the place may be there.
    private func nothing(_ state: State) -> Result<Answer, PlacesError> {
        for number in order {
            if case .failure(let error)? = state.outcomes[number], error.status != .unsupported,
                error.status != .notFound
            {
                return .failure(error)
            }
        }
        if let quiet = state.arrived.first, case .success(.suggestions(let list))? = state.outcomes[quiet] {
            return .success(.suggestions(named(list, quiet)))
        }
        return lastFailure(state)
    }

    private func firstFailure(_ state: State) -> Result<Answer, PlacesError> {
        for number in order {
            if case .failure? = state.outcomes[number], let outcome = state.outcomes[number] { return outcome }
        }
        return .failure(PlacesError(.noProvider, "no source has answered"))
    }

    /// Of "no such place" and "not offered", the one that says more.
    private func lastFailure(_ state: State) -> Result<Answer, PlacesError> {
        for number in order {
            if case .failure(let error)? = state.outcomes[number], error.status != .unsupported {
                return .failure(error)
            }
        }
        return firstFailure(state)
    }

    // MARK: Lists

    private var names: SourceNames { provider.names }

    private func named(
        _ list: SuggestionList,
        _ number: Int,
        isFallback: Bool = false,
        isIncomplete: Bool = false
    ) -> SuggestionList {
        CombinedList.make(
            [(list, number)],
            names: names,
            limit: list.count,
            isFallback: isFallback,
            isIncomplete: isIncomplete
        )
    }

    /// Some source failed: it may say more the next time.
    private func hasFailed(_ state: State) -> Bool {
        state.outcomes.contains { outcome in
            if case .failure(let error)? = outcome { error.status != .unsupported } else { false }
        }
    }

    /// What was there first stays where it is.
    private func merged(_ state: State) -> SuggestionList {
        var lists: [(SuggestionList, Int)] = []
        for number in state.arrived {
            if case .success(.suggestions(let list))? = state.outcomes[number] { lists.append((list, number)) }
        }
        return CombinedList.make(
            lists,
            names: names,
            limit: 2 * AutocompleteRequest.maximumSuggestions,
            isFallback: false,
            isIncomplete: hasFailed(state) || !order.allSatisfy { state.outcomes[$0] != nil }
        )
    }
}
