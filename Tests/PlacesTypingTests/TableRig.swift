import PlacesEngine
import PlacesModel

@testable import PlacesTyping

/// What a table's delegate was told, in order.
final class TableLog: @unchecked Sendable {
    // @unchecked: the tests use it on one thread.
    var events: [String] = []
    var activity: [Bool] = []
    var places: [String] = []
    var states: [TableState] = []
    var goesOn = true
    var tokens: [String?] = []
    /// Whether the list was open in the state that was drawn last before did_pick.
    var wasOpenAtPick: Bool?
    /// Run inside did_update.
    var atUpdate: (@Sendable () -> Void)?
}

/// A store in memory.
final class Kept: PlaceKeeping, @unchecked Sendable {
    // @unchecked: the tests use it on one thread.
    private(set) var list: [StoredPlace]
    private var watchers: [UInt64: @Sendable () -> Void] = [:]
    private var last: UInt64 = 0

    init(_ list: [StoredPlace]) { self.list = list }

    func places() -> [StoredPlace] { list }

    func note(_ place: StoredPlace) { set(list + [place]) }

    func set(_ new: [StoredPlace]) {
        list = new
        for watcher in watchers.values { watcher() }
    }

    func watch(_ changed: @escaping @Sendable () -> Void) -> UInt64 {
        last += 1
        watchers[last] = changed
        return last
    }

    func unwatch(_ number: UInt64) { watchers[number] = nil }

    var watcherCount: Int { watchers.count }
}

struct TableRig {
    let client: FakeClient
    let log = TableLog()
    let table: Table

    init(
        _ client: FakeClient = FakeClient(),
        interval: UInt64 = 0,
        offers: TableOffers = TableOffers(textSearch: true, geocoding: true)
    ) throws {
        self.client = client
        var delegate = Table.Delegate()
        let log = log
        delegate.didRequest = { state in
            log.events.append("request")
            log.states.append(state)
        }
        delegate.didUpdate = { state in
            log.states.append(state)
            log.atUpdate?()
        }
        delegate.shouldSelect = { _, row in
            log.events.append("select \(row)")
            return log.goesOn
        }
        delegate.didAutocomplete = { place, typed in
            log.events.append("place \(place["id"]?.stringValue ?? "") typed \(typed)")
            log.places.append(place["id"]?.stringValue ?? "")
        }
        delegate.didPick = { state, row, token in
            log.events.append("pick \(state.list.row(row).map { state.list.string($0.primaryText) } ?? "")")
            log.tokens.append(token?.text)
            log.wasOpenAtPick = log.states.last?.isOpen
        }
        delegate.didEnterText = { log.events.append("text \($0)") }
        delegate.didFail = { log.events.append("fail \($0.status)") }
        delegate.wasCancelled = { log.events.append("cancelled") }
        delegate.activity = { log.activity.append($0) }
        table = Table(
            client: client,
            offers: offers,
            settings: TableSettings(fields: try FieldMask("id,location", field: "mask")),
            locale: UserLocale("en_US.UTF-8"),
            clock: client,
            delegate: delegate
        )
        try table.change { (settings) throws(PlacesError) in settings.interval = interval * 1_000_000 }
    }

    func type(_ text: String) throws {
        try table.setText(typed(text))
        client.pump()
    }

    func answer(_ names: [String]) { client.answer(0, .success(.suggestions(rows(names)))) }

    func fail(_ status: Status) { client.answer(0, .failure(PlacesError(status, "made for the test"))) }

    @discardableResult
    func press(_ key: TableKey) -> Bool {
        defer { client.pump() }
        return table.press(key)
    }

    var names: [String] {
        let state = table.state
        return (0..<state.list.count).compactMap { state.list.row($0).map { state.list.string($0.primaryText) } }
    }
}
