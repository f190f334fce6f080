import PlacesModel
import PlacesText

/// Turns places that were found into rows to show.
struct Presentation {
    let query: ParsedQuery
    let filter: Filter
    let scratch: Scratch
    /// The text of an area, so as not to say a place's own country.
    private let ownCountry: UInt16

    init(_ query: ParsedQuery, _ filter: Filter, _ scratch: Scratch) {
        self.query = query
        self.filter = filter
        self.scratch = scratch
        ownCountry = filter.region.map { UInt16($0.high) << 8 | UInt16($0.low) } ?? 0
    }

    /// Name and areas of a place, as one text.
    static func description(
        _ place: Int,
        _ index: PlaceIndex,
        _ languages: LanguageChoice,
        _ filter: Filter,
        _ scratch: Scratch
    ) -> String {
        let empty = ParsedQuery(UnsafeBufferPointer(start: nil, count: 0), caret: nil, scratch)
        let presentation = Presentation(empty, filter, scratch)
        let row = index.view.places[place]
        let name = index.view.displayName(at: row.names, languages).text
        scratch.line.clear()
        presentation.appendSecondary(row, name, index.view, languages)
        let areas = String(decoding: scratch.line.text, as: UTF8.self)
        return String(decoding: name, as: UTF8.self) + (areas.isEmpty ? "" : ", " + areas)
    }

    func append(
        _ candidate: Candidate,
        of index: PlaceIndex,
        _ languages: LanguageChoice,
        to builder: inout SuggestionList.Builder
    ) {
        let view = index.view
        let row = view.places[candidate.place]
        var result = SuggestionRow()
        let name = view.displayName(at: row.names, languages).text
        scratch.line.clear()
        appendSecondary(row, name, view, languages)
        let secondary = scratch.line.text

        result.placeID = putID(row, index, &builder)
        result.primaryText = builder.add(text: name)
        if secondary.isEmpty {
            result.secondaryText = builder.add(text: secondary)
            result.fullText = result.primaryText
        } else {
            let start = builder.beginText()
            builder.append(name)
            builder.append(UInt8(ascii: ","))
            builder.append(0x20)
            builder.append(secondary)
            result.fullText = builder.endText(from: start)
            // The secondary text is the tail of the full one, and ends with the same NUL.
            result.secondaryText = Slice(
                offset: result.fullText.offset &+ UInt32(truncatingIfNeeded: name.count &+ 2),
                count: UInt32(truncatingIfNeeded: secondary.count)
            )
        }
        appendMatches(name, secondary, &result, &builder)
        appendTypes(row, index, &result, &builder)
        if let origin = filter.origin {
            result.distanceMeters = Int32(clamping: Int64(Geometry.distance(origin, row.coordinate).rounded()))
        }
        if Int(row.source) < index.meta.sources.count {
            let attribution = index.meta.sources[Int(row.source)].attribution
            if !attribution.isEmpty { result.attribution = builder.attribution(attribution) }
        }
        builder.append(result)
    }

    private func putID(_ row: PlaceRow, _ index: PlaceIndex, _ builder: inout SuggestionList.Builder) -> Slice {
        let start = builder.beginText()
        let prefix = Int(row.idHigh >> 24)
        if prefix == Int(PlaceRow.noPrefix) {
            var reader = ByteReader(index.view.idTexts.all, at: Int(row.idLow))
            builder.append(reader.blob())
        } else {
            builder.append(index.texts.idPrefix(prefix))
            var number = UInt64(row.idHigh & 0xFF_FFFF) << 32 | UInt64(row.idLow)
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
                var at = 20
                repeat {
                    at &-= 1
                    digits[at] = 0x30 &+ UInt8(truncatingIfNeeded: number % 10)
                    number /= 10
                } while number > 0
                builder.append(UnsafeBufferPointer(rebasing: digits[at...]))
            }
        }
        return builder.endText(from: start)
    }

    private func appendTypes(
        _ row: PlaceRow,
        _ index: PlaceIndex,
        _ result: inout SuggestionRow,
        _ builder: inout SuggestionList.Builder
    ) {
        let sets = index.view.typeSets
        let set = Int(row.typeSet)
        let start = builder.beginTypes()
        let first = Int(sets[set &+ 1])
        let list = sets.slice(first, min(Int(sets[set &+ 2]) &- first, 64))
        for type in list where type != TypeSets.none {
            let text = index.texts.type(Int(type))
            if !text.isEmpty { builder.append(type: builder.add(text: text)) }
        }
        result.types = builder.endTypes(from: start)
    }

    // MARK: Secondary text

    /// Street and number, then the areas from the smallest to the country.
    private func appendSecondary(
        _ row: PlaceRow,
        _ name: UnsafeBufferPointer<UInt8>,
        _ view: IndexView,
        _ languages: LanguageChoice
    ) {
        if row.extras > 0 {
            let extras = Extras(view.extras, at: row.extras)
            if !extras.street.isEmpty, !contains(name, extras.street) {
                part(extras.street)
                if !extras.houseNumber.isEmpty {
                    scratch.line.put(0x20)
                    scratch.line.put(extras.houseNumber)
                }
            }
        }
        let set = view.areaSets[row.areaSet]
        let list = view.areaSetLists.slice(Int(set.first), min(Int(set.count), 16))
        var hasSmaller = false
        for number in list {
            let area = view.areas[number]
            // A district says little where a city or a region is known too.
            if area.level == AreaRecord.Level.district.rawValue, list.count > 2 { continue }
            if area.level == AreaRecord.Level.country.rawValue, ownCountry != 0, area.country == ownCountry { continue }
            let text = view.displayName(at: area.names, languages).text
            if area.level == AreaRecord.Level.locality.rawValue || !hasSmaller, isEqual(text, name) { continue }
            part(text)
            hasSmaller = true
        }
    }

    private func part(_ text: UnsafeBufferPointer<UInt8>) {
        guard !text.isEmpty else { return }
        if !scratch.line.text.isEmpty {
            scratch.line.put(UInt8(ascii: ","))
            scratch.line.put(0x20)
        }
        scratch.line.put(text)
    }

    private func isEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        for index in 0..<a.count where a[index] != b[index] { return false }
        return true
    }

    private func contains(_ text: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard part.count <= text.count, let first = part.first else { return false }
        var start = 0
        while start &+ part.count <= text.count {
            if text[start] == first {
                var length = 1
                while length < part.count, text[start &+ length] == part[length] { length &+= 1 }
                if length == part.count { return true }
            }
            start &+= 1
        }
        return false
    }

    // MARK: What was typed

    private func appendMatches(
        _ name: UnsafeBufferPointer<UInt8>,
        _ secondary: UnsafeBufferPointer<UInt8>,
        _ result: inout SuggestionRow,
        _ builder: inout SuggestionList.Builder
    ) {
        var marker = MatchMarker(query, scratch.matches)
        scratch.primary.fold(name)
        let inPrimary = marker.mark(scratch.primary, name, isPrimary: true)
        var start = builder.beginMatches()
        for index in 0..<inPrimary { builder.append(match: marker.ranges[index]) }
        result.primaryMatches = builder.endMatches(from: start)
        var inSecondary = 0
        if !secondary.isEmpty, marker.isIncomplete {
            scratch.secondary.fold(secondary)
            inSecondary = marker.mark(scratch.secondary, secondary, isPrimary: false)
        }
        start = builder.beginMatches()
        for index in 0..<inSecondary { builder.append(match: marker.ranges[inPrimary &+ index]) }
        result.secondaryMatches = builder.endMatches(from: start)
        start = builder.beginMatches()
        for index in 0..<inPrimary { builder.append(match: marker.ranges[index]) }
        let shift = UInt32(truncatingIfNeeded: scratch.primary.sourceCount &+ 2)
        for index in 0..<inSecondary {
            let range = marker.ranges[inPrimary &+ index]
            builder.append(match: MatchRange(start: range.start &+ shift, end: range.end &+ shift))
        }
        result.fullMatches = builder.endMatches(from: start)
    }
}

