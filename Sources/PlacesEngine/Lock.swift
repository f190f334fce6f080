import CPlacesShim
import Glibc

/// A pthread mutex, a condition variable and the value that they guard. (`Synchronization.Mutex` would do, but the
/// thread sanitizer cannot see it.)
package final class Lock<Value>: @unchecked Sendable {
    // @unchecked: the value is touched only while the mutex is held.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        _ = places_shim_condition_init(condition)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Never call out (callbacks, providers) inside `body`.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// Waits, with the lock held on entry and on return of `body`, until `body` gives a result. `body` is tried at
    /// once, after each `wake`, and at the time that it names.
    package func wait<Result>(_ body: (inout Value) -> WaitStep<Result>) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            switch body(&value) {
            case .done(let result): return result
            case .wait(until: nil): pthread_cond_wait(condition, mutex)
            case .wait(until: .some(let time)):
                var deadline = timespec(tv_sec: time_t(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
                pthread_cond_timedwait(condition, mutex, &deadline)
            }
        }
    }

    /// Wakes everybody who waits.
    package func wake() { pthread_cond_broadcast(condition) }
}

package enum WaitStep<Result> {
    case done(Result)
    /// Monotonic nanoseconds; nil waits for a `wake` alone.
    case wait(until: UInt64?)
}

/// Where the time comes from: the system's, or a test's, which need not wait.
package protocol Clock: Sendable {
    /// Monotonic nanoseconds.
    func now() -> UInt64
}

package struct SystemClock: Clock {
    package init() {}

    package func now() -> UInt64 { MonotonicTime.now() }
}

/// Monotonic time.
package enum MonotonicTime {
    package static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    }
}
