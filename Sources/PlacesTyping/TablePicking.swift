import PlacesEngine
import PlacesModel

/// From a row to the chosen place.
extension TableMachine {
    /// Refuses what cannot be picked; the program is asked next.
    mutating func select(
        _ position: Int,
        seen: TableState?,
        _ effects: inout TypingEffects
    ) throws(PlacesError) {
        guard picking == nil else { throw .invalid("row", "a row is being picked already") }
        var row = position
        if let seen {
            guard seen.rows.indices.contains(position) else {
                throw .invalid("row", "\(position) is past the end of the \(seen.rows.count) rows of this state")
            }
            let wanted = seen.rows[position].key.id
            guard let now = (0..<rows.count).first(where: { key(of: $0)?.id == wanted }) else {
                throw .invalid("row", "row \(position) of this state is gone from the list since")
            }
            row = now
        }
        guard rows.origins.indices.contains(row), let suggestion = rows.list.row(row) else {
            throw .invalid("row", "\(position) is past the end of the \(rows.count) rows")
        }
        let origin = rows.origins[row]
        picking = Picking(
            row: row,
            origin: origin,
            stored: origin.stored ?? StoredPlace(row: suggestion, of: rows.list, location: nil),
            suggestion: suggestion,
            list: rows.list,
            typed: fetch.text
        )
        effects.tell(.shouldSelect(row))
    }

    /// What the program said to the pick.
    mutating func confirm(_ goesOn: Bool, _ state: TableState, at now: UInt64, _ effects: inout TypingEffects) {
        guard let pick = picking, pickingRequest == 0 else { return }
        picking = nil
        guard goesOn else {
            effects.tell(.update)
            return
        }
        switch pick.origin.kind {
        case .search: search(at: now, &effects)
        case .query:
            let bytes = Array(pick.stored.primaryText.utf8)
            let text = bytes.withUnsafeBufferPointer { try? TypedText($0, caret: -1, field: "text") }
            if let text { setText(text, at: now, &effects) }
        case .currentLocation:
            guard let here = settings.here else {
                // Taken away since.
                effects.tell(.update)
                return
            }
            fetch.abandon(&effects)
            give(TableMachine.place(here), pick, &effects)
        case .found:
            fetch.abandon(&effects)
            if let place = pick.origin.found { give(place, pick, &effects) }
        case .place, .point, .recent, .favourite:
            if settings.pick == .suggestion {
                let token = fetch.pick(&effects)
                effects.add(.note(pick.stored))
                close(&effects)
                effects.tell(.suggestion(pick.row, state, token))
            } else {
                let isGeocoded = fetch.session.isGeocoded && offers.geocoding
                // Somebody typed on before the program was asked: that text asks anew, in a session of its own.
                let hasTypedOn = fetch.question != nil && fetch.text != pick.typed
                let token = fetch.pick(&effects)
                fetchDetails(pick, token: token, isGeocoded: isGeocoded, &effects)
                if hasTypedOn { act(&effects) { $0.setText($0.text, at: now, &$1) } }
            }
        }
        settle(&effects)
    }

    private mutating func fetchDetails(
        _ pick: Picking,
        token: SessionToken?,
        isGeocoded: Bool,
        _ effects: inout TypingEffects
    ) {
        let number = fetch.newNumber()
        do throws(PlacesError) {
            let work = isGeocoded ? try geocoding(of: pick) : try details(of: pick, token)
            picking = pick
            pickingRequest = number
            effects.add(.send(number, work))
            turnOn(&effects)
            effects.tell(.update)
        } catch {
            fail(error, retry: .pick(pick), &effects)
        }
    }

    private func details(of pick: Picking, _ token: SessionToken?) throws(PlacesError) -> Work {
        var request = PlaceRequest()
        try request.setPlaceID(pick.stored.placeID, field: "place_id")
        request.fields = settings.fields
        request.token = token
        request.language = fetch.settings.effectiveLanguage
        request.region = fetch.settings.filter.region
        request.deadlineMilliseconds = fetch.deadlineMilliseconds
        if !pick.list.sources.isEmpty, pick.origin.stored == nil { request.source = Int(pick.suggestion.source) }
        return .place(request)
    }

    private func geocoding(of pick: Picking) throws(PlacesError) -> Work {
        var request = GeocodeRequest()
        try request.setPlaceID(pick.stored.placeID, field: "place_id")
        request.language = fetch.settings.effectiveLanguage
        request.region = fetch.settings.filter.region
        request.deadlineMilliseconds = fetch.deadlineMilliseconds
        return .geocode(request)
    }

    mutating func finishPick(_ result: Result<Answer, PlacesError>, _ effects: inout TypingEffects) {
        guard let pick = picking else { return }
        picking = nil
        pickingRequest = 0
        switch result {
        case .success(.place(let place)): give(place, pick, &effects)
        case .success(.places(let list)):
            guard let place = list.places.first else {
                fail(PlacesError(.notFound, "geocoding knows no place of this ID"), retry: .pick(pick), &effects)
                return
            }
            give(place.masked(by: settings.fields), pick, &effects)
        case .success:
            let error = PlacesError(.badResponse, "the provider gave an answer of another kind")
            fail(error, retry: .pick(pick), &effects)
        case .failure(let error): fail(error, retry: .pick(pick), &effects)
        }
    }

