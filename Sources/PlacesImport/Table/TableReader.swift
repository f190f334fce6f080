internal import PlacesIndex
internal import PlacesModel
internal import PlacesText

/// Tables with named columns, as docs/sources.md describes them.
final class TableReader {
    private let spec: SourceSpec
    private let context: ImportContext
    private var row: TableRow
    private var lastAreas: (country: String, region: String, district: String, locality: String, keys: [String]) =
        ("", "", "", "", [])

    init(_ spec: SourceSpec, _ context: ImportContext) {
        self.spec = spec
        self.context = context
        row = TableRow(spec)
    }

    func read() throws(PlacesError) {
        let file = try InputFile(path: spec.path, limit: 1 << 20)
        let rows = TableRows(file, isCSV: spec.kind == .csv) { () throws(PlacesError) in
            try self.context.report(self.spec, file)
        }
        guard let header = try rows.next() else {
            throw PlacesError(
                .invalidRequest,
                "\(spec.path): is empty; its first line must name the columns",
                field: "source"
            )
        }
        if case .fault(_, let reason) = header {
            throw PlacesError(.invalidRequest, "\(spec.path): its first line \(reason)", field: "source")
        }
        let columns = try TableColumns(rows.fields, path: spec.path).columns
        while let row = try rows.next() {
            switch row {
            case .fault(let line, let reason): context.badRow(spec, line: line, reason)
            case .fields(let line):
                do throws(LineFailure) {
                    try add(rows.fields, columns)
                } catch {
                    switch error {
                    case .row(let fault): context.badRow(spec, line: line, fault.reason)
                    case .run(let error): throw error
                    }
                }
            }
        }
        try context.report(spec, fraction: 1)
    }

    private func add(_ fields: [RowText.Field], _ columns: [TableColumns.Column]) throws(LineFailure) {
        var place: PlaceRecord
        row.clear()
        do throws(RowFault) {
            guard fields.count == columns.count else {
                throw RowFault("has \(fields.count) columns; the header has \(columns.count)")
            }
            for index in columns.indices where !fields[index].isEmpty { try row.take(columns[index], fields[index]) }
            place = try row.finish()
        } catch {
            throw .row(error)
        }
        do throws(PlacesError) {
            place.areas = try areaKeys()
            try context.attribute(spec, id: place.id)
            try context.sink.add(place)
        } catch {
            throw .run(error)
        }
    }

    private func areaKeys() throws(PlacesError) -> [String] {
        let (country, region, district, locality) = (row.country, row.region, row.district, row.locality)
        let isLast =
            lastAreas.country == country && lastAreas.region == region && lastAreas.district == district
            && lastAreas.locality == locality
        if !isLast {
            let keys = try context.areaKeys(country: country, region: region, district: district, locality: locality)
            lastAreas = (country, region, district, locality, keys)
        }
        return lastAreas.keys
    }
}
