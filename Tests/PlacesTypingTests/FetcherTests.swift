import PlacesEngine
import PlacesModel
import Testing

@testable import PlacesTyping

/// What a fetcher told.
final class Told: @unchecked Sendable {
    // @unchecked: the tests use it on one thread.
    var started = 0
    var answers: [(text: String, rows: [String])] = []
    var failures: [PlacesError] = []
}

struct FetcherRig {
    let client = FakeClient()
    let told = Told()
    let fetcher: Fetcher

    init(mode: TypingMode = .throttle, interval: UInt64 = 0) {
        let told = told
        fetcher = Fetcher(
            client: client,
            clock: client,
            delegate: Fetcher.Delegate(
                started: { told.started += 1 },
                answered: { text, list in
                    let names = (0..<list.count).compactMap { list.row($0).map { list.string($0.primaryText) } }
                    told.answers.append((text.string, names))
                },
                failed: { told.failures.append($0) }
            )
        )
        fetcher.change {
            $0.mode = mode
            $0.interval = interval * 1_000_000
        }
    }

    func type(_ text: String) throws {
        try fetcher.setText(typed(text))
        client.pump()
    }
}

@Suite("Fetcher: when it asks")
struct FetcherAsking {
    @Test("Throttle: the first letter asks at once, a burst once at the end of the interval")
    func throttle() throws {
        let rig = FetcherRig(interval: 100)
        for text in ["p", "pa", "par", "pari", "paris"] {
            try rig.type(text)
            rig.client.wait(milliseconds: 10)
        }
        #expect(rig.client.texts == ["p"])
        rig.client.wait(milliseconds: 50)
        #expect(rig.client.texts == ["p", "paris"])
        rig.client.wait(milliseconds: 500)
        #expect(rig.client.texts == ["p", "paris"])
    }

    @Test("Debounce: a burst is one request with the last text, however the options change meanwhile")
    func debounce() throws {
        let rig = FetcherRig(mode: .debounce, interval: 200)
        for (number, text) in ["L", "Lo", "Los", "Los ", "Los A", "Los An", "Los Angeles"].enumerated() {
            try rig.type(text)
            if number == 3 { rig.fetcher.change { $0.limit = 4 } }
            rig.client.wait(milliseconds: 20)
        }
        #expect(rig.client.texts == [])
        #expect(rig.client.timerCount == 1)
        rig.client.wait(milliseconds: 200)
        #expect(rig.client.texts == ["Los Angeles"])
    }

    @Test("flush asks at once what waits, and nothing when nothing does")
    func flush() throws {
        let rig = FetcherRig(mode: .debounce, interval: 1000)
        rig.fetcher.flush()
        try rig.type("oslo")
        rig.fetcher.flush()
        rig.client.wait(milliseconds: 2000)
        #expect(rig.client.texts == ["oslo"])
    }

    @Test("The same text, and white space at its ends, cost no request")
    func sameText() throws {
        let rig = FetcherRig()
        for text in ["oslo", "oslo", "oslo ", " oslo", "oslo\u{3000}"] { try rig.type(text) }
        rig.client.answerAll()
        try rig.type("oslo")
        #expect(rig.client.texts == ["oslo"])
        #expect(rig.told.answers.count == 1)
    }

    @Test("A deleted letter is answered from the session's memory")
    func memory() throws {
        let rig = FetcherRig()
        for text in ["osl", "oslo"] {
            try rig.type(text)
            rig.client.answerAll()
        }
        try rig.type("osl")
        #expect(rig.client.texts == ["osl", "oslo"])
        #expect(rig.told.answers.map(\.text) == ["osl", "oslo", "osl"])
        #expect(rig.client.meter.counts[.cacheHits] == 1)
        // Another filter is another question.
        rig.fetcher.change { $0.limit = 3 }
        #expect(rig.client.texts == ["osl", "oslo", "osl"])
    }

    @Test(
        "Blank text, punctuation and text below the minimum ask nothing and empty the list",
        arguments: [
            "", " ", "\t\n  ", " \u{3000} ", "\u{200B}", " , ",
        ]
    )
    func blank(text: String) throws {
        let rig = FetcherRig()
        try rig.type("oslo")
        rig.client.answerAll()
        try rig.type(text)
        #expect(rig.client.texts == ["oslo"])
        #expect(rig.told.answers.last?.rows == [])
        #expect(rig.told.answers.count == 2)
    }

