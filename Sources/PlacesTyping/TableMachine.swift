package import PlacesEngine
package import PlacesModel

/// What a table shows and when it changes: the fetching rules, rows, picking, keys. A value, as `FetchMachine` is.
package struct TableMachine: TypingMachine {
    /// A pick on its way.
    ///
    /// A class, and never changed: a struct of this size is copied word by word wherever a machine is.
    final class Picking: Sendable {
        let row: Int
        let origin: TableRows.Origin
        let stored: StoredPlace
        let suggestion: SuggestionRow
        let list: SuggestionList
        let typed: TypedText

        init(
            row: Int,
            origin: TableRows.Origin,
            stored: StoredPlace,
            suggestion: SuggestionRow,
            list: SuggestionList,
            typed: TypedText
        ) {
            self.row = row
            self.origin = origin
            self.stored = stored
            self.suggestion = suggestion
            self.list = list
            self.typed = typed
        }
    }

    /// What "try again" does.
    enum Retry {
        case suggestions
        case pick(Picking)
        case search
    }

    var fetch = FetchMachine()
    var settings: TableSettings
    let offers: TableOffers

    var rows = TableRows()
    /// What the rows answer; nil for rows of empty text.
    var rowsQuestion: FetchMachine.Question?
    /// The list is wanted: something was typed since it was closed last.
    var isActive = false
    var hasAnswer = false
    var highlighted = -1
    var error: PlacesError?
    var retry: Retry?
    var stored: [StoredPlace] = []
    var hasStore = false
    var picking: Picking?
    /// Its details request; 0 while the program is asked whether to go on.
    var pickingRequest: UInt64 = 0
    /// The search for the whole text that is under way; 0 for none.
    var searching: UInt64 = 0
    private var isActivityOn = false

    package init(settings: TableSettings, offers: TableOffers) {
        self.settings = settings
        self.offers = offers
    }

    /// The rows answer the present text.
    var isCurrent: Bool { rows.count == 0 ? !isLoading : rowsQuestion == fetch.next }

    var isLoading: Bool { fetch.isLoading || searching > 0 }

    var phase: TablePhase {
        if let error, error.status != .cancelled, !rows.origins.contains(where: { $0.kind != .search }) {
            return .failed
        }
        // Rows of blank text are there before somebody opens the list.
        if rows.origins.contains(where: { $0.kind != .search }), isActive || !fetch.text.query.isEmpty { return .rows }
        if isLoading { return .loading }
        if hasAnswer { return .nothingFound }
        return isActive && rows.count > 0 ? .rows : .idle
    }

    var isOpen: Bool { isActive && (rows.count > 0 || phase == .failed || phase == .nothingFound) }

    // MARK: Text

    mutating func act(
        _ effects: inout TypingEffects,
        _ body: (inout FetchMachine, inout TypingEffects) -> FetchMachine.Outcome?
    ) {
        let old = fetch.question
        let outcome = body(&fetch, &effects)
        if fetch.question != old { leave(&effects) }
        receive(outcome, &effects)
        settle(&effects)
    }

    /// Another question is asked: nobody walks on the rows of the old one, and what it failed of is of no matter.
    private mutating func leave(_ effects: inout TypingEffects) {
        let isSeen = highlighted >= 0 || error != nil
        highlighted = -1
        endSearch(&effects)
        hasAnswer = false
        forgetError()
        if isSeen, fetch.isLoading { effects.tell(.update) }
    }

    mutating func setText(_ text: TypedText, at now: UInt64, _ effects: inout TypingEffects) {
        act(&effects) { $0.setText(text, at: now, &$1) }
        isActive = !text.query.isEmpty || rows.count > 0
    }

    mutating func setValue(_ text: TypedText, _ effects: inout TypingEffects) {
        fetch.setValue(text, &effects)
        // Late details would be written over what the program has just set.
        dropPick(&effects)
        clearRows(&effects)
        isActive = false
        effects.tell(.update)
        settle(&effects)
    }

    /// What the fetching rules have decided, as rows.
    private mutating func receive(_ outcome: FetchMachine.Outcome?, _ effects: inout TypingEffects) {
        switch outcome {
        case nil: return
        case .started:
            hasAnswer = false
            forgetError()
            if !isActivityOn {
                isActivityOn = true
                effects.insertBeforeLast(.tell(.activity(true)))
            }
            effects.insertBeforeLast(.tell(.request))
        case .empty:
            clearRows(&effects)
            showBlank(&effects)
            effects.tell(.update)
        case .answer(let list, let isWhole):
            show(list, isWhole: isWhole)
            effects.tell(.update)
        case .failure(let failure):
            fail(failure, retry: .suggestions, &effects)
        }
    }

    private mutating func show(_ list: SuggestionList, isWhole: Bool) {
        let marked = key(of: highlighted)
        let found = list.count > 0
        let offersSearch = settings.offersSearch && offers.canSearch && isWhole
        let search = offersSearch && (settings.alwaysOffersSearch || !found) ? fetch.text.string : nil
        rows = TableRows(answer: list, text: fetch.text, stored: stored, search: search)
        rowsQuestion = fetch.question
        hasAnswer = isWhole
        forgetError()
        // More rows for the same text leave the mark where it was.
        highlighted = marked.flatMap { marked in (0..<rows.count).first { key(of: $0) == marked } } ?? -1
    }

    /// What is shown while nothing is typed.
    private mutating func showBlank(_ effects: inout TypingEffects) {
        if hasStore { effects.add(.readStore) }
        rows = blankRows
        rowsQuestion = nil
    }

    /// On empty text all that is kept; beside a text that is too short to ask, what matches.
    var blankRows: TableRows {
        fetch.text.query.isEmpty
            ? TableRows(here: settings.here, stored: stored)
            : TableRows(answer: .none, text: fetch.text, stored: stored, search: nil)
    }

    mutating func clearRows(_ effects: inout TypingEffects) {
        rows = TableRows()
        rowsQuestion = nil
        hasAnswer = false
        highlighted = -1
        forgetError()
        endSearch(&effects)
    }

    mutating func fail(_ failure: PlacesError, retry wanted: Retry, _ effects: inout TypingEffects) {
        error = failure
        let canRetry = failure.status.isRetryable
        retry = canRetry ? wanted : nil
        if case .suggestions = wanted {
            rows = TableRows()
            highlighted = -1
            rowsQuestion = fetch.question
            if offers.canSearch, settings.offersSearch, settings.alwaysOffersSearch, canRetry {
                rows = TableRows(answer: .none, text: fetch.text, stored: [], search: fetch.text.string)
            }
        }
        effects.tell(.update)
        if !canRetry, failure.status != .cancelled { effects.tell(.fatal(failure)) }
    }

    private mutating func forgetError() {
        error = nil
        retry = nil
    }

    /// What is shown has been set otherwise.
    mutating func settingsChanged(_ effects: inout TypingEffects) {
        let isBlank = fetch.question == nil && fetch.text.query.isEmpty && picking == nil
        guard isActive || rows.count > 0 else { return }
        if isBlank { rows = TableRows(here: settings.here, stored: stored) }
        effects.tell(.update)
    }

    // MARK: Activity

    /// Network activity follows what is under way; every "on" has its "off".
    mutating func settle(_ effects: inout TypingEffects) {
        let wanted = isLoading || pickingRequest > 0
        guard wanted != isActivityOn else { return }
        isActivityOn = wanted
        effects.tell(.activity(wanted))
    }

    /// The same before the request that was asked for last.
    mutating func turnOn(_ effects: inout TypingEffects) {
        if isActivityOn { return }
        isActivityOn = true
        effects.insertBeforeLast(.tell(.activity(true)))
    }

    // MARK: TypingMachine

    package mutating func wake(at now: UInt64, _ effects: inout TypingEffects) {
        act(&effects) { $0.wake(at: now, &$1) }
    }

    package mutating func add(part: Answer, of number: UInt64, _ effects: inout TypingEffects) {
        guard case .suggestions(let list) = part else { return }
        act(&effects) { fetch, _ in fetch.add(part: list, of: number) }
    }

    package mutating func finish(
        _ number: UInt64,
        _ result: Result<Answer, PlacesError>,
        at now: UInt64,
        _ effects: inout TypingEffects
    ) {
        if number == searching {
            finishSearch(result, &effects)
        } else if number == pickingRequest {
            finishPick(result, &effects)
        } else {
            act(&effects) { fetch, _ in fetch.finish(number, result) }
        }
        settle(&effects)
    }

    package mutating func storeRead(_ places: [StoredPlace], _ effects: inout TypingEffects) {
        guard stored != places else { return }
        stored = places
        // After a pick or a value of the program's there are no rows, unless the list of blank text was opened.
        let isShown = !fetch.isQuiet || isActive && fetch.text.query.isEmpty
        guard fetch.question == nil, isShown, picking == nil else { return }
        let marked = key(of: highlighted)
        rows = blankRows
        highlighted = marked.flatMap { marked in (0..<rows.count).first { key(of: $0) == marked } } ?? -1
        effects.tell(.update)
    }

    package mutating func end(_ effects: inout TypingEffects) {
        fetch.abandon(&effects)
        endSearch(&effects)
        dropPick(&effects)
        settle(&effects)
    }

    // MARK: Rows

    func key(of position: Int) -> RowKey? {
        guard rows.origins.indices.contains(position), let row = rows.list.row(position) else { return nil }
        return TableMachine.key(rows.origins[position].kind, row, rows.list)
    }

    static func key(_ kind: RowKind, _ row: SuggestionRow, _ list: SuggestionList) -> RowKey {
        let id = list.string(row.placeID)
        let primary = list.string(row.primaryText)
        let name = kind == .search ? "search" : id.isEmpty ? "\(kind.rawValue) \(primary)" : "id \(id)"
        // FNV-1a of what is drawn.
        var content: UInt64 = 0xCBF2_9CE4_8422_2325
        for slice in [row.primaryText, row.secondaryText] {
            for byte in list.text(slice) { content = (content ^ UInt64(byte)) &* 0x100_0000_01B3 }
            content = (content ^ 0xFF) &* 0x100_0000_01B3
        }
        content = (content ^ UInt64(UInt32(bitPattern: row.distanceMeters))) &* 0x100_0000_01B3
        return RowKey(id: name, content: content)
    }
}
