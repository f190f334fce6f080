package import PlacesEngine
package import PlacesModel

/// The machine of a fetcher: the fetching rules, and nothing to show.
package struct FetcherMachine: TypingMachine {
    var fetch = FetchMachine()

    private mutating func report(_ outcome: FetchMachine.Outcome?, _ effects: inout TypingEffects) {
        switch outcome {
        case nil: break
        case .empty: effects.tell(.answer(SuggestionList.none, to: fetch.text, serial: fetch.serial))
        case .started:
            // Told before the answer can be: the request is sent after it.
            effects.tellBeforeLast(.started)
        case .answer(_, isWhole: false): break
        case .answer(let list, isWhole: true): effects.tell(.answer(list, to: fetch.text, serial: fetch.serial))
        case .failure(let error): effects.tell(.failure(error, serial: fetch.serial))
        }
    }

    mutating func act(
        _ effects: inout TypingEffects,
        _ body: (inout FetchMachine, inout TypingEffects) -> FetchMachine.Outcome?
    ) {
        let outcome = body(&fetch, &effects)
        report(outcome, &effects)
    }

    package mutating func wake(at now: UInt64, _ effects: inout TypingEffects) {
        act(&effects) { $0.wake(at: now, &$1) }
    }

    package mutating func add(part: Answer, of number: UInt64, _ effects: inout TypingEffects) {}

    package mutating func finish(
        _ number: UInt64,
        _ result: Result<Answer, PlacesError>,
        at now: UInt64,
        _ effects: inout TypingEffects
    ) {
        act(&effects) { fetch, _ in fetch.finish(number, result) }
    }

    package mutating func storeRead(_ places: [StoredPlace], _ effects: inout TypingEffects) {}

    package mutating func end(_ effects: inout TypingEffects) { fetch.abandon(&effects) }
}

extension SuggestionList {
    /// No rows.
    package static let none = SuggestionList.Builder(rowCapacity: 1).finish()
}

extension TypingEffects {
    /// Puts an event before the request that was asked for last.
    mutating func tellBeforeLast(_ event: TypingEvent) {
        insertBeforeLast(.tell(event))
    }
}

/// Text in, suggestions of the newest text out.
package final class Fetcher: Sendable {
    /// What the program is told.
    package struct Delegate: Sendable {
        package var started: @Sendable () -> Void
        package var answered: @Sendable (TypedText, SuggestionList) -> Void
        package var failed: @Sendable (PlacesError) -> Void

        package init(
            started: @escaping @Sendable () -> Void,
            answered: @escaping @Sendable (TypedText, SuggestionList) -> Void,
            failed: @escaping @Sendable (PlacesError) -> Void
        ) {
            self.started = started
            self.answered = answered
            self.failed = failed
        }
    }

    private let driver: TypingDriver<FetcherMachine>

    package init(client: any TypingClient, clock: any Clock = SystemClock(), delegate: Delegate) {
        var machine = FetcherMachine()
        machine.fetch.answersAtOnce = { client.isLocal }
        driver = TypingDriver(machine, client: client, clock: clock, isHeard: { _ in true }) { event, driver in
            switch event {
            case .started: delegate.started()
            case .answer(let list, let text, let serial):
                // Something newer was typed while this waited for its turn.
                if driver.look({ $0.fetch.serial == serial }) { delegate.answered(text, list) }
            case .failure(let error, let serial):
                if driver.look({ $0.fetch.serial == serial }) { delegate.failed(error) }
            default: break
            }
        }
    }

    package func close() { driver.close() }

    package func setText(_ text: TypedText) throws(PlacesError) {
        try driver.client.checkUsable()
        act { fetch, now, effects in fetch.setText(text, at: now, &effects) }
    }

    package func setComposing(_ composing: Bool) {
        act { fetch, now, effects in fetch.setComposing(composing, at: now, &effects) }
    }

    package func change(_ body: (inout FetchSettings) -> Void) {
        act { fetch, now, effects in fetch.change(at: now, &effects, body) }
    }

    package func changeSession(_ body: (inout SessionSettings) -> Void) {
        act { fetch, _, _ in
            body(&fetch.session.settings)
            return nil
        }
    }

    package func flush() { act { fetch, now, effects in fetch.flush(at: now, &effects) } }

    package func setToken(_ token: SessionToken?) {
        act { fetch, _, effects in
            fetch.giveToken(token, &effects)
            return nil
        }
    }

    /// The session's token; begins a session where none is open.
    package func token() -> SessionToken? {
        var token: SessionToken?
        act { fetch, now, effects in
            token = fetch.token(at: now, &effects)
            return nil
        }
        return token
    }

    package func endSession() {
        act { fetch, _, effects in
            fetch.abandon(&effects)
            return nil
        }
    }

    /// The session's one details call.
    package func fetchPlace(
        _ request: PlaceRequest,
        id: UnsafeMutablePointer<UInt64>?,
        completion: Completion
    ) throws(PlacesError) {
        var own = request
        act { fetch, _, effects in
            own.token = fetch.pick(&effects)
            return nil
        }
        do throws(PlacesError) {
            try driver.client.submit(.place(own), id: id, completion: completion)
        } catch {
            // Refused, so nothing was asked: the token is still good for the call that was meant.
            setToken(own.token)
            throw error
        }
    }

    private func act(_ body: (inout FetchMachine, UInt64, inout TypingEffects) -> FetchMachine.Outcome?) {
        do throws(PlacesError) {
            try driver.run { (machine, now, effects) throws(PlacesError) in
                machine.act(&effects) { fetch, effects in body(&fetch, now, &effects) }
            }
        } catch { return }
    }
}
