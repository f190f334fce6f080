/// From a text, a place ID or a point to addresses. A value, copied when it is submitted.
package struct GeocodeRequest: Sendable {
    package enum Subject: Sendable {
        case address(String)
        case placeID(String)
        case location(Coordinate)
    }

    package struct Component: Sendable, Equatable {
        package let name: String
        package let value: String
    }

    /// nil with components alone.
    package private(set) var subject: Subject?
    package private(set) var components: [Component] = []
    /// Preferred, not a restriction.
    package var bounds: Viewport?
    package var region: RegionCode?
    package var language: LanguageTag?
    /// For points: only results of these types.
    package private(set) var resultTypes: [String] = []
    /// For points: only results located like this (`ROOFTOP`).
    package private(set) var locationTypes: [String] = []
    package var deadlineMilliseconds: UInt32 = 0

    package init() {}

    package mutating func setAddress(_ bytes: UnsafeBufferPointer<UInt8>, field: String) throws(PlacesError) {
        try QueryText.check(bytes, field: field)
        subject = .address(String(decoding: bytes, as: UTF8.self))
    }

    package mutating func setPlaceID(_ id: String, field: String) throws(PlacesError) {
        var request = PlaceRequest()
        try request.setPlaceID(id, field: field)
        subject = .placeID(request.placeID)
    }

    package mutating func setLocation(_ location: Coordinate) { subject = .location(location) }

    /// `postal_code`, `country` (both enforced by the service), `route`, `locality`, `administrative_area`.
    package mutating func addComponent(_ name: String, _ value: String) throws(PlacesError) {
        let names = ["postal_code", "country", "route", "locality", "administrative_area"]
        guard names.contains(name) else {
            throw .invalid("name", "\(quoted(name)) is none of \(names.joined(separator: ", "))")
        }
        guard !value.isEmpty, !value.utf8.contains(UInt8(ascii: "|")) else {
            throw .invalid("value", "is empty or holds a \"|\"")
        }
        let mayRepeat = name == "locality" || name == "administrative_area"
        guard mayRepeat || !components.contains(where: { $0.name == name }) else {
            throw .invalid("name", "\(name) is given already; the service takes it once")
        }
        components.append(Component(name: name, value: value))
    }

    package mutating func setResultTypes(_ names: [String], field: String) throws(PlacesError) {
        resultTypes = try GeocodeRequest.checked(names, field: field)
    }

    package mutating func setLocationTypes(_ names: [String], field: String) throws(PlacesError) {
        locationTypes = try GeocodeRequest.checked(names, field: field)
    }

    private static func checked(_ names: [String], field: String) throws(PlacesError) -> [String] {
        for (index, name) in names.enumerated() {
            let isName =
                !name.isEmpty
                && name.utf8.allSatisfy {
                    (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
                }
            guard isName else { throw .invalid("\(field)[\(index)]", "\(quoted(name)) is no type name") }
        }
        return names
    }
}
