package import PlacesJSON
package import PlacesModel

/// Responses in the form of Google's REST interface (`AutocompletePlacesResponse`, `Place`, error bodies).
package enum WireResponse {
    /// A suggestion list as a response body. By the rules of proto3 JSON zeros and empty lists are left out; a list
    /// without rows is `{}`.
    package static func encode(_ list: SuggestionList) -> [UInt8] {
        var writer = JSONWriter(capacity: 4096)
        write(list, to: &writer)
        return writer.finish()
    }

    /// Straight from the list's memory.
    package static func write(_ list: SuggestionList, to writer: inout JSONWriter) {
        writer.beginObject()
        if list.count > 0 {
            writer.key("suggestions")
            writer.beginArray()
            for index in 0..<list.count {
                if let row = list.row(index) { write(row, of: list, to: &writer) }
            }
            writer.endArray()
        }
        writer.endObject()
    }

    private static func write(_ row: SuggestionRow, of list: SuggestionList, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key(row.isQuery ? "queryPrediction" : "placePrediction")
        writer.beginObject()
        if !row.isQuery { writeIdentity(of: row, of: list, to: &writer) }
        if row.fullText.count > 0 || row.peculiarities.contains(.emptyFullText) {
            writer.key("text")
            write(row.fullText, row.fullMatches, of: list, to: &writer)
        }
        let isStructured = !row.peculiarities.contains(.noStructuredFormat)
        let hasPrimary = isStructured && row.primaryText.count > 0 || row.peculiarities.contains(.emptyPrimaryText)
        let hasSecondary = row.secondaryText.count > 0 || row.peculiarities.contains(.emptySecondaryText)
        if hasPrimary || hasSecondary || row.peculiarities.contains(.emptyStructuredFormat) {
            writer.key("structuredFormat")
            writer.beginObject()
            if hasPrimary {
                writer.key("mainText")
                write(row.primaryText, row.primaryMatches, of: list, to: &writer)
            }
            if hasSecondary {
                writer.key("secondaryText")
                write(row.secondaryText, row.secondaryMatches, of: list, to: &writer)
            }
            writer.endObject()
        }
        if !row.isQuery, row.types.count > 0 {
            writer.key("types")
            writer.beginArray()
            for type in list.types(row.types) { writer.string(list.text(type)) }
            writer.endArray()
        }
        if !row.isQuery, row.distanceMeters > 0 {
            writer.key("distanceMeters")
            writer.integer(Int64(row.distanceMeters))
        }
        writer.endObject()
        writer.endObject()
    }

    private static func writeIdentity(of row: SuggestionRow, of list: SuggestionList, to writer: inout JSONWriter) {
        if row.resourceName.count > 0 {
            writer.key("place")
            writer.string(list.text(row.resourceName))
        } else if row.placeID.count > 0, !row.peculiarities.contains(.noResourceName) {
            writer.key("place")
            writer.beginString()
            writer.appendText("places/")
            writer.appendText(list.text(row.placeID))
            writer.endString()
        }
        if row.placeID.count > 0, !row.peculiarities.contains(.noPlaceID) {
            writer.key("placeId")
            writer.string(list.text(row.placeID))
        }
    }

    /// A `FormattableText`.
    private static func write(
        _ text: Slice,
        _ matches: Slice,
        of list: SuggestionList,
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        if text.count > 0 {
            writer.key("text")
            writer.string(list.text(text))
        }
        if matches.count > 0 {
            writer.key("matches")
            writer.beginArray()
            for range in list.ranges(matches) {
                writer.beginObject()
                if range.start > 0 {
                    writer.key("startOffset")
                    writer.integer(Int64(range.start))
                }
                if range.end > 0 {
                    writer.key("endOffset")
                    writer.integer(Int64(range.end))
                }
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endObject()
    }
}