    private mutating func give(_ place: Place, _ pick: Picking, _ effects: inout TypingEffects) {
        var stored = pick.stored
        stored.location = place.location ?? stored.location
        if let id = place["id"]?.stringValue, !id.isEmpty { stored.placeID = id }
        if pick.origin.kind != .currentLocation, !stored.placeID.isEmpty {
            effects.add(.note(stored))
            if hasStore { effects.add(.readStore) }
        }
        // Somebody typed on while the details came: their rows stay.
        if fetch.question == nil { close(&effects) } else { effects.tell(.update) }
        effects.tell(.place(place, typed: pick.typed.string))
    }

    /// The list goes away; the text stays the field's.
    mutating func close(_ effects: inout TypingEffects) {
        clearRows(&effects)
        isActive = false
        effects.tell(.update)
    }

    private static func place(_ here: TableSettings.Here) -> Place {
        Place(root: [
            JSONValue.Member("displayName", .object([JSONValue.Member("text", .string(here.label))])),
            JSONValue.Member(
                "location",
                .object([
                    JSONValue.Member("latitude", .number(here.location.latitude)),
                    JSONValue.Member("longitude", .number(here.location.longitude)),
                ])
            ),
        ])
    }

    // MARK: When nothing was picked

    /// Searches for the text as it is.
    mutating func search(at now: UInt64, _ effects: inout TypingEffects) {
        let text = fetch.text
        endSearch(&effects)
        fetch.abandon(&effects)
        let number = fetch.newNumber()
        do throws(PlacesError) {
            let work = try searchWork(text)
            searching = number
            hasAnswer = false
            error = nil
            retry = nil
            isActive = true
            effects.add(.send(number, work))
            turnOn(&effects)
            effects.insertBeforeLast(.tell(.request))
        } catch {
            fail(error, retry: .search, &effects)
        }
        settle(&effects)
    }

    private func searchWork(_ text: TypedText) throws(PlacesError) -> Work {
        let filter = fetch.settings.filter
        let language = fetch.settings.effectiveLanguage
        let isAddress = UnpickedText.isForGeocoding(text.string)
        if isAddress && offers.geocoding || !offers.textSearch {
            var request = GeocodeRequest()
            try text.query.withUnsafeBufferPointer { (bytes) throws(PlacesError) in
                try request.setAddress(bytes, field: "text")
            }
            request.language = language
            request.region = filter.region
            if case .rectangle(let viewport)? = filter.restriction ?? filter.bias { request.bounds = viewport }
            if filter.countries.count == 1 { try request.addComponent("country", filter.countries[0].text) }
            request.deadlineMilliseconds = fetch.deadlineMilliseconds
            return .geocode(request)
        }
        var request = TextSearchRequest()
        try text.query.withUnsafeBufferPointer { (bytes) throws(PlacesError) in
            try request.setQuery(bytes, field: "text")
        }
        request.fields = settings.fields
        var own = filter
        own.language = language
        // What a text search does not know; its other limits the provider states.
        try own.setCountries([], field: "countries")
        if own.types.count > 1 { try own.setTypes([], field: "types") }
        own.origin = nil
        request.filter = own
        request.deadlineMilliseconds = fetch.deadlineMilliseconds
        return .textSearch(request)
    }

    mutating func finishSearch(_ result: Result<Answer, PlacesError>, _ effects: inout TypingEffects) {
        searching = 0
        switch result {
        case .success(.places(let list)):
            let places = list.places.map { $0.masked(by: settings.fields) }
            if places.count == 1, let place = places.first {
                let stored = StoredPlace(of: list.places[0])
                let pick = Picking(
                    row: 0,
                    origin: TableRows.Origin(kind: .found, stored: stored, found: place),
                    stored: stored,
                    suggestion: SuggestionRow(),
                    list: .none,
                    typed: fetch.text
                )
                give(place, pick, &effects)
                return
            }
            rows = TableRows(found: list.places, masked: places)
            highlighted = -1
            rowsQuestion = fetch.next
            hasAnswer = true
            effects.tell(.update)
        case .success:
            let error = PlacesError(.badResponse, "the provider gave an answer of another kind")
            fail(error, retry: .search, &effects)
        case .failure(let error): fail(error, retry: .search, &effects)
        }
    }

    mutating func endSearch(_ effects: inout TypingEffects) {
        if searching > 0 { effects.add(.cancel(searching)) }
        searching = 0
    }

    mutating func dropPick(_ effects: inout TypingEffects) {
        if pickingRequest > 0 { effects.add(.cancel(pickingRequest)) }
        picking = nil
        pickingRequest = 0
    }

    // MARK: Once more, and no more

    mutating func tryAgain(at now: UInt64, _ effects: inout TypingEffects) throws(PlacesError) {
        guard let retry else { throw .invalid("table", "nothing failed that trying again could mend") }
        error = nil
        self.retry = nil
        switch retry {
        case .suggestions: act(&effects) { $0.retry(at: now, &$1) }
        case .search: search(at: now, &effects)
        case .pick(let pick):
            guard picking == nil else { throw .invalid("row", "a row is being picked already") }
            // The session's one details call was made.
            fetchDetails(pick, token: nil, isGeocoded: false, &effects)
            settle(&effects)
        }
    }

    mutating func cancel(_ effects: inout TypingEffects) {
        fetch.abandon(&effects)
        dropPick(&effects)
        close(&effects)
        effects.tell(.cancelled)
        settle(&effects)
    }
}
