import Glibc
package import PlacesModel

/// Collects records and writes an index file. The same records in the same order give the same bytes.
///
/// Of several places with one ID the first is kept; the others count as bad rows.
package final class IndexBuilder: RecordSink {
    /// Source, how much of it is read (0 to 1), places so far. False stops the building.
    package var onProgress: ((String, Double, Int) -> Bool)?
    /// Source, line (from 1; 0 where there are none), reason.
    package var onBadRow: ((String, Int, String) -> Void)?
    package var placeCount: Int { collected.rows.count }
    package private(set) var badRowCount = 0

    let collected = CollectedRecords()
    private let threads: Int

    package init(threads: Int = Parallel.threads) { self.threads = threads }

    package func add(_ area: AreaRecord) throws(PlacesError) {
        guard !area.key.isEmpty, area.names.contains(where: { !$0.text.isEmpty }) else {
            badRow(source: area.key, line: 0, reason: "an area without a key or a name")
            return
        }
        collected.areas.add(area)
    }

    package func add(_ place: PlaceRecord) throws(PlacesError) {
        if let reason = fault(of: place) {
            badRow(source: IndexBuilder.sourceName(of: place.id), line: 0, reason: reason)
            return
        }
        guard try collected.add(place) else {
            badRow(
                source: IndexBuilder.sourceName(of: place.id),
                line: 0,
                reason: "the ID \(quoted(place.id)) is there already"
            )
            return
        }
    }

    package func add(_ block: PlaceBlock) throws(PlacesError) {
        let collector = BlockCollector(block, collected)
        try block.hand(to: self) { (number) throws(PlacesError) in
            guard let id = try collector.add(number) else { return }
            badRow(
                source: IndexBuilder.sourceName(of: id),
                line: 0,
                reason: "the ID \(quoted(id)) is there already"
            )
        }
    }

    package func badRow(source: String, line: Int, reason: String) {
        badRowCount += 1
        onBadRow?(source, line, reason)
    }

    package func attribution(_ text: String, source: String) throws(PlacesError) {
        collected.attributions[source] = text
    }

    package func progress(source: String, fraction: Double) -> Bool {
        onProgress?(source, fraction, placeCount) ?? true
    }

    /// Writes the file: a temporary one beside it first, which then takes its name. On any error nothing is left and
    /// what was at `path` is as it was.
    package func write(to path: String) throws(PlacesError) { try write(to: path, using: IndexBuilder.systemWrite()) }

    /// Behind a call, so that the whole writer is not compiled once more for it.
    @inline(never)
    private static func systemWrite() -> IndexFileWriter.Write { { Glibc.write($0, $1, $2) } }

    /// The same with something in place of `write(2)`.
    package func write(to path: String, using write: IndexFileWriter.Write) throws(PlacesError) {
        let (sections, answers) = try IndexAssembly(collected, threads: threads) { [unowned self] fraction in
            onProgress?("", fraction, placeCount) ?? true
        }.sections()
        try IndexFileWriter.write(sections, answers, to: path, threads: threads, using: write)
        _ = onProgress?("", 1, placeCount)
    }

    private func fault(of place: PlaceRecord) -> String? {
        if place.id.isEmpty { return "a place without an ID" }
        if place.id.utf8.count > 1024 { return "an ID of more than 1024 bytes" }
        guard let name = place.names.first(where: { $0.kind == .primary }) ?? place.names.first, !name.text.isEmpty
        else { return "the place \(quoted(place.id)) has no name" }
        let point = place.location
        guard point.latitude >= -90, point.latitude <= 90, point.longitude >= -180, point.longitude <= 180 else {
            return "the place \(quoted(place.id)) is not on the globe"
        }
        return nil
    }

    /// The part of an ID before the colon.
    static func sourceName(of id: String) -> String { String(id.prefix { $0 != ":" }) }

    /// Where the colon of an ID is, if bytes tell: no letter of several bytes stands before it, and none that could
    /// change it behind it.
    static func colon(in id: UnsafeBufferPointer<UInt8>) -> Int? {
        for index in 0..<id.count {
            if id[index] >= 0x80 { return nil }
            if id[index] == 0x3A { return index + 1 < id.count && id[index + 1] < 0x80 ? index : nil }
        }
        return nil
    }
}
