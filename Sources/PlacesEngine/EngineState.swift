import Glibc
import PlacesModel

/// One request on its way. Its fields are guarded by the engine's lock until it is taken out of the table.
final class Pending: @unchecked Sendable {
    // @unchecked: see above.
    enum OperationState {
        case none
        case starting
        case started(Operation)
    }

    /// Nil once it is being answered.
    private(set) var work: Work?
    let provider: AnyProvider
    let completion: Completion
    /// Nobody but the engine has the completion: it can be used again.
    let isReusable: Bool
    /// Of the engine's provider, when this was made.
    let generation: Int
    var id: UInt64 = 0
    var deadlineMilliseconds: UInt32 = 0
    /// Monotonic nanoseconds; 0 for none.
    var deadline: UInt64 = 0
    var operation = OperationState.none
    /// Of work that this library does itself: somebody has it already.
    var isTaken = false
    /// The provider has answered, so there is nothing to cancel at it.
    var isAnswered = false
    /// Known, and not delivered yet.
    var outcome: Result<Answer, PlacesError>?

    init(work: Work, provider: AnyProvider, completion: Completion) {
        self.work = work
        self.provider = provider
        self.completion = completion
        deadlineMilliseconds = work.deadlineMilliseconds
        isReusable = false
        generation = 0
    }

    /// One that is used again and again.
    init(provider: AnyProvider, generation: Int) {
        self.provider = provider
        self.generation = generation
        completion = Completion()
        isReusable = true
    }

    func begin(_ work: Work, _ receiver: Receiver) {
        self.work = work
        deadlineMilliseconds = work.deadlineMilliseconds
        completion.begin(receiver)
    }

    func takeWork() -> Work? { work.take() }

    /// As it was before its first request.
    func reset() {
        id = 0
        deadline = 0
        isTaken = false
    }
}

/// All that an engine's lock guards.
struct EngineState {
    enum Armed: Equatable {
        case never
        case atOnce
        case at(UInt64)
    }

    private(set) var provider: AnyProvider?
    /// How many providers there were.
    private var generation = 0
    /// Requests that were answered, to be used again: the next keystroke allocates nothing.
    private var spares: [Pending] = []
    var nextID: UInt64 = 1
    /// Requests to others that nobody has answered, cancelled or timed out yet.
    var table: [UInt64: Pending] = [:]
    /// Requests that this library answers itself, in the order of their numbers; those that are taken are skipped.
    private(set) var localWork = Queue<Pending>()
    /// Of these, those that are not taken.
    private var localCount = 0
    /// What waits for its turn on the delivering thread, in order.
    var ready = Queue<Ready>()
    /// Requests among them: their outcome is known and their completion has not fired.
    var readyRequests = 0
    var deadlines = DeadlineHeap()
    /// What is to run at a time of `deadlines`.
    var timers: [UInt64: @Sendable () -> Void] = [:]
    var isClosing = false
    var thread: pthread_t?
    /// The thread that is inside `dispatch`; 0 for none.
    var dispatcher: UInt = 0
    var wakeUp: WakeDescriptor?
    var armed = Armed.never

    init(provider: AnyProvider?) { self.provider = provider }

    /// Returns what was there before, to be let go outside the lock.
    mutating func setProvider(_ new: AnyProvider?) -> (AnyProvider?, [Pending]) {
        let old = (provider, spares)
        provider = new
        generation &+= 1
        spares = []
        return old
    }

    // MARK: Requests to be used again

    private static let mostSpares = 8

    /// A request to the local provider; nil where there is none.
    mutating func takeSpare() -> Pending? {
        if let spare = spares.popLast() { return spare }
        guard let provider, case .local = provider else { return nil }
        return Pending(provider: provider, generation: generation)
    }

    /// Takes a request back whose completion has fired.
    mutating func keep(_ pending: Pending) {
        guard pending.generation == generation, spares.count < EngineState.mostSpares else { return }
        pending.reset()
        spares.append(pending)
    }

    var pendingCount: Int { table.count + localCount + readyRequests }

    // MARK: What nobody has answered, cancelled or timed out yet

    func holds(_ id: UInt64) -> Bool { table[id] != nil || local(id) != nil }

    mutating func take(_ id: UInt64) -> Pending? {
        if let pending = local(id) {
            pending.isTaken = true
            localCount -= 1
            return pending
        }
        return table.removeValue(forKey: id)
    }

    mutating func takeAll() -> [Pending] {
        var all = Array(table.values)
        table.removeAll()
        while let pending = takeLocal() { all.append(pending) }
        return all.sorted { $0.id < $1.id }
    }

    mutating func addLocal(_ pending: Pending) {
        localWork.append(pending)
        localCount += 1
    }

    mutating func takeLocal() -> Pending? {
        while let pending = localWork.popFirst() {
            if pending.isTaken { continue }
            pending.isTaken = true
            localCount -= 1
            return pending
        }
        return nil
    }

    private func local(_ id: UInt64) -> Pending? {
        var low = 0
        var high = localWork.count
        while low < high {
            let middle = (low + high) / 2
            if let other = localWork[middle], other.id < id { low = middle + 1 } else { high = middle }
        }
        guard let pending = localWork[low], pending.id == id, !pending.isTaken else { return nil }
        return pending
    }

    /// A request's outcome is known.
    mutating func settle(_ pending: Pending, _ result: Result<Answer, PlacesError>) {
        pending.outcome = result
        ready.append(.outcome(pending))
        readyRequests += 1
    }
}

/// Something that waits for the delivering thread. Payloads are references: what is large rests elsewhere.
enum Ready {
    case outcome(Pending)
    /// A request that this library answers itself.
    case search(Pending)
    case part(Part)
    case call(@Sendable () -> Void)
}

/// Some of an answer whose rest is still to come.
final class Part: Sendable {
    let completion: Completion
    let answer: Answer

    init(_ completion: Completion, _ answer: Answer) {
        self.completion = completion
        self.answer = answer
    }
}
