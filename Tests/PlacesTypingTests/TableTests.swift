import PlacesEngine
import PlacesModel
import Testing

@testable import PlacesTyping

@Suite("Table: states")
struct TableStates {
    @Test("Idle, loading, rows; kept while the next are on their way; nothing found; idle again")
    func phases() throws {
        let rig = try TableRig()
        #expect(rig.table.state.phase == .idle)
        try rig.type("gr")
        #expect(rig.table.state.phase == .loading)
        #expect(rig.log.events == ["request"])
        rig.answer(["Graz", "Grenoble"])
        #expect(rig.table.state.phase == .rows)
        #expect(rig.table.state.isOpen)
        try rig.type("gre")
        #expect(rig.table.state.phase == .rows)
        #expect(rig.table.state.isLoading)
        #expect(!rig.table.state.isCurrent)
        #expect(rig.names == ["Graz", "Grenoble"])
        rig.answer([])
        #expect(rig.table.state.phase == .nothingFound)
        try rig.type("")
        #expect(rig.table.state.phase == .idle)
        #expect(rig.names == [])
        #expect(rig.log.activity == [true, false, true, false])
    }

    @Test("The state is whole at did_request and at did_update")
    func wholeState() throws {
        let rig = try TableRig()
        try rig.type("gr")
        let asked = try #require(rig.log.states.last)
        #expect(asked.text == "gr" && asked.isLoading && asked.phase == .loading)
        rig.answer(["Graz"])
        let drawn = try #require(rig.log.states.last)
        #expect(drawn.text == "gr" && !drawn.isLoading && drawn.isCurrent && drawn.rows.count == 1)
        #expect(drawn.rows.first?.label == "Graz")
    }

    @Test("Try again only where it can help; what it cannot mend goes to did_fail")
    func failures() throws {
        let rig = try TableRig()
        try rig.type("gr")
        rig.fail(.networkError)
        #expect(rig.table.state.phase == .failed)
        #expect(rig.table.state.canRetry)
        #expect(!rig.log.events.contains("fail networkError"))
        try rig.table.retry()
        rig.client.pump()
        #expect(rig.client.texts == ["gr", "gr"])
        rig.fail(.keyInvalid)
        #expect(rig.table.state.phase == .failed)
        #expect(!rig.table.state.canRetry)
        #expect(rig.log.events.last == "fail keyInvalid")
        #expect(throws: PlacesError.self) { try rig.table.retry() }
        #expect(rig.log.activity == [true, false, true, false])
    }

    @Test("Rows that come later for the same text leave the mark on its row")
    func cursor() throws {
        let rig = try TableRig()
        try rig.type("gr")
        let request = try #require(rig.client.waiting.first)
        request.completion.give(.suggestions(rows(["Graz", "Grado"])))
        rig.client.pump()
        #expect(rig.table.state.isLoading)
        rig.press(.down)
        rig.press(.down)
        #expect(rig.table.state.highlighted == 1)
        rig.answer(["Gruyères", "Graz", "Grado"])
        #expect(rig.table.state.highlighted == 2)
    }

    @Test("A viewport that moves asks anew in the same session")
    func viewport() throws {
        let rig = try TableRig()
        try rig.type("cafe")
        rig.client.answerAll()
        let box = try Viewport(
            low: Coordinate(latitude: 1, longitude: 2, field: "low"),
            high: Coordinate(latitude: 3, longitude: 4, field: "high"),
            field: "viewport"
        )
        try rig.table.change { (settings) throws(PlacesError) in
            try settings.filter.setBias(.rectangle(box), field: "viewport")
        }
        rig.client.pump()
        #expect(rig.client.texts == ["cafe", "cafe"])
        #expect(rig.client.tokens[0] == rig.client.tokens[1])
    }
}

@Suite("Table: keyboard")
struct TableKeyboard {
    @Test("Enter without a marked row gives the text and closes the list")
    func freeText() throws {
        let rig = try TableRig()
        try rig.type("gr")
        rig.answer(["Graz", "Grenoble"])
        #expect(rig.press(.enter))
        #expect(rig.log.events.last == "text gr")
        #expect(!rig.table.state.isOpen)
        // Nothing is open: Enter is the field's, or the form's.
        #expect(!rig.press(.enter))
    }

