package import PlacesEngine
package import PlacesModel
import PlacesText

/// Answers from index files. Several files answer as one: their rows are ranked together, and what is in two of them is
/// shown once.
package final class EmbeddedProvider: LocalProvider, @unchecked Sendable {
    // @unchecked: `parts` is written in `init` alone.
    let indexes: [PlaceIndex]
    private let parts: UnsafeMutableBufferPointer<IndexParts>
    private let pool = ScratchPool()

    /// Entries of what passes a filter that are gathered, where the filter stays.
    private let mostGathered: Int

    package init(_ indexes: [PlaceIndex], mostGathered: Int = 1 << 17) {
        self.indexes = indexes
        self.mostGathered = mostGathered
        parts = .allocate(capacity: indexes.count)
        for (number, index) in indexes.enumerated() { parts.initializeElement(at: number, to: index.parts) }
    }

    deinit { parts.deallocate() }

    /// Refuses types that no table of the services knows: an index, unlike a service, has no new ones.
    package func check(_ work: Work) throws(PlacesError) {
        switch work {
        case .suggest(let request):
            if let types = request.types { try check(types) }
        case .place: return
        case .textSearch, .geocode, .photo: throw EmbeddedProvider.unsupported
        }
    }

    private func check(_ types: [String]) throws(PlacesError) {
        for (number, type) in types.enumerated() {
            if PlaceTypes.legacyCollections.contains(type) || !PlaceTypes.tables(of: type).isEmpty { continue }
            throw .invalid("types[\(number)]", "\(quoted(type)) is not a type that is known")
        }
    }

    package func answer(_ work: Work, context: RequestContext) throws(PlacesError) -> Answer {
        switch work {
        case .suggest(let request): return .suggestions(suggest(request, context))
        case .place(let request): return .place(try place(request))
        case .textSearch, .geocode, .photo: throw EmbeddedProvider.unsupported
        }
    }

    private static var unsupported: PlacesError {
        PlacesError(.unsupported, "an index has no text search, no geocoding and no photos")
    }

    // MARK: Suggestions

    private func suggest(_ request: AutocompleteRequest, _ context: RequestContext) -> SuggestionList {
        let scratch = pool.take()
        defer { pool.give(scratch) }
        let text = request.text
        if PointQuery.isPossible(text), let list = suggestPoint(text, request, context, scratch) { return list }
        return suggest(text, request, context, scratch)
    }

    // MARK: Points that were typed

    /// The one row of a Plus Code or of coordinates; nil when the text is neither.
    private func suggestPoint(
        _ text: UnsafeBufferPointer<UInt8>,
        _ request: AutocompleteRequest,
        _ context: RequestContext,
        _ scratch: Scratch
    ) -> SuggestionList? {
        let filter = request.filter
        let found = PointQuery(text, reference: { reference(filter, context) }) { name in
            location(of: name, filter, context, scratch)
        }
        guard let found else { return nil }
        var builder = SuggestionList.Builder(rowCapacity: 1)
        let wanted = found.isPlusCode ? ["plus_code", "geocode"] : ["geocode"]
        if !filter.types.isEmpty, !filter.types.contains(where: wanted.contains) { return builder.finish() }
        if let restriction = filter.restriction, !Restriction(restriction).contains(found.coordinate) {
            return builder.finish()
        }
        let near = landmark(found.coordinate)
        if !filter.countries.isEmpty {
            let country = near.map { $0.index.view.areaSets[$0.index.view.places[$0.place].areaSet].country } ?? 0
            guard filter.countries.contains(where: { UInt16($0.high) << 8 | UInt16($0.low) == country }) else {
                return builder.finish()
            }
        }
        var row = SuggestionRow()
        row.placeID = builder.add(text: found.id)
        row.primaryText = builder.add(text: found.text)
        prepareLanguages(filter.language, scratch)
        let secondary = near.map { near in
            Presentation.description(
                near.place,
                near.index,
                scratch.choices.isEmpty ? .none : scratch.choices[near.number],
                filter,
                scratch
            )
        }
        row.secondaryText = builder.add(text: secondary ?? "")
        row.fullText = builder.add(text: [found.text, secondary ?? ""].filter { !$0.isEmpty }.joined(separator: ", "))
        // All of it was typed, or means what was typed.
        let start = builder.beginMatches()
        builder.append(
            match: MatchRange(start: 0, end: UInt32(truncatingIfNeeded: found.text.unicodeScalars.count))
        )
        row.primaryMatches = builder.endMatches(from: start)
        row.fullMatches = row.primaryMatches
        let types = builder.beginTypes()
        builder.append(type: builder.add(text: found.isPlusCode ? "plus_code" : "geocode"))
        row.types = builder.endTypes(from: types)
        if let origin = filter.origin {
            row.distanceMeters = Int32(clamping: Int64(Geometry.distance(origin, found.coordinate).rounded()))
        }
        builder.append(row)
        return builder.finish()
    }

    /// Where somebody is thought to be.
    private func reference(_ filter: Filter, _ context: RequestContext) -> Coordinate? {
        if let area = filter.restriction ?? filter.bias { return Nearness.center(of: area) }
        return filter.origin ?? context.timeZone.flatMap(zoneCenter)
    }

    private func location(
        of name: UnsafeBufferPointer<UInt8>,
        _ filter: Filter,
        _ context: RequestContext,
        _ scratch: Scratch
    ) -> Coordinate? {
        var world = filter
        try? world.setTypes([], field: "")
        try? world.setRestriction(nil, field: "")
        let rows = search(name, caret: nil, limit: 1, world, nearness(filter, context), scratch).rows
        guard rows.count > 0 else { return nil }
        return indexes[Int(rows[0].index)].view.places[rows[0].place].coordinate
    }

    private func landmark(_ point: Coordinate) -> (index: PlaceIndex, number: Int, place: Int)? {
        var best: (index: PlaceIndex, number: Int, place: Int)?
        var bestScore = -Float.infinity
        for (number, index) in indexes.enumerated() {
            if let found = index.view.landmark(point, index.types), found.score > bestScore {
                bestScore = found.score
                best = (index, number, found.place)
            }
        }
        return best
    }

    private func suggest(
        _ text: UnsafeBufferPointer<UInt8>,
        _ request: AutocompleteRequest,
        _ context: RequestContext,
        _ scratch: Scratch
    ) -> SuggestionList {
        let filter = request.filter
        let nearness = nearness(filter, context)
        scratch.found = request.explains ? [:] : nil
        let (query, rows) = search(
            text,
            caret: request.inputOffset,
            limit: request.limit,
            filter,
            nearness,
            scratch
        )
        scratch.writer.clear()
        if rows.count > 0 {
            let presentation = Presentation(query, filter, scratch)
            fetchNames(rows, scratch)
            let none = LanguageChoice.none
            let choices = scratch.choices
            for position in 0..<rows.count {
                let candidate = rows[position]
                let number = Int(candidate.index)
                if choices.isEmpty {
                    presentation.append(candidate, of: parts[number], none)
                } else {
                    presentation.append(candidate, of: parts[number], choices[number])
                }
            }
        }
        if scratch.found != nil { explain(rows, nearness, scratch) }
        return scratch.writer.list()
    }

    /// Has the names of the rows fetched from memory at once: each is somewhere else.
    private func fetchNames(_ rows: TopRows, _ scratch: Scratch) {
        var sum: UInt8 = 0
        for position in 0..<rows.count {
            let view = parts[Int(rows[position].index)].view
            sum ^= view.names[view.places[rows[position].place].names]
        }
        scratch.text[0] = sum
    }

    private func explain(_ rows: TopRows, _ nearness: Nearness?, _ scratch: Scratch) {
        for position in 0..<rows.count {
            let row = rows[position]
            let found = scratch.found?[Explanation.Key(row)]
            let explanation = Explanation(row, found, indexes[Int(row.index)].view, nearness)
            scratch.writer.explain(position, explanation.text)
        }
        scratch.found = nil
    }

    private func search(
        _ text: UnsafeBufferPointer<UInt8>,
        caret: Int?,
        limit: Int,
        _ filter: Filter,
        _ nearness: Nearness?,
        _ scratch: Scratch
    ) -> (query: ParsedQuery, rows: TopRows) {
        let query = ParsedQuery(text, caret: caret, scratch)
        prepareLanguages(filter.language, scratch)
        prepareFilters(filter, scratch)
        let staged = StagedSearch(UnsafeBufferPointer(parts), nearness, query, scratch)
        if let rows = staged.ready(limit: limit) { return (query, rows) }
        if indexes.count > 1,
            let rows = staged.merged(limit: limit, collapse: { _ = collapse(&$0, scratch) })
        {
            return (query, rows)
        }
        // A search for one row would end at its first guess: fewer are the first of as many as others get.
        let wanted = max(limit, Layout.answerRows)
        var (rows, beginners, _) = staged.run(limit: wanted, room: wanted)
        if indexes.count > 1 {
            let doubles = collapse(&rows, scratch)
            if doubles > 0 {
                // Some rows were the same place in another index: others take their room.
                let room = min(wanted * indexes.count, TopRows.capacity)
                (rows, beginners, _) = staged.run(limit: min(wanted + doubles, room), room: room)
                _ = collapse(&rows, scratch)
            }
            _ = collapse(&beginners, scratch)
            removeShown(&beginners, rows, scratch)
        }
        while rows.count > limit { rows.remove(rows.count - 1) }
        if rows.count == limit { staged.makeRoom(&rows, beginners, query) }
        return (query, rows)
    }

    /// Takes out the places that a better row of another index shows already: the same name and kind, a few hundred
    /// metres away. Returns how many there were.
    private func collapse(_ rows: inout TopRows, _ scratch: Scratch) -> Int {
        let count = rows.count
        var position = 1
        while position < rows.count {
            let isShown = (0..<position).contains { isSame(rows[position], rows[$0], scratch) }
            if isShown { rows.remove(position) } else { position += 1 }
        }
        return count - rows.count
    }

    /// Takes out the places that a row of another index shows.
    private func removeShown(_ beginners: inout TopRows, _ rows: TopRows, _ scratch: Scratch) {
        var position = 0
        while position < beginners.count {
            let isShown = (0..<rows.count).contains { isSame(beginners[position], rows[$0], scratch) }
            if isShown { beginners.remove(position) } else { position += 1 }
        }
    }

    private func isSame(_ a: Candidate, _ b: Candidate, _ scratch: Scratch) -> Bool {
        guard a.index != b.index else { return false }
        let left = indexes[Int(a.index)]
        let right = indexes[Int(b.index)]
        let one = left.view.places[a.place]
        let two = right.view.places[b.place]
        guard abs(Int64(one.latitude) - Int64(two.latitude)) < 100_000,
            Geometry.distance(one.coordinate, two.coordinate) <= 300
        else { return false }
        let oneType = left.types.list(one.typeSet).first.map { left.texts.type(Int($0)) }
        let twoType = right.types.list(two.typeSet).first.map { right.texts.type(Int($0)) }
        if let oneType, let twoType, !oneType.isEmpty, !twoType.isEmpty, !oneType.elementsEqual(twoType) {
            return false
        }
        scratch.primary.fold(left.view.displayName(at: one.names, .none).text)
        scratch.secondary.fold(right.view.displayName(at: two.names, .none).text)
        return scratch.primary.text.elementsEqual(scratch.secondary.text)
    }

    /// Which names to show; kept until another language is asked for.
    private func prepareLanguages(_ language: LanguageTag?, _ scratch: Scratch) {
        guard scratch.language != language else { return }
        scratch.language = language
        scratch.choices = language.map { wanted in indexes.map { LanguageChoice(wanted, $0.meta.languages) } } ?? []
    }

    /// What may pass in each index; kept until something else is asked for, since a filter stays while a name is typed.
    private func prepareFilters(_ filter: Filter, _ scratch: Scratch) {
        if let last = scratch.filter, last.selectsTheSame(as: filter) {
            scratch.filterUses &+= 1
            // It stays: more work for it will pay.
            if scratch.filterUses == 2 { select(scratch, limit: mostGathered) }
            return
        }
        scratch.filter = filter
        scratch.setFilters(indexes.map { PlaceFilter(filter, $0) })
        scratch.filterUses = 1
        select(scratch, limit: min(SelectedEntries.firstLimit, mostGathered))
    }

    private func select(_ scratch: Scratch, limit: Int) {
        for number in indexes.indices where scratch.filters[number].isSelective {
            guard scratch.filters[number].selection == nil, !scratch.filters[number].isWide else { continue }
            while scratch.selected.count <= number { scratch.selected.append(SelectedEntries()) }
            let selected = scratch.selected[number].gather(
                scratch.filters[number],
                indexes[number].view,
                limit: limit
            )
            scratch.filters[number].selection = selected
            if selected == nil {
                scratch.filters[number].isWide = !SelectedEntries.isFew(
                    scratch.filters[number],
                    indexes[number].view,
                    limit: mostGathered
                )
            }
        }
    }

    private func nearness(_ filter: Filter, _ context: RequestContext) -> Nearness? {
        if let bias = filter.effectiveBias { return Nearness(bias) }
        guard filter.restriction == nil, let center = context.timeZone.flatMap(zoneCenter) else { return nil }
        return Nearness(
            center,
            strength: Ranking.zoneStrength,
            scale: Ranking.zoneScale,
            limit: Ranking.zoneLimit
        )
    }

    /// The most important place of a time zone.
    private func zoneCenter(_ zone: String) -> Coordinate? {
        for index in indexes {
            guard let number = index.meta.timeZones.firstIndex(of: zone), number < index.meta.timeZonePlaces.count,
                index.meta.timeZonePlaces[number] > 0
            else { continue }
            return index.view.places[index.meta.timeZonePlaces[number] &- 1].coordinate
        }
        return nil
    }

    // MARK: Details

    private func place(_ request: PlaceRequest) throws(PlacesError) -> Place {
        guard let mask = request.fields else {
            throw .invalid("fields", "is not set; name the fields that are wanted, or \"*\" for all")
        }
        for index in indexes {
            guard let number = index.view.place(withID: request.placeID, index.texts) else { continue }
            let choice = request.language.map { LanguageChoice($0, index.meta.languages) } ?? .none
            return Details(index, choice, region: request.region).place(number).masked(by: mask)
        }
        if let point = PointQuery(id: request.placeID) { return self.place(point, request, mask) }
        throw PlacesError(.notFound, "no place has the ID \(quoted(request.placeID))", field: "place_id")
    }

    private func place(_ point: PointQuery, _ request: PlaceRequest, _ mask: FieldMask) -> Place {
        let near = landmark(point.coordinate)
        let choice = near.flatMap { near in
            request.language.map { LanguageChoice($0, near.index.meta.languages) }
        }
        let scratch = pool.take()
        defer { pool.give(scratch) }
        var filter = Filter()
        filter.region = request.region
        let description = near.map {
            Presentation.description($0.place, $0.index, choice ?? .none, filter, scratch)
        }
        return Details.place(point, description ?? "").masked(by: mask)
    }
}
