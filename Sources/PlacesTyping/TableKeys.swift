import PlacesEngine
import PlacesModel

package enum TableKey: Int32, Sendable {
    case down = 0
    case up = 1
    case enter = 2
    case escape = 3
    case home = 4
    case end = 5
}

/// The keyboard, as in the ARIA pattern of a combobox with a list.
extension TableMachine {
    /// Whether the key is used up.
    mutating func press(_ key: TableKey, at now: UInt64, _ effects: inout TypingEffects) -> Bool {
        // They are the input method's while it composes.
        if fetch.isComposing { return false }
        return switch key {
        case .down: step(by: 1, &effects)
        case .up: step(by: -1, &effects)
        case .home: highlighted >= 0 ? mark(0, &effects) : false
        case .end: highlighted >= 0 ? mark(rows.count - 1, &effects) : false
        case .enter: enter(&effects)
        case .escape: escape(&effects)
        }
    }

    private mutating func step(by direction: Int, _ effects: inout TypingEffects) -> Bool {
        if !isOpen {
            guard rows.count > 0 || fetch.text.query.isEmpty else { return false }
            open(&effects)
            guard isOpen else { return false }
        }
        // Rows of an older text go in a moment: nobody shall walk on them.
        guard isCurrent, rows.count > 0 else { return true }
        let next = highlighted < 0 ? (direction > 0 ? 0 : rows.count - 1) : highlighted + direction
        return mark(next < 0 ? rows.count - 1 : next >= rows.count ? 0 : next, &effects)
    }

    @discardableResult
    mutating func mark(_ row: Int, _ effects: inout TypingEffects) -> Bool {
        if highlighted != row {
            highlighted = row
            effects.tell(.update)
        }
        return true
    }

    private mutating func enter(_ effects: inout TypingEffects) -> Bool {
        guard isActive else { return false }
        if picking != nil { return true }
        var row = isCurrent && isOpen ? highlighted : -1
        if row < 0, settings.takesFirst, isCurrent, isOpen, rows.origins.first.map({ $0.kind != .search }) ?? false {
            row = 0
        }
        if row >= 0 {
            do throws(PlacesError) { try select(row, seen: nil, &effects) } catch { return false }
            return true
        }
        guard settings.acceptsText, !fetch.text.query.isEmpty else { return false }
        fetch.stop(&effects)
        close(&effects)
        effects.tell(.enteredText(fetch.text.string))
        settle(&effects)
        return true
    }

    private mutating func escape(_ effects: inout TypingEffects) -> Bool {
        if isOpen {
            shut(&effects)
            return true
        }
        // Nothing to hide and nothing to give up: the key is for whoever is round the field.
        guard isLoading || picking != nil || !fetch.isQuiet && !fetch.text.bytes.isEmpty else {
            shut(&effects)
            return false
        }
        cancel(&effects)
        return true
    }

    mutating func open(_ effects: inout TypingEffects) {
        if isActive { return }
        isActive = true
        if rows.count == 0, fetch.text.query.isEmpty {
            if hasStore { effects.add(.readStore) }
            rows = TableRows(here: settings.here, stored: stored)
        }
        effects.tell(.update)
    }

    /// The rows stay, hidden.
    mutating func shut(_ effects: inout TypingEffects) {
        guard isActive else { return }
        isActive = false
        highlighted = -1
        effects.tell(.update)
    }
}
