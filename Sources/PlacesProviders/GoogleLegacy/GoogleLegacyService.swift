internal import PlacesEngine
internal import PlacesModel
internal import PlacesWire

/// The legacy Places API, for keys that have it still.
struct GoogleLegacyService: WebService {
    let attribution = GoogleAttribution.text

    private let base: String
    private let key: String
    private let geocoding: Geocoding

    init(_ options: ServiceOptions) {
        base = options.baseURL.isEmpty ? "https://maps.googleapis.com" : options.baseURL
        key = options.apiKey
        geocoding = Geocoding(options)
    }

    var warmUpURL: String { base + "/" }

    // MARK: What it offers

    func check(_ work: Work) throws(PlacesError) {
        switch work {
        case .suggest(let request): try GoogleLegacyService.check(request)
        case .place(let request): _ = try LegacyFields.text(request.fields ?? .all)
        case .textSearch(let request): try GoogleLegacyService.check(request)
        case .geocode(let request): try Geocoding.check(request)
        case .photo(let request):
            guard !request.name.utf8.contains(UInt8(ascii: "/")) else {
                throw .invalid("name", "is a photo of Places API (New); the legacy service takes its own references")
            }
            guard request.maximumWidth <= 1600, request.maximumHeight <= 1600 else {
                throw .invalid("max_width", "the legacy service makes no image above 1600 pixels")
            }
        }
    }

    private static func check(_ request: AutocompleteRequest) throws(PlacesError) {
        var filter = request.filter
        // A filter of the New mode must fit the legacy rules, too: five countries, other collections.
        try filter.setMode(.legacy, field: "filter")
        if case .circle(let circle)? = filter.effectiveBias, circle.radius == 0 {
            throw .invalid("bias.radius", "is 0; the legacy service ignores a location without a radius")
        }
        guard request.includesQueryPredictions else { return }
        // A service of its own, with fewer parameters.
        let isPlain =
            filter.types.isEmpty && filter.countries.isEmpty && filter.restriction == nil && filter.origin == nil
        guard isPlain else {
            throw PlacesError(
                .unsupported,
                "the legacy service takes no types, countries, restriction or origin together with query predictions",
                field: "include_query_predictions"
            )
        }
        if case .rectangle? = filter.bias {
            throw PlacesError(
                .unsupported,
                "the legacy service takes a circle as bias together with query predictions",
                field: "bias"
            )
        }
    }

    /// Find Place takes a text, fields, a bias and a language.
    private static func check(_ request: TextSearchRequest) throws(PlacesError) {
        let filter = request.filter
        let isPlain =
            filter.types.isEmpty && filter.countries.isEmpty && filter.restriction == nil && filter.region == nil
            && request.priceLevels.isEmpty && request.pageToken.isEmpty && request.otherMembers.isEmpty
            && request.minimumRating == 0 && !request.isOpenNow && !request.ranksByDistance
        guard isPlain else {
            throw PlacesError(
                .unsupported,
                "Find Place, the legacy service's text search, takes a bias and a language and nothing else",
                field: "request"
            )
        }
        _ = try LegacyFields.text(request.fields ?? .all)
    }

    // MARK: Requests

    func encode(_ work: Work) throws(PlacesError) -> HTTPRequest {
        switch work {
        case .suggest(let request) where request.includesQueryPredictions:
            return get("queryautocomplete/json", GoogleLegacyService.queryParameters(of: request))
        case .suggest(let request):
            return get("autocomplete/json", LegacyRequest.parameters(of: request))
        case .place(let request):
            var parameters = LegacyRequest.parameters(of: request)
            if let fields = try LegacyFields.text(request.fields ?? .all) { parameters.append(.init("fields", fields)) }
            return get("details/json", parameters)
        case .textSearch(let request):
            return get("findplacefromtext/json", try GoogleLegacyService.parameters(of: request))
        case .geocode(let request):
            return geocoding.encode(request)
        case .photo(let request):
            var parameters: [PlaceQuery.Parameter] = [.init("photo_reference", request.name)]
            if request.maximumWidth > 0 { parameters.append(.init("maxwidth", String(request.maximumWidth))) }
            if request.maximumHeight > 0 { parameters.append(.init("maxheight", String(request.maximumHeight))) }
            return get("photo", parameters)
        }
    }

