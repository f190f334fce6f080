import PlacesEngine

/// A pointer that two threads may have, since they work on different parts.
struct Shared<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

/// Independent pieces of work at once.
package enum Parallel {
    /// As many as the process may use cores, but not more than four.
    package static let threads = min(coreCount(), 4)

    /// How many pieces to make of so many items: some for each thread, since they take longer or shorter; one where
    /// starting a thread would take longer than the work.
    static func pieces(of count: Int, threads: Int, each: Int = 4) -> Int {
        threads > 1 && count >= 4096 ? threads * each : 1
    }

    /// Calls `body` with each number below `count`, on as many threads as there are; each thread takes the next number.
    /// Where no thread can be had the calling one does it all.
    static func run(_ count: Int, threads: Int, _ body: (Int) -> Void) {
        guard threads > 1, count > 1 else {
            for number in 0..<count { body(number) }
            return
        }
        withoutActuallyEscaping(body) { body in
            let work = Work(count, body)
            var others: [LibraryThread] = []
            for _ in 1..<min(threads, count) {
                if let thread = LibraryThread({ work.run() }) { others.append(thread) }
            }
            work.run()
            for thread in others { thread.join() }
            work.end()
        }
    }

    /// A piece of work that needs the results of others.
    struct Step {
        /// Numbers of these; they stand before it.
        var after: [Int] = []
        let body: () -> Void
    }

    /// Runs each step when those that it comes after are done, in their order where there is a choice.
    static func run(_ steps: [Step], threads: Int) {
        guard threads > 1 else {
            for step in steps { step.body() }
            return
        }
        let queue = StepQueue(steps)
        var others: [LibraryThread] = []
        for _ in 1..<threads {
            if let thread = LibraryThread({ queue.run() }) { others.append(thread) }
        }
        queue.run()
        for thread in others { thread.join() }
        queue.end()
    }

    private final class StepQueue: @unchecked Sendable {
        // @unchecked: each step is run by one thread, and what it made is handed on by way of the lock.
        private struct State {
            var waiting: [Int]
            var isDone: [Bool]
        }

        private let state: Lock<State>
        private var steps: [Step]

        init(_ steps: [Step]) {
            self.steps = steps
            state = Lock(State(waiting: Array(steps.indices), isDone: Array(repeating: false, count: steps.count)))
        }

        func run() {
            while true {
                let number: Int? = state.wait { state in
                    guard !state.waiting.isEmpty else { return .done(nil) }
                    for (index, number) in state.waiting.enumerated()
                    where steps[number].after.allSatisfy({ state.isDone[$0] }) {
                        state.waiting.remove(at: index)
                        return .done(number)
                    }
                    return .wait(until: nil)
                }
                guard let number else { return }
                steps[number].body()
                state.withLock { $0.isDone[number] = true }
                state.wake()
            }
        }

        /// The threads may hold this for a moment after they were joined; the bodies have to be gone.
        func end() { steps = [] }
    }

    private final class Work: @unchecked Sendable {
        // @unchecked: what is behind the lock is the next number alone; the pieces are independent.
        private let next = Lock(0)
        private let count: Int
        private var body: ((Int) -> Void)?

        init(_ count: Int, _ body: @escaping (Int) -> Void) {
            self.count = count
            self.body = body
        }

        func run() {
            while true {
                let number = next.withLock { next in
                    next += 1
                    return next - 1
                }
                guard number < count else { return }
                body?(number)
            }
        }

        /// The threads may hold this for a moment after they were joined; the body has to be gone.
        func end() { body = nil }
    }
}