    @Test("Down and Enter pick the first; with take-first Enter alone does")
    func picks() throws {
        for takesFirst in [false, true] {
            let rig = try TableRig()
            rig.table.changeTable { $0.takesFirst = takesFirst }
            try rig.type("gr")
            rig.answer(["Graz", "Grenoble"])
            if !takesFirst { rig.press(.down) }
            rig.press(.enter)
            rig.client.answerAll()
            #expect(rig.log.places == ["Graz"])
        }
    }

    @Test("Enter before the new rows came never picks from the old ones")
    func olderRows() throws {
        for takesFirst in [false, true] {
            let rig = try TableRig()
            rig.table.changeTable { $0.takesFirst = takesFirst }
            try rig.type("gr")
            rig.answer(["Graz", "Grenoble"])
            try rig.type("gre")
            rig.press(.down)
            rig.press(.enter)
            #expect(rig.log.events.last == "text gre")
            rig.client.answerAll()
            #expect(rig.log.places == [])
        }
    }

    @Test("Up and down go round; Escape closes, then cancels; typing takes the mark away")
    func walking() throws {
        let rig = try TableRig()
        try rig.type("gr")
        rig.answer(["A", "B", "C"])
        rig.press(.up)
        #expect(rig.table.state.highlighted == 2)
        rig.press(.down)
        #expect(rig.table.state.highlighted == 0)
        rig.press(.end)
        #expect(rig.table.state.highlighted == 2)
        rig.press(.escape)
        #expect(!rig.table.state.isOpen)
        #expect(rig.table.state.highlighted == -1)
        #expect(rig.table.state.text == "gr")
        rig.press(.down)
        #expect(rig.table.state.isOpen)
        #expect(rig.table.state.highlighted == 0)
        try rig.type("gra")
        #expect(rig.table.state.highlighted == -1)
        rig.press(.escape)
        rig.press(.escape)
        #expect(rig.log.events.last == "cancelled")
        #expect(rig.table.state.text == "gra")
    }

    @Test("Keys are the input method's while it composes")
    func composing() throws {
        let rig = try TableRig()
        try rig.type("gr")
        rig.answer(["Graz"])
        rig.table.setComposing(true)
        for key in [TableKey.down, .enter, .escape] { #expect(!rig.press(key)) }
        #expect(rig.table.state.isOpen)
        rig.table.setComposing(false)
        #expect(rig.press(.down))
    }

    @Test("A value that the program sets asks nothing and shows nothing")
    func setByProgram() throws {
        let rig = try TableRig()
        try rig.type("gr")
        rig.table.setValue(typed("Graz, Austria"))
        rig.client.pump()
        #expect(rig.client.requestsOnTheWay == 0)
        #expect(rig.client.texts == ["gr"])
        #expect(rig.table.state.text == "Graz, Austria")
        #expect(!rig.table.state.isOpen)
        #expect(rig.log.activity == [true, false])
    }
}

@Suite("Table: picking")
struct TablePicking {
    private func atRows() throws -> TableRig {
        let rig = try TableRig()
        try rig.type("gr")
        rig.answer(["Graz", "Grenoble"])
        return rig
    }

    @Test("A pick asks the program, fetches under the mask with the session's token, delivers once")
    func details() throws {
        let rig = try atRows()
        try rig.table.select(1, seen: nil)
        #expect(throws: PlacesError.self) { try rig.table.select(1, seen: nil) }
        rig.client.pump()
        guard case .place(let request)? = rig.client.sent.last else {
            Issue.record("no details call")
            return
        }
        #expect(request.placeID == "Grenoble")
        #expect(request.fields == (try FieldMask("id,location", field: "mask")))
        #expect(request.token?.text == rig.client.tokens[0])
        #expect(rig.table.state.isPicking)
        rig.client.answerAll()
        #expect(rig.log.events == ["request", "select 1", "place Grenoble typed gr"])
        #expect(!rig.table.state.isOpen)
        #expect(rig.names == [])
        #expect(rig.log.activity == [true, false, true, false])
        #expect(throws: PlacesError.self) { try rig.table.select(0, seen: nil) }
    }

