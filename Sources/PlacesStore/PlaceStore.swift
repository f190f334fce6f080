import PlacesEngine
package import PlacesModel

/// Recent places and favourites, in a small SQLite file or in memory.
///
/// The file keeps SQLite's rollback journal: a pick is one short write, so nothing is won by a write-ahead log, and that
/// one leaves two more files beside the store and cannot be read from a read-only folder.
package final class PlaceStore: PlaceKeeping, Sendable {
    package static let maximumRecent = 50
    /// Bytes of any one text.
    package static let maximumText = 10_000

    /// Where a damaged file lies now.
    package let setAsidePath: String?
    package let isReadOnly: Bool

    let state: Lock<State>
    private let mark = ForkMark()
    private let watchers = Lock<(last: UInt64, all: [UInt64: @Sendable () -> Void])>((0, [:]))

    struct State {
        let connection: Connection
        /// What was read last, and SQLite's number for what other connections have done since.
        var places: [StoredPlace] = []
        var version: Int64?
        /// Noted while another program held the file; the oldest first.
        var late: [StoredPlace] = []
    }

    /// nil: in memory.
    package init(path: String?) throws(PlacesError) {
        let opened = try Opening.open(path)
        setAsidePath = opened.setAsidePath
        isReadOnly = opened.isReadOnly
        var state = State(connection: opened.connection)
        state.refresh(waits: true)
        self.state = Lock(state)
    }

    deinit {
        // The file belongs to the parent's connection: closing it here would take its journal away.
        if mark.isStale { _ = Unmanaged.passRetained(state) }
    }

    package func places() -> [StoredPlace] {
        if mark.isStale { return [] }
        return state.withLock { state in
            state.writeLate()
            state.refresh(waits: false)
            return state.places
        }
    }

    package var count: Int { places().count }

    /// Notes a place as the most recent one. A favourite stays one.
    package func add(_ place: StoredPlace) throws(PlacesError) {
        try PlaceStore.check(place)
        try write { (connection) throws(PlacesError) in try connection.insert(place) }
    }

    package func note(_ place: StoredPlace) {
        if mark.isStale || isReadOnly { return }
        do throws(PlacesError) { try PlaceStore.check(place) } catch { return }
        state.withLock { state in
            if state.late.count == PlaceStore.maximumRecent { state.late.removeFirst() }
            state.late.append(place)
            state.writeLate()
        }
        changed()
    }

    package func watch(_ changed: @escaping @Sendable () -> Void) -> UInt64 {
        watchers.withLock { watchers in
            watchers.last += 1
            watchers.all[watchers.last] = changed
            return watchers.last
        }
    }

    package func unwatch(_ number: UInt64) {
        // The body is let go outside the lock.
        _ = watchers.withLock { $0.all.removeValue(forKey: number) }
    }

    private func changed() {
        for watcher in watchers.withLock({ Array($0.all.values) }) { watcher() }
    }

    private static func check(_ place: StoredPlace) throws(PlacesError) {
        if place.placeID.isEmpty { throw .invalid("place_id", "is empty") }
        for (name, text) in [
            ("place_id", place.placeID), ("primary", place.primaryText), ("secondary", place.secondaryText),
            ("types", place.typeList),
        ] where text.utf8.count > PlaceStore.maximumText {
            throw .invalid(name, "has more than \(PlaceStore.maximumText) bytes")
        }
    }

    package func setFavourite(_ id: String, _ isFavourite: Bool) throws(PlacesError) {
        var isKnown = false
        try write { (connection) throws(PlacesError) in
            try connection.run(Schema.mark, [.text(id), .integer(isFavourite ? 1 : 0)]) { _ in isKnown = true }
            try connection.run(Schema.trim, [.integer(Int64(PlaceStore.maximumRecent))])
        }
        if !isKnown { throw PlacesError(.notFound, "place_id: no place of the store has it", field: "place_id") }
    }

    /// A place that is not there is no fault.
    package func remove(_ id: String) throws(PlacesError) {
        try write { (connection) throws(PlacesError) in try connection.run(Schema.remove, [.text(id)]) }
    }

    /// Forgets the recent places; favourites stay.
    package func clear() throws(PlacesError) {
        try write { (connection) throws(PlacesError) in try connection.run(Schema.clear) }
    }

    private func write(_ body: (Connection) throws(PlacesError) -> Void) throws(PlacesError) {
        if mark.isStale {
            throw PlacesError(.forked, "the store was opened before fork(); open a new one in the child")
        }
        if isReadOnly { throw PlacesError(.io, "the store is read-only") }
        try state.withLock { (state) throws(PlacesError) in
            state.writeLate()
            let connection = state.connection
            do throws(PlacesError) {
                try connection.transaction { () throws(PlacesError) in try body(connection) }
            } catch {
                throw error.ofStore
            }
            // Our own writes do not change SQLite's number.
            state.version = nil
            state.refresh(waits: true)
        }
        changed()
    }
}

extension Connection {
    /// A place as the most recent one, and no more of them than are kept.
    fileprivate func insert(_ place: StoredPlace) throws(PlacesError) {
        try run(
            Schema.add,
            [
                .text(place.placeID), .text(place.primaryText), .text(place.secondaryText), .text(place.typeList),
                .real(place.location?.latitude), .real(place.location?.longitude),
                .integer(place.isFavourite ? 1 : 0),
            ]
        )
        try run(Schema.trim, [.integer(Int64(PlaceStore.maximumRecent))])
    }
}

extension PlaceStore.State {
    /// Reads again where something has changed. What cannot be read stays as it was: somebody is typing, and a lock of
    /// another program is not worth the wait.
    mutating func refresh(waits: Bool) {
        connection.waits = waits
        defer { connection.waits = true }
        do throws(PlacesError) {
            let now = try connection.integer("PRAGMA data_version")
            if now == version { return }
            var fresh: [StoredPlace] = []
            try connection.run(Schema.places) { fresh.append(StoredPlace($0)) }
            places = fresh
            version = now
        } catch {}
    }

    /// Writes what was noted, as far as nobody else holds the file.
    mutating func writeLate() {
        if late.isEmpty { return }
        connection.waits = false
        defer { connection.waits = true }
        let connection = connection
        while let place = late.first {
            do throws(PlacesError) {
                try connection.transaction { () throws(PlacesError) in try connection.insert(place) }
            } catch { return }
            late.removeFirst()
            version = nil
        }
    }
}

extension StoredPlace {
    fileprivate var typeList: String { types.joined(separator: ",") }

    fileprivate init(_ row: Row) {
        var location: Coordinate?
        if let latitude = row.real(4), let longitude = row.real(5) {
            location = try? Coordinate(latitude: latitude, longitude: longitude, field: "location")
        }
        self.init(
            placeID: row.text(0),
            primaryText: row.text(1),
            secondaryText: row.text(2),
            types: row.text(3).split(separator: ",").map(String.init),
            location: location,
            isFavourite: row.integer(6) != 0
        )
    }
}

extension PlacesError {
    /// Damage of a store is no damage of an index.
    var ofStore: PlacesError {
        var copy = self
        if copy.status == .indexDamaged { copy.status = .io }
        return copy
    }
}
