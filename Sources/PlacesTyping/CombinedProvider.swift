package import PlacesEngine
package import PlacesModel
import Synchronization

package enum SourceMode: Int32, Sendable {
    /// In order, the first that finds something.
    case first = 0
    /// The first; the next where it fails or is too slow.
    case fallback = 1
    /// All at once; what comes later goes below.
    case merge = 2
}

/// One of several providers of a client.
package struct NamedSource: Sendable {
    package let name: String
    package let provider: AnyProvider

    package init(name: String, provider: AnyProvider) {
        self.name = name
        self.provider = provider
    }
}

/// Several providers that answer as one.
package final class CombinedProvider: AsyncProvider {
    package let sources: [NamedSource]
    let names: SourceNames
    let mode: SourceMode
    /// Nanoseconds.
    let wait: UInt64
    let meter: Meter
    private let host = Lock(Host())
    private let running = Lock<[UInt64: Combination]>([:])

    /// The engine that asks; it owns this provider, so it is held weakly.
    private struct Host {
        weak var engine: Engine?
    }

    package init(_ sources: [NamedSource], mode: SourceMode, waitMilliseconds: UInt32, meter: Meter) {
        self.sources = sources
        names = SourceNames(sources.map(\.name))
        self.mode = mode
        self.meter = meter
        wait = UInt64(waitMilliseconds) &* 1_000_000
    }

    package func attach(_ engine: Engine) { host.withLock { $0.engine = engine } }

    var engine: Engine? { host.withLock { $0.engine } }

    package var metersItself: Bool { true }

    /// Taken where one of the sources takes it.
    package func check(_ work: Work) throws(PlacesError) {
        var first: PlacesError?
        for source in sources {
            do throws(PlacesError) {
                try source.provider.check(work)
                return
            } catch {
                // A refusal of an argument says more than "not offered".
                if first == nil || first?.status == .unsupported { first = error }
            }
        }
        throw first ?? PlacesError(.noProvider, "the client has no source")
    }

    package func start(_ operation: Operation) {
        let combination = Combination(operation, self)
        running.withLock { $0[operation.id] = combination }
        combination.begin()
    }

    package func cancel(_ operation: Operation) {
        running.withLock { $0.removeValue(forKey: operation.id) }?.stop()
    }

    func ended(_ operation: Operation) {
        _ = running.withLock { $0.removeValue(forKey: operation.id) }
    }

    private static let lastNumber = Atomic<UInt64>(0)

    /// Numbers of the requests within: several clients may share a source, so they are of the process.
    static func newNumber() -> UInt64 {
        lastNumber.wrappingAdd(1, ordering: .relaxed).newValue | 1 << 63
    }
}
