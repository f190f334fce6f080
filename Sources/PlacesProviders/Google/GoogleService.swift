internal import PlacesEngine
internal import PlacesModel
internal import PlacesWire

/// Places API (New).
struct GoogleService: WebService {
    let attribution = GoogleAttribution.text

    private let base: String
    private let keyHeader: [HTTPRequest.Header]
    private let geocoding: Geocoding

    init(_ options: ServiceOptions) {
        base = options.baseURL.isEmpty ? "https://places.googleapis.com" : options.baseURL
        keyHeader = options.apiKey.isEmpty ? [] : [HTTPRequest.Header("X-Goog-Api-Key", options.apiKey)]
        geocoding = Geocoding(options)
    }

    var warmUpURL: String { base + "/" }

    func check(_ work: Work) throws(PlacesError) {
        switch work {
        case .suggest, .place: break
        case .geocode(let request): try Geocoding.check(request)
        case .textSearch(let request): try GoogleService.check(request)
        case .photo(let request): try GoogleService.check(request)
        }
    }

    private static func check(_ request: TextSearchRequest) throws(PlacesError) {
        let filter = request.filter
        guard filter.types.count <= 1 else {
            throw .invalid("filter", "has \(filter.types.count) types; a text search takes one")
        }
        if let type = filter.types.first, type.hasPrefix("(") {
            throw .invalid("filter", "has the collection \(quoted(type)); a text search takes a type")
        }
        guard filter.countries.isEmpty else {
            throw .invalid("filter", "has countries, which a text search does not take; set a bias or a restriction")
        }
        if case .circle? = filter.restriction {
            throw .invalid("filter", "restricts to a circle; a text search takes a rectangle, or a circle as bias")
        }
        for case .rectangle(let area)? in [filter.effectiveBias, filter.restriction] where area.longitudeSpan > 180 {
            throw .invalid("filter", "has a rectangle of more than 180 degrees; a text search takes no wider one")
        }
    }

    private static func check(_ request: PhotoRequest) throws(PlacesError) {
        let steps = request.name.split(separator: "/", omittingEmptySubsequences: false)
        guard steps.count == 4, steps[0] == "places", steps[2] == "photos", !steps[1].isEmpty, !steps[3].isEmpty else {
            throw .invalid("name", "is no photo's name, which has the form places/ID/photos/REFERENCE")
        }
    }

    func encode(_ work: Work) throws(PlacesError) -> HTTPRequest {
        switch work {
        case .suggest(let request):
            return post("/v1/places:autocomplete", WireRequest.encode(request))
        case .place(let request):
            let id = PlaceQuery.percentEncoded(request.placeID)
            let mask = PlaceQuery.maskText(request.fields ?? .all)
            return get(
                "/v1/places/\(id)",
                PlaceQuery.parameters(of: request),
                [HTTPRequest.Header("X-Goog-FieldMask", mask)]
            )
        case .textSearch(let request):
            var http = post("/v1/places:searchText", WireRequest.encode(request))
            let mask = request.fields ?? .all
            let text = PlaceQuery.maskText(mask, prefix: "places.")
            http.headers.append(
                HTTPRequest.Header("X-Goog-FieldMask", mask.isAll ? text : text + ",nextPageToken")
            )
            return http
        case .geocode(let request):
            return geocoding.encode(request)
        case .photo(let request):
            let steps = request.name.split(separator: "/").map { PlaceQuery.percentEncoded(String($0)) }
            var parameters: [PlaceQuery.Parameter] = []
            if request.maximumWidth > 0 { parameters.append(.init("maxWidthPx", String(request.maximumWidth))) }
            if request.maximumHeight > 0 { parameters.append(.init("maxHeightPx", String(request.maximumHeight))) }
            parameters.append(.init("skipHttpRedirect", "true"))
            return get("/v1/\(steps.joined(separator: "/"))/media", parameters, [])
        }
    }

    private func post(_ path: String, _ body: [UInt8]) -> HTTPRequest {
        HTTPRequest(
            .post,
            url: base + path,
            headers: [HTTPRequest.Header("Content-Type", "application/json")] + keyHeader,
            body: body
        )
    }

    private func get(
        _ path: String,
        _ parameters: [PlaceQuery.Parameter],
        _ headers: [HTTPRequest.Header]
    ) -> HTTPRequest {
        HTTPRequest(.get, url: URLText.make(base + path, parameters), headers: headers + keyHeader)
    }

    func decode(_ response: HTTPResponse, to work: Work) throws(PlacesError) -> Answer {
        try Redirect.refuse(response)
        let head = AnswerHead(response)
        switch work {
        case .suggest(let request):
            return .suggestions(
                try response.read { (body) throws(PlacesError) in
                    try WireResponse.decodeSuggestions(
                        body,
                        head: head,
                        includesQueryPredictions: request.includesQueryPredictions,
                        limit: request.limit,
                        attribution: attribution
                    )
                }
            )
        case .place(let request):
            var place = try response.read { (body) throws(PlacesError) in
                try WireResponse.decodePlace(body, head: head)
            }
            place.credit(to: attribution)
            place.requestedID = request.placeID
            return .place(place)
        case .textSearch:
            var list = try response.read { (body) throws(PlacesError) in
                try WireResponse.decodePlaceList(body, head: head)
            }
            list.credit(to: attribution)
            return .places(list)
        case .geocode:
            return try geocoding.decode(response)
        case .photo:
            return .uri(
                try response.read { (body) throws(PlacesError) in
                    try WireResponse.decodePhotoURI(body, head: head)
                }
            )
        }
    }
}
