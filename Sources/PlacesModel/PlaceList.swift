/// Places that a search or a geocoding request found, the best first.
package struct PlaceList: Sendable {
    package var places: [Place]
    /// The whole answer as it came, in the shape of Google's `SearchTextResponse`.
    package var root: [JSONValue.Member]

    package init(places: [Place], root: [JSONValue.Member]) {
        self.places = places
        self.root = root
    }

    /// Of an answer that had another shape.
    package init(places: [Place]) {
        self.places = places
        root = places.isEmpty ? [] : [JSONValue.Member("places", .array(places.map { .object($0.root) }))]
    }

    /// For the next page; empty where there is none.
    package var nextPageToken: String {
        root.first { $0.name == "nextPageToken" }?.value.stringValue ?? ""
    }
}
