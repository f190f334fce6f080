import PlacesEngine
package import PlacesModel

/// Pieces of work that are made and taken in their order on the calling thread, and done on all threads.
package final class OrderedWork<Piece: AnyObject>: @unchecked Sendable {
    // @unchecked: a piece is worked on by one thread, and handed on by way of the lock.
    private final class Item {
        let piece: Piece
        var isDone = false
        init(_ piece: Piece) { self.piece = piece }
    }

    private struct State {
        var waiting: [Item] = []
        var isEnded = false
    }

    private let state = Lock(State())
    private let work: (Piece) -> Void

    private init(_ work: @escaping (Piece) -> Void) { self.work = work }

    /// `next` makes a piece, nil at the end. `work` is called from several threads at once; what it does to a piece,
    /// `take` sees.
    package static func run(
        threads: Int,
        next: () throws(PlacesError) -> Piece?,
        work: @escaping (Piece) -> Void,
        take: (Piece) throws(PlacesError) -> Void
    ) throws(PlacesError) {
        let shared = OrderedWork(work)
        var others: [LibraryThread] = []
        for _ in 1..<max(threads, 1) {
            if let thread = LibraryThread({ shared.runAll() }) { others.append(thread) }
        }
        defer {
            shared.state.withLock { state in
                state.isEnded = true
                state.waiting = []
            }
            shared.state.wake()
            for thread in others { thread.join() }
        }
        let ahead = others.isEmpty ? 1 : 2 * threads
        var items: [Item] = []
        var isAtEnd = false
        while true {
            while !isAtEnd, items.count < ahead {
                guard let piece = try next() else {
                    isAtEnd = true
                    break
                }
                let item = Item(piece)
                items.append(item)
                shared.state.withLock { $0.waiting.append(item) }
                if !others.isEmpty { shared.state.wake() }
            }
            guard let first = items.first else { return }
            items.removeFirst()
            shared.finish(first)
            try take(first.piece)
        }
    }

    private func runAll() {
        while true {
            let item: Item? = state.wait { state in
                if state.isEnded { return .done(nil) }
                return state.waiting.isEmpty ? .wait(until: nil) : .done(state.waiting.removeFirst())
            }
            guard let item else { return }
            complete(item)
        }
    }

    private func complete(_ item: Item) {
        work(item.piece)
        state.withLock { _ in item.isDone = true }
        state.wake()
    }

    /// Returns when a piece is done, and works on what waits until then.
    private func finish(_ item: Item) {
        while true {
            let other: Item? = state.wait { state in
                if item.isDone { return .done(nil) }
                return state.waiting.isEmpty ? .wait(until: nil) : .done(state.waiting.removeFirst())
            }
            guard let other else { return }
            complete(other)
        }
    }
}
