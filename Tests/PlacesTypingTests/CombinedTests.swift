import PlacesEngine
import PlacesModel
import Synchronization
import Testing

@testable import PlacesTyping

/// A source that answers when it is told to.
private final class Remote: AsyncProvider, @unchecked Sendable {
    // @unchecked: the tests use it on one thread.
    var operations: [Operation] = []
    var cancelled = 0
    static let alive = Atomic<Int>(0)

    init() { Remote.alive.wrappingAdd(1, ordering: .relaxed) }
    deinit { Remote.alive.wrappingSubtract(1, ordering: .relaxed) }

    func check(_ work: Work) throws(PlacesError) {}
    func start(_ operation: Operation) { operations.append(operation) }
    func cancel(_ operation: Operation) { cancelled += 1 }

    func answer(_ names: [String]) {
        for operation in operations { operation.finish(.success(.suggestions(rows(names)))) }
        operations.removeAll()
    }

    func fail(_ status: Status) {
        for operation in operations { operation.finish(.failure(PlacesError(status, "made for the test"))) }
        operations.removeAll()
    }
}

private final class Local: LocalProvider {
    let names: [String]

    init(_ names: [String]) { self.names = names }

    func check(_ work: Work) throws(PlacesError) {}
    func answer(_ work: Work, context: RequestContext) throws(PlacesError) -> Answer { .suggestions(rows(names)) }
}

@Suite("Several sources as one", .serialized)
struct CombinedTests {
    private final class Seen: @unchecked Sendable {
        // @unchecked: pumped, so on one thread.
        var parts: [[String]] = []
        var result: Result<Answer, PlacesError>?

        var names: [String] {
            guard case .success(.suggestions(let list))? = result else { return [] }
            return CombinedTests.names(list)
        }

        var list: SuggestionList? {
            if case .success(.suggestions(let list))? = result { list } else { nil }
        }
    }

    private static func names(_ list: SuggestionList) -> [String] {
        (0..<list.count).compactMap { list.row($0).map { list.string($0.primaryText) } }
    }

    private func ask(
        _ sources: [NamedSource],
        _ mode: SourceMode,
        wait: UInt32 = 0,
        _ body: (Engine, Seen) throws -> Void
    ) throws {
        var options = EngineOptions()
        options.delivery = .pumped
        let meter = Meter()
        let combined = CombinedProvider(sources, mode: mode, waitMilliseconds: wait, meter: meter)
        let engine = Engine(options: options, provider: .asynchronous(combined), meter: meter)
        combined.attach(engine)
        let seen = Seen()
        var request = AutocompleteRequest()
        try Array("x".utf8).withUnsafeBufferPointer { try request.setQuery($0, field: "query") }
        try engine.submit(
            .suggest(request),
            id: nil,
            completion: Completion(part: { part in
                if case .suggestions(let list) = part { seen.parts.append(CombinedTests.names(list)) }
            }) { _, result in seen.result = result }
        )
        pump(engine)
        try body(engine, seen)
        engine.close()
    }

    private func pump(_ engine: Engine) { while engine.dispatch() > 0 {} }

    @Test("First: the next is asked where one finds nothing or fails")
    func first() throws {
        let remote = Remote()
        let sources = [
            NamedSource(name: "empty", provider: .local(Local([]))),
            NamedSource(name: "web", provider: .asynchronous(remote)),
            NamedSource(name: "index", provider: .local(Local(["Offline"]))),
        ]
        try ask(sources, .first) { engine, seen in
            remote.fail(.networkError)
            pump(engine)
            #expect(seen.names == ["Offline"])
            #expect(seen.list?.sourceNames.names == ["empty", "web", "index"])
            #expect(seen.list?.row(0)?.source == 2)
        }
    }

    @Test(
        "Nothing found beside a failure is that failure, and no \"nothing found\"",
        arguments: [(SourceMode.first, true), (.merge, true), (.first, false), (.merge, false)]
    )
    func nothingBesideAFailure(mode: SourceMode, isFirst: Bool) throws {
        let remote = Remote()
        let empty = NamedSource(name: "empty", provider: .local(Local([])))
        let web = NamedSource(name: "web", provider: .asynchronous(remote))
        try ask(isFirst ? [empty, web] : [web, empty], mode, wait: 60_000) { engine, seen in
            remote.fail(.networkError)
            pump(engine)
            guard case .failure(let error)? = seen.result else {
                Issue.record("no failure")
                return
            }
            #expect(error.status == .networkError)
        }
        // What is not offered is no failure.
        try ask(isFirst ? [empty, web] : [web, empty], mode, wait: 60_000) { engine, seen in
            remote.fail(.unsupported)
            pump(engine)
            #expect(seen.list?.count == 0)
        }
    }

