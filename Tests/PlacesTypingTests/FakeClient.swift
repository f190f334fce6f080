import PlacesEngine
import PlacesModel

@testable import PlacesTyping

/// A client whose time stands still until it is moved, and that answers when it is told to.
final class FakeClient: TypingClient, Clock, @unchecked Sendable {
    // @unchecked: the tests use it on one thread.
    struct Request {
        let id: UInt64
        let work: Work
        let completion: Completion
    }

    var time: UInt64 = 1_000_000_000
    let meter = Meter()
    var isForked = false
    var isLocal = false
    /// Every request that was ever sent, and those that wait for an answer.
    private(set) var sent: [Work] = []
    private(set) var waiting: [Request] = []
    private(set) var cancelled = 0
    private var ready: [@Sendable () -> Void] = []
    private var timers: [(time: UInt64, number: UInt64, body: @Sendable () -> Void)] = []
    private var deadlines: [(time: UInt64, id: UInt64)] = []
    private var last: UInt64 = 0
    /// Refuses the next requests.
    var refusal: PlacesError?

    func now() -> UInt64 { time }

    func submit(
        _ work: Work,
        id: UnsafeMutablePointer<UInt64>?,
        completion: Completion
    ) throws(PlacesError) {
        if let refusal {
            completion.discard()
            throw refusal
        }
        last += 1
        completion.number(last)
        id?.pointee = last
        sent.append(work)
        meter.sent(work)
        waiting.append(Request(id: last, work: work, completion: completion))
        let id = last
        let deadline = UInt64(work.deadlineMilliseconds)
        if deadline > 0 { deadlines.append((time + deadline * 1_000_000, id)) }
    }

    func cancel(_ id: UInt64) { end(id, .cancelled) }

    private func end(_ id: UInt64, _ status: Status) {
        guard let position = waiting.firstIndex(where: { $0.id == id }) else { return }
        let request = waiting.remove(at: position)
        cancelled += 1
        meter.add(.cancelled)
        ready.append { request.completion.fire(.failure(PlacesError(status, "made for the test"))) }
    }

    func schedule(at time: UInt64, _ body: @escaping @Sendable () -> Void) -> UInt64 {
        last += 1
        timers.append((time, last, body))
        return last
    }

    func unschedule(_ number: UInt64) { timers.removeAll { $0.number == number } }

    func wake() {}

    func post(wakes: Bool, _ body: @escaping @Sendable () -> Void) -> Bool {
        ready.append(body)
        return true
    }

    func checkUsable() throws(PlacesError) {}
    func beginWait() -> Bool { false }
    func endWait() {}

    // MARK: The test's side

    var timerCount: Int { timers.count }

    /// Runs what is due, as a dispatch does.
    func pump() {
        while true {
            if !ready.isEmpty {
                let body = ready.removeFirst()
                body()
                continue
            }
            if let position = deadlines.firstIndex(where: { $0.time <= time }) {
                end(deadlines.remove(at: position).id, .deadline)
                continue
            }
            guard let position = timers.firstIndex(where: { $0.time <= time }) else { return }
            timers.remove(at: position).body()
        }
    }

    func wait(milliseconds: UInt64) {
        time += milliseconds * 1_000_000
        pump()
    }

    /// Answers the request at this place of those that wait.
    func answer(_ position: Int, _ result: Result<Answer, PlacesError>) {
        guard waiting.indices.contains(position) else { return }
        let request = waiting.remove(at: position)
        ready.append { request.completion.fire(result) }
        pump()
    }

    /// Answers every autocomplete request with one row that repeats its text.
    func answerAll() {
        pump()
        while let request = waiting.first {
            switch request.work {
            case .suggest(let asked):
                answer(0, .success(.suggestions(rows([String(decoding: asked.query, as: UTF8.self)]))))
            case .place(let asked):
                answer(0, .success(.place(Place(root: [JSONValue.Member("id", .string(asked.placeID))]))))
            default: answer(0, .failure(PlacesError(.unsupported, "not here")))
            }
        }
        pump()
    }

    /// The texts of the autocomplete requests, and the tokens of all.
    var texts: [String] {
        sent.compactMap {
            if case .suggest(let request) = $0 { String(decoding: request.query, as: UTF8.self) } else { nil }
        }
    }

    var tokens: [String?] {
        sent.map { work in
            switch work {
            case .suggest(let request): request.token?.text
            case .place(let request): request.token?.text
            default: nil
            }
        }
    }

    var requestsOnTheWay: Int { waiting.count }
}

/// A list with these names; the place ID is the name too.
func rows(_ names: [String]) -> SuggestionList {
    var builder = SuggestionList.Builder()
    for name in names {
        var row = SuggestionRow()
        row.placeID = builder.add(text: name)
        row.primaryText = builder.add(text: name)
        row.fullText = row.primaryText
        builder.append(row)
    }
    return builder.finish()
}

func typed(_ text: String, caret: Int = -1) -> TypedText {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { (try? TypedText($0, caret: caret, field: "text")) ?? .empty }
}