    private static func queryParameters(of request: AutocompleteRequest) -> [PlaceQuery.Parameter] {
        var parameters: [PlaceQuery.Parameter] = [.init("input", String(decoding: request.query, as: UTF8.self))]
        if let caret = request.inputOffset { parameters.append(.init("offset", String(caret))) }
        if case .circle(let circle)? = request.filter.effectiveBias {
            parameters.append(.init("location", LegacyRequest.point(circle.center)))
            parameters.append(.init("radius", LegacyRequest.decimal(circle.radius)))
        }
        if let language = request.filter.language { parameters.append(.init("language", language.text)) }
        return parameters
    }

    private static func parameters(of request: TextSearchRequest) throws(PlacesError) -> [PlaceQuery.Parameter] {
        // A number in international form is looked up as one.
        let isNumber =
            request.query.hasPrefix("+")
            && request.query.utf8.dropFirst().allSatisfy {
                (0x30...0x39).contains($0)
            }
        var parameters: [PlaceQuery.Parameter] = [
            .init("input", request.query), .init("inputtype", isNumber ? "phonenumber" : "textquery"),
        ]
        // Without a list this service gives the ID alone.
        let fields = try LegacyFields.text(request.fields ?? .all) ?? allFindPlaceFields
        parameters.append(.init("fields", fields))
        if let bias = request.filter.effectiveBias {
            parameters.append(.init("locationbias", LegacyRequest.area(bias)))
        }
        if let language = request.filter.language { parameters.append(.init("language", language.text)) }
        return parameters
    }

    private static let allFindPlaceFields =
        "business_status,formatted_address,geometry,icon_mask_base_uri,icon_background_color,name,opening_hours,photo,"
        + "place_id,plus_code,price_level,rating,type,user_ratings_total"

    private func get(_ path: String, _ parameters: [PlaceQuery.Parameter]) -> HTTPRequest {
        var all = parameters
        // This service takes its key in the address alone.
        if !key.isEmpty { all.append(.init("key", key)) }
        return HTTPRequest(.get, url: URLText.make("\(base)/maps/api/place/\(path)", all))
    }

    // MARK: Answers

    func decode(_ response: HTTPResponse, to work: Work) throws(PlacesError) -> Answer {
        if case .photo = work { return .uri(try photoURI(response)) }
        try Redirect.refuse(response)
        let head = AnswerHead(response)
        switch work {
        case .suggest(let request):
            return .suggestions(
                try response.read { (body) throws(PlacesError) in
                    try LegacyResponse.decodeSuggestions(
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
                try LegacyResponse.decodePlace(body, head: head)
            }
            place.credit(to: attribution)
            place.requestedID = request.placeID
            return .place(request.fields.map(place.masked) ?? place)
        case .textSearch, .photo:
            var list = PlaceList(
                places: try response.read { (body) throws(PlacesError) in
                    try LegacyResponse.decodePlaces(body, head: head)
                }
            )
            list.credit(to: attribution)
            return .places(list)
        case .geocode:
            return try geocoding.decode(response)
        }
    }

    /// The service answers with a redirect to the image; the address is all that is wanted.
    private func photoURI(_ response: HTTPResponse) throws(PlacesError) -> String {
        if (300...399).contains(response.status), !response.location.isEmpty { return response.location }
        if response.status == 200 {
            throw PlacesError(.badResponse, "the service answered with something else than the address of an image")
        }
        throw response.body.withUnsafeBufferPointer { WireError.decode($0, AnswerHead(response)) }
    }
}
