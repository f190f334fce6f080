import PlacesEngine
import PlacesModel
import Testing

@testable import PlacesTyping

/// A seed gives the same run again.
private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Random people at random networks. After every step the promises hold.
@Suite("Model")
struct ModelTests {
    private static let stepsPerSeed = 10_000

    @Test("100,000 random steps: typing, picks, answers in any order, failures, cancels, frees", arguments: 1...10)
    func steps(seed: UInt64) throws {
        var dice = Dice(state: seed)
        let client = FakeClient()
        var rig = try TableRig(client, interval: seed % 2 == 0 ? 0 : 100)
        var text = ""
        for step in 0..<Self.stepsPerSeed {
            try act(&rig, &text, &dice)
            if Int.random(in: 0..<300, using: &dice) == 0 {
                rig.table.close()
                client.pump()
                check(rig, step, seed, isClosed: true)
                rig = try TableRig(client, interval: seed % 2 == 0 ? 0 : 100)
                text = ""
            }
            check(rig, step, seed, isClosed: false)
        }
        rig.table.close()
        client.pump()
        check(rig, Self.stepsPerSeed, seed, isClosed: true)
        checkTokens(client, seed)
        checkMeter(client, seed)
    }

    private func act(_ rig: inout TableRig, _ text: inout String, _ dice: inout Dice) throws {
        let table = rig.table
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<30:
            text.append(["a", "b", "é", " ", "東"].randomElement(using: &dice) ?? "a")
            if text.count > 8 { text = "" }
            try table.setText(typed(text))
        case 30..<40:
            text = String(text.dropLast())
            try table.setText(typed(text))
        case 40..<44:
            text = ""
            try table.setText(typed(text))
        case 44..<60:
            let position = Int.random(in: 0..<4, using: &dice)
            guard rig.client.waiting.indices.contains(position) else { break }
            answer(rig.client, position, &dice)
        case 60..<72: rig.client.wait(milliseconds: UInt64.random(in: 0..<150, using: &dice))
        case 72..<80: _ = table.press(TableKey(rawValue: Int32.random(in: 0..<6, using: &dice)) ?? .down)
        case 80..<87: try? table.select(Int.random(in: 0..<4, using: &dice), seen: nil)
        case 87: table.cancel()
        case 88: try? table.retry()
        case 89:
            text = "set"
            table.setValue(typed(text))
        case 90:
            let limit = Int.random(in: 1...5, using: &dice)
            try table.change { (settings) throws(PlacesError) in settings.limit = limit }
        case 91: rig.log.goesOn.toggle()
        case 92: table.flush()
        case 93: try? table.search()
        case 94: table.changeTable { $0.pick = $0.pick == .details ? .suggestion : .details }
        case 95: rig.client.wait(milliseconds: 200_000)
        case 96:
            table.setComposing(true)
            try table.setText(typed(text + "x"))
            table.setComposing(false)
            text += "x"
        case 97: table.open()
        case 98: table.shut()
        default:
            let seen = table.state
            try? table.select(0, seen: seen)
        }
        rig.client.pump()
    }

    private func answer(_ client: FakeClient, _ position: Int, _ dice: inout Dice) {
        let request = client.waiting[position]
        if Int.random(in: 0..<5, using: &dice) == 0 {
            let status: [Status] = [.networkError, .keyInvalid, .deadline, .usageLimitExceeded]
            client.answer(position, .failure(PlacesError(status.randomElement(using: &dice) ?? .networkError, "made")))
            return
        }
        switch request.work {
        case .suggest(let asked):
            let name = String(decoding: asked.query, as: UTF8.self)
            let names = (0..<Int.random(in: 0..<5, using: &dice)).map { "\(name)#\($0)" }
            client.answer(position, .success(.suggestions(rows(names))))
        case .place(let asked):
            client.answer(position, .success(.place(Place(root: [.init("id", .string(asked.placeID))]))))
        case .textSearch, .geocode:
            let places = (0..<Int.random(in: 0..<3, using: &dice)).map {
                Place(root: [.init("id", .string("found\($0)"))])
            }
            client.answer(position, .success(.places(PlaceList(places: places))))
        case .photo: break
        }
    }

    /// What holds at any time.
    private func check(_ rig: TableRig, _ step: Int, _ seed: UInt64, isClosed: Bool) {
        // Activity: on and off in turn, and off at the end.
        let activity = rig.log.activity
        for (one, next) in zip(activity, activity.dropFirst()) where one == next {
            Issue.record("activity \(one) twice, seed \(seed), step \(step)")
        }
        if let first = activity.first, !first { Issue.record("activity begins with off, seed \(seed), step \(step)") }
        rig.log.activity = activity.suffix(1).filter { $0 }
        if isClosed {
            #expect(activity.last != true, "activity left on, seed \(seed), step \(step)")
            #expect(rig.client.requestsOnTheWay == 0, "a request outlives its table, seed \(seed), step \(step)")
            return
        }
        // The rows are the newest text's, or are said to be older, or there are none.
        let state = rig.table.state
        let query = typed(state.text).query
        for (number, row) in state.rows.enumerated() where row.kind == .place && state.isCurrent {
            let name = state.list.row(number).map { state.list.string($0.primaryText) } ?? ""
            let asked = name.split(separator: "#").first.map(String.init) ?? ""
            if asked != String(decoding: query, as: UTF8.self) {
                Issue.record("rows of \(asked) for \(state.text), seed \(seed), step \(step)")
            }
        }
        if state.highlighted >= state.rows.count {
            Issue.record("a row past the end is marked, seed \(seed), step \(step)")
        }
    }

    /// One details call a token at most, and none of its requests after it.
    private func checkTokens(_ client: FakeClient, _ seed: UInt64) {
        var ended: Set<String> = []
        for work in client.sent {
            switch work {
            case .suggest(let request):
                if let token = request.token, ended.contains(token.text) {
                    Issue.record("a token goes on after its details call, seed \(seed)")
                }
            case .place(let request):
                guard let token = request.token else { continue }
                if !ended.insert(token.text).inserted { Issue.record("two details calls of a token, seed \(seed)") }
            default: continue
            }
        }
        #expect(client.meter.counts[.tokensReused] == 0)
    }

    /// The meter has counted what the other side saw.
    private func checkMeter(_ client: FakeClient, _ seed: UInt64) {
        var seen = (autocomplete: 0, details: 0, searches: 0, geocodes: 0, tokens: 0)
        for work in client.sent {
            switch work {
            case .suggest(let request):
                seen.autocomplete += 1
                if request.token != nil { seen.tokens += 1 }
            case .place(let request):
                seen.details += 1
                if request.token != nil { seen.tokens += 1 }
            case .textSearch: seen.searches += 1
            case .geocode: seen.geocodes += 1
            case .photo: continue
            }
        }
        let counts = client.meter.counts
        #expect(counts[.autocomplete] == seen.autocomplete, "seed \(seed)")
        #expect(counts[.details] == seen.details, "seed \(seed)")
        #expect(counts[.textSearch] == seen.searches, "seed \(seed)")
        #expect(counts[.geocode] == seen.geocodes, "seed \(seed)")
        #expect(counts[.withToken] == seen.tokens, "seed \(seed)")
        #expect(
            counts[.sessionsBegun] == counts[.sessionsEnded] + counts[.sessionsAbandoned],
            "a session neither ended nor was abandoned, seed \(seed)"
        )
    }
}
