/// What is known of one place, in the shape of Google's `Place` resource (proto3 JSON names).
package struct Place: Equatable, Sendable {
    package var root: [JSONValue.Member]
    /// What must be shown with this place; ready to show, may be empty.
    package var attribution: String
    /// The service that it comes from, as it wants to be named; empty for none.
    package var service = ""
    /// The ID that was asked for: a place can have several, and answers with its newest.
    package var requestedID = ""

    package init(root: [JSONValue.Member], attribution: String = "") {
        self.root = root
        self.attribution = attribution
    }

    package subscript(name: String) -> JSONValue? { root.first { $0.name == name }?.value }

    /// A value by its dotted path: member names, and numbers for elements of arrays.
    package func value(at path: String) -> JSONValue? {
        var value = JSONValue.object(root)
        for step in path.split(separator: ".", omittingEmptySubsequences: false) {
            if case .array(let elements) = value {
                guard let index = Int(step), elements.indices.contains(index) else { return nil }
                value = elements[index]
            } else {
                guard let member = value[String(step)] else { return nil }
                value = member
            }
        }
        return value
    }

    package var location: Coordinate? { self["location"].flatMap { Place.coordinate($0, field: "location") } }

    package var viewport: Viewport? {
        guard let viewport = self["viewport"],
            let low = viewport["low"].flatMap({ Place.coordinate($0, field: "low") }),
            let high = viewport["high"].flatMap({ Place.coordinate($0, field: "high") })
        else { return nil }
        return try? Viewport(low: low, high: high, field: "viewport")
    }

    /// proto3 leaves out a zero.
    private static func coordinate(_ value: JSONValue, field: String) -> Coordinate? {
        let latitude = value["latitude"]?.doubleValue ?? 0
        let longitude = value["longitude"]?.doubleValue ?? 0
        return try? Coordinate(latitude: latitude, longitude: longitude, field: field)
    }

    /// The place cut down to the mask.
    package func masked(by mask: FieldMask) -> Place {
        var copy = self
        copy.root = mask.cut(root)
        return copy
    }
}
