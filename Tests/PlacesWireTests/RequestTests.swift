import PlacesJSON
import PlacesModel
import PlacesWire
import Testing

@Suite("Request bodies")
struct RequestTests {
    @Test("Every field arrives")
    func everyField() throws {
        let request = try request(
            """
            {"input": "Köln 🗼", "locationBias": {"circle": {"center": {"latitude": 48.137154, "longitude": 11.576124},
             "radius": 1500.5}}, "includedPrimaryTypes": ["cafe", "restaurant"], "includedRegionCodes": ["DE", "uk"],
             "languageCode": "zh-Hant", "regionCode": "FI", "origin": {"latitude": -1, "longitude": 2}, "inputOffset": 4,
             "includeQueryPredictions": true, "sessionToken": "f47ac10b-58cc-4372-a567-0e02b2c3d479",
             "includePureServiceAreaBusinesses": true, "includeFutureOpeningBusinesses": true}
            """
        )
        #expect(String(decoding: request.query, as: UTF8.self) == "Köln 🗼")
        guard case .circle(let circle) = request.filter.bias else {
            Issue.record("no circle")
            return
        }
        #expect(circle.center.latitude == 48.137154 && circle.center.longitude == 11.576124 && circle.radius == 1500.5)
        #expect(request.filter.restriction == nil)
        #expect(request.filter.types == ["cafe", "restaurant"])
        #expect(request.filter.countries.map(\.text) == ["de", "gb"])
        #expect(request.filter.language?.text == "zh-Hant")
        #expect(request.filter.region?.text == "fi")
        #expect(request.filter.origin == Coordinate(uncheckedLatitude: -1, longitude: 2))
        #expect(request.inputOffset == 4)
        #expect(request.includesQueryPredictions)
        #expect(request.token?.text == "f47ac10b-58cc-4372-a567-0e02b2c3d479")
        #expect(request.filter.includesPureServiceAreaBusinesses)
        #expect(request.filter.includesFutureOpeningBusinesses)
    }

    @Test("A rectangle is taken literally")
    func rectangle() throws {
        let request = try request(
            #"{"input":"x","locationRestriction":{"rectangle":{"low":{"latitude":-20,"longitude":170},"high":{"longitude":-170}}}}"#
        )
        guard case .rectangle(let viewport) = request.filter.restriction else {
            Issue.record("no rectangle")
            return
        }
        #expect(viewport.crossesAntimeridian)
        #expect(viewport.high == Coordinate(uncheckedLatitude: 0, longitude: -170))
    }

    @Test("Proto3 spellings: snake_case, numbers as strings, whole numbers with fraction or exponent, null")
    func spellings() throws {
        let plain = try request(
            #"{"input":"abc","locationBias":{"circle":{"center":{"latitude":1,"longitude":2.5},"radius":300}},"inputOffset":3}"#
        )
        let other = try request(
            """
            {"input":"abc","location_bias":{"circle":{"center":{"latitude":"1","longitude":"2.5e0"},"radius":"3E+2"},
             "rectangle":null},"input_offset":3.0,"origin":null,"included_primary_types":null,"session_token":null,
             "language_code":null,"region_code":null,"include_query_predictions":null,"included_region_codes":[]}
            """
        )
        #expect(string(WireRequest.encode(plain)) == string(WireRequest.encode(other)))
        for offset in ["\"3\"", "3.0", "3e0", "0.3e1", "\"3.0\""] {
            #expect(try request(#"{"input":"abc","inputOffset":\#(offset)}"#).inputOffset == 3)
        }
    }

    @Test("Proto3 defaults are the same as nothing")
    func defaults() throws {
        let request = try request(
            """
            {"input":"x","languageCode":"","regionCode":"","sessionToken":"","inputOffset":0,"includedPrimaryTypes":[],
             "includeQueryPredictions":false}
            """
        )
        #expect(request.filter == Filter())
        #expect(request.token == nil && request.inputOffset == nil)
        #expect(string(WireRequest.encode(request)) == #"{"input":"x"}"#)
    }

