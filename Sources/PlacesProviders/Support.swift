internal import PlacesEngine
internal import PlacesModel
internal import PlacesWire

/// Addresses.
enum URLText {
    static func make(_ base: String, _ parameters: [PlaceQuery.Parameter]) -> String {
        var text = base
        var separator = "?"
        for parameter in parameters {
            text += separator
            text += parameter.name
            text += "="
            text += PlaceQuery.percentEncoded(parameter.value)
            separator = "&"
        }
        return text
    }
}

/// Answers that send us elsewhere are not followed: the key and what was typed would go along.
enum Redirect {
    static func refuse(_ response: HTTPResponse) throws(PlacesError) {
        guard (300...399).contains(response.status) else { return }
        var error = PlacesError(
            .badResponse,
            "the service answered HTTP \(response.status), a redirect; it was not followed. Set the base URL to the right one"
        )
        error.httpStatus = response.status
        throw error
    }
}

extension AnswerHead {
    init(_ response: HTTPResponse) {
        self.init(
            httpStatus: response.status,
            contentType: response.contentType,
            retryAfterMilliseconds: response.retryAfterMilliseconds
        )
    }
}

extension HTTPResponse {
    func read<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(PlacesError) -> Result
    ) throws(PlacesError) -> Result {
        try self.body.withUnsafeBufferPointer { (bytes) throws(PlacesError) in try body(bytes) }
    }
}

extension PlaceQuery.Parameter {
    init(_ name: String, _ value: String) { self.init(name: name, value: value) }
}

extension Place {
    /// Names the service before whoever else must be named.
    mutating func credit(to service: String) {
        attribution = attribution.isEmpty ? service : "\(service), \(attribution)"
        self.service = service
    }
}

extension PlaceList {
    mutating func credit(to service: String) {
        for index in places.indices { places[index].credit(to: service) }
    }
}

extension Viewport {
    /// Degrees.
    var longitudeSpan: Double {
        crossesAntimeridian ? high.longitude - low.longitude + 360 : high.longitude - low.longitude
    }
}
