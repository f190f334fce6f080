import PlacesEngine
import PlacesModel
import Testing

@testable import PlacesTyping

@Suite("Table: what users ran into")
struct TableFaultTests {
    @Test("Who is never answered fails after a while, once, and may try again; so do the details of a pick")
    func neverAnswered() throws {
        let rig = try TableRig()
        try rig.type("gr")
        rig.client.wait(milliseconds: 14_999)
        #expect(rig.table.state.phase == .loading)
        rig.client.wait(milliseconds: 2)
        #expect(rig.table.state.phase == .failed)
        #expect(rig.table.state.error?.status == .deadline)
        #expect(rig.table.state.canRetry && !rig.table.state.isLoading)
        #expect(rig.client.meter.counts[.cancelled] == 1)
        #expect(rig.log.activity == [true, false])
        try rig.table.retry()
        rig.client.pump()
        rig.answer(["Graz"])
        try rig.table.select(0, seen: nil)
        rig.client.pump()
        rig.client.wait(milliseconds: 15_001)
        #expect(rig.table.state.error?.status == .deadline)
        #expect(!rig.table.state.isPicking)
        // Late timers of what was answered change nothing.
        rig.client.wait(milliseconds: 60_000)
        #expect(rig.client.meter.counts[.cancelled] == 2)
        #expect(rig.log.activity == [true, false, true, false, true, false])
    }

    @Test("Another limit, none, and none where an index answers at once")
    func deadlines() throws {
        let rig = try TableRig()
        try rig.table.change { (settings) throws(PlacesError) in settings.deadlineMilliseconds = 2000 }
        try rig.type("gr")
        rig.client.wait(milliseconds: 2001)
        #expect(rig.table.state.phase == .failed)
        try rig.table.change { (settings) throws(PlacesError) in settings.deadlineMilliseconds = 0 }
        try rig.type("gra")
        rig.client.wait(milliseconds: 3_600_000)
        #expect(rig.table.state.phase == .loading)
        try rig.table.change { (settings) throws(PlacesError) in settings.deadlineMilliseconds = nil }
        rig.client.isLocal = true
        try rig.type("graz")
        #expect(rig.client.sent.last?.deadlineMilliseconds == 0)
    }

    @Test("Texts that would reach out of their row do not, and what was found for the whole text does not either")
    func hostileTexts() throws {
        let rig = try TableRig()
        let kept = Kept([StoredPlace(placeID: "a", primaryText: "Gr\u{1B}[31maz", secondaryText: "Line\r\nend")])
        rig.table.setStore(kept)
        try rig.type("gr")
        rig.answer([])
        let state = rig.table.state
        #expect(state.rows.first?.label == "Gr\u{FFFD}[31maz, Line  end")
        #expect(rig.names.first == "Gr\u{FFFD}[31maz")
        try rig.table.search()
        rig.client.pump()
        let places = ["A\u{202E}b", "C\u{9B}d"].map { name in
            Place(root: [
                JSONValue.Member("id", .string(name)),
                JSONValue.Member("displayName", .object([JSONValue.Member("text", .string(name))])),
            ])
        }
        rig.client.answer(0, .success(.places(PlaceList(places: places))))
        #expect(rig.table.state.rows.map(\.label) == ["A\u{FFFD}b", "C\u{FFFD}d"])
    }

    @Test("Control characters and open marks of direction stay in their row, and ranges where they are")
    func hostileAnswers() throws {
        var builder = SuggestionList.Builder()
        for (number, name) in [
            "\u{1B}]0;\u{07}\u{85}\u{2028}x", "\u{2067}ok\u{2069} \u{2069}\u{202C}\u{2067}\u{202E}x\u{2069}",
        ]
        .enumerated() {
            var row = SuggestionRow()
            row.placeID = builder.add(text: "id \(number)")
            row.primaryText = builder.add(text: name)
            row.primaryMatches = [MatchRange(start: 7, end: 8)].withUnsafeBufferPointer { builder.add(matches: $0) }
            row.distanceMeters = number == 0 ? .max : 20_000_000
            row.attribution = builder.attribution(number == 0 ? "B" : "A")
            builder.append(row)
        }
        let rig = try TableRig()
        try rig.type("gr")
        rig.client.answer(0, .success(.suggestions(builder.finish())))
        let state = rig.table.state
        #expect(rig.names[0] == "\u{FFFD}]0;\u{FFFD}  x")
        let second = "\u{2067}ok\u{2069} \u{FFFD}\u{FFFD}\u{2067}\u{FFFD}x\u{2069}"
        #expect(Array(rig.names[1].unicodeScalars) == Array(second.unicodeScalars))
        let row = try #require(state.list.row(0))
        #expect(Array(state.list.ranges(row.primaryMatches)) == [MatchRange(start: 7, end: 8)])
        #expect(row.distanceMeters == -1 && state.list.row(1)?.distanceMeters == 20_000_000)
        #expect(state.attributions == ["B", "A"])
        #expect(state.list.string(row.placeID) == "id 0")
    }

