/// A circle: a centre and a radius in metres.
package struct Circle: Equatable, Sendable {
    /// The largest radius that the service takes, in metres.
    package static let maximumRadius = 50_000.0

    package let center: Coordinate
    package let radius: Double

    package init(center: Coordinate, radius: Double, field: String) throws(PlacesError) {
        guard radius.isFinite, (0.0...Circle.maximumRadius).contains(radius) else {
            throw .invalid("\(field).radius", "\(radius) is outside 0 to 50000 metres")
        }
        self.center = center
        self.radius = radius
    }
}

/// A latitude-longitude rectangle, its border included. `low` is the south-west corner and `high` the north-east one,
/// taken literally: `low.longitude > high.longitude` crosses the antimeridian.
package struct Viewport: Equatable, Sendable {
    package let low: Coordinate
    package let high: Coordinate

    /// Takes the corners literally; an empty rectangle is an error (requirements 42 to 45).
    package init(low: Coordinate, high: Coordinate, field: String) throws(PlacesError) {
        guard low.latitude <= high.latitude else {
            throw .invalid(field, "is empty: low.latitude \(low.latitude) is above high.latitude \(high.latitude)")
        }
        guard !(low.longitude == 180 && high.longitude == -180) else {
            throw .invalid(field, "is empty: low.longitude 180 with high.longitude -180 holds no longitude")
        }
        self.low = low
        self.high = high
    }

    /// The rectangle with these two opposite corners, in whatever order they come: latitudes are ordered, and of the
    /// two ways round the globe the one that spans less than 180 degrees of longitude is taken (trap T4).
    package init(corner a: Coordinate, oppositeCorner b: Coordinate) {
        let south = min(a.latitude, b.latitude)
        let north = max(a.latitude, b.latitude)
        let west = min(a.longitude, b.longitude)
        let east = max(a.longitude, b.longitude)
        let crosses = east - west > 180
        // -180 and 180 are one meridian; written as 180 to -180 it would mean an empty rectangle.
        let isOneMeridian = east - west == 360
        low = Coordinate(uncheckedLatitude: south, longitude: crosses ? east : west)
        high = Coordinate(uncheckedLatitude: north, longitude: crosses && !isOneMeridian ? west : east)
    }

    package var crossesAntimeridian: Bool { low.longitude > high.longitude }

    package func contains(_ point: Coordinate) -> Bool {
        guard point.latitude >= low.latitude, point.latitude <= high.latitude else { return false }
        if crossesAntimeridian { return point.longitude >= low.longitude || point.longitude <= high.longitude }
        // 180 and -180 are one meridian.
        if point.longitude >= low.longitude, point.longitude <= high.longitude { return true }
        return (point.longitude == 180 && low.longitude == -180) || (point.longitude == -180 && high.longitude == 180)
    }
}

/// Where results are preferred (bias) or must lie (restriction).
package enum Area: Equatable, Sendable {
    case circle(Circle)
    case rectangle(Viewport)
}
