package import PlacesEngine
package import PlacesModel

/// What a web service says and understands. Pure: requests out, answers in, nothing is sent from here.
package protocol WebService: Sendable {
    /// What must be shown with its results.
    var attribution: String { get }
    /// What opens a connection to it.
    var warmUpURL: String { get }
    /// Refuses what the service does not offer, before anything is sent.
    func check(_ work: Work) throws(PlacesError)
    /// Without the headers that say who calls.
    func encode(_ work: Work) throws(PlacesError) -> HTTPRequest
    func decode(_ response: HTTPResponse, to work: Work) throws(PlacesError) -> Answer
}

/// Services by name.
package enum ServiceRegistry {
    package static let names = ["google", "google-legacy"]

    package static func make(_ options: ServiceOptions) throws(PlacesError) -> any WebService {
        switch options.name {
        case "google": return GoogleService(options)
        case "google-legacy": return GoogleLegacyService(options)
        default:
            throw .invalid(
                "service",
                "\(quoted(options.name)) is no service; there are \(names.joined(separator: " and "))"
            )
        }
    }
}