    @Test("First: rows without anything to read are nothing found")
    func emptyRows() throws {
        let sources = [
            NamedSource(name: "odd", provider: .local(Local([""]))),
            NamedSource(name: "index", provider: .local(Local(["Graz"]))),
        ]
        try ask(sources, .first) { _, seen in #expect(seen.names == ["Graz"]) }
    }

    @Test("Rows beside a failure are not the last word", arguments: [SourceMode.first, .merge])
    func incomplete(mode: SourceMode) throws {
        let remote = Remote()
        let sources = [
            NamedSource(name: "web", provider: .asynchronous(remote)),
            NamedSource(name: "index", provider: .local(Local(["Graz"]))),
        ]
        try ask(sources, mode, wait: 60_000) { engine, seen in
            remote.fail(.networkError)
            pump(engine)
            #expect(seen.names == ["Graz"])
            #expect(seen.list?.isIncomplete == true)
        }
        try ask(sources, mode, wait: 60_000) { engine, seen in
            remote.answer(["Oslo"])
            pump(engine)
            #expect(seen.list?.isIncomplete == false)
        }
    }

    @Test("Merge: while nobody has found anything, all are waited for")
    func mergeWaitsForRows() throws {
        let remote = Remote()
        let sources = [
            NamedSource(name: "empty", provider: .local(Local([]))),
            NamedSource(name: "web", provider: .asynchronous(remote)),
        ]
        try ask(sources, .merge, wait: 1) { engine, seen in
            let start = MonotonicTime.now()
            while MonotonicTime.now() < start + 5_000_000 { pump(engine) }
            #expect(seen.result == nil && remote.cancelled == 0)
            remote.answer(["Oslo"])
            pump(engine)
            #expect(seen.names == ["Oslo"])
        }
    }

    @Test(
        "Fallback: where the network fails, marked; a refused key is told",
        arguments: [
            (Status.networkError, true), (.deadline, true), (.badResponse, true), (.keyInvalid, false),
            (.usageLimitExceeded, false),
        ]
    )
    func fallback(status: Status, falls: Bool) throws {
        let remote = Remote()
        let sources = [
            NamedSource(name: "web", provider: .asynchronous(remote)),
            NamedSource(name: "index", provider: .local(Local(["Offline"]))),
        ]
        try ask(sources, .fallback, wait: 60_000) { engine, seen in
            #expect(seen.result == nil)
            remote.fail(status)
            pump(engine)
            #expect(seen.names == (falls ? ["Offline"] : []))
            #expect(seen.list?.isFallback == (falls ? true : nil))
        }
    }

    @Test("Merge: rows that are there at once stay where they are; the same place comes once")
    func merge() throws {
        let remote = Remote()
        let sources = [
            NamedSource(name: "index", provider: .local(Local(["Graz", "Oslo"]))),
            NamedSource(name: "web", provider: .asynchronous(remote)),
        ]
        try ask(sources, .merge, wait: 60_000) { engine, seen in
            #expect(seen.parts == [["Graz", "Oslo"]])
            #expect(seen.result == nil)
            remote.answer(["GRAZ", "Bergen"])
            pump(engine)
            #expect(seen.names == ["Graz", "Oslo", "Bergen"])
        }
    }

    @Test("A cancelled request counts what was on its way to a source, and nothing else")
    func cancelled() throws {
        let sources = [
            NamedSource(name: "one", provider: .asynchronous(Remote())),
            NamedSource(name: "two", provider: .asynchronous(Remote())),
        ]
        try ask(sources, .merge, wait: 60_000) { engine, _ in
            engine.cancel(1)
            pump(engine)
            #expect(engine.meter.counts[.autocomplete] == 2)
            #expect(engine.meter.counts[.cancelled] == 2)
        }
    }

    @Test("What is not needed any more is cancelled, and nothing of a request stays")
    func nothingStays() throws {
        let before = Remote.alive.load(ordering: .relaxed)
        for round in 0..<3 {
            let remote = Remote()
            let sources = [
                NamedSource(name: "web", provider: .asynchronous(remote)),
                NamedSource(name: "index", provider: .local(Local(["Offline"]))),
            ]
            try ask(sources, round == 2 ? .merge : .first) { engine, _ in
                if round == 0 { remote.answer(["Online"]) }
                pump(engine)
            }
            if round != 0 {
                #expect(remote.cancelled == 1)
            }
            remote.operations.removeAll()
        }
        #expect(Remote.alive.load(ordering: .relaxed) == before)
    }
}
