package import PlacesJSON
package import PlacesModel

/// Answers of the legacy Places and Geocoding services, read into the same values as those of Places API (New).
package enum LegacyResponse {
    /// Place and query autocomplete. A prediction without a place ID is a query.
    package static func decodeSuggestions(
        _ bytes: UnsafeBufferPointer<UInt8>,
        head: AnswerHead = AnswerHead(),
        options: JSONOptions = .response,
        includesQueryPredictions: Bool = true,
        limit: Int = .max,
        attribution: String = ""
    ) throws(PlacesError) -> SuggestionList {
        try read(bytes, head, options) { (root) throws(PlacesError) in
            var reader = SuggestionReader(attribution: attribution)
            if let predictions = try root.list("predictions", head) {
                for index in 0..<predictions.count where reader.count < limit {
                    guard let prediction = predictions[index], prediction.kind == .object else { continue }
                    let isQuery = prediction["place_id"]?.text == nil
                    if includesQueryPredictions || !isQuery { reader.add(legacy: prediction, isQuery: isQuery) }
                }
            }
            return reader.finish()
        }
    }

    /// Place Details. A place that is gone (`ZERO_RESULTS`) is an error, as an unknown one is.
    package static func decodePlace(
        _ bytes: UnsafeBufferPointer<UInt8>,
        head: AnswerHead = AnswerHead(),
        options: JSONOptions = .response
    ) throws(PlacesError) -> Place {
        try read(bytes, head, options) { (root) throws(PlacesError) in
            guard let result = root.object("result") else {
                if root["status"]?.string == "ZERO_RESULTS" { throw gone(head) }
                throw AnswerReader.unreadable(head, "it has no result")
            }
            return LegacyPlace.place(result.value, htmlAttributions: root.array("html_attributions")?.value)
        }
    }

    /// Find Place (`candidates`) and Geocoding (`results`).
    package static func decodePlaces(
        _ bytes: UnsafeBufferPointer<UInt8>,
        head: AnswerHead = AnswerHead(),
        options: JSONOptions = .response
    ) throws(PlacesError) -> [Place] {
        try read(bytes, head, options) { (root) throws(PlacesError) in
            let candidates = try root.list("candidates", head)
            let results = try root.list("results", head)
            guard let list = candidates ?? results else { return [] }
            let htmlAttributions = root.array("html_attributions")?.value
            var places: [Place] = []
            for index in 0..<list.count {
                guard let item = list[index], item.kind == .object else { continue }
                places.append(LegacyPlace.place(item.value, htmlAttributions: htmlAttributions))
            }
            return places
        }
    }

    private static func read<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ head: AnswerHead,
        _ options: JSONOptions,
        _ body: (JSONNode) throws(PlacesError) -> Result
    ) throws(PlacesError) -> Result {
        try AnswerReader.read(bytes, head, options) { (root) throws(PlacesError) in
            if let failure = LegacyStatus.failure(of: root, head) { throw failure }
            return try body(root)
        }
    }

    private static func gone(_ head: AnswerHead) -> PlacesError {
        var error = PlacesError(.notFound, "The place with this ID does not exist any more")
        error.httpStatus = head.httpStatus
        error.canonicalStatus = "ZERO_RESULTS"
        return error
    }
}

extension SuggestionReader {
    mutating func add(legacy prediction: JSONNode, isQuery: Bool) {
        var row = newRow(isQuery: isQuery)
        if let id = prediction["place_id"]?.text { row.placeID = add(text: id) }
        if !isQuery {
            row.types = add(types: prediction.array("types"))
            row.distanceMeters = SuggestionReader.distance(prediction["distance_meters"])
        }
        if let text = prediction["description"]?.text {
            (row.fullText, row.fullMatches) = add(text, matches: prediction.array("matched_substrings"))
        }
        if let format = prediction.object("structured_formatting") {
            row.peculiarities.insert(.emptyStructuredFormat)
            if let text = format["main_text"]?.text {
                (row.primaryText, row.primaryMatches) = add(
                    text,
                    matches: format.array("main_text_matched_substrings")
                )
            }
            if let text = format["secondary_text"]?.text {
                (row.secondaryText, row.secondaryMatches) = add(
                    text,
                    matches: format.array("secondary_text_matched_substrings")
                )
            }
        }
        append(row)
    }

    /// Legacy ranges are an offset and a length; the unit is taken to be code points, as the service says of its terms.
    private mutating func add(
        _ text: UnsafeBufferPointer<UInt8>,
        matches: JSONNode?
    ) -> (text: Slice, matches: Slice) {
        if let matches {
            for index in 0..<matches.count {
                guard let range = matches[index], range.kind == .object else { continue }
                let offset = range["offset"]
                let start = offset == nil || offset?.isNull == true ? 0 : offset?.tolerantInt32
                if let start, let length = range["length"]?.tolerantInt32 {
                    collect(rangeFrom: Int64(start), to: Int64(start) + Int64(length))
                }
            }
        }
        return (add(text: text), takeRanges(of: text))
    }
}
