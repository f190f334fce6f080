/// What Google wants to be shown with its results where no Google map is.
package enum GoogleAttribution {
    package static let text = "Powered by Google"
}

/// IDs of points that somebody typed, which no source has as places.
package enum PointID {
    package static let plusCodePrefix = "pluscode:"
    package static let coordinatePrefix = "latlng:"
}
