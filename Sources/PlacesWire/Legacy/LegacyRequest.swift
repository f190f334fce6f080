package import PlacesModel

/// Requests of the legacy services as query parameters, not yet percent-encoded (`PlaceQuery.percentEncoded`). The key
/// is the provider's to add.
package enum LegacyRequest {
    /// Place Autocomplete. Bias beside a restriction is ignored, as the service does.
    package static func parameters(of request: AutocompleteRequest) -> [PlaceQuery.Parameter] {
        let filter = request.filter
        var parameters = [
            PlaceQuery.Parameter(name: "input", value: String(decoding: request.query, as: UTF8.self))
        ]
        func add(_ name: String, _ value: String) { parameters.append(PlaceQuery.Parameter(name: name, value: value)) }
        if let caret = request.inputOffset { add("offset", String(caret)) }
        if let bias = filter.effectiveBias { add("locationbias", area(bias)) }
        if let restriction = filter.restriction { add("locationrestriction", area(restriction)) }
        if !filter.types.isEmpty { add("types", filter.types.joined(separator: "|")) }
        if !filter.countries.isEmpty {
            add("components", filter.countries.map { "country:\($0.text)" }.joined(separator: "|"))
        }
        if let language = filter.language { add("language", language.text) }
        if let region = filter.region { add("region", domain(region)) }
        if let origin = filter.origin { add("origin", point(origin)) }
        if let token = request.token { add("sessiontoken", token.text) }
        return parameters
    }

    /// Place Details without its field list: legacy field names are the provider's to choose.
    package static func parameters(of request: PlaceRequest) -> [PlaceQuery.Parameter] {
        var parameters = [PlaceQuery.Parameter(name: "place_id", value: request.placeID)]
        if let language = request.language {
            parameters.append(PlaceQuery.Parameter(name: "language", value: language.text))
        }
        if let region = request.region {
            parameters.append(PlaceQuery.Parameter(name: "region", value: domain(region)))
        }
        if let token = request.token {
            parameters.append(PlaceQuery.Parameter(name: "sessiontoken", value: token.text))
        }
        return parameters
    }

    /// The service speaks of ccTLDs here.
    package static func domain(_ region: RegionCode) -> String { region.text == "gb" ? "uk" : region.text }

    package static func area(_ area: Area) -> String {
        switch area {
        case .circle(let circle): "circle:\(decimal(circle.radius))@\(point(circle.center))"
        case .rectangle(let viewport): "rectangle:\(point(viewport.low))|\(point(viewport.high))"
        }
    }

    package static func point(_ point: Coordinate) -> String {
        "\(decimal(point.latitude)),\(decimal(point.longitude))"
    }

    /// The shortest decimal number that reads back the same, without exponent and without an idle `.0`. For degrees and
    /// metres: nothing above 1e15.
    package static func decimal(_ value: Double) -> String {
        let text = value.description
        guard let exponentAt = text.firstIndex(of: "e") else {
            if value == 0 { return "0" }
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
        let isNegative = text.hasPrefix("-")
        let digits = text[..<exponentAt].filter { $0 != "-" && $0 != "." }
        guard let exponent = Int(text[text.index(after: exponentAt)...]), exponent < 0, exponent > -400 else {
            return text
        }
        return (isNegative ? "-0." : "0.") + String(repeating: "0", count: -exponent - 1) + digits
    }
}