    @Test("An absent latitude, longitude or radius is 0")
    func absentNumbers() throws {
        let request = try request(#"{"input":"x","origin":{},"locationBias":{"circle":{"center":{"latitude":3}}}}"#)
        #expect(request.filter.origin == Coordinate(uncheckedLatitude: 0, longitude: 0))
        guard case .circle(let circle) = request.filter.bias else {
            Issue.record("no circle")
            return
        }
        #expect(circle.center == Coordinate(uncheckedLatitude: 3, longitude: 0) && circle.radius == 0)
    }

    @Test("The caret counts code points and may stand before the text")
    func caret() throws {
        #expect(try request(#"{"inputOffset":2,"input":"🗼é"}"#).inputOffset == 2)
        #expect(requestError(#"{"inputOffset":3,"input":"🗼é"}"#)?.field == "inputOffset")
    }

    @Test("A megabyte of text, all of it escaped")
    func longText() throws {
        let text = String(repeating: "\\u00e9", count: 500_000)
        #expect(try request("{\"input\":\"\(text)\"}").query.count == 1_000_000)
        #expect(requestError("{\"input\":\"\(text)x\"}")?.field == "input")
    }

    @Test("What is read is what was written")
    func roundTrips() throws {
        for text in [
            #"{"input":"a\"b\\c\td"}"#,
            #"{"input":"x","locationBias":{"rectangle":{"low":{"latitude":-90.0,"longitude":180.0},"high":{"latitude":90.0,"longitude":179.5}}},"includedPrimaryTypes":["(cities)"],"includedRegionCodes":["at","de","ch"],"languageCode":"pt-BR","regionCode":"br","origin":{"latitude":48.1,"longitude":11.5},"inputOffset":1,"includeQueryPredictions":true,"sessionToken":"a_b-C","includePureServiceAreaBusinesses":true,"includeFutureOpeningBusinesses":true}"#,
            #"{"input":"x","locationRestriction":{"circle":{"center":{"latitude":0.1,"longitude":1e-07},"radius":50000.0}}}"#,
        ] {
            #expect(string(WireRequest.encode(try request(text))) == text)
        }
    }
}

/// A body that is refused, the field that the error names, and a part of the message.
struct Refusal: CustomTestStringConvertible, Sendable {
    let body: String
    let field: String
    let reason: String

    init(_ body: String, _ field: String, _ reason: String) {
        self.body = body
        self.field = field
        self.reason = reason
    }

    var testDescription: String { body }
}

@Suite("Refused request bodies")
struct RequestRefusalTests {
    static let circle = #""center":{"latitude":1,"longitude":2}"#

