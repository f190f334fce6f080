package import PlacesEngine
package import PlacesModel

/// The table data source: text, keys and picks in; rows, state and the chosen place out.
package final class Table: Sendable {
    /// What the program is told; mirrors the SDK's delegate.
    package struct Delegate: Sendable {
        package var didRequest: (@Sendable (TableState) -> Void)?
        package var didUpdate: (@Sendable (TableState) -> Void)?
        package var shouldSelect: (@Sendable (TableState, Int) -> Bool)?
        package var didAutocomplete: @Sendable (Place, String) -> Void = { _, _ in }
        package var didPick: @Sendable (TableState, Int, SessionToken?) -> Void = { _, _, _ in }
        package var didEnterText: @Sendable (String) -> Void = { _ in }
        package var didFail: @Sendable (PlacesError) -> Void = { _ in }
        package var wasCancelled: @Sendable () -> Void = {}
        package var activity: (@Sendable (Bool) -> Void)?

        package init() {}
    }

    private let driver: TypingDriver<TableMachine>

    package init(
        client: any TypingClient,
        offers: TableOffers,
        settings: TableSettings,
        locale: UserLocale,
        clock: any Clock = SystemClock(),
        delegate: Delegate
    ) {
        var machine = TableMachine(settings: settings, offers: offers)
        machine.settings.region = locale.region
        machine.fetch.answersAtOnce = { client.isLocal }
        var effects = TypingEffects()
        _ = machine.fetch.change(at: 0, &effects) { $0.language = locale.language }
        let isHeard = { @Sendable (event: TypingEvent) -> Bool in
            switch event {
            case .request: delegate.didRequest != nil
            case .update: delegate.didUpdate != nil
            case .activity: delegate.activity != nil
            default: true
            }
        }
        driver = TypingDriver(machine, client: client, clock: clock, isHeard: isHeard) { event, driver in
            switch event {
            case .request: delegate.didRequest?(driver.look { $0.snapshot() })
            case .update: delegate.didUpdate?(driver.look { $0.snapshot() })
            case .activity(let isOn): delegate.activity?(isOn)
            case .shouldSelect(let row):
                // A value that the program has set meanwhile has ended the pick, and its row may be another's now.
                guard let state = driver.look({ $0.picking?.row == row ? $0.snapshot() : nil }) else { break }
                let goesOn = delegate.shouldSelect?(state, row) ?? true
                Table.act(driver) { machine, now, effects in machine.confirm(goesOn, state, at: now, &effects) }
            case .place(let place, let typed): delegate.didAutocomplete(place, typed)
            case .suggestion(let row, let state, let token): delegate.didPick(state, row, token)
            case .enteredText(let text): delegate.didEnterText(text)
            case .fatal(let error): delegate.didFail(error)
            case .cancelled: delegate.wasCancelled()
            case .started, .answer, .failure: break
            }
        }
    }

    private static func act(
        _ driver: TypingDriver<TableMachine>,
        _ body: (inout TableMachine, UInt64, inout TypingEffects) -> Void
    ) {
        do throws(PlacesError) {
            try driver.run { (machine, now, effects) throws(PlacesError) in body(&machine, now, &effects) }
        } catch { return }
    }

    private func act(_ body: (inout TableMachine, UInt64, inout TypingEffects) -> Void) { Table.act(driver, body) }

    package func close() { driver.close() }

    package var state: TableState { driver.look { $0.snapshot() } }

    // MARK: Text

    package func setText(_ text: TypedText) throws(PlacesError) {
        try driver.client.checkUsable()
        act { machine, now, effects in machine.setText(text, at: now, &effects) }
    }

    package func setValue(_ text: TypedText) { act { machine, _, effects in machine.setValue(text, &effects) } }

    package func setComposing(_ composing: Bool) {
        act { machine, now, effects in
            machine.act(&effects) { $0.setComposing(composing, at: now, &$1) }
        }
    }

    package func flush() {
        act { machine, now, effects in machine.act(&effects) { $0.flush(at: now, &$1) } }
    }

    // MARK: Settings

    /// What is asked.
    package func change(_ body: (inout FetchSettings) throws(PlacesError) -> Void) throws(PlacesError) {
        try driver.run { (machine, now, effects) throws(PlacesError) in
            var settings = machine.fetch.settings
            try body(&settings)
            machine.act(&effects) { fetch, effects in fetch.change(at: now, &effects) { $0 = settings } }
        }
    }

    package func changeSession(_ body: (inout SessionSettings) -> Void) {
        driver.look { body(&$0.fetch.session.settings) }
    }

    /// What is shown.
    package func changeTable(_ body: (inout TableSettings) -> Void) {
        var policy = BillingPolicy.sessions
        act { machine, _, effects in
            body(&machine.settings)
            policy = machine.settings.billing
            machine.settingsChanged(&effects)
        }
        // The fields are part of the advice.
        if policy == .cheapest { setBilling(policy) }
    }

    /// Follows the meter, or not.
    package func setBilling(_ policy: BillingPolicy) {
        let meter = driver.client.meter
        act { machine, _, _ in
            machine.settings.billing = policy
            let fields = machine.settings.fields
            let canGeocode = machine.offers.geocoding
            machine.fetch.wantsGeocoding = {
                guard policy == .cheapest, canGeocode, let average = meter.counts.requestsPerPick else { return false }
                return BillingAdvice.isGeocodingCheaper(mask: fields, requestsPerPick: average)
            }
        }
    }

    package func setStore(_ store: (any PlaceKeeping)?) {
        driver.setStore(store)
        act { machine, _, effects in
            machine.hasStore = store != nil
            effects.add(.readStore)
        }
    }

    package func setToken(_ token: SessionToken?) {
        act { machine, _, effects in machine.fetch.giveToken(token, &effects) }
    }

    package func token() -> SessionToken? {
        var token: SessionToken?
        act { machine, now, effects in token = machine.fetch.token(at: now, &effects) }
        return token
    }

    // MARK: Picking

    package func press(_ key: TableKey) -> Bool {
        var isUsed = false
        act { machine, now, effects in isUsed = machine.press(key, at: now, &effects) }
        return isUsed
    }

    package func highlight(_ row: Int) throws(PlacesError) {
        try driver.run { (machine, _, effects) throws(PlacesError) in
            guard row >= -1, row < machine.rows.count else {
                let count = machine.rows.count
                let those = count > 0 ? "0 to \(count - 1)" : "there are none"
                throw .invalid("row", "\(row) is neither -1, for no row, nor one of the \(count) rows (\(those))")
            }
            machine.mark(row, &effects)
        }
    }

    package func open() { act { machine, _, effects in machine.open(&effects) } }

    package func shut() { act { machine, _, effects in machine.shut(&effects) } }

    package func select(_ row: Int, seen: TableState?) throws(PlacesError) {
        try driver.client.checkUsable()
        try driver.run { (machine, _, effects) throws(PlacesError) in
            try machine.select(row, seen: seen, &effects)
        }
    }

    package func search() throws(PlacesError) {
        try driver.client.checkUsable()
        try driver.run { (machine, now, effects) throws(PlacesError) in
            guard !machine.fetch.text.query.isEmpty else { throw .invalid("text", "is blank: nothing to search for") }
            guard machine.offers.canSearch else {
                throw PlacesError(.unsupported, "the provider of this client has no search and no geocoding")
            }
            machine.search(at: now, &effects)
        }
    }

    /// Whether `search` can do anything; that of the client, which never changes.
    package var canSearch: Bool { driver.look { $0.offers.canSearch } }

    package func retry() throws(PlacesError) {
        try driver.client.checkUsable()
        try driver.run { (machine, now, effects) throws(PlacesError) in try machine.tryAgain(at: now, &effects) }
    }

    package func cancel() { act { machine, _, effects in machine.cancel(&effects) } }
}
