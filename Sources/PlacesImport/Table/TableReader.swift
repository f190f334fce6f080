internal import PlacesEngine
internal import PlacesIndex
internal import PlacesModel
internal import PlacesText

/// Tables with named columns, as docs/sources.md describes them. One thread finds the rows, all make places of them.
final class TableReader {
    private let spec: SourceSpec
    private let context: ImportContext
    /// Times that the file was read on since progress was reported, and since the last piece was cut.
    private var unreportedFills = 0
    private var fills = 0
    private var lastFraction = 0.0
    private var lastAreas: (words: TableChunk.Surroundings, keys: [String])?

    init(_ spec: SourceSpec, _ context: ImportContext) {
        self.spec = spec
        self.context = context
    }

    func read() throws(PlacesError) {
        let file = try InputFile(path: spec.path, limit: 1 << 20)
        let rows = TableRows(file, isCSV: spec.kind == .csv) { () throws(PlacesError) in
            self.fills += 1
            self.unreportedFills += 1
            // A piece reports when its places are taken; a line without end makes none.
            if self.unreportedFills > TableReader.mostUnreportedFills { try self.report(file.fraction) }
        }
        let columns = try header(rows)
        let parsers = ParserPool(spec, columns, separator: rows.separator, mindsSources: context.mindsSources(of: spec))
        try OrderedWork<TableChunk>.run(
            threads: context.threads,
            next: { () throws(PlacesError) in
                let chunk = try TableChunk.next(of: rows)
                if self.fills > 0 { chunk?.fraction = file.fraction }
                self.fills = 0
                return chunk
            },
            work: { parsers.parse($0) },
            take: { (chunk) throws(PlacesError) in try take(chunk) }
        )
        try context.report(spec, fraction: 1)
    }

    private static let mostUnreportedFills = 64

    private func report(_ fraction: Double) throws(PlacesError) {
        unreportedFills = 0
        lastFraction = max(lastFraction, fraction)
        try context.report(spec, fraction: lastFraction)
    }

    private func header(_ rows: TableRows) throws(PlacesError) -> [TableColumns.Column] {
        guard let header = try rows.next() else {
            throw PlacesError(
                .invalidRequest,
                "\(spec.path): is empty; its first line must name the columns",
                field: "source"
            )
        }
        let fields = TableFields(separator: rows.separator)
        do throws(RowFault) {
            switch header {
            case .fault(_, let reason): throw RowFault(reason)
            case .row(_, let text, let hasQuotes): try fields.cut(text, hasQuotes: hasQuotes)
            }
        } catch {
            throw PlacesError(.invalidRequest, "\(spec.path): its first line \(error.reason)", field: "source")
        }
        return try TableColumns(fields.fields, path: spec.path).columns
    }

    /// Gives the places to the sink, the areas that they are in before them.
    private func take(_ chunk: TableChunk) throws(PlacesError) {
        let block = chunk.block
        for (number, words) in chunk.surroundings.enumerated() {
            block.surroundings[number].areas = try areaKeys(words)
        }
        try block.updateRecords { (place, surroundings) throws(PlacesError) in
            place.areas = surroundings.areas
            try context.attribute(spec, id: place.id)
        }
        try context.sink.add(block)
        if let fraction = chunk.fraction { try report(fraction) }
    }

    private func areaKeys(_ words: TableChunk.Surroundings) throws(PlacesError) -> [String] {
        if let lastAreas, lastAreas.words == words { return lastAreas.keys }
        let keys = try context.areaKeys(
            country: words.country,
            region: words.region,
            district: words.district,
            locality: words.locality
        )
        lastAreas = (words, keys)
        return keys
    }
}

/// What parses: each thread takes one, and gives it back.
private final class ParserPool {
    private let free = Lock<[TableParser]>([])
    private let make: () -> TableParser

    init(_ spec: SourceSpec, _ columns: [TableColumns.Column], separator: UInt8, mindsSources: Bool) {
        make = { TableParser(spec, columns, separator: separator, mindsSources: mindsSources) }
    }

    func parse(_ chunk: TableChunk) {
        let parser = free.withLock { $0.popLast() } ?? make()
        parser.parse(chunk)
        free.withLock { $0.append(parser) }
    }
}
