package import PlacesModel

/// A name of a place or of an area.
package struct RecordName: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// The name by which the source lists the place.
        case primary = 0
        /// The name in one language, as good as the primary one for people who ask for that language.
        case translated = 1
        /// Another name: old, short, informal, a code.
        case alternate = 2
    }

    package var text: String
    /// BCP-47, lower-case primary subtag first; empty when it is not known.
    package var language: String
    package var kind: Kind

    package init(_ text: String, language: String = "", kind: Kind) {
        self.text = text
        self.language = language
        self.kind = kind
    }
}

/// Something that holds places: a country, a region, a city. Named once, referred to by many places.
package struct AreaRecord: Sendable {
    package enum Level: UInt8, Sendable, Comparable {
        case locality = 0
        case district = 1  // administrative_area_level_2
        case region = 2  // administrative_area_level_1
        case country = 3

        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    /// Unique over the whole index: `country:FR`, `admin1:FR.11`, `locality:FI/Helsinki`.
    package var key: String
    package var level: Level
    /// The first is the one to show by default.
    package var names: [RecordName]
    /// A short form that is shown or typed too (`TX`, `USA`); empty for none.
    package var code: String
    /// Lower-case ISO code of the country that the area is in or is; empty when it is not known.
    package var country: String

    package init(key: String, level: Level, names: [RecordName], code: String = "", country: String = "") {
        self.key = key
        self.level = level
        self.names = names
        self.code = code
        self.country = country
    }
}

/// One place as a source describes it: what the builder takes.
package struct PlaceRecord: Sendable {
    /// `<source>:<id in that source>`, stable across rebuilds.
    package var id: String
    /// At least one; the first primary one is shown when the asked-for language has none.
    package var names: [RecordName]
    package var location: Coordinate
    /// Google's name of the kind of place; empty for none.
    package var primaryType = ""
    /// All kinds, the primary one included.
    package var types: [String] = []
    /// How important the place is, 0 to 12 on a decimal logarithm's scale: a city counts as log10(population). A
    /// source says it for other kinds (an airport, a museum) on the same scale.
    package var importance: Float = 0
    /// Keys of the areas that hold it, the smallest first.
    package var areas: [String] = []
    /// Lower-case ISO code; empty when it is not known.
    package var country = ""
    package var houseNumber = ""
    package var street = ""
    package var postcode = ""
    /// Where a thing is long (a street): points on it, the location included; empty for others.
    package var shape: [Coordinate] = []
    package var viewport: Viewport?
    package var isPureServiceArea = false
    package var isFutureOpening = false
    /// IANA name; empty when it is not known.
    package var timeZone = ""
    /// Further members of Google's `Place` resource that the source gave (phone, website, opening hours, ...), by
    /// proto3 JSON name. They are answered as they are, under the field mask.
    package var details: [JSONValue.Member] = []

    package init(id: String, names: [RecordName], location: Coordinate) {
        self.id = id
        self.names = names
        self.location = location
    }
}

/// Takes what a source reads. Areas come before the places that name them.
package protocol RecordSink: AnyObject {
    func add(_ area: AreaRecord) throws(PlacesError)
    func add(_ place: PlaceRecord) throws(PlacesError)
    /// Many places, and bad rows among them.
    func add(_ block: PlaceBlock) throws(PlacesError)
    /// A row that could not be used: counted and named, the rest goes on. `line` counts from 1; 0 where a source has
    /// no lines.
    func badRow(source: String, line: Int, reason: String)
    /// What must be shown with the places of this source; said before its first place.
    func attribution(_ text: String, source: String) throws(PlacesError)
    /// Asked now and then; false when the caller wants to stop. `fraction` is 0 to 1, of this source.
    func progress(source: String, fraction: Double) -> Bool
}
