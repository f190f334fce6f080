package import PlacesModel
import Synchronization

/// How callbacks reach the caller.
package enum DeliveryMode: Sendable {
    /// On one library thread, started when first needed.
    case thread
    /// Inside `dispatch`, on the caller's thread.
    case pumped
}

package struct EngineOptions: Sendable {
    package var delivery = DeliveryMode.thread
    package var maximumPending = 4096
    package var usesTimeZoneBias = false
    package var logger = Logger.silent

    package init() {}
}

/// One client: takes requests, has them answered, and sees that each completion fires exactly once.
///
/// A request is in the table until somebody takes it out under the lock: the answer, the deadline, a cancel or the end
/// of the client. Whoever takes it fires it; there is no third state.
package final class Engine: Sendable {
    private let options: EngineOptions
    private let state: Lock<EngineState>
    private let fork = ForkMark()
    private let timeZone: String?
    /// The thread that runs callbacks or answers requests right now; 0 for none.
    private let runner = Atomic<UInt>(0)

    package let meter: Meter

    package init(options: EngineOptions, provider: AnyProvider?, meter: Meter = Meter()) {
        self.options = options
        self.meter = meter
        timeZone = options.usesTimeZoneBias ? SystemTimeZone.name() : nil
        state = Lock(EngineState(provider: provider))
    }

    var runningThread: UInt { runner.load(ordering: .sequentiallyConsistent) }

    package var isForked: Bool { fork.isStale }
    package var delivery: DeliveryMode { options.delivery }
    package var logger: Logger { options.logger }

    /// What a provider is told besides the request.
    package var context: RequestContext { RequestContext(timeZone: timeZone) }

    package func checkNotForked() throws(PlacesError) {
        if isForked {
            throw PlacesError(.forked, "the client was created before fork(); create a new one in the child")
        }
    }

    /// Refuses where nothing can be asked any more.
    package func checkUsable() throws(PlacesError) {
        try checkNotForked()
        guard !state.withLock({ $0.isClosing }) else { throw PlacesError(.cancelled, "the client was freed") }
    }

    /// Notes that this thread waits for callbacks of this engine to end; false where waiting could not end. Undo it with
    /// `endWait`.
    package func beginWait() -> Bool { TeardownGraph.beginWait(for: self) }
    package func endWait() { TeardownGraph.endWait() }

    /// Whether the client's provider answers this kind of work.
    package func offers(_ work: Work) -> Bool {
        guard let provider = state.withLock({ $0.provider }) else { return false }
        do throws(PlacesError) { try provider.check(work) } catch { return error.status != .unsupported }
        return true
    }

    /// Whether answers come at once and cost nothing.
    package var isLocal: Bool {
        if case .asynchronous = state.withLock({ $0.provider }) { return false }
        return true
    }

    package var pendingCount: Int { isForked ? 0 : state.withLock { $0.pendingCount } }

    /// Requests that were submitted before end on the provider before.
    package func setProvider(_ provider: AnyProvider?) {
        let old = state.withLock { $0.setProvider(provider) }
        withExtendedLifetime(old) {}
    }

    // MARK: Submitting

    /// Takes a request, or refuses it and discards the completion. The number is written to `id` before the completion
    /// can fire.
    package func submit(
        _ work: Work,
        id: UnsafeMutablePointer<UInt64>?,
        completion: Completion
    ) throws(PlacesError) {
        do throws(PlacesError) {
            try start(work, id: id, completion: completion)
        } catch {
            completion.discard()
            throw error
        }
    }

    /// The same, without an object of the caller's. Where this library answers, nothing is allocated.
    package func submit(
        _ work: consuming Work,
        id: UnsafeMutablePointer<UInt64>?,
        receiver: Receiver
    ) throws(PlacesError) {
        try checkNotForked()
        let isLocal = try state.withLock { (state) throws(PlacesError) -> Bool in
            guard let pending = state.takeSpare() else { return false }
            do throws(PlacesError) {
                // In one step with the rest, since it asks nobody.
                if case .local(let provider) = pending.provider { try provider.check(work) }
                pending.begin(work, receiver)
                try enter(pending, id, &state)
            } catch {
                pending.completion.discard()
                throw error
            }
            state.addLocal(pending)
            meter.answersLocally()
            updateWakeUp(&state)
            return true
        }
        guard isLocal else {
            let completion = Completion()
            completion.begin(receiver)
            return try submit(work, id: id, completion: completion)
        }
        state.wake()
    }

    private func start(
        _ work: Work,
        id: UnsafeMutablePointer<UInt64>?,
        completion: Completion
    ) throws(PlacesError) {
        try checkNotForked()
        let other = try state.withLock { (state) throws(PlacesError) -> AnyProvider? in
            let local: any LocalProvider
            switch state.provider {
            case nil: throw PlacesError(.noProvider, "the client has neither an index nor a provider")
            case .asynchronous: return state.provider
            case .local(let provider): local = provider
            }
            // In one step with the rest, since it asks nobody.
            try local.check(work)
            let pending = Pending(work: work, provider: .local(local), completion: completion)
            try enter(pending, id, &state)
            state.addLocal(pending)
            meter.answersLocally()
            updateWakeUp(&state)
            return nil
        }
        guard let other else {
            state.wake()
            return
        }
        try other.check(work)
        if case .suggest(let request) = work { request.sendAway() }
        let pending = Pending(work: work, provider: other, completion: completion)
        try state.withLock { (state) throws(PlacesError) in
            try enter(pending, id, &state)
            state.table[pending.id] = pending
            updateWakeUp(&state)
        }
        state.wake()
        if case .asynchronous(let provider) = other { launch(pending, at: provider) }
    }

    /// Gives a request its number and its deadline, or refuses it.
    private func enter(
        _ pending: Pending,
        _ id: UnsafeMutablePointer<UInt64>?,
        _ state: inout EngineState
    ) throws(PlacesError) {
        guard !state.isClosing else { throw PlacesError(.cancelled, "the client is being freed") }
        guard state.pendingCount < options.maximumPending else {
            throw PlacesError(
                .queueFull,
                "\(options.maximumPending) requests of this client are pending; that is its limit"
            )
        }
        if options.delivery == .thread { try startThread(&state) }
        let number = state.nextID
        pending.completion.number(number)
        id?.pointee = number
        state.nextID += 1
        pending.id = number
        let milliseconds = pending.deadlineMilliseconds
        if milliseconds > 0 {
            pending.deadline = MonotonicTime.now() &+ UInt64(milliseconds) &* 1_000_000
            state.deadlines.insert(time: pending.deadline, id: number)
        }
    }

    private func startThread(_ state: inout EngineState) throws(PlacesError) {
        guard state.thread == nil else { return }
        guard let thread = PlacesEngine.startThread({ [self] in runThread() }) else {
            throw PlacesError(.internalError, "the system gave no thread for the callbacks")
        }
        state.thread = thread
    }

    private func launch(_ pending: Pending, at provider: any AsyncProvider) {
        guard let work = pending.work else { return }
        let operation = Operation(
            id: pending.id,
            work: work,
            meter: meter,
            onPart: { [self] id, answer in add(answer, to: id) }
        ) { [self] id, result in finish(id, with: result) }
        let isWanted = state.withLock { state in
            guard state.table[pending.id] === pending else { return false }
            pending.operation = .starting
            return true
        }
        guard isWanted else { return }
        if !provider.metersItself { meter.sent(work) }
        provider.start(operation)
        // Cancelled while it was being started? Then nobody has told the provider yet.
        let isStillWanted = state.withLock { state in
            guard state.table[pending.id] === pending || pending.isAnswered else { return false }
            pending.operation = .started(operation)
            return true
        }
        if !isStillWanted { cancel(operation, at: provider) }
    }

    /// An answer from elsewhere. Of no effect when the request is gone already.
    private func finish(_ id: UInt64, with result: Result<Answer, PlacesError>) {
        if isForked { return }
        state.withLock { state in
            guard let pending = state.table.removeValue(forKey: id) else { return }
            pending.isAnswered = true
            state.settle(pending, result)
            updateWakeUp(&state)
        }
        state.wake()
    }

    /// Some of an answer. Of no effect when the request is gone already.
    private func add(_ part: Answer, to id: UInt64) {
        if isForked { return }
        state.withLock { state in
            guard let pending = state.table[id], pending.completion.takesParts else { return }
            state.ready.append(.part(Part(pending.completion, part)))
            updateWakeUp(&state)
        }
        state.wake()
    }

    // MARK: Cancelling

    package func cancel(_ id: UInt64) {
        if isForked { return }
        let pending = state.withLock { state -> Pending? in
            guard let pending = state.take(id) else { return nil }
            state.settle(pending, .failure(PlacesError(.cancelled, "the request was cancelled")))
            updateWakeUp(&state)
            return pending
        }
        guard let pending else { return }
        state.wake()
        stopOperation(of: pending)
    }

    private func stopOperation(of pending: Pending) {
        // Taken out: whoever has it cancels it, once.
        let operation = state.withLock { _ in
            let operation = pending.operation
            if case .started = operation { pending.operation = .none }
            return operation
        }
        if case .started(let operation) = operation, case .asynchronous(let provider) = pending.provider {
            cancel(operation, at: provider)
        }
    }

    private func cancel(_ operation: Operation, at provider: any AsyncProvider) {
        if !provider.metersItself { meter.add(.cancelled) }
        provider.cancel(operation)
    }

    /// Moves what is past its deadline to the ready queue; returns it, so that the work can be stopped outside the lock.
    private func expire(_ state: inout EngineState) -> [Pending] {
        guard let nearest = state.deadlines.nearest else { return [] }
        var expired: [Pending] = []
        let now = MonotonicTime.now()
        if nearest <= now {
            while let id = state.deadlines.popExpired(at: now) {
                if let timer = state.timers.removeValue(forKey: id) {
                    state.ready.append(.call(timer))
                    continue
                }
                guard let pending = state.take(id) else { continue }
                let error = PlacesError(
                    .deadline,
                    "no answer within \(pending.deadlineMilliseconds) ms, the deadline of the request"
                )
                state.settle(pending, .failure(error))
                expired.append(pending)
            }
        }
        trimDeadlines(&state)
        return expired
    }

    private func trimDeadlines(_ state: inout EngineState) {
        while let id = state.deadlines.nearestID, !state.holds(id), state.timers[id] == nil {
            state.deadlines.removeNearest()
        }
    }

    // MARK: Calls of one's own

    /// Runs the body where callbacks run, after what is ready already. False, and never, when the client is being freed.
    /// Without `wakes` whoever posts calls `wake` later.
    @discardableResult
    package func post(wakes: Bool = true, _ body: @escaping @Sendable () -> Void) -> Bool {
        if isForked { return false }
        let isTaken = state.withLock { state in
            guard isOpen(&state) else { return false }
            state.ready.append(.call(body))
            updateWakeUp(&state)
            return true
        }
        if isTaken, wakes { state.wake() }
        return isTaken
    }

    package func wake() { state.wake() }

    /// Runs the body where callbacks run, at a monotonic time. Returns a number for `unschedule`; 0, and never, when
    /// the client is being freed.
    package func schedule(at time: UInt64, _ body: @escaping @Sendable () -> Void) -> UInt64 {
        if isForked { return 0 }
        let number = state.withLock { state -> UInt64 in
            guard isOpen(&state) else { return 0 }
            let number = state.nextID
            state.nextID += 1
            state.timers[number] = body
            state.deadlines.insert(time: time, id: number)
            updateWakeUp(&state)
            return number
        }
        if number > 0 { state.wake() }
        return number
    }

    package func unschedule(_ number: UInt64) {
        if isForked { return }
        // The body is let go outside the lock.
        _ = state.withLock { state in
            let body = state.timers.removeValue(forKey: number)
            trimDeadlines(&state)
            updateWakeUp(&state)
            return body
        }
    }

    /// Whether there is somebody to run it.
    private func isOpen(_ state: inout EngineState) -> Bool {
        if state.isClosing { return false }
        if options.delivery == .pumped { return true }
        do throws(PlacesError) { try startThread(&state) } catch { return false }
        return true
    }

    // MARK: Running

    /// The next thing to do, taken out of the queues.
    private func nextStep(_ state: inout EngineState) -> Ready? {
        if let ready = state.ready.popFirst() {
            if case .outcome = ready { state.readyRequests -= 1 }
            return ready
        }
        return state.takeLocal().map { .search($0) }
    }

    /// Returns a request that can be used again.
    private func run(_ step: consuming Ready) -> Pending? {
        switch step {
        case .outcome(let pending):
            // Taken out of the queue under the lock, so nobody else looks at it.
            if let result = pending.outcome { deliver(pending, result) }
        case .part(let part): part.completion.give(part.answer)
        case .call(let body): CallbackScope.run(body)
        case .search(let pending):
            guard case .local(let provider) = pending.provider, let work = pending.takeWork() else { return nil }
            let result: Result<Answer, PlacesError>
            do throws(PlacesError) {
                result = .success(try provider.answer(work, context: context))
            } catch {
                result = .failure(error)
            }
            if case .suggest(let request) = work { request.giveBack() }
            deliver(pending, result)
            if pending.isReusable { return pending }
        }
        return nil
    }

    private func deliver(_ pending: Pending, _ result: Result<Answer, PlacesError>) {
        if case .failure(let error) = result {
            options.logger.log(.info, "request \(pending.id): \(error.status.summary)")
        } else {
            options.logger.log(.debug, "request \(pending.id): answered")
        }
        pending.completion.fire(result)
    }

    private func runThread() {
        let me = currentThread()
        runner.store(me, ordering: .sequentiallyConsistent)
        var used: Pending?
        while true {
            var expired: [Pending] = []
            let step: Ready? = state.wait { state in
                if let pending = used.take() { state.keep(pending) }
                expired = expire(&state)
                if let step = nextStep(&state) { return .done(step) }
                if state.isClosing { return .done(nil) }
                return .wait(until: state.deadlines.nearest)
            }
            for pending in expired { stopOperation(of: pending) }
            guard let step else { break }
            used = run(step)
        }
        runner.store(0, ordering: .sequentiallyConsistent)
    }

    /// Runs what is due, on this thread. What callbacks submit meanwhile waits for the next dispatch, or a caller that
    /// submits in its callback would never get out.
    package func dispatch() -> Int {
        let me = currentThread()
        var isBegun = false
        var budget = 0
        var count = 0
        var used: Pending?
        while true {
            var expired: [Pending] = []
            let step = state.withLock { state -> Ready? in
                if let pending = used.take() { state.keep(pending) }
                if !isBegun {
                    // Somebody else dispatches.
                    guard state.dispatcher == 0 else { return nil }
                    expired = expire(&state)
                    budget = state.ready.count + state.localWork.count
                    state.dispatcher = me
                    runner.store(me, ordering: .sequentiallyConsistent)
                }
                if count < budget || state.isClosing, let step = nextStep(&state) { return step }
                state.dispatcher = 0
                runner.store(0, ordering: .sequentiallyConsistent)
                updateWakeUp(&state)
                return nil
            }
            isBegun = true
            for pending in expired { stopOperation(of: pending) }
            guard let step else { break }
            used = run(step)
            count += 1
        }
        if count > 0 { state.wake() }
        return count
    }

    // MARK: Waiting

    /// A descriptor that is readable while `dispatch` has something to do; made when first asked for, since most
    /// programs with many clients never ask.
    package func descriptor() throws(PlacesError) -> Int32 {
        try state.withLock { (state) throws(PlacesError) in
            if let wakeUp = state.wakeUp { return wakeUp.fd }
            guard let wakeUp = WakeDescriptor() else {
                throw PlacesError(.io, "the system gave no descriptor (is the limit on open files reached?)")
            }
            state.wakeUp = wakeUp
            updateWakeUp(&state)
            return wakeUp.fd
        }
    }

    private func updateWakeUp(_ state: inout EngineState) {
        guard let wakeUp = state.wakeUp else { return }
        let wanted: EngineState.Armed =
            if !state.ready.isEmpty || !state.localWork.isEmpty {
                .atOnce
            } else if let nearest = state.deadlines.nearest { .at(nearest) } else { .never }
        guard wanted != state.armed else { return }
        state.armed = wanted
        switch wanted {
        case .atOnce: wakeUp.fireAtOnce()
        case .at(let time): wakeUp.fire(at: time)
        case .never: wakeUp.disarm()
        }
    }

    /// The same as `submit`, blocking.
    package func wait(_ work: Work, timeoutMilliseconds: Int32) throws(PlacesError) -> Answer {
        if CallbackScope.isInside {
            throw PlacesError(
                .wrongThread,
                "a blocking call may not be made inside a callback; submit the request instead"
            )
        }
        let box = AnswerBox()
        var id: UInt64 = 0
        try submit(
            work,
            id: &id,
            completion: Completion { [self] _, result in
                box.fill(result)
                // Another thread may be waiting for this answer while this one dispatches.
                state.wake()
            }
        )
        let limit: UInt64? =
            timeoutMilliseconds < 0 ? nil : MonotonicTime.now() &+ UInt64(timeoutMilliseconds) &* 1_000_000
        let result: Result<Answer, PlacesError>? =
            options.delivery == .thread ? box.wait(until: limit) : pump(until: limit, filling: box)
        guard let result else {
            cancel(id)
            throw PlacesError(.deadline, "no answer within \(timeoutMilliseconds) ms, the timeout of the call")
        }
        return try result.get()
    }

    private func pump(until limit: UInt64?, filling box: AnswerBox) -> Result<Answer, PlacesError>? {
        while true {
            _ = dispatch()
            if let result = box.result { return result }
            // Somebody else may be dispatching: then wait until they are done, or for an answer from elsewhere.
            let isTimeUp = state.wait { state -> WaitStep<Bool> in
                if box.result != nil { return .done(false) }
                let now = MonotonicTime.now()
                if let limit, limit <= now { return .done(true) }
                let nearest = state.deadlines.nearest
                let isDue = !state.ready.isEmpty || !state.localWork.isEmpty || (nearest.map { $0 <= now } ?? false)
                if state.dispatcher == 0, isDue { return .done(false) }
                let isIdle = state.dispatcher == 0
                return .wait(until: isIdle ? [limit, nearest].compactMap { $0 }.min() : limit)
            }
            if isTimeUp { return nil }
        }
    }

    // MARK: The end

    /// Cancels what is pending, has it delivered, and returns when no callback runs or will run; inside a callback of
    /// this client, and where waiting would close a circle of clients that free each other, it returns at once.
    package func close() {
        if isForked { return }
        // One step: the library's thread ends as soon as it sees a closing client with nothing to deliver.
        let taken = state.withLock { state -> (pending: [Pending], timers: [UInt64: @Sendable () -> Void])? in
            if state.isClosing { return nil }
            state.isClosing = true
            let all = state.takeAll()
            let error = PlacesError(.cancelled, "the client was freed")
            for pending in all { state.settle(pending, .failure(error)) }
            updateWakeUp(&state)
            let timers = state.timers
            state.timers.removeAll()
            return (all, timers)
        }
        guard let taken else { return }
        state.wake()
        for pending in taken.pending { stopOperation(of: pending) }
        options.logger.log(.debug, "client freed")
        switch options.delivery {
        case .thread: endThread()
        case .pumped: endPumping()
        }
        let old = state.withLock { state in
            state.wakeUp = nil
            return state.setProvider(nil)
        }
        withExtendedLifetime(old) {}
    }

    private func endThread() {
        guard let thread = state.withLock({ $0.thread }) else { return }
        if runningThread == currentThread() || !TeardownGraph.beginWait(for: self) {
            detachThread(thread)
            return
        }
        joinThread(thread)
        TeardownGraph.endWait()
    }

    private func endPumping() {
        if runningThread == currentThread() { return }
        _ = dispatch()
        guard TeardownGraph.beginWait(for: self) else { return }
        state.wait { $0.dispatcher == 0 ? WaitStep.done(()) : .wait(until: nil) }
        TeardownGraph.endWait()
        _ = dispatch()
    }
}

/// A blocking caller's answer.
private final class AnswerBox: Sendable {
    private let state = Lock<Result<Answer, PlacesError>?>(nil)

    var result: Result<Answer, PlacesError>? { state.withLock { $0 } }

    func fill(_ result: Result<Answer, PlacesError>) {
        state.withLock { $0 = result }
        state.wake()
    }

    func wait(until limit: UInt64?) -> Result<Answer, PlacesError>? {
        state.wait { result in
            if let result { return .done(result) }
            if let limit, limit <= MonotonicTime.now() { return .done(nil) }
            return .wait(until: limit)
        }
    }
}
