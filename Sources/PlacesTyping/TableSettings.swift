package import PlacesModel

package enum TablePick: Int32, Sendable {
    case details = 0
    case suggestion = 1
}

package enum TableUnits: Int32, Sendable {
    case byRegion = 0
    case metric = 1
    case us = 2
    case uk = 3
}

package enum BillingPolicy: Int32, Sendable {
    case sessions = 0
    case cheapest = 1
}

/// What a control has set; nothing here changes what is asked next (that is `FetchSettings`).
package struct TableSettings: Sendable {
    package struct Here: Sendable {
        package var location: Coordinate
        package var label: String

        package init(location: Coordinate, label: String) {
            self.location = location
            self.label = label
        }
    }

    package var fields: FieldMask
    package var pick = TablePick.details
    package var units = TableUnits.byRegion
    package var takesFirst = false
    package var acceptsText = true
    package var isOnGoogleMap = false
    package var offersSearch = true
    package var alwaysOffersSearch = false
    package var here: Here?
    package var billing = BillingPolicy.sessions
    /// Of the user, where nothing else says it.
    package var region: RegionCode?

    /// What a control needs that shows a place and puts it on a map.
    package static let usualFields = "id,displayName,formattedAddress,location,types,viewport"

    package init(fields: FieldMask) { self.fields = fields }
}

/// What a client's provider can do beside suggestions.
package struct TableOffers: Sendable {
    package var textSearch = false
    package var geocoding = false

    package init(textSearch: Bool = false, geocoding: Bool = false) {
        self.textSearch = textSearch
        self.geocoding = geocoding
    }

    var canSearch: Bool { textSearch || geocoding }
}
