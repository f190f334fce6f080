import PlacesJSON
import PlacesModel
import PlacesWire
import Testing

private func legacyPlace(_ text: String) throws(PlacesError) -> Place {
    try withBytes(text) { (bytes) throws(PlacesError) in try LegacyResponse.decodePlace(bytes) }
}

private func legacyFailure(_ text: String) -> PlacesError? {
    do throws(PlacesError) {
        _ = try withBytes(text) { (bytes) throws(PlacesError) in try LegacyResponse.decodeSuggestions(bytes) }
        return nil
    } catch { return error }
}

@Suite("Legacy answers")
struct LegacyResponseTests {
    @Test("Predictions become suggestions", arguments: Fixture.all("legacy-suggestions"))
    func suggestions(fixture: Fixture) throws {
        let list = try withBytes(try fixture.text("response.json")) { (bytes) throws(PlacesError) in
            try LegacyResponse.decodeSuggestions(bytes)
        }
        let written = WireResponse.encode(list)
        #expect(try tree(written) == fixture.tree("expected.json"), "\(string(written))")
    }

    @Test("Results become places", arguments: Fixture.all("legacy-places"))
    func places(fixture: Fixture) throws {
        let place = try legacyPlace(try fixture.text("response.json"))
        let written = WireResponse.encode(place)
        #expect(try tree(written) == fixture.tree("expected.json"), "\(string(written))")
        #expect(place.attribution == (try fixture.text("attribution.txt")))
    }

    @Test("There are fixtures")
    func fixturesExist() {
        #expect(Fixture.all("legacy-suggestions").count >= 2 && Fixture.all("legacy-places").count >= 2)
    }

    @Test("Candidates and geocoding results")
    func lists() throws {
        for name in ["candidates", "results"] {
            let places = try withBytes(
                #"{"status":"OK","\#(name)":[{"place_id":"a","partial_match":true},null,{"place_id":"b"}]}"#
            ) { (bytes) throws(PlacesError) in try LegacyResponse.decodePlaces(bytes) }
            #expect(places.map { $0["id"]?.stringValue } == ["a", "b"])
            #expect(places.first?["partial_match"]?.boolValue == true)
        }
        let none = try withBytes(#"{"status":"ZERO_RESULTS","results":[]}"#) { (bytes) throws(PlacesError) in
            try LegacyResponse.decodePlaces(bytes)
        }
        #expect(none.isEmpty)
    }

    @Test(
        "Lists that are none",
        arguments: [#""x""#, "5", "{}", "[5,null]"]
    )
    func wrongTypes(list: String) {
        #expect(legacyFailure(#"{"status":"OK","predictions":\#(list)}"#)?.status == .badResponse)
        #expect(throws: PlacesError.self) {
            try withBytes(#"{"status":"OK","results":\#(list)}"#) { (bytes) throws(PlacesError) in
                try LegacyResponse.decodePlaces(bytes)
            }
        }
    }

