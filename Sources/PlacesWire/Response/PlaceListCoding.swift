package import PlacesJSON
package import PlacesModel

extension WireResponse {
    /// Reads a `SearchTextResponse` body, or the error that it is. All members are kept.
    package static func decodePlaceList(
        _ bytes: UnsafeBufferPointer<UInt8>,
        head: AnswerHead = AnswerHead(),
        options: JSONOptions = .response
    ) throws(PlacesError) -> PlaceList {
        try AnswerReader.read(bytes, head, options) { (root) throws(PlacesError) in
            guard case .object(let members) = root.value else {
                throw AnswerReader.unreadable(head, "it is not an object")
            }
            _ = try root.list("places", head)
            let list = members.first { $0.name == "places" }?.value.arrayValue ?? []
            let places = list.compactMap { value -> Place? in
                guard case .object(let members) = value else { return nil }
                var place = Place(root: members)
                place.attribution = PlaceAttribution.text(of: place)
                return place
            }
            return PlaceList(places: places, root: members)
        }
    }

    package static func encode(_ list: PlaceList) -> [UInt8] { JSON.write(.object(list.root)) }

    /// Reads a `PhotoMedia` body: the address of the image.
    package static func decodePhotoURI(
        _ bytes: UnsafeBufferPointer<UInt8>,
        head: AnswerHead = AnswerHead(),
        options: JSONOptions = .response
    ) throws(PlacesError) -> String {
        try AnswerReader.read(bytes, head, options) { (root) throws(PlacesError) in
            guard let uri = root["photoUri"]?.string, !uri.isEmpty else {
                throw AnswerReader.unreadable(head, "it has no photoUri")
            }
            return uri
        }
    }
}

/// One thing that must be shown with a place.
package struct PlaceCredit: Equatable, Sendable {
    package enum Kind: Int32, Sendable {
        /// Of the service as a whole.
        case service = 0
        /// Of somebody whose data this is.
        case provider = 1
        /// Of a photo's author: to be shown with that photo.
        case photoAuthor = 2
        /// Of a review's author: to be shown with that review.
        case reviewAuthor = 3
    }

    package let kind: Kind
    package let text: String
    /// http or https; empty for none.
    package let uri: String
    /// The photo or review that it belongs to; -1 for the place.
    package let index: Int

    /// All credits of a place, those of the whole place first.
    package static func all(of place: Place, service: String) -> [PlaceCredit] {
        var credits: [PlaceCredit] = []
        if !service.isEmpty { credits.append(PlaceCredit(kind: .service, text: service, uri: "", index: -1)) }
        for item in place["attributions"]?.arrayValue ?? [] {
            add(item["provider"], item["providerUri"], .provider, -1, to: &credits)
        }
        for (index, photo) in (place["photos"]?.arrayValue ?? []).enumerated() {
            for author in photo["authorAttributions"]?.arrayValue ?? [] {
                add(author["displayName"], author["uri"], .photoAuthor, index, to: &credits)
            }
        }
        for (index, review) in (place["reviews"]?.arrayValue ?? []).enumerated() {
            let author = review["authorAttribution"]
            add(author?["displayName"], author?["uri"], .reviewAuthor, index, to: &credits)
        }
        return credits
    }

    /// The name may be HTML, as attributions are at the legacy service.
    private static func add(
        _ name: JSONValue?,
        _ uri: JSONValue?,
        _ kind: Kind,
        _ index: Int,
        to credits: inout [PlaceCredit]
    ) {
        guard let name = name?.stringValue else { return }
        let html = AttributionHTML(name)
        guard !html.text.isEmpty else { return }
        var link = uri?.stringValue ?? ""
        // Some author links come without a scheme.
        if link.hasPrefix("//") { link = "https:" + link }
        if !link.hasPrefix("https://"), !link.hasPrefix("http://") { link = html.links.first?.uri ?? "" }
        credits.append(PlaceCredit(kind: kind, text: html.text, uri: link, index: index))
    }
}