    @Test("Below the minimum length nothing is asked")
    func minimumLength() throws {
        let rig = FetcherRig()
        rig.fetcher.change { $0.minimumLength = 4 }
        for text in ["s", "sp", "spa", "spag", "spagh"] { try rig.type(text) }
        #expect(rig.client.texts == ["spag", "spagh"])
    }

    @Test("While an input method composes nothing is asked; its end asks the last text")
    func composing() throws {
        let rig = FetcherRig()
        rig.fetcher.setComposing(true)
        for text in ["と", "とう", "とうき"] { try rig.type(text) }
        #expect(rig.client.texts == [])
        try rig.type("東京")
        rig.fetcher.setComposing(false)
        #expect(rig.client.texts == ["東京"])
    }

    @Test("A clock that goes back, or stands, delays no request beyond the interval")
    func wrongClock() throws {
        let rig = FetcherRig(interval: 100)
        try rig.type("a")
        rig.client.time -= 900_000_000
        try rig.type("ab")
        #expect(rig.client.texts == ["a", "ab"])
    }

    @Test("The caret goes with the text, counted without what was trimmed")
    func caret() throws {
        let rig = FetcherRig()
        try rig.fetcher.setText(typed("  par tex ", caret: 5))
        guard case .suggest(let request)? = rig.client.sent.first else {
            Issue.record("nothing was asked")
            return
        }
        #expect(String(decoding: request.query, as: UTF8.self) == "par tex")
        #expect(request.inputOffset == 3)
    }

    @Test("Text that cannot be taken is refused by name: too long, ill-formed, caret outside")
    func refused() {
        func refusal(_ bytes: [UInt8], _ caret: Int) -> PlacesError? {
            do throws(PlacesError) {
                try bytes.withUnsafeBufferPointer { (text) throws(PlacesError) in
                    _ = try TypedText(text, caret: caret, field: "text")
                }
                return nil
            } catch { return error }
        }
        #expect(refusal(Array(repeating: 0x61, count: 10_000_000), -1)?.field == "text")
        #expect(refusal([0x63, 0x61, 0x66, 0xC3], -1)?.field == "text")
        #expect(refusal([0x61, 0x00], -1)?.field == "text")
        #expect(refusal([0x61, 0x62], 3)?.field == "caret")
        #expect(refusal([0x61, 0x62], -2)?.field == "caret")
        #expect(refusal([0x61, 0x62], 2) == nil)
    }
}

@Suite("Fetcher: whose answer counts")
struct FetcherAnswers {
    @Test("A request that nobody answers fails once")
    func neverAnswered() throws {
        let rig = FetcherRig()
        try rig.type("par")
        rig.client.wait(milliseconds: 60_000)
        #expect(rig.told.failures.map(\.status) == [.deadline])
        #expect(rig.client.requestsOnTheWay == 0)
    }

    @Test("An older text's answer is dropped, also while the newer text still waits for its interval")
    func race() throws {
        let rig = FetcherRig(mode: .debounce, interval: 50)
        try rig.type("par")
        rig.client.wait(milliseconds: 60)
        #expect(rig.client.texts == ["par"])
        try rig.type("pari")
        // Cancelled on the wire at once.
        #expect(rig.client.cancelled == 1)
        rig.client.wait(milliseconds: 60)
        rig.client.answerAll()
        #expect(rig.told.answers.map(\.text) == ["pari"])
    }

    @Test("An answer that is on its way to the program when the text changes is not shown")
    func lateDelivery() throws {
        let rig = FetcherRig()
        try rig.type("oslo")
        rig.client.answerAll()
        try rig.type("osl")
        rig.client.answerAll()
        // From the memory: posted, not delivered yet.
        try rig.fetcher.setText(typed("oslo"))
        try rig.fetcher.setText(typed("oslo x"))
        rig.client.pump()
        #expect(rig.told.answers.map(\.text) == ["oslo", "osl"])
    }

    @Test("Emptying the field ends the request at once; nothing of it is shown")
    func emptied() throws {
        let rig = FetcherRig()
        try rig.type("oslo")
        try rig.type("")
        #expect(rig.client.requestsOnTheWay == 0)
        #expect(rig.told.answers.map(\.rows) == [[]])
        #expect(rig.told.failures.isEmpty)
    }

