// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesEngine
import PlacesModel
import PlacesTyping

/// `places_table`.
final class TableHandle: Handle {
    typealias Opaque = places_table

    let table: Table
    let engine: Engine

    init(
        _ engine: Engine,
        _ callbacks: places_table_delegate,
        _ userdata: UnsafeMutableRawPointer?
    ) throws(PlacesError) {
        self.engine = engine
        let offers = TableOffers(
            textSearch: engine.offers(.textSearch(TextSearchRequest())),
            geocoding: engine.offers(.geocode(GeocodeRequest()))
        )
        let fields = try FieldMask(TableSettings.usualFields, field: "fields")
        table = Table(
            client: engine,
            offers: offers,
            settings: TableSettings(fields: fields),
            locale: .current(),
            delegate: TableHandle.delegate(Target(callback: callbacks, userdata: userdata))
        )
        let interval = Typing.defaultInterval(engine)
        try table.change { (settings) throws(PlacesError) in settings.interval = interval }
    }

    private static func delegate(_ target: Target<places_table_delegate>) -> Table.Delegate {
        let callbacks = target.callback
        var delegate = Table.Delegate()
        if let call = callbacks.did_request {
            delegate.didRequest = { state in TableStateHandle(state).lend { call(target.userdata, $0) } }
        }
        if let call = callbacks.did_update {
            delegate.didUpdate = { state in TableStateHandle(state).lend { call(target.userdata, $0) } }
        }
        if let call = callbacks.did_select_prediction {
            delegate.shouldSelect = { state, row in
                TableStateHandle(state).lend { call(target.userdata, $0, row) }
            }
        }
        if let call = callbacks.did_autocomplete {
            delegate.didAutocomplete = { place, typed in
                typed.withCString { typed in PlaceHandle(place).lend { call(target.userdata, $0, typed) } }
            }
        }
        if let call = callbacks.did_pick {
            delegate.didPick = { state, row, token in
                TableStateHandle(state).lend { state in
                    if let token {
                        TokenHandle(token).lend { call(target.userdata, state, row, $0) }
                    } else {
                        call(target.userdata, state, row, nil)
                    }
                }
            }
        }
        if let call = callbacks.did_enter_text {
            delegate.didEnterText = { text in text.withCString { call(target.userdata, $0) } }
        }
        if let call = callbacks.did_fail {
            delegate.didFail = { error in ErrorHandle(error).lend { call(target.userdata, $0) } }
        }
        if let call = callbacks.was_cancelled { delegate.wasCancelled = { call(target.userdata) } }
        if let call = callbacks.activity { delegate.activity = { call(target.userdata, $0) } }
        return delegate
    }
}

private func edit(
    _ table: UnsafeMutablePointer<places_table>?,
    _ error: ErrorPointer?,
    _ body: (TableHandle) throws(PlacesError) -> Void
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let handle = try TableHandle.required(table, "table")
        try handle.engine.checkNotForked()
        try body(handle)
    }
}

/// For functions that cannot refuse.
private func usable(_ table: UnsafeMutablePointer<places_table>?) -> Table? {
    guard let handle = TableHandle.borrow(table), !handle.engine.isForked else { return nil }
    return handle.table
}

@_cdecl("places_table_new")
public func places_table_new(
    _ client: UnsafeMutablePointer<places_client>?,
    _ delegate: UnsafePointer<places_table_delegate>?,
    _ userdata: UnsafeMutableRawPointer?,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_table>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    making(out, error) { () throws(PlacesError) in
        let engine = try ClientHandle.required(client, "client").engine
        try engine.checkUsable()
        return try TableHandle(engine, try Typing.delegate(delegate, empty: places_table_delegate()), userdata)
    }
}

@_cdecl("places_table_free")
public func places_table_free(_ table: UnsafeMutablePointer<places_table>?) {
    guard let handle = TableHandle.release(table) else { return }
    // Until it has ended a callback that still runs may use the handle.
    withExtendedLifetime(handle) { handle.table.close() }
}

@_cdecl("places_table_set_text")
public func places_table_set_text(
    _ table: UnsafeMutablePointer<places_table>?,
    _ text: UnsafePointer<CChar>?,
    _ length: Int,
    _ caret: Int32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        try handle.table.setText(try Typing.text(text, length, caret: caret))
    }
}

@_cdecl("places_table_set_value")
public func places_table_set_value(
    _ table: UnsafeMutablePointer<places_table>?,
    _ text: UnsafePointer<CChar>?,
    _ length: Int,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        handle.table.setValue(try Typing.text(text, length, caret: -1))
    }
}

@_cdecl("places_table_set_composing")
public func places_table_set_composing(_ table: UnsafeMutablePointer<places_table>?, _ composing: Bool) {
    usable(table)?.setComposing(composing)
}

