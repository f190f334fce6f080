/// A place that was picked before, or that somebody marked.
package struct StoredPlace: Equatable, Sendable {
    package var placeID: String
    package var primaryText: String
    package var secondaryText: String
    /// The primary type first.
    package var types: [String]
    package var location: Coordinate?
    package var isFavourite: Bool

    package init(
        placeID: String,
        primaryText: String,
        secondaryText: String = "",
        types: [String] = [],
        location: Coordinate? = nil,
        isFavourite: Bool = false
    ) {
        self.placeID = placeID
        self.primaryText = primaryText
        self.secondaryText = secondaryText
        self.types = types
        self.location = location
        self.isFavourite = isFavourite
    }
}

/// Where such places are kept.
package protocol PlaceKeeping: AnyObject, Sendable {
    /// The favourites, then the recent ones, the newest first. What cannot be read is left out.
    func places() -> [StoredPlace]
    /// Notes a place as the most recent one, as somebody picks it: never waits. What cannot be written now is written
    /// when it can be.
    func note(_ place: StoredPlace)
    /// Calls the body, on the changing thread, after each change that is made through this object. Returns a number for
    /// `unwatch`.
    func watch(_ changed: @escaping @Sendable () -> Void) -> UInt64
    func unwatch(_ number: UInt64)
}
