import PlacesJSON
import PlacesModel
import PlacesTyping

/// A table's state as JSON: one crossing for languages to which each getter is dear.
enum TableStateJSON {
    static func write(_ state: TableState, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("text")
        writer.string(state.text)
        writer.key("phase")
        writer.string(name(of: state.phase))
        for (name, value) in flags(of: state) {
            writer.key(name)
            writer.bool(value)
        }
        writer.key("highlighted")
        writer.integer(Int64(state.highlighted))
        writer.key("rows")
        writer.beginArray()
        for (number, row) in state.rows.enumerated() { write(row, number, state.list, into: &writer) }
        writer.endArray()
        writer.key("attributions")
        writer.beginArray()
        for line in state.attributions { writer.string(line) }
        writer.endArray()
        if let error = state.error {
            writer.key("error")
            writer.beginObject()
            writer.key("status")
            writer.integer(Int64(error.status.rawValue))
            writer.key("message")
            writer.string(error.message)
            writer.endObject()
        }
        writer.endObject()
    }

    private static func flags(of state: TableState) -> [(StaticString, Bool)] {
        [
            ("isLoading", state.isLoading), ("isPicking", state.isPicking), ("isOpen", state.isOpen),
            ("isCurrent", state.isCurrent), ("isFallback", state.list.isFallback), ("canRetry", state.canRetry),
        ]
    }

    private static func name(of phase: TablePhase) -> String {
        switch phase {
        case .idle: "idle"
        case .loading: "loading"
        case .rows: "rows"
        case .nothingFound: "nothing_found"
        case .failed: "failed"
        }
    }

    private static func write(
        _ shown: TableState.Row,
        _ number: Int,
        _ list: SuggestionList,
        into writer: inout JSONWriter
    ) {
        guard let row = list.row(number) else { return }
        writer.beginObject()
        writer.key("kind")
        writer.integer(Int64(shown.kind.rawValue))
        writer.key("icon")
        writer.integer(Int64(shown.icon.rawValue))
        writer.key("placeId")
        writer.string(list.text(row.placeID))
        writer.key("text")
        writer.string(list.text(row.fullText))
        writer.key("primary")
        writer.string(list.text(row.primaryText))
        writer.key("secondary")
        writer.string(list.text(row.secondaryText))
        write(list.ranges(row.fullMatches), "matches", into: &writer)
        write(list.ranges(row.primaryMatches), "primaryMatches", into: &writer)
        write(list.ranges(row.secondaryMatches), "secondaryMatches", into: &writer)
        writer.key("types")
        writer.beginArray()
        for type in list.types(row.types) { writer.string(list.text(type)) }
        writer.endArray()
        if row.distanceMeters >= 0 {
            writer.key("distanceMeters")
            writer.integer(Int64(row.distanceMeters))
            writer.key("distance")
            writer.string(shown.distance)
        }
        writer.key("label")
        writer.string(shown.label)
        if !shown.source.isEmpty {
            writer.key("source")
            writer.string(shown.source)
        }
        writer.endObject()
    }

    private static func write(
        _ ranges: UnsafeBufferPointer<MatchRange>,
        _ name: StaticString,
        into writer: inout JSONWriter
    ) {
        writer.key(name)
        writer.beginArray()
        for range in ranges {
            writer.beginArray()
            writer.integer(Int64(range.start))
            writer.integer(Int64(range.end))
            writer.endArray()
        }
        writer.endArray()
    }
}