@_cdecl("places_table_set_filter")
public func places_table_set_filter(
    _ table: UnsafeMutablePointer<places_table>?,
    _ filter: UnsafePointer<places_filter>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        let filter = FilterHandle.borrow(filter)?.filter ?? Filter()
        try handle.table.change { (settings) throws(PlacesError) in settings.filter = filter }
    }
}

@_cdecl("places_table_set_viewport")
public func places_table_set_viewport(
    _ table: UnsafeMutablePointer<places_table>?,
    _ lowLatitude: Double,
    _ lowLongitude: Double,
    _ highLatitude: Double,
    _ highLongitude: Double,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        let viewport = try Viewport(
            low: try Coordinate(latitude: lowLatitude, longitude: lowLongitude, field: "viewport.low"),
            high: try Coordinate(latitude: highLatitude, longitude: highLongitude, field: "viewport.high"),
            field: "viewport"
        )
        try handle.table.change { (settings) throws(PlacesError) in
            try settings.filter.setBias(.rectangle(viewport), field: "viewport")
        }
    }
}

@_cdecl("places_table_set_token")
public func places_table_set_token(
    _ table: UnsafeMutablePointer<places_table>?,
    _ token: UnsafePointer<places_token>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        handle.table.setToken(TokenHandle.borrow(token)?.token)
    }
}

@_cdecl("places_table_set_session_policy")
public func places_table_set_session_policy(
    _ table: UnsafeMutablePointer<places_table>?,
    _ policy: places_session_policy,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        let known = try Typing.policy(policy)
        handle.table.changeSession { $0.policy = known }
    }
}

@_cdecl("places_table_set_mode")
public func places_table_set_mode(
    _ table: UnsafeMutablePointer<places_table>?,
    _ mode: places_typing_mode,
    _ interval: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        let known = try Typing.mode(mode)
        let nanoseconds = try Typing.interval(interval, handle.engine)
        try handle.table.change { (settings) throws(PlacesError) in
            settings.mode = known
            settings.interval = nanoseconds
        }
    }
}

@_cdecl("places_table_set_min_length")
public func places_table_set_min_length(
    _ table: UnsafeMutablePointer<places_table>?,
    _ length: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        let length = try Typing.minimumLength(length)
        try handle.table.change { (settings) throws(PlacesError) in settings.minimumLength = length }
    }
}

@_cdecl("places_table_set_limit")
public func places_table_set_limit(
    _ table: UnsafeMutablePointer<places_table>?,
    _ limit: Int32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        let limit = try Typing.limit(limit)
        try handle.table.change { (settings) throws(PlacesError) in settings.limit = limit }
    }
}

@_cdecl("places_table_set_deadline")
public func places_table_set_deadline(
    _ table: UnsafeMutablePointer<places_table>?,
    _ milliseconds: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        try handle.table.change { (settings) throws(PlacesError) in
            settings.deadlineMilliseconds = Typing.deadline(milliseconds)
        }
    }
}

@_cdecl("places_table_set_session_timeout")
public func places_table_set_session_timeout(
    _ table: UnsafeMutablePointer<places_table>?,
    _ milliseconds: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        let timeout = try Typing.sessionTimeout(milliseconds)
        handle.table.changeSession { $0.timeout = timeout }
    }
}

@_cdecl("places_table_set_fields")
public func places_table_set_fields(
    _ table: UnsafeMutablePointer<places_table>?,
    _ mask: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        let fields = try FieldMask(try InText.required(mask, "mask"), field: "mask")
        handle.table.changeTable { $0.fields = fields }
    }
}

@_cdecl("places_table_set_pick")
public func places_table_set_pick(
    _ table: UnsafeMutablePointer<places_table>?,
    _ pick: places_pick,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        guard let known = TablePick(rawValue: Int32(truncatingIfNeeded: pick.rawValue)) else {
            throw .invalid("pick", "\(pick.rawValue) is no way of picking")
        }
        handle.table.changeTable { $0.pick = known }
    }
}

@_cdecl("places_table_set_language")
public func places_table_set_language(
    _ table: UnsafeMutablePointer<places_table>?,
    _ language: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        let wanted = language == nil ? UserLocale.current().language : try InText.language(language)
        try handle.table.change { (settings) throws(PlacesError) in settings.language = wanted }
    }
}

@_cdecl("places_table_set_units")
public func places_table_set_units(
    _ table: UnsafeMutablePointer<places_table>?,
    _ units: places_units,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        guard let known = TableUnits(rawValue: Int32(truncatingIfNeeded: units.rawValue)) else {
            throw .invalid("units", "\(units.rawValue) are no units")
        }
        handle.table.changeTable { $0.units = known }
    }
}

@_cdecl("places_table_set_take_first")
public func places_table_set_take_first(_ table: UnsafeMutablePointer<places_table>?, _ takeFirst: Bool) {
    usable(table)?.changeTable { $0.takesFirst = takeFirst }
}

