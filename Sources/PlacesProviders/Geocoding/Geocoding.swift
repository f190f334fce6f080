internal import PlacesEngine
internal import PlacesModel
internal import PlacesWire

/// The Geocoding service, which both Places APIs share.
struct Geocoding: Sendable {
    private let base: String
    private let key: String

    init(_ options: ServiceOptions) {
        base = options.baseURL.isEmpty ? "https://maps.googleapis.com" : options.baseURL
        key = options.apiKey
    }

    func encode(_ request: GeocodeRequest) -> HTTPRequest {
        var parameters: [PlaceQuery.Parameter] = []
        switch request.subject {
        case .address(let text): parameters.append(.init("address", text))
        case .placeID(let id): parameters.append(.init("place_id", id))
        case .location(let point): parameters.append(.init("latlng", LegacyRequest.point(point)))
        case nil: break
        }
        if !request.components.isEmpty {
            parameters.append(
                .init("components", request.components.map { "\($0.name):\($0.value)" }.joined(separator: "|"))
            )
        }
        if let bounds = request.bounds {
            let corners = "\(LegacyRequest.point(bounds.low))|\(LegacyRequest.point(bounds.high))"
            parameters.append(.init("bounds", corners))
        }
        if !request.resultTypes.isEmpty {
            parameters.append(.init("result_type", request.resultTypes.joined(separator: "|")))
        }
        if !request.locationTypes.isEmpty {
            parameters.append(.init("location_type", request.locationTypes.joined(separator: "|")))
        }
        if let language = request.language { parameters.append(.init("language", language.text)) }
        if let region = request.region { parameters.append(.init("region", LegacyRequest.domain(region))) }
        // This service takes its key in the address alone (whether a header works is not documented).
        if !key.isEmpty { parameters.append(.init("key", key)) }
        return HTTPRequest(.get, url: URLText.make(base + "/maps/api/geocode/json", parameters))
    }

    func decode(_ response: HTTPResponse) throws(PlacesError) -> Answer {
        let head = AnswerHead(response)
        let places = try response.read { (body) throws(PlacesError) in
            try LegacyResponse.decodePlaces(body, head: head)
        }
        var list = PlaceList(places: places)
        list.credit(to: GoogleAttribution.text)
        return .places(list)
    }

    static func check(_ request: GeocodeRequest) throws(PlacesError) {
        if request.subject == nil, request.components.isEmpty {
            throw .invalid("request", "has no address, place ID, point or component")
        }
    }
}
