/// What is known of one place, in the shape of Google's `Place` resource (proto3 JSON names).
package struct Place: Equatable, Sendable {
    package var root: [JSONValue.Member]
    /// What must be shown with this place; ready to show, may be empty.
    package var attribution: String

    package init(root: [JSONValue.Member], attribution: String = "") {
        self.root = root
        self.attribution = attribution
    }

    package subscript(name: String) -> JSONValue? { root.first { $0.name == name }?.value }

    package var location: Coordinate? {
        guard let location = self["location"] else { return nil }
        // proto3 leaves out a zero.
        let latitude = location["latitude"]?.doubleValue ?? 0
        let longitude = location["longitude"]?.doubleValue ?? 0
        return try? Coordinate(latitude: latitude, longitude: longitude, field: "location")
    }

    /// The place cut down to the mask.
    package func masked(by mask: FieldMask) -> Place {
        Place(root: mask.cut(root), attribution: attribution)
    }
}