    @Test("Changes of the store show at once in an open list of blank text; closed it is idle")
    func storeChanges() throws {
        let kept = Kept([StoredPlace(placeID: "old", primaryText: "Oslo")])
        let rig = try TableRig()
        rig.table.setStore(kept)
        rig.client.pump()
        #expect(rig.table.state.phase == .idle)
        #expect(!rig.table.state.isOpen)
        rig.press(.down)
        #expect(rig.table.state.phase == .rows)
        #expect(rig.names == ["Oslo"])
        kept.set([StoredPlace(placeID: "new", primaryText: "Nice"), StoredPlace(placeID: "old", primaryText: "Oslo")])
        rig.client.pump()
        #expect(rig.log.states.last?.rows.count == 2)
        // The mark stays with its row.
        #expect(rig.table.state.highlighted == 1)
        kept.set([])
        rig.client.pump()
        #expect(rig.log.states.last?.rows.count == 0)
        #expect(rig.log.states.last?.phase == .idle)
        #expect(!rig.table.state.isOpen)
        // Also on a field that the program has filled and emptied.
        rig.table.setValue(typed("Graz"))
        kept.note(StoredPlace(placeID: "a", primaryText: "A"))
        rig.client.pump()
        #expect(rig.table.state.rows.isEmpty)
        rig.table.setValue(.empty)
        rig.table.open()
        kept.note(StoredPlace(placeID: "b", primaryText: "B"))
        rig.client.pump()
        #expect(rig.names == ["A", "B"])
        rig.press(.escape)
        #expect(rig.table.state.phase == .idle)
        rig.table.setStore(nil)
        #expect(kept.watcherCount == 0)
        rig.table.setStore(kept)
        rig.table.close()
        #expect(kept.watcherCount == 0)
    }

    @Test("A pick that ended before the program was asked is not asked about")
    func pickThatEnded() throws {
        let rig = try TableRig()
        try rig.type("gr")
        rig.answer(["Graz"])
        let before = rig.log.events
        try rig.table.select(0, seen: nil)
        rig.table.setValue(typed("Oslo"))
        rig.client.pump()
        #expect(!rig.table.state.isPicking)
        #expect(!rig.log.events.dropFirst(before.count).contains { $0.contains("select") || $0.contains("place") })
    }

    @Test("Rows that have nothing to read or nothing to pick are left out")
    func emptyRows() throws {
        let rig = try TableRig()
        try rig.type("gr")
        var builder = SuggestionList.Builder()
        for (id, primary, full) in [
            ("", "No ID", "No ID"), ("a", " \u{200B}", " "), ("b", "", "Full"), ("c", "Graz", "Graz"),
        ] {
            var row = SuggestionRow()
            row.placeID = builder.add(text: id)
            row.primaryText = builder.add(text: primary)
            row.fullText = builder.add(text: full)
            builder.append(row)
        }
        rig.client.answer(0, .success(.suggestions(builder.finish())))
        #expect(rig.names == ["Full", "Graz"])
    }

    @Test("What came while a source failed is asked for again")
    func incompleteAnswers() throws {
        let rig = try TableRig()
        try rig.type("gr")
        var builder = SuggestionList.Builder()
        var row = SuggestionRow()
        row.placeID = builder.add(text: "a")
        row.primaryText = builder.add(text: "Graz")
        builder.append(row)
        rig.client.answer(0, .success(.suggestions(builder.finish(isIncomplete: true))))
        try rig.type("gra")
        rig.answer(["Graz"])
        try rig.type("gr")
        #expect(rig.client.texts == ["gr", "gra", "gr"])
        rig.answer(["Graz", "Grodno"])
        try rig.type("gra")
        try rig.type("gr")
        #expect(rig.client.texts == ["gr", "gra", "gr"])
    }

    @Test("Escape is used while there is a list to hide or a search to give up; else it is the dialog's")
    func escapeOnAnIdleField() throws {
        let rig = try TableRig()
        #expect(!rig.press(.escape))
        rig.table.open()
        // Open, and nothing in it.
        #expect(!rig.press(.escape))
        #expect(rig.log.events.isEmpty)
        // Nothing is shown yet: the search is given up at once.
        try rig.type("gr")
        #expect(rig.press(.escape))
        #expect(rig.log.events.last == "cancelled")
        #expect(!rig.press(.escape))
        try rig.type("gr")
        rig.answer(["Graz"])
        #expect(rig.press(.escape))
        #expect(rig.press(.escape))
        #expect(rig.log.events.last == "cancelled")
        #expect(!rig.press(.escape))
        try rig.type("gra")
        rig.answer(["Graz"])
        try rig.table.select(0, seen: nil)
        rig.client.pump()
        // Its details are on their way: the list first, then they are given up.
        #expect(rig.press(.escape))
        #expect(rig.press(.escape))
        #expect(!rig.table.state.isPicking)
        rig.table.setValue(typed("Graz"))
        #expect(!rig.press(.escape))
        try rig.type("")
        #expect(!rig.press(.escape))
        #expect(rig.log.events.filter { $0 == "cancelled" }.count == 3)
    }

    @Test("Without anything to search there is no way on, and the table says so")
    func noWayOn() throws {
        for offers in [TableOffers(), TableOffers(textSearch: true), TableOffers(geocoding: true)] {
            let rig = try TableRig(offers: offers)
            rig.table.changeTable {
                $0.offersSearch = true
                $0.alwaysOffersSearch = true
            }
            try rig.type("gr")
            rig.answer(["Graz"])
            #expect(rig.table.canSearch == offers.canSearch)
            #expect(rig.names == (offers.canSearch ? ["Graz", "gr"] : ["Graz"]))
        }
    }

    @Test("A mark outside the rows is refused with the limits", arguments: [-2, 2])
    func marks(row: Int) throws {
        let rig = try TableRig()
        try rig.type("gr")
        rig.answer(["Graz", "Grado"])
        let words = "row: \(row) is neither -1, for no row, nor one of the 2 rows (0 to 1)"
        #expect(throws: PlacesError(.invalidRequest, words, field: "row")) { try rig.table.highlight(row) }
    }
}
