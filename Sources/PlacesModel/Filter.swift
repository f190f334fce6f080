/// Which service's rules a filter follows.
package enum FilterMode: Int32, Sendable {
    /// Places API (New): primary types, 15 countries, bias or restriction.
    case new = 0
    /// The legacy Places API: any type of a place, 5 countries, bias ignored beside a restriction.
    case legacy = 1
}

/// What suggestions are wanted. A filter that exists can be sent: every rule is checked by the call that sets it.
package struct Filter: Equatable, Sendable {
    package private(set) var mode: FilterMode = .new
    /// Type names or one collection, as the service spells them (`(cities)`, never `cities`).
    package private(set) var types: [String] = []
    /// Without doubles, sorted as given.
    package private(set) var countries: [RegionCode] = []
    package private(set) var bias: Area?
    package private(set) var restriction: Area?
    package var origin: Coordinate?
    package var region: RegionCode?
    package var language: LanguageTag?
    package var includesPureServiceAreaBusinesses = false
    package var includesFutureOpeningBusinesses = false

    package init() {}

    package static func maximumCountries(_ mode: FilterMode) -> Int { mode == .new ? 15 : 5 }

    /// The bias that counts: legacy ignores it beside a restriction (requirement 33).
    package var effectiveBias: Area? { restriction == nil ? bias : nil }

    /// Changes the rules; refused when what is set already breaks the new ones.
    package mutating func setMode(_ newMode: FilterMode, field: String) throws(PlacesError) {
        var other = self
        other.mode = newMode
        try other.setTypes(types, field: field)
        guard countries.count <= Filter.maximumCountries(newMode) else {
            throw .invalid(field, "\(countries.count) countries are set; the legacy mode takes at most 5")
        }
        if newMode == .new, bias != nil, restriction != nil {
            throw .invalid(field, "both a bias and a restriction are set; the New mode takes one of them")
        }
        self = other
    }

    /// An empty list means all types.
    package mutating func setTypes(_ names: [String], field: String) throws(PlacesError) {
        types = try PlaceTypes.checked(names, mode: mode, field: field)
    }

    /// An empty list means no restriction.
    package mutating func setCountries(_ codes: [String], field: String) throws(PlacesError) {
        var checked: [RegionCode] = []
        for (index, code) in codes.enumerated() {
            let region = try RegionCode(code, field: "\(field)[\(index)]")
            if !checked.contains(region) { checked.append(region) }
            let limit = Filter.maximumCountries(mode)
            guard checked.count <= limit else {
                throw .invalid(
                    field,
                    "more than \(limit) countries; the limit is \(limit)\(mode == .new ? "" : " in legacy mode")"
                )
            }
        }
        countries = checked
    }

    package mutating func setBias(_ area: Area?, field: String) throws(PlacesError) {
        if area != nil, mode == .new, restriction != nil {
            throw .invalid(field, "a restriction is set already; a bias and a restriction cannot go together")
        }
        bias = area
    }

    package mutating func setRestriction(_ area: Area?, field: String) throws(PlacesError) {
        if area != nil, mode == .new, bias != nil {
            throw .invalid(field, "a bias is set already; a bias and a restriction cannot go together")
        }
        restriction = area
    }
}
