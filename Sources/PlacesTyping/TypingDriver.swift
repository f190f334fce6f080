package import PlacesEngine
package import PlacesModel

/// Decides; the driver does.
package protocol TypingMachine: Sendable {
    mutating func wake(at now: UInt64, _ effects: inout TypingEffects)
    mutating func add(part: Answer, of number: UInt64, _ effects: inout TypingEffects)
    mutating func finish(
        _ number: UInt64,
        _ result: Result<Answer, PlacesError>,
        at now: UInt64,
        _ effects: inout TypingEffects
    )
    mutating func storeRead(_ places: [StoredPlace], _ effects: inout TypingEffects)
    /// The end: what is under way is cancelled, what is still on is told to be off.
    mutating func end(_ effects: inout TypingEffects)
}

/// Runs a machine: its lock, its wishes in order, its callbacks.
///
/// Wishes are carried out outside the lock by one thread at a time; a call that comes meanwhile (from another thread, or
/// from a callback) leaves its wishes to that thread. Callbacks run where the client's do and nowhere else.
package final class TypingDriver<Machine: TypingMachine>: Sendable {
    package typealias Teller = @Sendable (TypingEvent, TypingDriver<Machine>) -> Void

    private struct State {
        var machine: Machine
        var wishes: [TypingEffects.Effect] = []
        /// Of `wishes`, those that are done.
        var done = 0
        var isDraining = false
        var isClosed = false
        /// Events that wait at the client for their turn.
        var posted = 0
        /// The thread that is in one of our callbacks; 0 for none.
        var teller: UInt = 0
        /// What was told of network activity last.
        var isActive = false
        /// Our requests that have not ended, by the machine's numbers.
        var requests: [UInt64: Completion] = [:]
        var timer: UInt64 = 0
        var store: (any PlaceKeeping)?
        /// What the store calls us by.
        var watch: UInt64 = 0
    }

    package let client: any TypingClient
    private let clock: any Clock
    private let state: Lock<State>
    private let isHeard: @Sendable (TypingEvent) -> Bool
    private let tell: Teller

    /// `isHeard`: whether the program wants to know of such an event at all.
    package init(
        _ machine: Machine,
        client: any TypingClient,
        clock: any Clock,
        isHeard: @escaping @Sendable (TypingEvent) -> Bool,
        tell: @escaping Teller
    ) {
        self.isHeard = isHeard
        self.client = client
        self.clock = clock
        self.tell = tell
        state = Lock(State(machine: machine))
    }

    // MARK: From outside

    /// Lets the machine decide, and does what it wants. nil after the end.
    @discardableResult
    package func run<Outcome>(
        _ body: (inout Machine, UInt64, inout TypingEffects) throws(PlacesError) -> Outcome
    ) throws(PlacesError) -> Outcome? {
        try run(isDelivering: false, body)
    }

    /// Looks, without deciding anything. (Handed over in place: a machine is large to copy.)
    package func look<Outcome>(_ body: (inout Machine) -> Outcome) -> Outcome { state.withLock { body(&$0.machine) } }

    package func setStore(_ store: (any PlaceKeeping)?) {
        let watch =
            store?.watch { [weak self] in
                self?.perform { effects in effects.add(.readStore) }
            } ?? 0
        let (old, oldWatch) = state.withLock { state in
            defer {
                state.store = store
                state.watch = watch
            }
            return (state.store, state.watch)
        }
        old?.unwatch(oldWatch)
    }

    /// Wishes of nobody's decision.
    private func perform(_ body: (inout TypingEffects) -> Void) {
        do throws(PlacesError) {
            try run { (_, _, effects) throws(PlacesError) in body(&effects) }
        } catch { return }
    }

    private func run<Outcome>(
        isDelivering: Bool,
        ending number: UInt64? = nil,
        _ body: (inout Machine, UInt64, inout TypingEffects) throws(PlacesError) -> Outcome
    ) throws(PlacesError) -> Outcome? {
        let now = clock.now()
        var drains = false
        let outcome = try state.withLock { (state) throws(PlacesError) -> Outcome? in
            if let number { state.requests[number] = nil }
            if state.isClosed { return nil }
            var effects = TypingEffects()
            let outcome = try body(&state.machine, now, &effects)
            state.wishes += effects.list
            drains = !state.isDraining && !state.wishes.isEmpty
            if drains { state.isDraining = true }
            return outcome
        }
        if drains { drain(isDelivering: isDelivering) }
        return outcome
    }

    /// The same where nothing is refused.
    private func react(
        isDelivering: Bool = true,
        ending number: UInt64? = nil,
        _ body: (inout Machine, UInt64, inout TypingEffects) -> Void
    ) {
        do throws(PlacesError) {
            try run(isDelivering: isDelivering, ending: number) { (machine, now, effects) throws(PlacesError) in
                body(&machine, now, &effects)
            }
        } catch { return }
    }

    // MARK: Doing

    private func drain(isDelivering: Bool) {
        // One wake for all that is told: the other thread shall not run into our lock between two wishes.
        var owesWake = false
        defer { if owesWake { client.wake() } }
        while let wish = nextWish() {
            switch wish {
            case .effect(let effect): perform(effect, isDelivering: isDelivering, &owesWake)
            case .request(let number, let work, let completion, let isLast):
                // Wakes by itself.
                owesWake = false
                submit(number, work, completion)
                if isLast { return }
            }
        }
    }

    private enum Wish {
        case effect(TypingEffects.Effect)
        case request(UInt64, Work, Completion, isLast: Bool)
    }

    /// Where the last wish is a request, the wishes are let go before it is made: its answer may come on the other
    /// thread before `submit` returns, and is not to wait for this one.
    private func nextWish() -> Wish? {
        state.withLock { state in
            guard state.done < state.wishes.count else {
                endDraining(&state)
                return nil
            }
            let effect = state.wishes[state.done]
            state.done += 1
            guard case .send(let number, let work) = effect else { return .effect(effect) }
            let completion = completion(of: number)
            state.requests[number] = completion
            let isLast = state.done == state.wishes.count
            if isLast { endDraining(&state) }
            return .request(number, work, completion, isLast: isLast)
        }
    }

    private func endDraining(_ state: inout State) {
        state.wishes.removeAll(keepingCapacity: false)
        state.done = 0
        state.isDraining = false
    }

    private func perform(_ wish: TypingEffects.Effect, isDelivering: Bool, _ owesWake: inout Bool) {
        switch wish {
        // `nextWish` has made a request of it.
        case .send: break
        case .cancel(let number):
            guard let request = state.withLock({ $0.requests.removeValue(forKey: number) }) else { return }
            let id = request.withdraw()
            if id > 0 { client.cancel(id) }
        case .arm(let time): arm(time)
        case .count(let counter, let count): client.meter.add(counter, count)
        case .tell(let event):
            guard isHeard(event) else { return }
            // Nothing overtakes what waits for its turn.
            let isNext = state.withLock { state in
                if isDelivering, state.posted == 0 { return true }
                state.posted += 1
                return false
            }
            if isNext { return deliver(event, isPosted: false) }
            let isTaken = client.post(wakes: false) { [self] in deliver(event, isPosted: true) }
            if isTaken {
                owesWake = true
            } else {
                state.withLock { $0.posted -= 1 }
            }
        case .readStore:
            let places = state.withLock { $0.store }?.places() ?? []
            state.withLock { state in
                var effects = TypingEffects()
                if !state.isClosed { state.machine.storeRead(places, &effects) }
                state.wishes += effects.list
            }
        case .note(let place): state.withLock { $0.store }?.note(place)
        }
    }

    private func completion(of number: UInt64) -> Completion {
        Completion(part: { [self] part in
            react { machine, _, effects in machine.add(part: part, of: number, &effects) }
        }) { [self] _, result in
            react(ending: number) { machine, now, effects in machine.finish(number, result, at: now, &effects) }
        }
    }

    /// No lock after the client has the request: its thread answers at once.
    private func submit(_ number: UInt64, _ work: Work, _ completion: Completion) {
        do throws(PlacesError) {
            try client.submit(work, id: nil, completion: completion)
        } catch {
            let refusal = error
            react(isDelivering: false, ending: number) { machine, now, effects in
                machine.finish(number, .failure(refusal), at: now, &effects)
            }
            return
        }
        // Cancelled before it had a number to be cancelled by.
        if completion.isWithdrawn { client.cancel(completion.id) }
    }

    private func arm(_ time: UInt64?) {
        let old = state.withLock { state in
            let old = state.timer
            state.timer = 0
            return old
        }
        if old > 0 { client.unschedule(old) }
        guard let time else { return }
        let timer = client.schedule(at: time) { [self] in
            react { machine, now, effects in machine.wake(at: now, &effects) }
        }
        state.withLock { $0.timer = timer }
    }

    private func deliver(_ event: TypingEvent, isPosted: Bool) {
        let me = currentThread()
        let isOpen = state.withLock { state in
            if isPosted { state.posted -= 1 }
            if state.isClosed { return false }
            state.teller = me
            if case .activity(let isOn) = event { state.isActive = isOn }
            return true
        }
        guard isOpen else { return }
        tell(event, self)
        state.withLock { $0.teller = 0 }
        state.wake()
    }

    // MARK: The end

    /// Cancels what is under way; when it returns no callback runs or will run, except the one that it was called in.
    package func close() {
        if client.isForked { return }
        var last = TypingEffects()
        let (wasClosed, drains) = state.withLock { state -> (Bool, Bool) in
            if state.isClosed { return (true, false) }
            state.isClosed = true
            state.machine.end(&last)
            state.wishes += last.list
            let drains = !state.isDraining
            state.isDraining = true
            return (false, drains)
        }
        if wasClosed { return }
        // Wishes to tell are dropped there, since it is closed.
        if drains { drain(isDelivering: true) }
        let isInside = state.withLock { $0.teller == currentThread() }
        if !isInside, client.beginWait() {
            state.wait { $0.teller == 0 ? WaitStep.done(()) : .wait(until: nil) }
            client.endWait()
        }
        // What was on is told to be off: here, since nothing else will be told.
        if state.withLock({ $0.isActive }) { CallbackScope.call { tell(.activity(false), self) } }
        setStore(nil)
    }
}
