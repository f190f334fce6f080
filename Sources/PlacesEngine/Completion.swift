package import PlacesModel
import Synchronization

/// Where an answer goes: a function that captures nothing, so that nothing is made anew for each request, and what it
/// is to call.
package struct Receiver: @unchecked Sendable {
    // @unchecked: the caller's to share with our thread.
    package typealias Function = @Sendable (Receiver, UInt64, Result<Answer, PlacesError>) -> Void

    let function: Function
    /// A C function; `function` knows of which type.
    package let callback: UnsafeRawPointer
    package let userdata: UnsafeMutableRawPointer?

    package init(
        callback: UnsafeRawPointer,
        userdata: UnsafeMutableRawPointer?,
        _ function: @escaping Function
    ) {
        self.function = function
        self.callback = callback
        self.userdata = userdata
    }
}

/// The end of one request: fires once. One that is dropped unfired (a path that forgot it) fires an internal error, so
/// that nobody waits for ever.
///
/// A class and not a `~Copyable` struct: it has to rest in queues and dictionaries, which hold copyable elements only.
/// Whoever takes a request out of the table under the lock is its one owner and fires it.
package final class Completion: @unchecked Sendable {
    // @unchecked: `target` is touched by the one owner alone.
    package typealias Body = @Sendable (UInt64, Result<Answer, PlacesError>) -> Void

    private enum Target {
        /// It has fired, or never will.
        case none
        case closure(Body)
        case receiver(Receiver)

        var isNone: Bool { if case .none = self { true } else { false } }

        func call(_ id: UInt64, _ result: Result<Answer, PlacesError>) {
            switch self {
            case .none: break
            case .closure(let body): CallbackScope.run { body(id, result) }
            case .receiver(let receiver): CallbackScope.run { receiver.function(receiver, id, result) }
            }
        }
    }

    private var target = Target.none
    /// Told what is there already, where the rest is still to come.
    private let part: (@Sendable (Answer) -> Void)?
    private let number = Atomic<UInt64>(0)
    private let withdrawn = Atomic<Bool>(false)

    package init(part: (@Sendable (Answer) -> Void)? = nil, _ body: @escaping Body) {
        target = .closure(body)
        self.part = part
    }

    /// One that is told who receives, for each of the requests that it ends one after the other.
    init() { part = nil }

    deinit {
        if target.isNone { return }
        target.call(id, .failure(PlacesError(.internalError, "a request was dropped unanswered")))
    }

    /// Begins another request: the one before it has fired.
    func begin(_ receiver: Receiver) { target = .receiver(receiver) }

    var takesParts: Bool { part != nil }

    package func give(_ answer: Answer) {
        guard !target.isNone, let part else { return }
        CallbackScope.run { part(answer) }
    }

    /// The client's number of the request; 0 before the client has it.
    package var id: UInt64 { number.load(ordering: .sequentiallyConsistent) }

    package func number(_ id: UInt64) { number.store(id, ordering: .sequentiallyConsistent) }

    /// Notes that nobody waits any more, and gives the number to cancel the request by. 0: whoever submits it finds
    /// the note afterwards, and cancels it. (Either sees the other's word, since both write before they read.)
    package func withdraw() -> UInt64 {
        withdrawn.store(true, ordering: .sequentiallyConsistent)
        return id
    }

    package var isWithdrawn: Bool { withdrawn.load(ordering: .sequentiallyConsistent) }

    package func fire(_ result: Result<Answer, PlacesError>) {
        let last = target
        target = .none
        last.call(id, result)
    }

    /// The request was refused at the call: nothing will be called.
    package func discard() { target = .none }
}

/// Knows whether the current thread is inside one of our callbacks.
package enum CallbackScope {
    static func run(_ body: () -> Void) {
        let depth = callbackDepth()
        depth.pointee += 1
        defer { depth.pointee -= 1 }
        body()
    }

    package static var isInside: Bool { callbackDepth().pointee > 0 }
}

extension CallbackScope {
    /// Runs a function of the host's that answers.
    package static func call<Result>(_ body: () -> Result) -> Result {
        let depth = callbackDepth()
        depth.pointee += 1
        defer { depth.pointee -= 1 }
        return body()
    }
}
