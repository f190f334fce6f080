// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesJSON
import PlacesModel
import PlacesTyping
import PlacesWire
import Synchronization

/// `places_table_state`: a state, and its texts as C reads them.
final class TableStateHandle: Handle, Sendable {
    typealias Opaque = places_table_state

    let state: TableState
    let error: ErrorHandle?
    private let texts = AtomicLazyReference<TableStateTexts>()

    init(_ state: TableState) {
        self.state = state
        error = state.error.map { ErrorHandle($0) }
    }

    func pointer(_ text: TableStateTexts.Text) -> UnsafePointer<CChar>? {
        // Made when first asked for, as the rows are.
        (texts.load() ?? texts.storeIfNil(TableStateTexts(state))).pointer(text)
    }
}

/// All texts of a state, each with its NUL.
final class TableStateTexts: @unchecked Sendable {
    // @unchecked: never written after they are made.
    private let bytes: UnsafeMutableBufferPointer<CChar>
    private let offsets: [Int]
    private let rowCount: Int

    /// Texts by their place: that of the field, three a row, then the lines of attribution.
    enum Text {
        case typed
        case distance(Int)
        case label(Int)
        case source(Int)
        case attribution(Int)
    }

    init(_ state: TableState) {
        var all: [CChar] = []
        var offsets: [Int] = []
        func add(_ text: String) {
            offsets.append(all.count)
            for byte in text.utf8 { all.append(CChar(bitPattern: byte)) }
            all.append(0)
        }
        add(state.text)
        let rows = state.rows
        for row in rows {
            add(row.distance)
            add(row.label)
            add(row.source)
        }
        for line in state.attributions { add(line) }
        bytes = .allocate(capacity: all.count)
        _ = bytes.initialize(fromContentsOf: all)
        self.offsets = offsets
        rowCount = rows.count
    }

    deinit { bytes.deallocate() }

    func pointer(_ text: Text) -> UnsafePointer<CChar>? {
        let number =
            switch text {
            case .typed: 0
            case .distance(let row): place(row, 0)
            case .label(let row): place(row, 1)
            case .source(let row): place(row, 2)
            case .attribution(let line): line < 0 ? -1 : 1 &+ 3 &* rowCount &+ line
            }
        guard offsets.indices.contains(number) else { return nil }
        return bytes.baseAddress.map { UnsafePointer($0 + offsets[number]) }
    }

    private func place(_ row: Int, _ part: Int) -> Int {
        row >= 0 && row < rowCount ? 1 + 3 * row + part : -1
    }
}

private func row(_ state: UnsafePointer<places_table_state>?, _ row: Int) -> TableState.Row? {
    guard let rows = TableStateHandle.borrow(state)?.state.rows, rows.indices.contains(row) else { return nil }
    return rows[row]
}

@_cdecl("places_table_state_retain")
public func places_table_state_retain(
    _ state: UnsafePointer<places_table_state>?
) -> UnsafeMutablePointer<places_table_state>? { TableStateHandle.retain(state) }

@_cdecl("places_table_state_release")
public func places_table_state_release(_ state: UnsafeMutablePointer<places_table_state>?) {
    TableStateHandle.release(state)
}

@_cdecl("places_table_state_text")
public func places_table_state_text(_ state: UnsafePointer<places_table_state>?) -> UnsafePointer<CChar>? {
    TableStateHandle.borrow(state)?.pointer(.typed)
}

@_cdecl("places_table_state_phase")
public func places_table_state_phase(_ state: UnsafePointer<places_table_state>?) -> places_table_phase {
    places_table_phase(UInt32(TableStateHandle.borrow(state)?.state.phase.rawValue ?? 0))
}

@_cdecl("places_table_state_is_loading")
public func places_table_state_is_loading(_ state: UnsafePointer<places_table_state>?) -> Bool {
    TableStateHandle.borrow(state)?.state.isLoading ?? false
}

@_cdecl("places_table_state_is_picking")
public func places_table_state_is_picking(_ state: UnsafePointer<places_table_state>?) -> Bool {
    TableStateHandle.borrow(state)?.state.isPicking ?? false
}

@_cdecl("places_table_state_is_open")
public func places_table_state_is_open(_ state: UnsafePointer<places_table_state>?) -> Bool {
    TableStateHandle.borrow(state)?.state.isOpen ?? false
}

@_cdecl("places_table_state_is_current")
public func places_table_state_is_current(_ state: UnsafePointer<places_table_state>?) -> Bool {
    TableStateHandle.borrow(state)?.state.isCurrent ?? false
}