/// Finds the words of a query in the texts of a row.
private struct MatchMarker {
    private static let capacity = Scratch.maximumMatches

    private let query: ParsedQuery
    /// Those of the first text, then those of the second.
    let ranges: UnsafeMutablePointer<MatchRange>
    private var count = 0
    /// A bit for each word that was found.
    private var found: UInt32 = 0

    init(_ query: ParsedQuery, _ ranges: UnsafeMutablePointer<MatchRange>) {
        self.query = query
        self.ranges = ranges
    }

    var isIncomplete: Bool { found.nonzeroBitCount < query.tokenCount }

    /// Marks what of the query is in a text and was not found before; returns how many ranges there are, in order and
    /// apart from each other.
    mutating func mark(_ folded: FoldedText, _ source: UnsafeBufferPointer<UInt8>, isPrimary: Bool) -> Int {
        let start = count
        if found == 0, query.isPlain, query.count > 0 {
            let last = query.tokens[query.tokenCount &- 1]
            let isPrefix = last.isUnfinished || last.isIdeographic
            if let at = folded.position(of: query.bytes, query.count, isPrefix: isPrefix) {
                add(folded.sourceRange(from: at, to: at &+ query.count, of: source), after: start)
                found = (1 << UInt32(query.tokenCount)) &- 1
                return count &- start
            }
        }
        for index in 0..<query.tokenCount where found >> UInt32(index) & 1 == 0 {
            let token = query.tokens[index]
            let text = query.text(token)
            var at: Int?
            if !token.isUnfinished { at = folded.position(of: text, token.length, isPrefix: false) }
            if at == nil, !token.isNumber || token.isUnfinished {
                at = folded.position(of: text, token.length, isPrefix: true)
            }
            if let at {
                add(folded.sourceRange(from: at, to: at &+ token.length, of: source), after: start)
                found |= 1 << UInt32(index)
            }
        }
        if isPrimary, count == start { markLoosely(folded, source, start) }
        return count &- start
    }

    /// Nothing begins with any word of the query: letters inside a word, or what a mistyped word has in common with
    /// one.
    private mutating func markLoosely(_ folded: FoldedText, _ source: UnsafeBufferPointer<UInt8>, _ start: Int) {
        for index in 0..<query.tokenCount {
            let token = query.tokens[index]
            let text = query.text(token)
            if token.length >= 3, let at = folded.position(ofLetters: text, token.length) {
                add(folded.sourceRange(from: at, to: at &+ token.length, of: source), after: start)
                continue
            }
            var size = token.length &- 1
            while size >= 2 {
                if let at = folded.position(of: text, size, isPrefix: true) {
                    add(folded.sourceRange(from: at, to: at &+ size, of: source), after: start)
                    break
                }
                size &-= 1
            }
        }
    }

    private mutating func add(_ range: MatchRange?, after start: Int) {
        guard let range, range.start < range.end, count < MatchMarker.capacity else { return }
        var at = count
        while at > start, ranges[at &- 1].start > range.start {
            ranges[at] = ranges[at &- 1]
            at &-= 1
        }
        ranges[at] = range
        count &+= 1
        // Ranges that overlap become one.
        var read = start &+ 1
        var write = start
        while read < count {
            if ranges[read].start < ranges[write].end {
                ranges[write].end = max(ranges[write].end, ranges[read].end)
            } else {
                write &+= 1
                ranges[write] = ranges[read]
            }
            read &+= 1
        }
        count = write &+ 1
    }
}
