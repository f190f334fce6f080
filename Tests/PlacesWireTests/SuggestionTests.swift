import PlacesJSON
import PlacesModel
import PlacesWire
import Testing

@Suite("Suggestions as bodies")
struct SuggestionTests {
    @Test("What a service sends, and what is left of it", arguments: Fixture.all("suggestions"))
    func fixtures(fixture: Fixture) throws {
        let list = try suggestions(try fixture.text("response.json"))
        let written = WireResponse.encode(list)
        #expect(try tree(written) == fixture.tree("expected.json"), "\(string(written))")
        // What we write is what we read.
        #expect(string(WireResponse.encode(try suggestions(string(written)))) == string(written))
    }

    @Test("There are fixtures")
    func fixturesExist() { #expect(Fixture.all("suggestions").count >= 9) }

    @Test("A list of our own, byte for byte")
    func ownList() {
        var builder = SuggestionList.Builder()
        var row = SuggestionRow()
        row.placeID = builder.add(text: "geonames:658225")
        row.fullText = builder.add(text: "Helsinki, \"Suomi\"")
        row.primaryText = builder.add(text: "Helsinki")
        row.secondaryText = builder.add(text: "\"Suomi\"")
        let matches = builder.beginMatches()
        builder.append(match: MatchRange(start: 0, end: 3))
        builder.append(match: MatchRange(start: 5, end: 6))
        row.fullMatches = builder.endMatches(from: matches)
        row.primaryMatches = row.fullMatches
        let types = builder.beginTypes()
        builder.append(type: builder.add(text: "locality"))
        row.types = builder.endTypes(from: types)
        row.distanceMeters = 0
        builder.append(row)
        var second = SuggestionRow()
        second.placeID = builder.add(text: "a/b")
        second.fullText = builder.add(text: "B")
        second.distanceMeters = 12
        builder.append(second)
        #expect(
            string(WireResponse.encode(builder.finish()))
                == #"{"suggestions":[{"placePrediction":{"place":"places/geonames:658225","placeId":"geonames:658225","#
                + #""text":{"text":"Helsinki, \"Suomi\"","matches":[{"endOffset":3},{"startOffset":5,"endOffset":6}]},"#
                + #""structuredFormat":{"mainText":{"text":"Helsinki","matches":[{"endOffset":3},{"startOffset":5,"#
                + #""endOffset":6}]},"secondaryText":{"text":"\"Suomi\""}},"types":["locality"]}},{"placePrediction":{"#
                + #""place":"places/a/b","placeId":"a/b","text":{"text":"B"},"distanceMeters":12}}]}"#
        )
    }

    @Test("No rows")
    func noRows() {
        #expect(string(WireResponse.encode(SuggestionList.Builder().finish())) == "{}")
    }

    @Test("Rows have what the service said; what it did not say is absent")
    func rows() throws {
        let list = try suggestions(
            """
            {"suggestions": [{"placePrediction": {"placeId": "r", "text": {"text": "🍜 Ramen Street",
             "matches": [{"startOffset": 2, "endOffset": 7}]}, "distanceMeters": 0}}, {"queryPrediction": {}}]}
            """
        )
        let row = try #require(list.row(0))
        #expect(list.string(row.placeID) == "r" && list.string(row.fullText) == "🍜 Ramen Street")
        #expect(Array(list.ranges(row.fullMatches)) == [MatchRange(start: 2, end: 7)])
        #expect(row.distanceMeters == -1)
        #expect(row.secondaryText.count == 0 && list.text(row.secondaryText).isEmpty)
        #expect(list.row(1)?.isQuery == true)
    }

