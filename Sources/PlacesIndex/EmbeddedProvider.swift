import Glibc
package import PlacesEngine
package import PlacesModel
import PlacesText
import Synchronization

/// Answers from index files. Several files answer as one: their rows are ranked together, and what is in two of them is
/// shown once.
package final class EmbeddedProvider: LocalProvider {
    private let indexes: [PlaceIndex]
    private let pool = ScratchPool()

    package init(_ indexes: [PlaceIndex]) {
        self.indexes = indexes
    }

    /// Refuses types that no table of the services knows: an index, unlike a service, has no new ones.
    package func check(_ work: Work) throws(PlacesError) {
        let request: AutocompleteRequest
        switch work {
        case .suggest(let asked): request = asked
        case .place: return
        case .textSearch, .geocode, .photo: throw EmbeddedProvider.unsupported
        }
        for (number, type) in request.filter.types.enumerated() {
            if PlaceTypes.legacyCollections.contains(type) || !PlaceTypes.tables(of: type).isEmpty { continue }
            throw .invalid("types[\(number)]", "\(quoted(type)) is not a type that is known")
        }
    }

    package func answer(_ work: Work, context: RequestContext) throws(PlacesError) -> Answer {
        switch work {
        case .suggest(let request): return .suggestions(suggest(request, context))
        case .place(let request): return .place(try place(request))
        case .textSearch, .geocode, .photo: throw EmbeddedProvider.unsupported
        }
    }

    private static var unsupported: PlacesError {
        PlacesError(.unsupported, "an index has no text search, no geocoding and no photos")
    }

    // MARK: Suggestions

    private func suggest(_ request: AutocompleteRequest, _ context: RequestContext) -> SuggestionList {
        let scratch = pool.take()
        defer { pool.give(scratch) }
        return request.query.withUnsafeBufferPointer { text in
            suggest(text, request, context, scratch)
        }
    }

    private func suggest(
        _ text: UnsafeBufferPointer<UInt8>, _ request: AutocompleteRequest, _ context: RequestContext,
        _ scratch: Scratch
    ) -> SuggestionList {
        let query = ParsedQuery(text, caret: request.inputOffset, scratch)
        var builder = SuggestionList.Builder(rowCapacity: request.limit)
        let filter = request.filter
        let nearness = nearness(filter, context)
        var rows = TopRows(scratch.candidates, limit: request.limit)
        for number in indexes.indices {
            let index = indexes[number]
            var search = IndexSearch(
                index, number: number, PlaceFilter(filter, index), nearness, query, scratch, rows)
            search.run()
            rows = search.rows
        }
        if rows.count > 0 {
            prepareLanguages(filter.language, scratch)
            let presentation = Presentation(query, filter, scratch)
            for position in 0..<rows.count {
                let candidate = rows[position]
                let number = Int(candidate.index)
                let choice = scratch.choices.isEmpty ? LanguageChoice.none : scratch.choices[number]
                presentation.append(candidate, of: indexes[number], choice, to: &builder)
            }
        }
        return builder.finish()
    }

    /// Which names to show; kept until another language is asked for.
    private func prepareLanguages(_ language: LanguageTag?, _ scratch: Scratch) {
        guard scratch.language != language else { return }
        scratch.language = language
        scratch.choices = language.map { wanted in indexes.map { LanguageChoice(wanted, $0.meta.languages) } } ?? []
    }

    private func nearness(_ filter: Filter, _ context: RequestContext) -> Nearness? {
        if let bias = filter.effectiveBias { return Nearness(bias) }
        guard filter.restriction == nil, let zone = context.timeZone else { return nil }
        for index in indexes {
            guard let number = index.meta.timeZones.firstIndex(of: zone), number < index.meta.timeZonePlaces.count,
                index.meta.timeZonePlaces[number] > 0
            else { continue }
            let row = index.view.places[index.meta.timeZonePlaces[number] - 1]
            return Nearness(
                row.coordinate, strength: Ranking.zoneStrength, scale: Ranking.zoneScale, limit: Ranking.zoneLimit)
        }
        return nil
    }

    // MARK: Details

    private func place(_ request: PlaceRequest) throws(PlacesError) -> Place {
        guard let mask = request.fields else {
            throw .invalid("fields", "is not set; name the fields that are wanted, or \"*\" for all")
        }
        for index in indexes {
            guard let number = index.view.place(withID: request.placeID, index.texts) else { continue }
            let choice = request.language.map { LanguageChoice($0, index.meta.languages) } ?? .none
            return Details(index, choice, region: request.region).place(number).masked(by: mask)
        }
        throw PlacesError(.notFound, "no place has the ID \(quoted(request.placeID))", field: "placeID")
    }
}

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
