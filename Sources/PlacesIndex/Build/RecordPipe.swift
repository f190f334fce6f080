import PlacesEngine
package import PlacesModel

/// Reads on one thread what the calling thread hands to the sink, in the order in which it was read: reading and
/// collecting go on at once, and the sink, with its callbacks, stays where it was.
package enum RecordPipe {
    /// `read` gets a sink that stands in for `sink`. With one thread, or where none can be had, it gets the sink itself.
    package static func run(
        into sink: any RecordSink,
        threads: Int = Parallel.threads,
        _ read: @escaping (any RecordSink) throws(PlacesError) -> Void
    ) throws(PlacesError) {
        guard threads > 1 else { return try read(sink) }
        let pipe = PipedSink()
        let job = Shared(read)
        let reader = LibraryThread {
            do throws(PlacesError) {
                try job.value(pipe)
                pipe.finish(nil)
            } catch {
                pipe.finish(error)
            }
        }
        guard let reader else { return try read(sink) }
        defer { reader.join() }
        while let batch = pipe.next() {
            do throws(PlacesError) { try batch.hand(to: sink) } catch {
                pipe.stop()
                throw error
            }
            pipe.giveBack(batch)
        }
        if let failure = pipe.failure { throw failure }
    }
}

/// Records in the order in which they were read.
private final class RecordBatch {
    enum Event {
        case area(AreaRecord)
        case block(PlaceBlock)
        case badRow(source: String, line: Int, reason: String)
        case attribution(String, source: String)
        case progress(source: String, fraction: Double)
    }

    static let size = 1024

    private var places: [PlaceRecord] = []
    /// What comes before the place of a number.
    private var events: [(place: Int, event: Event)] = []

    var isFull: Bool { places.count >= RecordBatch.size || events.count >= RecordBatch.size }
    var isEmpty: Bool { places.isEmpty && events.isEmpty }

    init() { places.reserveCapacity(RecordBatch.size) }

    func clear() {
        places.removeAll(keepingCapacity: true)
        events.removeAll(keepingCapacity: true)
    }

    func append(_ place: PlaceRecord) { places.append(place) }
    func append(_ event: Event) { events.append((places.count, event)) }

    func hand(to sink: any RecordSink) throws(PlacesError) {
        var next = 0
        try places.withUnsafeMutableBufferPointer { (places) throws(PlacesError) in
            for number in 0...places.count {
                while next < events.count, events[next].place == number {
                    try hand(events[next].event, to: sink)
                    next += 1
                }
                guard number < places.count, let base = places.baseAddress else { continue }
                // Taken out and put back: a copy would count references that the reader counts at the same time.
                let place = (base + number).move()
                do throws(PlacesError) {
                    try sink.add(place)
                    (base + number).initialize(to: place)
                } catch {
                    (base + number).initialize(to: place)
                    throw error
                }
            }
        }
    }

    private func hand(_ event: Event, to sink: any RecordSink) throws(PlacesError) {
        switch event {
        case .area(let area): try sink.add(area)
        case .block(let block): try sink.add(block)
        case .badRow(let source, let line, let reason): sink.badRow(source: source, line: line, reason: reason)
        case .attribution(let text, let source): try sink.attribution(text, source: source)
        case .progress(let source, let fraction):
            guard sink.progress(source: source, fraction: fraction) else {
                throw PlacesError(.cancelled, "\(source): stopped on request")
            }
        }
    }
}

/// What the reader fills, batch by batch.
private final class PipedSink: RecordSink, @unchecked Sendable {
    // @unchecked: `batch` is the reader's alone; a batch belongs to one thread at a time.
    private struct State {
        var full: [RecordBatch] = []
        var free: [RecordBatch] = []
        var isFinished = false
        var isStopped = false
        var failure: PlacesError?
    }

    /// Batches that wait for the other thread at most.
    private static let waiting = 4

    private let state = Lock(State())
    private var batch = RecordBatch()

    // MARK: The reader's side

    func add(_ area: AreaRecord) throws(PlacesError) {
        batch.append(.area(area))
        try flushIfFull()
    }

    func add(_ place: PlaceRecord) throws(PlacesError) {
        batch.append(place)
        try flushIfFull()
    }

    func add(_ block: PlaceBlock) throws(PlacesError) {
        batch.append(.block(block))
        // Nobody sees this: the other thread has a reason of its own.
        guard flush() else { throw PlacesError(.cancelled, "stopped") }
    }

    func badRow(source: String, line: Int, reason: String) {
        batch.append(.badRow(source: source, line: line, reason: reason))
        if batch.isFull { _ = flush() }
    }

    func attribution(_ text: String, source: String) throws(PlacesError) {
        batch.append(.attribution(text, source: source))
        try flushIfFull()
    }

    func progress(source: String, fraction: Double) -> Bool {
        batch.append(.progress(source: source, fraction: fraction))
        return flush()
    }

    func finish(_ failure: PlacesError?) {
        if !batch.isEmpty { _ = flush() }
        state.withLock { state in
            state.isFinished = true
            state.failure = failure
        }
        state.wake()
    }

    private func flushIfFull() throws(PlacesError) {
        guard batch.isFull else { return }
        // Nobody sees this: the other thread has a reason of its own.
        guard flush() else { throw PlacesError(.cancelled, "stopped") }
    }

    /// False when the other thread wants no more.
    private func flush() -> Bool {
        let full = batch
        let next: RecordBatch?? = state.wait { state in
            if state.isStopped { return .done(nil) }
            guard state.full.count < PipedSink.waiting else { return .wait(until: nil) }
            state.full.append(full)
            return .done(.some(state.free.popLast()))
        }
        guard let next else {
            batch.clear()
            return false
        }
        state.wake()
        batch = next ?? RecordBatch()
        batch.clear()
        return true
    }

    // MARK: The other side

    /// The next batch; nil when there is no more.
    func next() -> RecordBatch? {
        let batch: RecordBatch? = state.wait { state in
            if !state.full.isEmpty { return .done(state.full.removeFirst()) }
            return state.isFinished ? .done(nil) : .wait(until: nil)
        }
        state.wake()
        return batch
    }

    /// Its records end on the reader's thread, where they began.
    func giveBack(_ batch: RecordBatch) { state.withLock { $0.free.append(batch) } }

    func stop() {
        state.withLock { $0.isStopped = true }
        state.wake()
    }

    var failure: PlacesError? { state.withLock { $0.failure } }
}
