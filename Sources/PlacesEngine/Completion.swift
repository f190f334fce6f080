package import PlacesModel
import Synchronization

/// The end of one request: fires once. One that is dropped unfired (a path that forgot it) fires an internal error, so
/// that nobody waits for ever.
///
/// A class and not a `~Copyable` struct: it has to rest in queues and dictionaries, which hold copyable elements only.
/// Whoever takes a request out of the table under the lock is its one owner and fires it.
package final class Completion: @unchecked Sendable {
    // @unchecked: `body` is touched by the one owner alone.
    package typealias Body = @Sendable (UInt64, Result<Answer, PlacesError>) -> Void

    private var body: Body?
    /// Told what is there already, where the rest is still to come.
    private let part: (@Sendable (Answer) -> Void)?
    private let number = Atomic<UInt64>(0)
    private let withdrawn = Atomic<Bool>(false)

    package init(part: (@Sendable (Answer) -> Void)? = nil, _ body: @escaping Body) {
        self.body = body
        self.part = part
    }

    deinit {
        guard let body else { return }
        CallbackScope.run { body(id, .failure(PlacesError(.internalError, "a request was dropped unanswered"))) }
    }

    var takesParts: Bool { part != nil }

    package func give(_ answer: Answer) {
        guard body != nil, let part else { return }
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
        guard let body else { return }
        self.body = nil
        CallbackScope.run { body(id, result) }
    }

    /// The request was refused at the call: nothing will be called.
    package func discard() { body = nil }
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
