package import PlacesJSON
package import PlacesModel

/// Text search requests in the form of Google's REST interface (`SearchTextRequest`).
extension WireRequest {
    package static func encode(_ request: TextSearchRequest) -> [UInt8] {
        var writer = JSONWriter()
        let filter = request.filter
        writer.beginObject()
        writer.member("textQuery", request.query)
        if let language = filter.language { writer.member("languageCode", language.text) }
        if let region = filter.region { writer.member("regionCode", region.text) }
        if request.ranksByDistance { writer.member("rankPreference", "DISTANCE") }
        if let type = filter.types.first { writer.member("includedType", type) }
        if request.isOpenNow { writer.member("openNow", true) }
        if request.minimumRating > 0 {
            writer.key("minRating")
            writer.number(request.minimumRating)
        }
        if request.limit > 0 {
            // `pageSize` takes its place in newer descriptions of the interface; this one is in the official schema.
            writer.key("maxResultCount")
            writer.integer(Int64(request.limit))
        }
        if !request.priceLevels.isEmpty {
            writer.key("priceLevels")
            writer.beginArray()
            for level in request.priceLevels { writer.string(level) }
            writer.endArray()
        }
        if request.isStrictAboutType { writer.member("strictTypeFiltering", true) }
        if let bias = filter.effectiveBias { writer.area("locationBias", bias) }
        if let restriction = filter.restriction { writer.area("locationRestriction", restriction) }
        if filter.includesPureServiceAreaBusinesses { writer.member("includePureServiceAreaBusinesses", true) }
        if filter.includesFutureOpeningBusinesses { writer.member("includeFutureOpeningBusinesses", true) }
        if !request.pageToken.isEmpty { writer.member("pageToken", request.pageToken) }
        for member in request.otherMembers {
            writer.key(member.name)
            writer.value(member.value)
        }
        writer.endObject()
        return writer.finish()
    }

    private static let searchFields = [
        ProtoField("textQuery", "text_query"), ProtoField("languageCode", "language_code"),
        ProtoField("regionCode", "region_code"), ProtoField("rankPreference", "rank_preference"),
        ProtoField("includedType", "included_type"), ProtoField("openNow", "open_now"),
        ProtoField("minRating", "min_rating"), ProtoField("maxResultCount", "max_result_count"),
        ProtoField("priceLevels", "price_levels"), ProtoField("strictTypeFiltering", "strict_type_filtering"),
        ProtoField("locationBias", "location_bias"), ProtoField("locationRestriction", "location_restriction"),
        ProtoField("includePureServiceAreaBusinesses", "include_pure_service_area_businesses"),
        ProtoField("includeFutureOpeningBusinesses", "include_future_opening_businesses"),
        ProtoField("pageToken", "page_token"), ProtoField("pageSize", "page_size"),
        // Taken as they are: this library has no setters for them.
        ProtoField("evOptions", "ev_options"), ProtoField("routingParameters", "routing_parameters"),
        ProtoField("searchAlongRouteParameters", "search_along_route_parameters"),
    ]

    /// Reads a request body, by the same rules as an autocomplete request's.
    package static func decodeTextSearch(
        _ bytes: UnsafeBufferPointer<UInt8>,
        options: JSONOptions = .request
    ) throws(PlacesError) -> TextSearchRequest {
        try JSON.read(bytes, options) { (root) throws(PlacesError) in
            let message = try ProtoMessage(root, path: "")
            var request = TextSearchRequest()
            try message.read(searchFields) { (index, value) throws(PlacesError) in
                let path = "\(searchFields[index].json)"
                switch index {
                case 0:
                    guard let text = value.text else {
                        throw .invalid(path, "must be a string, not \(value.kind.phrase)")
                    }
                    try request.setQuery(text, field: path)
                case 1:
                    let code = try ProtoValue.string(value, path)
                    if !code.isEmpty { request.filter.language = try LanguageTag(code, field: path) }
                case 2:
                    let code = try ProtoValue.string(value, path)
                    if !code.isEmpty { request.filter.region = try RegionCode(code, field: path) }
                case 3:
                    switch try ProtoValue.string(value, path) {
                    case "DISTANCE": request.ranksByDistance = true
                    case "RELEVANCE", "RANK_PREFERENCE_UNSPECIFIED": request.ranksByDistance = false
                    case let name: throw .invalid(path, "\(quoted(name)) is neither RELEVANCE nor DISTANCE")
                    }
                case 4:
                    let type = try ProtoValue.string(value, path)
                    try request.filter.setTypes(type.isEmpty ? [] : [type], field: path)
                case 5: request.isOpenNow = try ProtoValue.bool(value, path)
                case 6: try request.setMinimumRating(try ProtoValue.double(value, path), field: path)
                case 7, 15: try request.setLimit(Int(try ProtoValue.int32(value, path)), field: path)
                case 8: try request.setPriceLevels(try ProtoValue.strings(value, path), field: path)
                case 9: request.isStrictAboutType = try ProtoValue.bool(value, path)
                case 10: try request.filter.setBias(AreaReader.area(value, path), field: path)
                case 11: try request.filter.setRestriction(AreaReader.area(value, path), field: path)
                case 12: request.filter.includesPureServiceAreaBusinesses = try ProtoValue.bool(value, path)
                case 13: request.filter.includesFutureOpeningBusinesses = try ProtoValue.bool(value, path)
                case 14: request.pageToken = try ProtoValue.string(value, path)
                default: request.otherMembers.append(JSONValue.Member(path, value.value))
                }
            }
            guard !request.query.isEmpty else { throw .invalid("textQuery", "is missing") }
            return request
        }
    }
}