    @Test("Every failure is told, and the same text asks again after one")
    func failure() throws {
        let rig = FetcherRig()
        try rig.type("oslo")
        rig.client.answer(0, .failure(PlacesError(.networkError, "no network")))
        #expect(rig.told.failures.map(\.status) == [.networkError])
        try rig.type("oslo")
        #expect(rig.client.texts == ["oslo", "oslo"])
        rig.client.answer(0, .failure(PlacesError(.keyInvalid, "no key")))
        #expect(rig.told.failures.map(\.status) == [.networkError, .keyInvalid])
    }

    @Test("A refusal at the client reaches did_fail, not nobody")
    func refusal() throws {
        let rig = FetcherRig()
        rig.client.refusal = PlacesError(.queueFull, "full")
        try rig.type("oslo")
        #expect(rig.told.failures.map(\.status) == [.queueFull])
    }

    @Test("After the end nothing is told and nothing is on its way")
    func close() throws {
        let rig = FetcherRig(mode: .debounce, interval: 100)
        try rig.type("oslo")
        rig.fetcher.close()
        rig.client.wait(milliseconds: 1000)
        #expect(rig.client.sent.isEmpty)
        #expect(rig.client.timerCount == 0)
        #expect(rig.told.answers.isEmpty)
    }
}

@Suite("Session: one token a search")
struct SessionRules {
    private func pick(_ rig: FetcherRig, _ id: String) throws {
        var request = PlaceRequest()
        try request.setPlaceID(id, field: "place_id")
        request.fields = try FieldMask("id", field: "mask")
        try rig.fetcher.fetchPlace(request, id: nil, completion: Completion { _, _ in })
        rig.client.answerAll()
    }

    @Test("The same token on every request and on one details call; then a new one")
    func oneSearch() throws {
        let rig = FetcherRig()
        for text in ["k", "ke", "kel", "kelv"] {
            try rig.type(text)
            rig.client.answerAll()
        }
        try pick(rig, "place-A")
        try pick(rig, "place-B")
        try rig.type("z")
        let tokens = rig.client.tokens
        let first = try #require(tokens[0])
        #expect(tokens[0...4].allSatisfy { $0 == first })
        #expect(tokens[5] == nil)
        #expect(tokens[6] != nil && tokens[6] != first)
        #expect(first.utf8.count <= 36)
        let counts = rig.client.meter.counts
        #expect(counts[.sessionsBegun] == 2)
        #expect(counts[.sessionsEnded] == 1)
        #expect(counts[.requestsBeforePick] == 4)
        #expect(counts[.charactersBeforePick] == 4)
        #expect(counts[.tokensReused] == 0)
    }

    @Test("Emptying the field keeps the token; a cancel ends it")
    func emptied() throws {
        let rig = FetcherRig()
        try rig.type("a")
        try rig.type("")
        try rig.type("b")
        rig.fetcher.endSession()
        try rig.type("c")
        let tokens = rig.client.tokens
        #expect(tokens[0] == tokens[1])
        #expect(tokens[2] != tokens[1])
        #expect(rig.client.meter.counts[.sessionsAbandoned] == 1)
    }

    @Test("A pause longer than the limit begins a new session")
    func idle() throws {
        let rig = FetcherRig()
        try rig.type("a")
        rig.client.answerAll()
        rig.client.wait(milliseconds: 180_001)
        try rig.type("ab")
        #expect(rig.client.tokens[0] != rig.client.tokens[1])
    }

    @Test("A token of the program's is used; without a policy of tokens none is on the wire")
    func given() throws {
        let rig = FetcherRig()
        rig.fetcher.changeSession { $0.policy = .given }
        try rig.type("a")
        #expect(rig.client.tokens == [nil])
        rig.fetcher.endSession()
        rig.fetcher.setToken(try SessionToken("mine", field: "token"))
        try rig.type("ab")
        #expect(rig.client.tokens.last == "mine")
        try pick(rig, "x")
        #expect(rig.client.tokens.last == "mine")
        try rig.type("abc")
        #expect(rig.client.tokens.last == .some(nil))
    }

    @Test("Two fetchers never share a token")
    func two() throws {
        let one = FetcherRig()
        let two = FetcherRig()
        try one.type("a")
        try two.type("a")
        #expect(one.client.tokens != two.client.tokens)
    }
}