    @Test("A no suppresses the details call and what follows")
    func suppressed() throws {
        let rig = try atRows()
        rig.log.goesOn = false
        try rig.table.select(0, seen: nil)
        rig.client.pump()
        #expect(rig.client.sent.count == 1)
        #expect(!rig.table.state.isPicking)
        #expect(rig.names == ["Graz", "Grenoble"])
    }

    @Test("As suggestion and token: the details call is the program's")
    func suggestion() throws {
        let rig = try atRows()
        rig.table.changeTable { $0.pick = .suggestion }
        try rig.table.select(0, seen: nil)
        rig.client.pump()
        #expect(rig.log.events.last == "pick Graz")
        #expect(rig.log.wasOpenAtPick == false)
        #expect(rig.log.tokens == [rig.client.tokens[0]])
        #expect(rig.client.sent.count == 1)
        try rig.type("z")
        #expect(rig.client.tokens.last != rig.client.tokens[0])
    }

    @Test("A row of a state that the user saw is that row, or refused when it is gone")
    func seenRow() throws {
        let rig = try atRows()
        let seen = rig.table.state
        try rig.type("gre")
        rig.answer(["Grenoble", "Grenada"])
        try rig.table.select(1, seen: seen)
        rig.client.pump()
        rig.client.answerAll()
        #expect(rig.log.places == ["Grenoble"])
        let other = try atRows()
        let old = other.table.state
        try other.type("gx")
        other.answer(["Gx"])
        #expect(throws: PlacesError.self) { try other.table.select(0, seen: old) }
        #expect(throws: PlacesError.self) { try other.table.select(7, seen: old) }
        #expect(throws: PlacesError.self) { try other.table.select(7, seen: nil) }
    }

    @Test("Details that fail can be asked again, without the session's token; a pick is not undone by typing")
    func failedDetails() throws {
        let rig = try atRows()
        try rig.table.select(0, seen: nil)
        rig.client.pump()
        rig.fail(.networkError)
        #expect(rig.table.state.canRetry)
        #expect(rig.names == ["Graz", "Grenoble"])
        try rig.table.retry()
        rig.client.pump()
        #expect(rig.client.tokens.last == .some(nil))
        try rig.type("other")
        rig.client.answerAll()
        #expect(rig.log.places == ["Graz"])
        #expect(rig.names == ["other"])
    }

    @Test("Typing between a pick and its confirmation asks for the new text in a session of its own")
    func typedOnBeforeConfirmation() throws {
        let rig = try atRows()
        try rig.table.select(0, seen: nil)
        try rig.table.setText(typed("other"))
        rig.client.pump()
        #expect(rig.client.texts.last == "other")
        rig.client.answerAll()
        #expect(rig.log.places == ["Graz"])
        #expect(rig.names == ["other"])
        #expect(rig.client.tokens.last != rig.client.tokens.first)
        #expect(rig.log.states.last?.isPicking == false)
    }

    @Test("A setting that changes after a pick or a value of the program's asks nothing")
    func quietSetting() throws {
        let rig = try atRows()
        rig.table.setValue(typed("Graz"))
        rig.client.pump()
        let count = rig.client.sent.count
        try rig.table.change { (settings) throws(PlacesError) in settings.minimumLength = 2 }
        try rig.table.change { (settings) throws(PlacesError) in settings.limit = 3 }
        rig.client.pump()
        #expect(rig.client.sent.count == count)
        #expect(rig.names == [])
    }

    @Test("Emptying the field while the details come closes the list at once; the place still comes")
    func emptiedDuringPick() throws {
        let rig = try atRows()
        try rig.table.select(0, seen: nil)
        rig.client.pump()
        try rig.type("")
        #expect(rig.log.states.last?.isOpen == false)
        #expect(rig.log.states.last?.phase == .idle)
        #expect(rig.names == [])
        rig.client.answerAll()
        #expect(rig.log.places == ["Graz"])
    }

