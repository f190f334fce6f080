/// A point on the globe: WGS84 degrees, latitude -90 to 90, longitude -180 to 180, both inclusive.
package struct Coordinate: Equatable, Sendable {
    package let latitude: Double
    package let longitude: Double

    /// Refuses what is no point on the globe; `field` is the argument that the message names.
    package init(latitude: Double, longitude: Double, field: String) throws(PlacesError) {
        guard latitude.isFinite else { throw .invalid("\(field).latitude", "must be a finite number of degrees") }
        guard longitude.isFinite else { throw .invalid("\(field).longitude", "must be a finite number of degrees") }
        guard (-90.0...90.0).contains(latitude) else {
            throw .invalid("\(field).latitude", "\(latitude) is outside -90 to 90 degrees")
        }
        guard (-180.0...180.0).contains(longitude) else {
            throw .invalid("\(field).longitude", "\(longitude) is outside -180 to 180 degrees")
        }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// A point that is known to be on the globe.
    package init(uncheckedLatitude latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
