import CPlacesShim
import Glibc

func callbackDepth() -> UnsafeMutablePointer<Int32> { places_shim_callback_depth() }

/// Recognises a forked child: threads and locks of the parent are no good there.
package struct ForkMark: Sendable {
    private let generation: UInt64

    package init() { generation = places_shim_fork_generation() }

    package var isStale: Bool { generation != places_shim_fork_generation() }
}

/// The calling thread, as a number that is never 0.
package func currentThread() -> UInt { UInt(pthread_self()) }

/// How many cores the process may use.
package func coreCount() -> Int { max(1, Int(places_shim_core_count())) }

/// Starts to write a part of a file to its disk, without waiting for it.
package func startWriting(_ descriptor: Int32, from offset: Int, count: Int) {
    places_shim_start_writing(descriptor, Int64(offset), Int64(count))
}

/// A descriptor that polls readable at once, at a time, or never.
final class WakeDescriptor: Sendable {
    let fd: Int32

    init?() {
        fd = places_shim_timer_new()
        if fd < 0 { return nil }
    }

    deinit { close(fd) }

    func fireAtOnce() { places_shim_timer_set(fd, 1) }
    func fire(at time: UInt64) { places_shim_timer_set(fd, max(1, time)) }
    func disarm() { places_shim_timer_set(fd, 0) }
}

/// Starts a library thread: named, every signal blocked.
func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let box = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let failure = places_shim_thread_start(
        &thread,
        "places",
        { argument in
            guard let argument else { return nil }
            Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        },
        box.toOpaque()
    )
    if failure != 0 {
        box.release()
        return nil
    }
    return thread
}

private final class ThreadBody: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() { body() }
}

func joinThread(_ thread: pthread_t) { pthread_join(thread, nil) }

func detachThread(_ thread: pthread_t) { pthread_detach(thread) }

/// A library thread of another module.
package struct LibraryThread: Sendable {
    private let handle: UInt

    /// nil where the system gives none.
    package init?(_ body: @escaping @Sendable () -> Void) {
        guard let thread = startThread(body) else { return nil }
        handle = UInt(thread)
    }

    package func join() { joinThread(pthread_t(handle)) }

    package func detach() { detachThread(pthread_t(handle)) }
}
