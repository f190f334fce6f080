internal import PlacesJSON
internal import PlacesModel

/// Points and areas of a request.
enum AreaReader {
    private static let areaFields = [ProtoField("rectangle"), ProtoField("circle")]
    private static let circleFields = [ProtoField("center"), ProtoField("radius")]
    private static let viewportFields = [ProtoField("low"), ProtoField("high")]
    private static let pointFields = [ProtoField("latitude"), ProtoField("longitude")]

    /// `LocationBias` and `LocationRestriction`: one of two shapes.
    static func area(_ node: JSONNode, _ path: String) throws(PlacesError) -> Area {
        let message = try ProtoMessage(node, path: path)
        var area: Area?
        try message.read(areaFields) { (index, value) throws(PlacesError) in
            guard area == nil else {
                throw .invalid(path, "has both a rectangle and a circle; it takes one of them")
            }
            if index == 0 {
                area = .rectangle(try viewport(value, message.path(of: "rectangle")))
            } else {
                area = .circle(try circle(value, message.path(of: "circle")))
            }
        }
        guard let area else { throw .invalid(path, "has neither a circle nor a rectangle") }
        return area
    }

    static func circle(_ node: JSONNode, _ path: String) throws(PlacesError) -> Circle {
        let message = try ProtoMessage(node, path: path)
        var center: Coordinate?
        var radius = 0.0
        try message.read(circleFields) { (index, value) throws(PlacesError) in
            if index == 0 {
                center = try coordinate(value, message.path(of: "center"))
            } else {
                radius = try ProtoValue.double(value, message.path(of: "radius"))
            }
        }
        guard let center else { throw .invalid(message.path(of: "center"), "is missing") }
        return try Circle(center: center, radius: radius, field: path)
    }

    static func viewport(_ node: JSONNode, _ path: String) throws(PlacesError) -> Viewport {
        let message = try ProtoMessage(node, path: path)
        var low: Coordinate?
        var high: Coordinate?
        try message.read(viewportFields) { (index, value) throws(PlacesError) in
            let point = try coordinate(value, message.path(of: viewportFields[index]))
            if index == 0 { low = point } else { high = point }
        }
        guard let low else { throw .invalid(message.path(of: "low"), "is missing") }
        guard let high else { throw .invalid(message.path(of: "high"), "is missing") }
        return try Viewport(low: low, high: high, field: path)
    }

    /// `LatLng`; what is absent is 0.
    static func coordinate(_ node: JSONNode, _ path: String) throws(PlacesError) -> Coordinate {
        let message = try ProtoMessage(node, path: path)
        var latitude = 0.0
        var longitude = 0.0
        try message.read(pointFields) { (index, value) throws(PlacesError) in
            let number = try ProtoValue.double(value, message.path(of: pointFields[index]))
            if index == 0 { latitude = number } else { longitude = number }
        }
        return try Coordinate(latitude: latitude, longitude: longitude, field: path)
    }
}