    @Test(
        "Failures inside HTTP 200",
        arguments: [
            (#"{"status":"REQUEST_DENIED","error_message":"The provided key is not valid."}"#, Status.keyInvalid),
            (#"{"status":"REQUEST_DENIED"}"#, .keyInvalid),
            (#"{"status":"REQUEST_DENIED","error_message":"The provided API key is expired."}"#, .keyExpired),
            (
                #"{"status":"REQUEST_DENIED","error_message":"This API project is not authorized to use this API."}"#,
                .accessNotConfigured
            ),
            (
                #"{"status":"REQUEST_DENIED","error_message":"You're calling a legacy API, which is not enabled."}"#,
                .accessNotConfigured
            ),
            (
                #"{"status":"REQUEST_DENIED","error_message":"Requests from bundle x are refused"}"#,
                .incorrectBundleIdentifier
            ),
            (#"{"status":"INVALID_REQUEST"}"#, .invalidRequest), (#"{"status":"NOT_FOUND"}"#, .notFound),
            (#"{"status":"OVER_DAILY_LIMIT"}"#, .usageLimitExceeded),
            (#"{"status":"OVER_QUERY_LIMIT"}"#, .rateLimitExceeded),
            (
                #"{"status":"OVER_QUERY_LIMIT","error_message":"You have exceeded your daily request quota"}"#,
                .usageLimitExceeded
            ),
            (#"{"status":"UNKNOWN_ERROR"}"#, .serverError), (#"{"status":"SOMETHING_NEW"}"#, .serverError),
            (#"{"predictions":[]}"#, .badResponse), (#"{"status":5}"#, .badResponse), ("[]", .badResponse),
            ("<html></html>", .badResponse), ("", .badResponse),
        ] as [(String, Status)]
    )
    func failures(body: String, status: Status) throws {
        let error = try #require(legacyFailure(body))
        #expect(error.status == status, "\(error.message)")
    }

    @Test("The server's words arrive, with a clear one about missing legacy access")
    func words() {
        let denied = legacyFailure(#"{"status":"REQUEST_DENIED","error_message":"The provided key is not valid."}"#)
        #expect(denied?.message == "The provided key is not valid.")
        #expect(denied?.canonicalStatus == "REQUEST_DENIED")
        let legacy = legacyFailure(#"{"status":"REQUEST_DENIED","error_message":"You're calling a legacy API."}"#)
        #expect(legacy?.message.contains("Places API (New)") == true)
    }

    @Test("A place that is gone")
    func gone() {
        #expect(throws: PlacesError.self) { try legacyPlace(#"{"status":"ZERO_RESULTS","html_attributions":[]}"#) }
    }
}

@Suite("Legacy requests")
struct LegacyRequestTests {
    private func parameters(_ request: AutocompleteRequest) -> [String] {
        LegacyRequest.parameters(of: request).map { "\($0.name)=\($0.value)" }
    }

    @Test("Every parameter")
    func everyParameter() throws {
        var request = try request(
            #"{"input":"mar","inputOffset":2,"origin":{"latitude":48.1,"longitude":11.5},"languageCode":"de","regionCode":"gb","sessionToken":"t","locationBias":{"circle":{"center":{"latitude":48.137154,"longitude":11.576124},"radius":1500.5}}}"#
        )
        try request.filter.setCountries(["AT", "de", "CH"], field: "countries")
        try request.filter.setTypes(["cafe", "restaurant"], field: "types")
        #expect(
            parameters(request) == [
                "input=mar", "offset=2", "locationbias=circle:1500.5@48.137154,11.576124", "types=cafe|restaurant",
                "components=country:at|country:de|country:ch", "language=de", "region=uk", "origin=48.1,11.5",
                "sessiontoken=t",
            ]
        )
    }

    @Test("Bias beside a restriction is left out")
    func restriction() throws {
        var filter = Filter()
        try filter.setMode(.legacy, field: "mode")
        let point = Coordinate(uncheckedLatitude: 1, longitude: -2.5)
        try filter.setBias(.rectangle(Viewport(corner: point, oppositeCorner: point)), field: "bias")
        try filter.setRestriction(.rectangle(Viewport(corner: point, oppositeCorner: point)), field: "restriction")
        var request = try request(#"{"input":"x"}"#)
        request.filter = filter
        #expect(parameters(request) == ["input=x", "locationrestriction=rectangle:1,-2.5|1,-2.5"])
    }

    @Test(
        "Numbers without exponent",
        arguments: [
            (0.00001, "0.00001"), (-1.5e-7, "-0.00000015"), (0, "0"), (-0.0, "0"), (50_000, "50000"),
            (-122.088137, "-122.088137"),
            (5e-5, "0.00005"),
        ] as [(Double, String)]
    )
    func numbers(value: Double, text: String) throws {
        var request = try request(#"{"input":"x"}"#)
        request.filter.origin = Coordinate(uncheckedLatitude: value, longitude: 0)
        #expect(parameters(request).contains("origin=\(text),0"))
    }
}

@Suite("Attributions in HTML")
struct AttributionHTMLTests {
    @Test("Text and web links only")
    func links() {
        let attribution = AttributionHTML(#"<a href="javascript:alert(1)">X</a> <a href="https://example.org/">Y</a>"#)
        #expect(attribution.text == "X Y")
        #expect(attribution.links == [.init(text: "Y", uri: "https://example.org/")])
    }

    @Test(
        "Whatever comes",
        arguments: [
            ("", "", []), ("plain & simple", "plain & simple", []),
            ("a &lt;b&gt; &#233;&#xe9; &nope; &", "a <b> éé &nope; &", []),
            ("<a href=http://e.org/x?a=1&amp;b=2>t</a>", "t", ["http://e.org/x?a=1&b=2"]),
            ("<A class='c' HREF = 'HTTPS://E.org/'><b>bold</b> é</A>!", "bold é!", ["HTTPS://E.org/"]),
            ("<a href=\"https://e.org/\">never closed", "never closed", ["https://e.org/"]),
            ("<a href=\"&#106;avascript:x\">t</a>", "t", []), ("<a href=\"https://e.org/ x\">t</a>", "t", []),
            ("<script>x</script><img src=x onerror=y>", "x", []), ("1 < 2", "1 < 2", []), ("<", "<", []),
            ("<a href>t</a><a =>u</a>", "tu", []), ("<a href=\"https://e.org/\"></a>", "", []),
            ("line<br>break", "line break", []),
        ] as [(String, String, [String])]
    )
    func shapes(html: String, text: String, uris: [String]) {
        let attribution = AttributionHTML(html)
        #expect(attribution.text == text)
        #expect(attribution.links.map(\.uri) == uris)
    }
}