    static let refusals: [Refusal] = [
        // Not a request at all.
        Refusal("", "", "it is empty"),
        Refusal("[]", "", "must be an object, not an array"),
        Refusal("null", "", "must be an object, not null"),
        Refusal("{\"input\":\"x\"", "", "ends too early"),
        Refusal(#"{"input":"x","input":"y"}"#, "", "twice"),
        // Names.
        Refusal(#"{"input":"x","foo":1}"#, "foo", #"Unknown name "foo": Cannot find field."#),
        Refusal(#"{"input":"x","foo":null}"#, "foo", "Unknown name"),
        Refusal(#"{"input":"x","Input":"y"}"#, "Input", "Unknown name"),
        Refusal(
            #"{"input":"x","locationBias":{"circle":{\#(circle),"rad":1}}}"#,
            "locationBias.circle.rad",
            #"Unknown name "rad" at 'locationBias.circle'"#
        ),
        Refusal(#"{"input":"x","origin":{"lat":1}}"#, "origin.lat", "Unknown name"),
        Refusal(#"{"input":"x","regionCode":"fi","region_code":"fi"}"#, "regionCode", "twice, in both spellings"),
        Refusal(#"{"input":"x","region_code":null,"regionCode":"fi"}"#, "regionCode", "twice, in both spellings"),
        // Text.
        Refusal("{}", "input", "is missing"),
        Refusal(#"{"input":null}"#, "input", "is missing"),
        Refusal(#"{"input":""}"#, "input", "is empty"),
        Refusal(#"{"input":" \n\u200b"}"#, "input", "blank"),
        Refusal(#"{"input":"a\u0000b"}"#, "input", "NUL"),
        Refusal(#"{"input":7}"#, "input", "must be a string, not a number"),
        Refusal(#"{"input":"abc","inputOffset":4}"#, "inputOffset", "outside the text"),
        Refusal(#"{"input":"abc","inputOffset":-1}"#, "inputOffset", "outside the text"),
        Refusal(#"{"input":"abc","inputOffset":1.5}"#, "inputOffset", "must be an integer"),
        Refusal(#"{"input":"abc","inputOffset":2147483648}"#, "inputOffset", "32 bits"),
        Refusal(#"{"input":"abc","inputOffset":99999999999999999999}"#, "inputOffset", "32 bits"),
        Refusal(#"{"input":"abc","inputOffset":"NaN"}"#, "inputOffset", "finite"),
        Refusal(#"{"input":"abc","inputOffset":" 1"}"#, "inputOffset", "must be a number"),
        Refusal(#"{"input":"abc","inputOffset":"0x1"}"#, "inputOffset", "must be a number"),
        Refusal(#"{"input":"abc","inputOffset":""}"#, "inputOffset", "must be a number"),
        Refusal(#"{"input":"abc","inputOffset":true}"#, "inputOffset", "not a boolean"),
        // Areas.
        Refusal(#"{"input":"x","locationBias":{}}"#, "locationBias", "neither"),
        Refusal(#"{"input":"x","locationBias":[]}"#, "locationBias", "must be an object"),
        Refusal(#"{"input":"x","locationBias":{"circle":{"radius":5}}}"#, "locationBias.circle.center", "is missing"),
        Refusal(
            #"{"input":"x","locationBias":{"circle":{\#(circle),"radius":50001}}}"#,
            "locationBias.circle.radius",
            "50000"
        ),
        Refusal(
            #"{"input":"x","locationBias":{"circle":{\#(circle),"radius":-1}}}"#,
            "locationBias.circle.radius",
            "-1"
        ),
        Refusal(
            #"{"input":"x","locationBias":{"circle":{\#(circle),"radius":"Infinity"}}}"#,
            "locationBias.circle.radius",
            "finite"
        ),
        Refusal(
            #"{"input":"x","locationBias":{"circle":{"center":{"latitude":"NaN"}}}}"#,
            "locationBias.circle.center.latitude",
            "finite"
        ),
        Refusal(
            #"{"input":"x","locationBias":{"circle":{"center":{"latitude":"48,1"}}}}"#,
            "locationBias.circle.center.latitude",
            "must be a number"
        ),
        Refusal(
            #"{"input":"x","locationBias":{"circle":{"center":{"latitude":[1]}}}}"#,
            "locationBias.circle.center.latitude",
            "must be a number, not an array"
        ),
        Refusal(
            #"{"input":"x","locationBias":{"circle":{\#(circle)},"rectangle":{"low":{},"high":{}}}}"#,
            "locationBias",
            "both a rectangle and a circle"
        ),
        Refusal(
            #"{"input":"x","locationBias":{"circle":{\#(circle)}},"locationRestriction":{"circle":{\#(circle)}}}"#,
            "locationRestriction",
            "cannot go together"
        ),
        Refusal(
            #"{"input":"x","locationRestriction":{"rectangle":{"high":{"latitude":1}}}}"#,
            "locationRestriction.rectangle.low",
            "is missing"
        ),
        Refusal(
            #"{"input":"x","locationRestriction":{"rectangle":{"low":{"latitude":1},"high":null}}}"#,
            "locationRestriction.rectangle.high",
            "is missing"
        ),
        Refusal(
            #"{"input":"x","locationRestriction":{"rectangle":{"low":{"latitude":2},"high":{"latitude":1}}}}"#,
            "locationRestriction.rectangle",
            "empty"
        ),
        Refusal(
            #"{"input":"x","locationRestriction":{"rectangle":{"low":{"latitude":440.92},"high":{}}}}"#,
            "locationRestriction.rectangle.low.latitude",
            "-90 to 90"
        ),
        Refusal(#"{"input":"x","origin":{"longitude":181}}"#, "origin.longitude", "-180 to 180"),
        Refusal(#"{"input":"x","origin":[1,2]}"#, "origin", "must be an object, not an array"),
        // Lists and codes.
        Refusal(#"{"input":"x","includedPrimaryTypes":"cafe"}"#, "includedPrimaryTypes", "must be an array"),
        Refusal(#"{"input":"x","includedPrimaryTypes":["cafe",null]}"#, "includedPrimaryTypes[1]", "not null"),
        Refusal(#"{"input":"x","includedPrimaryTypes":["Café"]}"#, "includedPrimaryTypes[0]", "not a type name"),
        Refusal(#"{"input":"x","includedPrimaryTypes":["(regions)","cafe"]}"#, "includedPrimaryTypes", "(regions)"),
        Refusal(
            #"{"input":"x","includedPrimaryTypes":["cafe","bar","gym","zoo","spa","bank"]}"#,
            "includedPrimaryTypes",
            "limit is 5"
        ),
        Refusal(#"{"input":"x","includedRegionCodes":["de","USA"]}"#, "includedRegionCodes[1]", "USA"),
        Refusal(#"{"input":"x","includedRegionCodes":[""]}"#, "includedRegionCodes[0]", "not a country code"),
        Refusal(
            #"{"input":"x","includedRegionCodes":["at","be","ch","de","dk","ee","es","fi","fr","gb","ie","it","lt","lv","nl","no"]}"#,
            "includedRegionCodes",
            "limit is 15"
        ),
        Refusal(#"{"input":"x","languageCode":"en us"}"#, "languageCode", "language tag"),
        Refusal(#"{"input":"x","languageCode":5}"#, "languageCode", "must be a string"),
        Refusal(#"{"input":"x","regionCode":"xx1"}"#, "regionCode", "xx1"),
        Refusal(#"{"input":"x","sessionToken":"1234567890123456789012345678901234567"}"#, "sessionToken", "36"),
        Refusal(#"{"input":"x","sessionToken":"a b"}"#, "sessionToken", "A-Z"),
        Refusal(#"{"input":"x","includeQueryPredictions":"true"}"#, "includeQueryPredictions", "true or false"),
        Refusal(#"{"input":"x","includeQueryPredictions":1}"#, "includeQueryPredictions", "true or false"),
    ]

    @Test("Each with its field and its reason", arguments: refusals)
    func refused(refusal: Refusal) throws {
        let error = try #require(requestError(refusal.body))
        #expect(error.status == .invalidRequest)
        #expect(error.field == refusal.field, "\(error.message)")
        #expect(error.message.contains(refusal.reason), "\(error.message)")
        if !refusal.field.isEmpty {
            #expect(error.violations.map(\.field) == [refusal.field])
        }
    }

    @Test("Deep nesting in an unknown member")
    func deep() throws {
        let nested = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        #expect(requestError("{\"input\":\"x\",\"a\":\(nested)}")?.message.contains("nested") == true)
    }

    @Test("Long names are cut")
    func longNames() throws {
        let error = try #require(requestError("{\"input\":\"x\",\"\(String(repeating: "n", count: 100_000))\":1}"))
        #expect(error.message.utf8.count < 200 && error.field.utf8.count < 60)
    }
}

@Suite("Details request bodies")
struct PlaceRequestTests {
    private func decode(_ text: String) throws(PlacesError) -> PlaceRequest {
        try withBytes(text) { (bytes) throws(PlacesError) in try WireRequest.decodePlace(bytes) }
    }

    @Test("Every field arrives")
    func everyField() throws {
        let request = try decode(
            #"{"name":"places/osm:n1","language_code":"fi","regionCode":"UK","sessionToken":"abc"}"#
        )
        #expect(request.placeID == "osm:n1" && request.language?.text == "fi" && request.region?.text == "gb")
        #expect(request.token?.text == "abc" && request.fields == nil)
    }

    @Test(
        "Refusals",
        arguments: [
            ("{}", "name"), (#"{"name":""}"#, "name"), (#"{"name":"osm:n1"}"#, "name"),
            (#"{"name":"places/"}"#, "name"),
            (#"{"name":"places/a b"}"#, "name"), (#"{"name":7}"#, "name"), (#"{"name":"places/a","id":"a"}"#, "id"),
            (#"{"name":"places/a","regionCode":"Suomi"}"#, "regionCode"), ("[]", ""),
        ]
    )
    func refusals(body: String, field: String) {
        var caught: PlacesError?
        do throws(PlacesError) { _ = try decode(body) } catch { caught = error }
        #expect(caught?.status == .invalidRequest && caught?.field == field)
    }
}
