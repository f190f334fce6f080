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
