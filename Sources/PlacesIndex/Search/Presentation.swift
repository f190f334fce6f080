import PlacesModel
import PlacesText

/// Turns places that were found into rows to show.
struct Presentation {
    let query: ParsedQuery
    private let origin: Coordinate?
    let scratch: Scratch
    private let writer: RowWriter
    /// The text of an area, so as not to say a place's own country.
    private let ownCountry: UInt16
    private let isPlain: Bool
    /// The last word of the query is the beginning of one.
    private let isPrefix: Bool

    init(_ query: ParsedQuery, _ filter: Filter, _ scratch: Scratch) {
        self.query = query
        origin = filter.origin
        self.scratch = scratch
        writer = scratch.writer
        isPlain = query.isPlain
        let last = query.tokenCount > 0 ? query.tokens[query.tokenCount &- 1] : QueryToken()
        isPrefix = last.isUnfinished || last.isIdeographic
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
        presentation.writer.clear()
        let start = presentation.writer.textCount
        presentation.putFullText(row, name, index.view, languages)
        return String(decoding: presentation.writer.text(from: start), as: UTF8.self)
    }

    /// Writes a row.
    func append(_ candidate: Candidate, of index: IndexParts, _ languages: LanguageChoice) {
        let view = index.view
        let row = view.places[candidate.place]
        let name = view.shownName(at: row.names, languages)
        var result = writer.blank
        result.placeID = putID(row, index)
        let start = writer.textCount
        let secondary = putFullText(row, name, view, languages)
        result.fullText = writer.end(from: start)
        if secondary > 0 {
            // The secondary text is the tail of the full one, and ends with the same NUL.
            result.secondaryText = RowWriter.slice(writer.textCount &- 1 &- secondary, secondary)
            let start = writer.textCount
            writer.put(name)
            result.primaryText = writer.end(from: start)
        } else {
            result.primaryText = result.fullText
        }
        appendMatches(name, secondary, &result)
        result.types = writer.types(row.typeSet, of: index, candidate.index)
        if let origin {
            result.distanceMeters = Int32(clamping: Int64(Geometry.distance(origin, row.coordinate).rounded()))
        }
        result.attribution = writer.attribution(row.source, of: index, candidate.index)
        writer.append(result)
    }

    private func putID(_ row: PlaceRow, _ index: IndexParts) -> Slice {
        let start = writer.textCount
        let prefix = row.idHigh >> 24
        if prefix == PlaceRow.noPrefix {
            var reader = ByteReader(index.view.idTexts.all, at: Int(row.idLow))
            writer.put(reader.blob())
        } else {
            writer.put(index.texts.idPrefix(Int(prefix)))
            put(number: UInt64(row.idHigh & 0xFF_FFFF) << 32 | UInt64(row.idLow))
        }
        return writer.end(from: start)
    }

    private func put(number: UInt64) {
        guard let small = UInt32(exactly: number) else {
            // Those of OpenStreetMap have up to 34 bits, 56 have room.
            let head = number / 100_000_000
            put(number: head)
            var tail = UInt32(truncatingIfNeeded: number % 100_000_000)
            let place = writer.reserve(8)
            for at in stride(from: 7, through: 0, by: -1) {
                place[at] = 0x30 &+ UInt8(truncatingIfNeeded: tail % 10)
                tail /= 10
            }
            return
        }
        var digits = 1
        var least: UInt64 = 10
        while number >= least {
            digits &+= 1
            least &*= 10
        }
        let place = writer.reserve(digits)
        var rest = small
        var at = digits
        repeat {
            at &-= 1
            let next = rest / 10
            place[at] = 0x30 &+ UInt8(truncatingIfNeeded: rest &- next &* 10)
            rest = next
        } while at > 0
    }

    // MARK: Secondary text

