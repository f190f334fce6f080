import PlacesModel
import PlacesText

/// The rows of a table: a suggestion list, and for each of its rows where it comes from.
struct TableRows: Sendable {
    struct Origin: Sendable {
        var kind: RowKind
        var stored: StoredPlace?
        var found: Place?
    }

    private(set) var list = SuggestionList.none
    private(set) var origins: [Origin] = []

    var count: Int { origins.count }

    init() {}

    // MARK: Composing

    /// At most so many stored places join what was typed.
    private static let storedBesideAnswers = 2

    /// Rows of an answer, with what else belongs to them.
    init(answer raw: SuggestionList, text: TypedText, stored: [StoredPlace], search: String?) {
        let answer = raw.shown
        let matching = TableRows.matching(stored, text, limit: TableRows.storedBesideAnswers)
        if matching.isEmpty, search == nil {
            list = answer
            origins = (0..<answer.count).map { Origin(kind: TableRows.kind(of: answer, $0)) }
            return
        }
        var builder = SuggestionList.Builder(rowCapacity: answer.count + matching.count + 1)
        for (place, matches) in matching {
            builder.append(stored: place, matches: matches)
            origins.append(Origin(kind: place.isFavourite ? .favourite : .recent, stored: place))
        }
        for position in 0..<answer.count {
            guard let row = answer.row(position) else { continue }
            let id = answer.string(row.placeID)
            if !id.isEmpty, matching.contains(where: { $0.place.placeID == id }) { continue }
            builder.append(row, of: answer, source: row.source)
            origins.append(Origin(kind: TableRows.kind(of: answer, position)))
        }
        for line in answer.attributions { _ = builder.attribution(line) }
        if let search {
            builder.append(title: search, types: [])
            origins.append(Origin(kind: .search))
        }
        list = builder.finish(sources: answer.sourceNames, isFallback: answer.isFallback)
    }

    /// Rows for empty text.
    init(here: TableSettings.Here?, stored: [StoredPlace]) {
        if here == nil, stored.isEmpty { return }
        var builder = SuggestionList.Builder(rowCapacity: stored.count + 1)
        if let here {
            builder.append(title: here.label, types: [])
            origins.append(Origin(kind: .currentLocation))
        }
        for place in stored {
            builder.append(stored: place, matches: [])
            origins.append(Origin(kind: place.isFavourite ? .favourite : .recent, stored: place))
        }
        list = builder.finish()
    }

    /// Places that a search for the whole text has found.
    init(found: [Place], masked: [Place]) {
        var builder = SuggestionList.Builder(rowCapacity: max(1, found.count))
        for (place, cut) in zip(found, masked) {
            let stored = StoredPlace(of: place)
            builder.append(stored: stored, matches: [])
            if !place.attribution.isEmpty { _ = builder.attribution(ShownText.clean(place.attribution)) }
            origins.append(Origin(kind: .found, stored: stored, found: cut))
        }
        list = builder.finish()
    }

    private static func kind(of list: SuggestionList, _ position: Int) -> RowKind {
        guard let row = list.row(position) else { return .place }
        if row.isQuery { return .query }
        let id = list.text(row.placeID)
        let isPoint = [PointID.coordinatePrefix, PointID.plusCodePrefix].contains { id.starts(with: $0.utf8) }
        return isPoint ? .point : .place
    }

    // MARK: Stored places that match

    private static func matching(
        _ stored: [StoredPlace],
        _ text: TypedText,
        limit: Int
    ) -> [(place: StoredPlace, matches: [MatchRange])] {
        if stored.isEmpty || text.query.isEmpty || text.query.count > 200 { return [] }
        let query = FoldedText()
        text.query.withUnsafeBufferPointer { query.fold($0) }
        let name = FoldedText()
        var result: [(place: StoredPlace, matches: [MatchRange])] = []
        for place in stored where result.count < limit {
            var primary = place.primaryText
            let matches = primary.withUTF8 { source -> [MatchRange]? in
                name.fold(source)
                return TableRows.matches(of: query, in: name, source)
            }
            if let matches { result.append((place, matches)) }
        }
        return result
    }

    /// Every word of the query begins a word of the name; nil where one does not.
    private static func matches(
        of query: FoldedText,
        in name: FoldedText,
        _ source: UnsafeBufferPointer<UInt8>
    ) -> [MatchRange]? {
        var ranges: [MatchRange] = []
        var start = 0
        while start < query.count {
            if query.bytes[start] == 0x20 {
                start += 1
                continue
            }
            let end = query.wordEnd(from: start)
            guard let at = name.position(of: query.bytes + start, end - start, isPrefix: true),
                let range = name.sourceRange(from: at, to: at + end - start, of: source)
            else { return nil }
            ranges.append(range)
            start = end
        }
        ranges.sort { $0.start < $1.start }
        var last: UInt32 = 0
        // Two words of the query may stand at one place of the name.
        return ranges.filter { range in
            defer { last = max(last, range.end) }
            return range.start >= last
        }
    }
}

extension SuggestionList.Builder {
    fileprivate mutating func append(stored place: StoredPlace, matches: [MatchRange]) {
        var row = SuggestionRow()
        row.placeID = add(text: place.placeID)
        row.primaryText = add(shown: place.primaryText)
        row.secondaryText = add(shown: place.secondaryText)
        row.fullText = add(
            shown: place.secondaryText.isEmpty ? place.primaryText : place.primaryText + ", " + place.secondaryText
        )
        row.primaryMatches = matches.withUnsafeBufferPointer { add(matches: $0) }
        row.fullMatches = row.primaryMatches
        row.types = add(types: place.types)
        append(row)
    }

    /// A row that is no place of a source.
    fileprivate mutating func append(title: String, types: [String]) {
        var row = SuggestionRow()
        row.primaryText = add(shown: title)
        row.fullText = row.primaryText
        row.types = add(types: types)
        append(row)
    }

    private mutating func add(types names: [String]) -> Slice {
        let slices = names.map { add(shown: $0) }
        let start = beginTypes()
        for slice in slices { append(type: slice) }
        return endTypes(from: start)
    }
}

extension StoredPlace {
    /// What is shown of a place whose details are known.
    init(of place: Place) {
        let name = place.value(at: "displayName.text")?.stringValue ?? ""
        let address = place["formattedAddress"]?.stringValue ?? ""
        let short = place["shortFormattedAddress"]?.stringValue ?? address
        // Geocoding gives addresses without names: their first part is the name.
        let parts = address.split(separator: ",", maxSplits: 1)
        let first = parts.first.map(String.init) ?? ""
        let rest = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        self.init(
            placeID: place["id"]?.stringValue ?? "",
            primaryText: name.isEmpty ? first : name,
            secondaryText: name.isEmpty ? rest : short,
            types: place["types"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            location: place.location
        )
    }

    /// What a row showed of the place.
    init(row: SuggestionRow, of list: SuggestionList, location: Coordinate?) {
        self.init(
            placeID: list.string(row.placeID),
            primaryText: list.string(row.primaryText),
            secondaryText: list.string(row.secondaryText),
            types: list.types(row.types).map { list.string($0) },
            location: location
        )
    }
}