    @Test("Empty texts are empty C strings")
    func emptyTexts() throws {
        let list = try suggestions(#"{"suggestions":[{"placePrediction":{"placeId":"abc"}}]}"#)
        let row = try #require(list.row(0))
        let start = try #require(list.text(row.secondaryText).baseAddress)
        #expect(start.pointee == 0)
    }

    @Test("An answer of another service is not a success without rows")
    func otherServices() {
        #expect(answerError(#"{"predictions":[],"status":"OK"}"#)?.status == .badResponse)
        #expect(answerError(#"{"error":"invalid_token"}"#)?.message == "invalid_token")
    }

    @Test(
        "A list that is none, or holds nothing that could be meant, is no answer",
        arguments: [
            #"5"#, #""x""#, "{}", "true", "[5]", "[null]", #"[5,null,"x",[]]"#, #"[{"placePrediction":5}]"#,
            #"[{"placePrediction":"x"},{"queryPrediction":[]}]"#,
        ]
    )
    func wrongTypes(list: String) {
        let error = answerError(#"{"suggestions":\#(list)}"#)
        #expect(error?.status == .badResponse)
        #expect(error?.message.hasSuffix("not an array") == true || error?.message.hasSuffix("right kind") == true)
    }

    @Test(
        "What is not known yet is passed over",
        arguments: ["null", "[]", "[{}]", #"[{"futurePrediction":{}}]"#, #"[5,{"placePrediction":null}]"#]
    )
    func unknownKinds(list: String) throws {
        #expect(try suggestions(#"{"suggestions":\#(list)}"#).count == 0)
    }

    @Test("Query predictions can be left out, and an attribution goes with every row")
    func options() throws {
        let body = Array(
            #"{"suggestions":[{"queryPrediction":{}},{"placePrediction":{}},{"placePrediction":{}}]}"#.utf8
        )
        let list = try body.withUnsafeBufferPointer {
            try WireResponse.decodeSuggestions($0, includesQueryPredictions: false, attribution: "Powered by Google")
        }
        #expect(list.count == 2)
        #expect(list.attributions == ["Powered by Google"])
        #expect(list.row(0)?.attribution == 0 && list.row(1)?.attribution == 0)
    }

    @Test("Broken index text still gives valid UTF-8")
    func brokenText() throws {
        var builder = SuggestionList.Builder()
        var row = SuggestionRow()
        row.placeID = [0x61, 0xFF, 0xC3].withUnsafeBufferPointer { builder.add(text: $0) }
        builder.append(row)
        let written = WireResponse.encode(builder.finish())
        #expect(String(validating: written, as: UTF8.self)?.contains("\"placeId\":\"a\u{FFFD}\u{FFFD}\"") == true)
    }
}

@Suite("Places as bodies")
struct PlaceTests {
    @Test("Members in the schema's order, unknown ones kept", arguments: Fixture.all("places"))
    func fixtures(fixture: Fixture) throws {
        let place = try withBytes(try fixture.text("response.json")) { (bytes) throws(PlacesError) in
            try WireResponse.decodePlace(bytes)
        }
        let written = WireResponse.encode(place)
        #expect(try tree(written) == fixture.tree("expected.json"), "\(string(written))")
        #expect(place.attribution == (try fixture.text("attribution.txt")))
    }

    @Test("Absent is not zero")
    func absent() throws {
        let place = try withBytes(#"{"id":"p","rating":0}"#) { (bytes) throws(PlacesError) in
            try WireResponse.decodePlace(bytes)
        }
        #expect(place["rating"]?.doubleValue == 0 && place["userRatingCount"] == nil && place.location == nil)
    }

    @Test("The places of a search")
    func search() throws {
        let places = try withBytes(#"{"places":[{"id":"a","attributions":[{"provider":"P"}]},null,5,{}]}"#) {
            (bytes) throws(PlacesError) in try WireResponse.decodePlaces(bytes)
        }
        #expect(places.map { $0["id"]?.stringValue } == ["a", nil])
        #expect(places.first?.attribution == "P")
        let none = try withBytes("{}") { (bytes) throws(PlacesError) in try WireResponse.decodePlaces(bytes) }
        #expect(none.isEmpty)
    }

    @Test("A refusal inside HTTP 200 is no place")
    func refusal() {
        #expect(throws: PlacesError.self) {
            try withBytes(#"{"error":{"code":404,"status":"NOT_FOUND","message":"gone"}}"#) {
                (bytes) throws(PlacesError) in
                try WireResponse.decodePlace(bytes)
            }
        }
    }
}

@Suite("Details requests")
struct PlaceQueryTests {
    @Test("Parameters and mask")
    func parameters() throws {
        var request = PlaceRequest()
        #expect(PlaceQuery.parameters(of: request).isEmpty)
        request.language = try LanguageTag("de", field: "language")
        request.region = try RegionCode("CH", field: "region")
        request.token = try SessionToken("abc", field: "token")
        #expect(
            PlaceQuery.parameters(of: request).map { "\($0.name)=\($0.value)" }
                == ["languageCode=de", "regionCode=ch", "sessionToken=abc"]
        )
        let mask = try FieldMask("id,display_name,location.latitude", field: "fields")
        #expect(PlaceQuery.maskText(mask) == "id,displayName,location.latitude,attributions")
        #expect(
            PlaceQuery.maskText(try FieldMask("attributions", field: "f"), prefix: "places.") == "places.attributions"
        )
        #expect(PlaceQuery.maskText(.all) == "*")
        #expect(PlaceQuery.maskText(try FieldMask("id", field: "f")) == "id")
        #expect(PlaceQuery.percentEncoded("pluscode:9G8F+5W é/~") == "pluscode%3A9G8F%2B5W%20%C3%A9%2F~")
    }