@_cdecl("places_table_state_is_fallback")
public func places_table_state_is_fallback(_ state: UnsafePointer<places_table_state>?) -> Bool {
    TableStateHandle.borrow(state)?.state.list.isFallback ?? false
}

@_cdecl("places_table_state_highlighted")
public func places_table_state_highlighted(_ state: UnsafePointer<places_table_state>?) -> Int32 {
    Int32(clamping: TableStateHandle.borrow(state)?.state.highlighted ?? -1)
}

@_cdecl("places_table_state_result")
public func places_table_state_result(_ state: UnsafePointer<places_table_state>?) -> UnsafePointer<places_result>? {
    // The state keeps the list alive.
    TableStateHandle.borrow(state)?.state.list.lend { $0 }
}

@_cdecl("places_table_state_row_count")
public func places_table_state_row_count(_ state: UnsafePointer<places_table_state>?) -> Int {
    TableStateHandle.borrow(state)?.state.rowCount ?? 0
}

@_cdecl("places_table_state_row_kind")
public func places_table_state_row_kind(_ state: UnsafePointer<places_table_state>?, _ number: Int) -> places_row_kind {
    places_row_kind(UInt32(row(state, number)?.kind.rawValue ?? 0))
}

@_cdecl("places_table_state_row_icon")
public func places_table_state_row_icon(_ state: UnsafePointer<places_table_state>?, _ number: Int) -> places_icon {
    places_icon(UInt32(row(state, number)?.icon.rawValue ?? 0))
}

@_cdecl("places_table_state_row_distance")
public func places_table_state_row_distance(
    _ state: UnsafePointer<places_table_state>?,
    _ row: Int
) -> UnsafePointer<CChar>? { TableStateHandle.borrow(state)?.pointer(.distance(row)) }

@_cdecl("places_table_state_row_label")
public func places_table_state_row_label(
    _ state: UnsafePointer<places_table_state>?,
    _ row: Int
) -> UnsafePointer<CChar>? { TableStateHandle.borrow(state)?.pointer(.label(row)) }

@_cdecl("places_table_state_row_source")
public func places_table_state_row_source(
    _ state: UnsafePointer<places_table_state>?,
    _ row: Int
) -> UnsafePointer<CChar>? { TableStateHandle.borrow(state)?.pointer(.source(row)) }

@_cdecl("places_table_state_attribution_count")
public func places_table_state_attribution_count(_ state: UnsafePointer<places_table_state>?) -> Int {
    TableStateHandle.borrow(state)?.state.attributions.count ?? 0
}

@_cdecl("places_table_state_attribution")
public func places_table_state_attribution(
    _ state: UnsafePointer<places_table_state>?,
    _ index: Int
) -> UnsafePointer<CChar>? { TableStateHandle.borrow(state)?.pointer(.attribution(index)) }

@_cdecl("places_table_state_error")
public func places_table_state_error(_ state: UnsafePointer<places_table_state>?) -> UnsafePointer<places_error>? {
    // The state keeps the error alive.
    TableStateHandle.borrow(state)?.error?.lend { $0 }
}

@_cdecl("places_table_state_can_retry")
public func places_table_state_can_retry(_ state: UnsafePointer<places_table_state>?) -> Bool {
    TableStateHandle.borrow(state)?.state.canRetry ?? false
}

@_cdecl("places_table_state_changes")
public func places_table_state_changes(
    _ from: UnsafePointer<places_table_state>?,
    _ to: UnsafePointer<places_table_state>?,
    _ kinds: UnsafeMutablePointer<places_change_kind>?,
    _ rows: UnsafeMutablePointer<Int>?,
    _ capacity: Int
) -> Int {
    let old = TableStateHandle.borrow(from)?.state.rows.map(\.key) ?? []
    let new = TableStateHandle.borrow(to)?.state.rows.map(\.key) ?? []
    let changes = RowChanges.between(old, new)
    for (number, change) in changes.enumerated() where number < capacity {
        kinds?[number] = places_change_kind(UInt32(change.kind.rawValue))
        rows?[number] = change.row
    }
    return changes.count
}

@_cdecl("places_table_state_to_json")
public func places_table_state_to_json(_ state: UnsafePointer<places_table_state>?) -> UnsafeMutablePointer<CChar>? {
    guard let state = TableStateHandle.borrow(state)?.state else { return nil }
    return OutText.json { TableStateJSON.write(state, into: &$0) }
}
