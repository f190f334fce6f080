internal import PlacesIndex
internal import PlacesModel

/// Some rows of a table, as they lie in the file; and the places that are made of them.
final class TableChunk {
    struct Row: BitwiseCopyable {
        /// In `bytes`.
        var start: Int
        var size: Int
        var line: Int
        var hasQuotes: Bool
    }

    /// What rows name as the areas around them; the same numbers as the block's surroundings.
    struct Surroundings: Equatable {
        var country: String
        var region: String
        var district: String
        var locality: String
    }

    private(set) var bytes: [UInt8] = []
    private(set) var rows: [Row] = []
    /// Rows that are none, each before the row of a number.
    private(set) var faults: [(row: Int, line: Int, reason: String)] = []
    let block = PlaceBlock()
    var surroundings: [Surroundings] = []
    /// How much of the file was read then; nil where that was said before.
    var fraction: Double?

    /// Bytes of a chunk, about: some milliseconds of work.
    static let size = 1 << 17

    init() { bytes.reserveCapacity(TableChunk.size + 4096) }

    /// Takes rows from the table; nil when there are no more.
    static func next(of table: TableRows) throws(PlacesError) -> TableChunk? {
        var chunk: TableChunk?
        while chunk.map({ $0.bytes.count < TableChunk.size && $0.faults.count < 1024 }) ?? true {
            guard let row = try table.next() else { break }
            let filled = chunk ?? TableChunk()
            filled.append(row)
            chunk = filled
        }
        return chunk
    }

    private func append(_ row: TableRows.Row) {
        switch row {
        case .fault(let line, let reason): faults.append((rows.count, line, reason))
        case .row(let line, let text, let hasQuotes):
            rows.append(Row(start: bytes.count, size: text.count, line: line, hasQuotes: hasQuotes))
            bytes.append(contentsOf: text)
        }
    }
}
