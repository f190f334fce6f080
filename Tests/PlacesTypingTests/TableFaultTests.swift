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
}
