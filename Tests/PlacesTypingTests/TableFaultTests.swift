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
}
