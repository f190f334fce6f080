package import PlacesEngine
package import PlacesModel

/// What fetcher and table need of a client; the tests have one of their own that answers when it is told to.
package protocol TypingClient: AnyObject, Sendable {
    var isForked: Bool { get }
    /// Whether answers come at once and cost nothing.
    var isLocal: Bool { get }
    var meter: Meter { get }
    func submit(
        _ work: Work,
        id: UnsafeMutablePointer<UInt64>?,
        completion: Completion
    ) throws(PlacesError)
    func cancel(_ id: UInt64)
    func schedule(at time: UInt64, _ body: @escaping @Sendable () -> Void) -> UInt64
    func unschedule(_ number: UInt64)
    func post(wakes: Bool, _ body: @escaping @Sendable () -> Void) -> Bool
    func wake()
    func checkUsable() throws(PlacesError)
    func beginWait() -> Bool
    func endWait()
}

extension Engine: TypingClient {}
