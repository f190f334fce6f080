/// Which service's rules a filter follows.
package enum FilterMode: Int32, Sendable {
    /// Places API (New): primary types, 15 countries, bias or restriction.
    case new = 0
    /// The legacy Places API: any type of a place, 5 countries, bias ignored beside a restriction.
    case legacy = 1
}

/// What suggestions are wanted. A filter that exists can be sent: every rule is checked by the call that sets it.
///
/// Its values are shared until one of them is changed: a filter is handed on with every letter that is typed.
package struct Filter: Equatable, Sendable {
    private struct Values: Equatable {
        var mode: FilterMode = .new
        var types: [String] = []
        var countries: [RegionCode] = []
        var bias: Area?
        var restriction: Area?
        var origin: Coordinate?
        var region: RegionCode?
        var language: LanguageTag?
        var includesPureServiceAreaBusinesses = false
        var includesFutureOpeningBusinesses = false
    }

    private final class Shared: @unchecked Sendable {
        // @unchecked: changed only while one filter alone has it.
        var values: Values

        init(_ values: Values) { self.values = values }
    }

    /// Nil as long as nothing was set: threads would fight over the reference count of something that all have.
    private var shared: Shared?

    /// To be changed.
    private var values: Values {
        get { shared?.values ?? Values() }
        _modify {
            let own: Shared
            if isKnownUniquelyReferenced(&shared), let shared { own = shared } else { own = Shared(values) }
            shared = own
            yield &own.values
        }
    }

    package private(set) var mode: FilterMode {
        get { shared?.values.mode ?? .new }
        set { values.mode = newValue }
    }
    /// Type names or one collection, as the service spells them (`(cities)`, never `cities`).
    package private(set) var types: [String] {
        get { shared?.values.types ?? [] }
        set { values.types = newValue }
    }
    package var hasTypes: Bool { !(shared?.values.types.isEmpty ?? true) }
    /// Without doubles, sorted as given.
    package private(set) var countries: [RegionCode] {
        get { shared?.values.countries ?? [] }
        set { values.countries = newValue }
    }
    package private(set) var bias: Area? {
        get { shared?.values.bias }
        set { values.bias = newValue }
    }
    package private(set) var restriction: Area? {
        get { shared?.values.restriction }
        set { values.restriction = newValue }
    }
    package var origin: Coordinate? {
        get { shared?.values.origin }
        set { values.origin = newValue }
    }
    package var region: RegionCode? {
        get { shared?.values.region }
        set { values.region = newValue }
    }
    package var language: LanguageTag? {
        get { shared?.values.language }
        set { values.language = newValue }
    }
    package var includesPureServiceAreaBusinesses: Bool {
        get { shared?.values.includesPureServiceAreaBusinesses ?? false }
        set { values.includesPureServiceAreaBusinesses = newValue }
    }
    package var includesFutureOpeningBusinesses: Bool {
        get { shared?.values.includesFutureOpeningBusinesses ?? false }
        set { values.includesFutureOpeningBusinesses = newValue }
    }

    package init() {}

    package static func == (one: Filter, other: Filter) -> Bool {
        one.shared === other.shared || one.values == other.values
    }

    /// Whether it is this very filter, or a copy that nobody changed. False says nothing.
    package func isIdentical(to other: Filter) -> Bool { shared === other.shared }

    /// Whether the same places pass; what is preferred may differ.
    package func selectsTheSame(as other: Filter) -> Bool {
        if shared === other.shared { return true }
        return mode == other.mode && restriction == other.restriction && countries == other.countries
            && types == other.types
            && includesPureServiceAreaBusinesses == other.includesPureServiceAreaBusinesses
            && includesFutureOpeningBusinesses == other.includesFutureOpeningBusinesses
    }

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