    @Test(
        "The legacy service's names",
        arguments: [
            ("geometry", "location,viewport"), ("place_id", "id"), ("geometry/location", "location"),
            ("name,geometry.location", "displayName,location"),
            ("name,formatted_address", "displayName,formattedAddress"),
            ("website,url,vicinity", "websiteUri,googleMapsUri,shortFormattedAddress"),
            ("opening_hours,photo", "regularOpeningHours,photos"), ("type", "types"),
            // The new service's own `name`.
            ("name", "name"), ("name,displayName", "name,displayName"),
            ("name,display_name,place_id", "name,displayName,id"),
        ]
    )
    func oldNames(_ old: String, _ new: String) throws {
        let mask = try FieldMask(old, field: "fields")
        #expect(mask.paths.map { $0.joined(separator: ".") }.joined(separator: ",") == new)
    }

    @Test(
        "A wrong form of a mask says which would be right",
        arguments: [
            ("places.displayName", "write \"displayName\""), ("displayname", "write \"displayName\""),
            ("id, location", "no spaces"), ("", "\"*\""), ("colour", "not a field"),
        ]
    )
    func hints(_ text: String, _ hint: String) {
        #expect {
            _ = try FieldMask(text, field: "fields")
        } throws: { error in
            (error as? PlacesError)?.message.contains(hint) == true
        }
    }

    @Test(
        "Language tags, and locales of the system",
        arguments: [
            ("de", "de"), ("pt-br", "pt-BR"), ("ZH_hant_tw", "zh-Hant-TW"), ("de_DE.UTF-8", "de-DE"),
            ("en_US@euro", "en-US"), ("sr_RS.UTF-8@latin", "sr-Latn-RS"), ("es-419", "es-419"), ("FIL", "fil"),
            ("de-CH-1996", "de-CH-1996"), ("en-u-CA-gregory", "en-u-ca-gregory"), ("ca_ES@valencia", "ca-ES-valencia"),
        ]
    )
    func languages(_ text: String, _ tag: String) throws {
        #expect(try LanguageTag(text, field: "language").text == tag)
    }

    @Test(
        "No language tags",
        arguments: ["", "C", "POSIX", "C.UTF-8", "german", "d", "d1", "de-", "-de", "de--CH", "ä", "@latin"]
    )
    func noLanguages(_ text: String) {
        #expect(throws: PlacesError.self) { _ = try LanguageTag(text, field: "language") }
    }
}
