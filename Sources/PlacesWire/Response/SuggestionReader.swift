package import PlacesJSON
package import PlacesModel

extension WireResponse {
    /// Reads a response body, or the error that it is.
    ///
    /// Unknown members, kinds and enum values, absent, null and wrong-kind members all survive; a suggestion that is
    /// neither a place nor a query is left out. A list of another kind, or of such entries alone, is no answer. More than
    /// five rows are kept.
    /// - Parameters:
    ///   - includesQueryPredictions: whether rows without a place are wanted.
    ///   - limit: at most so many rows; none of them is left out for another reason.
    ///   - attribution: what must be shown with every row; empty for nothing.
    package static func decodeSuggestions(
        _ bytes: UnsafeBufferPointer<UInt8>,
        head: AnswerHead = AnswerHead(),
        options: JSONOptions = .response,
        includesQueryPredictions: Bool = true,
        limit: Int = .max,
        attribution: String = ""
    ) throws(PlacesError) -> SuggestionList {
        try AnswerReader.read(bytes, head, options) { (root) throws(PlacesError) in
            var reader = SuggestionReader(attribution: attribution)
            if root["suggestions"] == nil, root["predictions"] != nil {
                throw AnswerReader.unreadable(head, "it is an answer of the legacy service")
            }
            if let suggestions = try root.list("suggestions", head, isEntry: SuggestionReader.isEntry) {
                for index in 0..<suggestions.count where reader.count < limit {
                    guard let suggestion = suggestions[index] else { continue }
                    if let prediction = suggestion.object("placePrediction") {
                        reader.add(prediction, isQuery: false)
                    } else if includesQueryPredictions, let prediction = suggestion.object("queryPrediction") {
                        reader.add(prediction, isQuery: true)
                    }
                }
            }
            return reader.finish()
        }
    }
}

/// Puts the rows of an answer into a list.
struct SuggestionReader: ~Copyable {
    private var builder = SuggestionList.Builder()
    private let attribution: Int32
    private var ranges = RangeReader()

    init(attribution: String) {
        self.attribution = attribution.isEmpty ? -1 : builder.attribution(attribution)
    }

    var count: Int { builder.count }

    /// A suggestion, if perhaps of a kind that is not known yet.
    static func isEntry(_ entry: JSONNode) -> Bool {
        guard entry.kind == .object else { return false }
        let isWrong = { (prediction: JSONNode?) in
            prediction.map { $0.kind != .object && !$0.isNull } ?? false
        }
        return !isWrong(entry["placePrediction"]) && !isWrong(entry["queryPrediction"])
    }

    consuming func finish() -> SuggestionList { builder.finish() }

    mutating func add(_ prediction: JSONNode, isQuery: Bool) {
        var row = newRow(isQuery: isQuery)
        if !isQuery {
            addIdentity(of: prediction, to: &row)
            row.types = add(types: prediction.array("types"))
            row.distanceMeters = SuggestionReader.distance(prediction["distanceMeters"])
        }
        if let text = prediction.object("text") {
            (row.fullText, row.fullMatches) = add(formattable: text)
            if row.fullText.count == 0 { row.peculiarities.insert(.emptyFullText) }
        }
        if let format = prediction.object("structuredFormat") {
            row.peculiarities.insert(.emptyStructuredFormat)
            if let text = format.object("mainText") {
                (row.primaryText, row.primaryMatches) = add(formattable: text)
                if row.primaryText.count == 0 { row.peculiarities.insert(.emptyPrimaryText) }
            }
            if let text = format.object("secondaryText") {
                (row.secondaryText, row.secondaryMatches) = add(formattable: text)
                if row.secondaryText.count == 0 { row.peculiarities.insert(.emptySecondaryText) }
            }
        } else {
            // A row that shows its primary text shall not be blank.
            row.primaryText = row.fullText
            row.primaryMatches = row.fullMatches
            row.peculiarities.insert(.noStructuredFormat)
        }
        builder.append(row)
    }

    func newRow(isQuery: Bool) -> SuggestionRow {
        var row = SuggestionRow()
        row.isQuery = isQuery
        row.attribution = attribution
        return row
    }

    mutating func append(_ row: SuggestionRow) { builder.append(row) }

