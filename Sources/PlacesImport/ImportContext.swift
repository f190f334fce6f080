internal import PlacesIndex
internal import PlacesModel

/// What the sources of one run share: the sink, the areas that it knows already, and the names that companions gave.
final class ImportContext {
    let sink: any RecordSink
    let threads: Int
    let names = GeoNamesNames()
    private var knownAreas: Set<String> = []
    private var attributions: [String: [String]] = [:]
    /// Path of the file and source of the ID.
    private var attributedElsewhere: Set<String> = []

    init(sink: any RecordSink, threads: Int) {
        self.sink = sink
        self.threads = threads
    }

    /// Gives an area to the sink unless it has it.
    func add(_ key: String, _ make: () -> AreaRecord) throws(PlacesError) {
        guard knownAreas.insert(key).inserted else { return }
        try sink.add(make())
    }

    func knows(_ key: String) -> Bool { knownAreas.contains(key) }

    /// The key of a country; it is named as the companion names it, or by its code.
    func countryKey(_ code: String) throws(PlacesError) -> String {
        let upper = code.uppercased()
        let key = "country:" + upper
        try add(key) { names.country(upper, key: key) }
        return key
    }

    /// Keys of the areas that a source names in words, the smallest first.
    func areaKeys(country: String, region: String, district: String, locality: String) throws(PlacesError) -> [String] {
        var keys: [String] = []
        let upper = country.uppercased()
        func named(_ level: AreaRecord.Level, _ prefix: String, _ name: String, in outer: String) throws(PlacesError) {
            guard !name.isEmpty else { return }
            let key = "\(prefix):\(upper)/\(outer)\(name)"
            try add(key) {
                AreaRecord(key: key, level: level, names: [RecordName(name, kind: .primary)], country: country)
            }
            keys.append(key)
        }
        let regionPart = region.isEmpty ? "" : region + "/"
        try named(.locality, "locality", locality, in: regionPart)
        try named(.district, "district", district, in: regionPart)
        try named(.region, "region", region, in: "")
        if !country.isEmpty { keys.append(try countryKey(country)) }
        return keys
    }

    func badRow(_ spec: SourceSpec, line: Int, _ reason: String) {
        sink.badRow(source: spec.path, line: line, reason: reason)
    }

    /// Says what must be shown with the places whose IDs begin with `source`; several texts for one are put together.
    func attribute(_ spec: SourceSpec, source: String) throws(PlacesError) {
        var texts = spec.attribution.isEmpty ? [] : [spec.attribution]
        if spec.kind != .geonames, !names.countries.isEmpty {
            texts.append("Country names from GeoNames (geonames.org), CC BY 4.0")
        }
        let known = attributions[source, default: []]
        let new = texts.filter { !known.contains($0) }
        guard !new.isEmpty else { return }
        attributions[source] = known + new
        try sink.attribution((known + new).joined(separator: "; "), source: source)
    }

    /// Whether it counts which source a place's ID names.
    func mindsSources(of spec: SourceSpec) -> Bool { !spec.attribution.isEmpty || !names.countries.isEmpty }

    /// The same for a place that brought an ID of its own source.
    func attribute(_ spec: SourceSpec, id: String) throws(PlacesError) {
        guard mindsSources(of: spec) else { return }
        let isOwn =
            id.utf8.starts(with: spec.source.utf8)
            && id.utf8.dropFirst(spec.source.utf8.count).first == UInt8(ascii: ":")
        if isOwn { return }
        let source = String(id.prefix { $0 != ":" })
        if attributedElsewhere.insert(spec.path + "\n" + source).inserted { try attribute(spec, source: source) }
    }

    func report(_ spec: SourceSpec, _ file: InputFile) throws(PlacesError) {
        try report(spec, fraction: file.fraction)
    }

    func report(_ spec: SourceSpec, fraction: Double) throws(PlacesError) {
        guard sink.progress(source: spec.path, fraction: fraction) else {
            throw PlacesError(.cancelled, "\(spec.path): stopped on request")
        }
    }

    /// Reads a file line by line. Blank lines are passed over; a line that `body` faults, or that is too long or not
    /// UTF-8, is reported and the rest goes on.
    func readLines(
        of spec: SourceSpec,
        limit: Int = 1 << 20,
        checksText: Bool = true,
        _ body: (UnsafeBufferPointer<UInt8>, Int) throws(LineFailure) -> Void
    ) throws(PlacesError) {
        let file = try InputFile(path: spec.path, limit: limit)
        var lines = LineReader(file)
        let onFill = { () throws(PlacesError) in try self.report(spec, file) }
        while let line = try lines.next(onFill) {
            if line.isTooLong {
                badRow(spec, line: line.number, "is longer than \(limit >> 20) MB")
                continue
            }
            if line.bytes.allSatisfy({ $0 <= 0x20 && $0 != 0 }) { continue }
            do throws(LineFailure) {
                if checksText {
                    do throws(RowFault) { try RowText.check(line.bytes) } catch { throw .row(error) }
                }
                try body(line.bytes, line.number)
            } catch {
                switch error {
                case .row(let fault): badRow(spec, line: line.number, fault.reason)
                case .run(let error): throw error
                }
            }
        }
        try report(spec, fraction: 1)
    }
}

/// What ends the work on a line: the line's own fault, or one that ends the run.
enum LineFailure: Error {
    case row(RowFault)
    case run(PlacesError)
}
