import Glibc
import Synchronization

/// Scratch memory that waits for the next search. No lock: a slot is taken and given by one exchange.
final class ScratchPool: @unchecked Sendable {
    // @unchecked: the slots are atomic.
    private static let slotCount = 8
    /// Far enough apart that two threads do not share a cache line.
    private static let stride = 16
    private let slots: UnsafeMutablePointer<Atomic<UInt>>

    init() {
        slots = .allocate(capacity: ScratchPool.slotCount * ScratchPool.stride)
        for slot in 0..<ScratchPool.slotCount * ScratchPool.stride { (slots + slot).initialize(to: Atomic(0)) }
    }

    deinit {
        for slot in 0..<ScratchPool.slotCount {
            ScratchPool.release(slots[slot * ScratchPool.stride].exchange(0, ordering: .acquiring))
        }
        slots.deinitialize(count: ScratchPool.slotCount * ScratchPool.stride)
        slots.deallocate()
    }

    /// Each thread begins at a slot of its own.
    private var firstSlot: Int {
        let thread = UInt(pthread_self())
        return Int(truncatingIfNeeded: (thread &* 0x9E37_79B9_7F4A_7C15) >> 61)
    }

    func take() -> Scratch {
        var slot = firstSlot
        for _ in 0..<ScratchPool.slotCount {
            let bits = slots[slot &* ScratchPool.stride].exchange(0, ordering: .acquiring)
            if let pointer = UnsafeRawPointer(bitPattern: bits) {
                return Unmanaged<Scratch>.fromOpaque(pointer).takeRetainedValue()
            }
            slot = (slot &+ 1) & (ScratchPool.slotCount &- 1)
        }
        return Scratch()
    }

    func give(_ scratch: Scratch) {
        let bits = UInt(bitPattern: Unmanaged.passRetained(scratch).toOpaque())
        let old = slots[firstSlot &* ScratchPool.stride].exchange(bits, ordering: .acquiringAndReleasing)
        ScratchPool.release(old)
    }

    private static func release(_ bits: UInt) {
        if let pointer = UnsafeRawPointer(bitPattern: bits) { Unmanaged<Scratch>.fromOpaque(pointer).release() }
    }
}