    /// Metres; -1 for none. 0 and absent are the same on the wire, and a person is not told 0 m.
    static func distance(_ node: JSONNode?) -> Int32 {
        guard let distance = node?.tolerantInt32, distance > 0 else { return -1 }
        return distance
    }

    private mutating func addIdentity(of prediction: JSONNode, to row: inout SuggestionRow) {
        let prefix = Array("places/".utf8)
        let name = prediction["place"]?.text ?? UnsafeBufferPointer(start: nil, count: 0)
        let idInName = name.dropFirst(name.starts(with: prefix) ? prefix.count : name.count)
        if let id = prediction["placeId"]?.text, !id.isEmpty {
            row.placeID = add(text: id)
            if name.isEmpty {
                row.peculiarities.insert(.noResourceName)
            } else if !idInName.elementsEqual(id) {
                row.resourceName = add(text: name)
            }
        } else {
            row.peculiarities.insert(.noPlaceID)
            if !idInName.isEmpty { row.placeID = add(text: UnsafeBufferPointer(rebasing: idInName)) }
            if !name.isEmpty { row.resourceName = add(text: name) }
        }
    }

    mutating func add(types: JSONNode?) -> Slice {
        guard let types else { return Slice() }
        // Texts first: they and the list of types grow in different blocks, but a type is a slice of the text.
        let start = builder.beginTypes()
        for index in 0..<types.count {
            if let type = types[index]?.text { builder.append(type: add(text: type)) }
        }
        return builder.endTypes(from: start)
    }

    private mutating func add(formattable: JSONNode) -> (text: Slice, matches: Slice) {
        guard let text = formattable["text"]?.text else { return (Slice(), Slice()) }
        if let matches = formattable.array("matches") {
            for index in 0..<matches.count {
                guard let range = matches[index], range.kind == .object else { continue }
                let start = range["startOffset"]
                // Absent is 0; a start of another kind makes the range worthless.
                let first = start == nil || start?.isNull == true ? 0 : start?.tolerantInt32
                if let first, let end = range["endOffset"]?.tolerantInt32 { ranges.add(Int64(first), Int64(end)) }
            }
        }
        return (add(text: text), takeRanges(of: text))
    }

    mutating func add(text: String) -> Slice {
        var copy = text
        return copy.withUTF8 { add(text: $0) }
    }

    /// Texts of a list end with a NUL, so a NUL inside becomes U+FFFD (which keeps the offsets right).
    mutating func add(text: UnsafeBufferPointer<UInt8>) -> Slice {
        guard text.contains(0) else { return builder.add(text: text) }
        let start = builder.beginText()
        for byte in text {
            if byte == 0 {
                builder.append(0xEF)
                builder.append(0xBF)
                builder.append(0xBD)
            } else {
                builder.append(byte)
            }
        }
        return builder.endText(from: start)
    }

    /// The ranges that were collected for this text, put right.
    mutating func takeRanges(of text: UnsafeBufferPointer<UInt8>) -> Slice {
        let start = builder.beginMatches()
        for range in ranges.take(codePoints: text) { builder.append(match: range) }
        return builder.endMatches(from: start)
    }

    mutating func collect(rangeFrom start: Int64, to end: Int64) { ranges.add(start, end) }
}

/// Match ranges as a service sent them, made fit to be used: inside the text, in order, apart from each other.
struct RangeReader {
    private var pending: [(start: Int64, end: Int64)] = []

    mutating func add(_ start: Int64, _ end: Int64) { pending.append((start, end)) }

    mutating func take(codePoints text: UnsafeBufferPointer<UInt8>) -> [MatchRange] {
        if pending.isEmpty { return [] }
        var length: Int64 = 0
        for byte in text where byte & 0xC0 != 0x80 { length &+= 1 }
        var result: [MatchRange] = []
        for range in pending.sorted(by: { $0.start < $1.start }) {
            let start = min(max(range.start, 0), length)
            let end = min(range.end, length)
            if start >= end { continue }
            if let last = result.last, Int64(last.end) > start {
                result[result.count - 1].end = max(last.end, UInt32(truncatingIfNeeded: end))
            } else {
                result.append(
                    MatchRange(start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end))
                )
            }
        }
        pending.removeAll(keepingCapacity: true)
        return result
    }
}