    /// The name, and where there is more to say a comma and that: street and number, then the areas from the smallest to
    /// the country. Returns the length of what is after the comma.
    @discardableResult
    private func putFullText(
        _ row: PlaceRow,
        _ name: UnsafeBufferPointer<UInt8>,
        _ view: IndexView,
        _ languages: LanguageChoice
    ) -> Int {
        writer.put(name)
        let nameEnd = writer.textCount
        if row.extras > 0 {
            let extras = Extras(view.extras, at: row.extras)
            if !extras.street.isEmpty, !contains(name, extras.street) {
                putPart(extras.street)
                if !extras.houseNumber.isEmpty {
                    writer.put(0x20)
                    writer.put(extras.houseNumber)
                }
            }
        }
        let set = view.areaSets[row.areaSet]
        let list = view.areaSetLists.slice(Int(set.first), min(Int(set.count), 16))
        var hasSmaller = false
        var at = 0
        while at < list.count {
            let area = view.areas[list[at]]
            at &+= 1
            // A district says little where a city or a region is known too.
            if area.level == AreaRecord.Level.district.rawValue, list.count > 2 { continue }
            if area.level == AreaRecord.Level.country.rawValue, ownCountry != 0, area.country == ownCountry { continue }
            let text = view.shownName(at: area.names, languages)
            if area.level == AreaRecord.Level.locality.rawValue || !hasSmaller, isEqual(text, name) { continue }
            putPart(text)
            hasSmaller = true
        }
        return max(0, writer.textCount &- nameEnd &- 2)
    }

    private func putPart(_ text: UnsafeBufferPointer<UInt8>) {
        guard !text.isEmpty else { return }
        writer.put(UInt8(ascii: ","))
        writer.put(0x20)
        writer.put(text)
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

    /// `secondary`: the length of the secondary text, which was written last but for the name.
    private func appendMatches(
        _ name: UnsafeBufferPointer<UInt8>,
        _ secondary: Int,
        _ result: inout SuggestionRow
    ) {
        let start = writer.rangeStart
        if beginsWithQuery(name) {
            writer.putRange(upTo: query.count)
            result.primaryMatches = writer.endRanges(from: start)
            result.fullMatches = result.primaryMatches
            return
        }
        var marker = MatchMarker(query, scratch.matches)
        scratch.primary.fold(name)
        let inPrimary = marker.mark(scratch.primary, name, isPrimary: true)
        writer.put(marker.ranges, inPrimary)
        result.primaryMatches = writer.endRanges(from: start)
        guard secondary > 0, marker.isIncomplete else {
            result.fullMatches = result.primaryMatches
            return
        }
        let text = writer.text(of: result.secondaryText)
        scratch.secondary.fold(text)
        let inSecondary = marker.mark(scratch.secondary, text, isPrimary: false)
        guard inSecondary > 0 else {
            result.fullMatches = result.primaryMatches
            return
        }
        let secondaryStart = writer.rangeStart
        writer.put(marker.ranges + inPrimary, inSecondary)
        result.secondaryMatches = writer.endRanges(from: secondaryStart)
        let fullStart = writer.rangeStart
        writer.put(marker.ranges, inPrimary)
        writer.put(
            marker.ranges + inPrimary,
            inSecondary,
            shift: UInt32(truncatingIfNeeded: scratch.primary.sourceCount &+ 2)
        )
        result.fullMatches = writer.endRanges(from: fullStart)
    }

    /// Whether a name begins with the whole query, told without folding the name: most names do, and their letters
    /// there are ASCII. False may also mean that it takes a closer look.
    private func beginsWithQuery(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let size = query.count
        guard isPlain, size > 0, size <= name.count else { return false }
        var at = 0
        while at < size {
            let letter = name[at]
            let lower = letter | 0x20
            // A letter, whatever its case, or one space between words; 0x20 | 0x20 is a space too.
            guard (lower >= 0x61 && lower <= 0x7A && letter >= 0x41) || letter == 0x20, lower == query.bytes[at] else {
                return false
            }
            at &+= 1
        }
        guard size < name.count else { return true }
        // Marks that stand on the last letter belong to it.
        let next = name[size]
        return next == 0x20 || (isPrefix && next < 0x80)
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
