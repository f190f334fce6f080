package import PlacesJSON
package import PlacesModel

/// Requests in the form of Google's REST interface (`AutocompletePlacesRequest`).
package enum WireRequest {
    private static let fields = [
        ProtoField("input"),
        ProtoField("locationBias", "location_bias"),
        ProtoField("locationRestriction", "location_restriction"),
        ProtoField("includedPrimaryTypes", "included_primary_types"),
        ProtoField("includedRegionCodes", "included_region_codes"),
        ProtoField("languageCode", "language_code"),
        ProtoField("regionCode", "region_code"),
        ProtoField("origin"),
        ProtoField("inputOffset", "input_offset"),
        ProtoField("includeQueryPredictions", "include_query_predictions"),
        ProtoField("sessionToken", "session_token"),
        ProtoField("includePureServiceAreaBusinesses", "include_pure_service_area_businesses"),
        ProtoField("includeFutureOpeningBusinesses", "include_future_opening_businesses"),
    ]

    /// Reads a request body. Every fault is an error that names the field by its JSON path.
    ///
    /// As in proto3 an empty string, a zero `inputOffset` and an empty list are the same as an absent field.
    package static func decodeAutocomplete(
        _ bytes: UnsafeBufferPointer<UInt8>,
        options: JSONOptions = .request
    ) throws(PlacesError) -> AutocompleteRequest {
        try JSON.read(bytes, options) { (root) throws(PlacesError) in try autocomplete(root) }
    }

    package static func decodeAutocomplete(_ bytes: [UInt8]) throws(PlacesError) -> AutocompleteRequest {
        try bytes.withUnsafeBufferPointer { (buffer) throws(PlacesError) in try decodeAutocomplete(buffer) }
    }

    private static func autocomplete(_ root: JSONNode) throws(PlacesError) -> AutocompleteRequest {
        let message = try ProtoMessage(root, path: "")
        var request = AutocompleteRequest()
        var caret: Int32 = 0
        var hasInput = false
        try message.read(fields) { (index, value) throws(PlacesError) in
            let path = "\(fields[index].json)"
            switch index {
            case 0:
                guard let text = value.text else { throw .invalid(path, "must be a string, not \(value.kind.phrase)") }
                try request.setQuery(text, field: path)
                hasInput = true
            case 1: try request.filter.setBias(AreaReader.area(value, path), field: path)
            case 2: try request.filter.setRestriction(AreaReader.area(value, path), field: path)
            case 3: try request.filter.setTypes(ProtoValue.strings(value, path), field: path)
            case 4: try request.filter.setCountries(ProtoValue.strings(value, path), field: path)
            case 5:
                let code = try ProtoValue.string(value, path)
                if !code.isEmpty { request.filter.language = try LanguageTag(code, field: path) }
            case 6:
                let code = try ProtoValue.string(value, path)
                if !code.isEmpty { request.filter.region = try RegionCode(code, field: path) }
            case 7: request.filter.origin = try AreaReader.coordinate(value, path)
            case 8: caret = try ProtoValue.int32(value, path)
            case 9: request.includesQueryPredictions = try ProtoValue.bool(value, path)
            case 10:
                let text = try ProtoValue.string(value, path)
                if !text.isEmpty { request.token = try SessionToken(text, field: path) }
            case 11: request.filter.includesPureServiceAreaBusinesses = try ProtoValue.bool(value, path)
            default: request.filter.includesFutureOpeningBusinesses = try ProtoValue.bool(value, path)
            }
        }
        guard hasInput else { throw .invalid("input", "is missing") }
        // After the members: the caret may stand before the text.
        if caret != 0 { try request.setInputOffset(Int(caret), field: "inputOffset") }
        return request
    }

    /// The body that asks for the same. Fields with their default value are left out.
    package static func encode(_ request: AutocompleteRequest) -> [UInt8] {
        var writer = JSONWriter()
        write(request, to: &writer)
        return writer.finish()
    }

    package static func write(_ request: AutocompleteRequest, to writer: inout JSONWriter) {
        let filter = request.filter
        writer.beginObject()
        writer.key("input")
        request.query.withUnsafeBufferPointer { writer.string($0) }
        if let bias = filter.effectiveBias { writer.area("locationBias", bias) }
        if let restriction = filter.restriction { writer.area("locationRestriction", restriction) }
        if !filter.types.isEmpty {
            writer.key("includedPrimaryTypes")
            writer.beginArray()
            for type in filter.types { writer.string(type) }
            writer.endArray()
        }
        if !filter.countries.isEmpty {
            writer.key("includedRegionCodes")
            writer.beginArray()
            for country in filter.countries { writer.string(country.text) }
            writer.endArray()
        }
        if let language = filter.language { writer.member("languageCode", language.text) }
        if let region = filter.region { writer.member("regionCode", region.text) }
        if let origin = filter.origin {
            writer.key("origin")
            write(origin, to: &writer)
        }
        if let caret = request.inputOffset {
            writer.key("inputOffset")
            writer.integer(Int64(caret))
        }
        if request.includesQueryPredictions { writer.member("includeQueryPredictions", true) }
        if let token = request.token { writer.member("sessionToken", token.text) }
        if filter.includesPureServiceAreaBusinesses { writer.member("includePureServiceAreaBusinesses", true) }
        if filter.includesFutureOpeningBusinesses { writer.member("includeFutureOpeningBusinesses", true) }
        writer.endObject()
    }

    fileprivate static func write(_ area: Area, to writer: inout JSONWriter) {
        writer.beginObject()
        switch area {
        case .circle(let circle):
            writer.key("circle")
            writer.beginObject()
            writer.key("center")
            write(circle.center, to: &writer)
            writer.key("radius")
            writer.number(circle.radius)
        case .rectangle(let viewport):
            writer.key("rectangle")
            writer.beginObject()
            writer.key("low")
            write(viewport.low, to: &writer)
            writer.key("high")
            write(viewport.high, to: &writer)
        }
        writer.endObject()
        writer.endObject()
    }

    /// Zeros are written: a reader that is no proto reader then needs no default.
    private static func write(_ point: Coordinate, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("latitude")
        writer.number(point.latitude)
        writer.key("longitude")
        writer.number(point.longitude)
        writer.endObject()
    }
}

extension JSONWriter {
    mutating func area(_ name: StaticString, _ area: Area) {
        key(name)
        WireRequest.write(area, to: &self)
    }

    mutating func member(_ name: StaticString, _ text: String) {
        key(name)
        string(text)
    }

    mutating func member(_ name: StaticString, _ flag: Bool) {
        key(name)
        bool(flag)
    }
}