    @Test("A value that the program sets gives up the pick: no late place is written over it")
    func valueDuringPick() throws {
        let rig = try atRows()
        try rig.table.select(0, seen: nil)
        rig.client.pump()
        rig.table.setValue(typed("zz"))
        rig.client.answerAll()
        #expect(rig.log.places == [])
        #expect(!rig.table.state.isPicking)
        #expect(rig.log.activity.last == false)
        try rig.type("o")
        rig.client.answerAll()
        try rig.table.select(0, seen: nil)
        rig.client.answerAll()
        #expect(rig.log.places == ["o"])
    }

    @Test("cancel ends request, pick and session; nothing more comes")
    func cancel() throws {
        let rig = try atRows()
        try rig.table.select(0, seen: nil)
        rig.client.pump()
        rig.table.cancel()
        rig.client.answerAll()
        #expect(rig.log.events.last == "cancelled")
        #expect(rig.log.places == [])
        #expect(rig.log.activity.last == false)
    }

    @Test("The way on: offered when nothing was found; an address is geocoded, a name searched")
    func wayOn() throws {
        for (text, isAddress) in [("23-30 29th St, Queens", true), ("grand theatre of nowhere", false)] {
            let rig = try TableRig()
            try rig.type(text)
            rig.answer([])
            #expect(rig.table.state.phase == .nothingFound)
            #expect(rig.names == [text])
            #expect(rig.table.state.rows.first?.kind == .search)
            try rig.table.select(0, seen: nil)
            rig.client.pump()
            switch rig.client.sent.last {
            case .geocode: #expect(isAddress)
            case .textSearch: #expect(!isAddress)
            default: Issue.record("nothing was searched")
            }
            let places = ["One", "Two"].map { Place(root: [JSONValue.Member("id", .string($0))]) }
            rig.client.answer(0, .success(.places(PlaceList(places: places))))
            #expect(rig.table.state.rows.map(\.kind) == [.found, .found])
            let count = rig.client.sent.count
            try rig.table.select(1, seen: nil)
            rig.client.pump()
            // Its details are there already.
            #expect(rig.client.sent.count == count)
            #expect(rig.log.places == ["Two"])
        }
    }

    @Test("Recent places show on empty text, those that match beside answers, and picks are noted")
    func store() throws {
        let kept = Kept([
            StoredPlace(placeID: "home", primaryText: "Grüner Weg 1", isFavourite: true),
            StoredPlace(placeID: "old", primaryText: "Oslo"),
        ])
        let rig = try TableRig()
        rig.table.setStore(kept)
        rig.table.open()
        rig.client.pump()
        #expect(rig.names == ["Grüner Weg 1", "Oslo"])
        #expect(rig.table.state.rows.map(\.kind) == [.favourite, .recent])
        try rig.table.change { (settings) throws(PlacesError) in settings.minimumLength = 3 }
        try rig.type("os")
        #expect(rig.names == ["Oslo"])
        try rig.type("gru")
        rig.answer(["Grumello", "home"])
        #expect(rig.names == ["Grüner Weg 1", "Grumello"])
        try rig.table.select(1, seen: nil)
        rig.client.answerAll()
        #expect(kept.list.map(\.placeID) == ["home", "old", "Grumello"])
    }

    @Test("With the billing policy: no token and geocoding, where only the address is wanted and few requests are made")
    func billing() throws {
        let rig = try TableRig()
        rig.table.changeTable { $0.fields = .init(known: "location,formattedAddress") }
        rig.table.setBilling(.cheapest)
        for round in 0..<2 {
            try rig.type("gr")
            rig.answer(["Graz"])
            try rig.table.select(0, seen: nil)
            rig.client.pump()
            switch rig.client.sent.last {
            // Nothing was measured yet.
            case .place: #expect(round == 0)
            case .geocode: #expect(round == 1)
            default: Issue.record("no pick")
            }
            if round == 1 { #expect(rig.client.tokens.suffix(2) == [nil, nil]) }
            let place = Place(root: [JSONValue.Member("formattedAddress", .string("Graz, Austria"))])
            rig.client.answer(0, .success(round == 0 ? .place(place) : .places(PlaceList(places: [place]))))
        }
        #expect(rig.log.places.count == 2)
    }
}

extension FieldMask {
    fileprivate init(known text: String) {
        guard let mask = try? FieldMask(text, field: "mask") else { fatalError("a wrong mask in a test") }
        self = mask
    }
}