@_cdecl("places_table_set_accepts_text")
public func places_table_set_accepts_text(_ table: UnsafeMutablePointer<places_table>?, _ acceptsText: Bool) {
    usable(table)?.changeTable { $0.acceptsText = acceptsText }
}

@_cdecl("places_table_set_on_google_map")
public func places_table_set_on_google_map(_ table: UnsafeMutablePointer<places_table>?, _ onGoogleMap: Bool) {
    usable(table)?.changeTable { $0.isOnGoogleMap = onGoogleMap }
}

@_cdecl("places_table_set_search_row")
public func places_table_set_search_row(_ table: UnsafeMutablePointer<places_table>?, _ offered: Bool, _ always: Bool) {
    usable(table)?.changeTable {
        $0.offersSearch = offered
        $0.alwaysOffersSearch = always
    }
}

@_cdecl("places_table_set_store")
public func places_table_set_store(
    _ table: UnsafeMutablePointer<places_table>?,
    _ store: UnsafeMutablePointer<places_store>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        handle.table.setStore(StoreHandle.borrow(store)?.store)
    }
}

@_cdecl("places_table_set_current_location")
public func places_table_set_current_location(
    _ table: UnsafeMutablePointer<places_table>?,
    _ latitude: Double,
    _ longitude: Double,
    _ label: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        let location = try Coordinate(latitude: latitude, longitude: longitude, field: "location")
        let label = try InText.required(label, "label")
        guard !label.isEmpty else { throw .invalid("label", "is empty") }
        handle.table.changeTable { $0.here = TableSettings.Here(location: location, label: label) }
    }
}

@_cdecl("places_table_clear_current_location")
public func places_table_clear_current_location(_ table: UnsafeMutablePointer<places_table>?) {
    usable(table)?.changeTable { $0.here = nil }
}

@_cdecl("places_table_set_billing_policy")
public func places_table_set_billing_policy(
    _ table: UnsafeMutablePointer<places_table>?,
    _ policy: places_billing_policy,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        guard let known = BillingPolicy(rawValue: Int32(truncatingIfNeeded: policy.rawValue)) else {
            throw .invalid("policy", "\(policy.rawValue) is no policy")
        }
        handle.table.setBilling(known)
    }
}

@_cdecl("places_table_key")
public func places_table_key(_ table: UnsafeMutablePointer<places_table>?, _ key: places_key) -> Bool {
    guard let known = TableKey(rawValue: Int32(truncatingIfNeeded: key.rawValue)) else { return false }
    return usable(table)?.press(known) ?? false
}

@_cdecl("places_table_highlight")
public func places_table_highlight(
    _ table: UnsafeMutablePointer<places_table>?,
    _ row: Int32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        try handle.table.highlight(Int(row))
    }
}

@_cdecl("places_table_open")
public func places_table_open(_ table: UnsafeMutablePointer<places_table>?) {
    usable(table)?.open()
}

@_cdecl("places_table_close")
public func places_table_close(_ table: UnsafeMutablePointer<places_table>?) {
    usable(table)?.shut()
}

@_cdecl("places_table_select")
public func places_table_select(
    _ table: UnsafeMutablePointer<places_table>?,
    _ state: UnsafePointer<places_table_state>?,
    _ row: Int,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        guard row >= 0 else { throw .invalid("row", "\(UInt(bitPattern: row)) is past the end of the rows") }
        try handle.table.select(row, seen: TableStateHandle.borrow(state)?.state)
    }
}

@_cdecl("places_table_search")
public func places_table_search(
    _ table: UnsafeMutablePointer<places_table>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        try handle.table.search()
    }
}

@_cdecl("places_table_can_search")
public func places_table_can_search(_ table: UnsafePointer<places_table>?) -> Bool {
    TableHandle.borrow(table)?.table.canSearch ?? false
}

@_cdecl("places_table_retry")
public func places_table_retry(
    _ table: UnsafeMutablePointer<places_table>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        try handle.table.retry()
    }
}

@_cdecl("places_table_cancel")
public func places_table_cancel(_ table: UnsafeMutablePointer<places_table>?) {
    usable(table)?.cancel()
}

@_cdecl("places_table_clear")
public func places_table_clear(_ table: UnsafeMutablePointer<places_table>?) {
    _ = places_table_set_text(table, nil, 0, -1, nil)
}

@_cdecl("places_table_flush")
public func places_table_flush(_ table: UnsafeMutablePointer<places_table>?) {
    usable(table)?.flush()
}

@_cdecl("places_table_token")
public func places_table_token(
    _ table: UnsafeMutablePointer<places_table>?,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_token>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(table, error) { (handle) throws(PlacesError) in
        try Typing.give(handle.table.token(), out)
    }
}

@_cdecl("places_table_state_now")
public func places_table_state_now(
    _ table: UnsafeMutablePointer<places_table>?
) -> UnsafeMutablePointer<places_table_state>? {
    usable(table).map { TableStateHandle($0.state).give() }
}
