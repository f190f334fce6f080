/// Who waits for whose end. Two clients may free each other from their callbacks: the second one to try must not wait,
/// or neither would ever end.
enum TeardownGraph {
    private static let waits = Lock<[UInt: Engine]>([:])

    /// Notes that this thread waits for the engine's end, unless the engine's own thread already waits, over however
    /// many others, for this one. Returns whether to wait.
    static func beginWait(for engine: Engine) -> Bool {
        let me = currentThread()
        return waits.withLock { waits in
            var target = engine
            // The chain is no longer than the number of waiting threads.
            for _ in 0...waits.count {
                let runner = target.runningThread
                if runner == 0 { break }
                if runner == me { return false }
                guard let next = waits[runner] else { break }
                target = next
            }
            waits[me] = engine
            return true
        }
    }

    static func endWait() {
        let me = currentThread()
        // The engine is let go outside the lock.
        _ = waits.withLock { $0.removeValue(forKey: me) }
    }
}
