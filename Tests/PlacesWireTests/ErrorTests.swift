import PlacesJSON
import PlacesModel
import PlacesWire
import Testing

@Suite("Errors of services")
struct ErrorReadingTests {
    @Test("Each answer gives the status that tells what to do", arguments: Fixture.all("errors"))
    func fixtures(fixture: Fixture) throws {
        let headTree = try fixture.tree("head.json")
        let head = AnswerHead(
            httpStatus: Int32(try #require(headTree["httpStatus"]?.integerValue)),
            contentType: try #require(headTree["contentType"]?.stringValue)
        )
        let body = try fixture.bytes("body.txt")
        var caught: PlacesError?
        do throws(PlacesError) {
            _ = try body.withUnsafeBufferPointer { (bytes) throws(PlacesError) in
                try WireResponse.decodeSuggestions(bytes, head: head)
            }
        } catch { caught = error }
        let error = try #require(caught)
        let expected = try fixture.tree("expected.json")["status"]?.integerValue
        #expect(Int64(error.status.rawValue) == expected, "\(error)")
        #expect(!error.message.isEmpty)
        // The page of a portal is nobody's error message.
        #expect(!error.message.contains("<html>"))
        if error.status == .badResponse, !head.contentType.isEmpty {
            #expect(error.message.contains(head.contentType), "\(error.message)")
        }
        #expect(
            body.withUnsafeBufferPointer { WireError.decode($0, head).status }
                == (head.isSuccess && error.canonicalStatus.isEmpty ? .badResponse : error.status)
        )
    }

    @Test("There are fixtures")
    func fixturesExist() { #expect(Fixture.all("errors").count >= 40) }

    @Test("The service's words, numbers and violations arrive")
    func details() throws {
        let error = WireError.decode(
            Array(
                """
                {"error": {"code": 400, "message": "Invalid\\ntypes\\u0000", "status": "INVALID_ARGUMENT", "details": [
                  {"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [
                    {"field": "included_primary_types", "description": "Unsupported types: address"}, {"description": "d"}]},
                  {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "SOME_REASON"},
                  {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1.25s"}]}}
                """.utf8
            ),
            AnswerHead(httpStatus: 400)
        )
        #expect(error.message == "Invalid types\u{FFFD}")
        #expect(error.httpStatus == 400 && error.canonicalStatus == "INVALID_ARGUMENT" && error.reason == "SOME_REASON")
        #expect(error.retryAfterMilliseconds == 1250)
        #expect(error.field == "included_primary_types")
        #expect(
            error.violations == [
                .init(field: "included_primary_types", description: "Unsupported types: address"),
                .init(field: "", description: "d"),
            ]
        )
    }

    @Test("Retry-After of the answer's head goes before the body's")
    func retryAfter() {
        let head = AnswerHead(httpStatus: 429, retryAfterMilliseconds: 7000)
        #expect(WireError.decode([], head).retryAfterMilliseconds == 7000)
        let body = Array(#"{"error":{"details":[{"retryDelay":"1s"}]}}"#.utf8)
        #expect(WireError.decode(body, head).retryAfterMilliseconds == 7000)
    }

    @Test("Long words are cut")
    func long() {
        let text = String(repeating: "w", count: 1_000_000)
        let error = WireError.decode(
            Array("{\"error\":{\"message\":\"\(text)\",\"status\":\"\(text)\"}}".utf8),
            AnswerHead(httpStatus: 400)
        )
        #expect(error.message.utf8.count < 1100 && error.canonicalStatus.utf8.count < 100)
    }

    @Test("A key that the service repeats is masked")
    func masking() {
        let key = "AIza-secret"
        let body = """
            {"error":{"message":"The key AIza-secret is bad (AIza-secret)","details":[{"fieldViolations":[
            {"field":"key=AIza-secret","description":"AIza-secretAIza-secret"}]}]}}
            """
        let error = WireError.decode(Array(body.utf8), AnswerHead(httpStatus: 400)).masking(key)
        #expect(error.message == "The key [masked] is bad ([masked])")
        #expect(!"\(error)".contains("AIza"))
        #expect(error.masking("") == error)
    }
}

@Suite("Errors as bodies")
struct ErrorWritingTests {
    @Test("A refused argument")
    func refusal() throws {
        let error = try #require(requestError(#"{"input":"x","origin":{"latitude":91}}"#))
        #expect(
            string(WireError.encode(error))
                == #"{"error":{"code":400,"message":"origin.latitude: 91.0 is outside -90 to 90 degrees","#
                + #""status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","#
                + #""fieldViolations":[{"field":"origin.latitude","#
                + #""description":"origin.latitude: 91.0 is outside -90 to 90 degrees"}]}]}}"#
        )
    }

    @Test("Every status has a number and a canonical name", arguments: Status.allCases.filter { $0 != .ok })
    func statuses(status: Status) throws {
        let body = try tree(WireError.encode(PlacesError(status, "because")))
        let code = try #require(body["error"]?["code"]?.integerValue)
        #expect((400...599).contains(code))
        let name = try #require(body["error"]?["status"]?.stringValue)
        #expect(!name.isEmpty && name == name.uppercased())
        #expect(body["error"]?["details"] == nil)
    }

    @Test(
        "A service's error passes through",
        arguments: ["bad-key", "daily-quota-by-name", "bad-parameter", "unknown-place"]
    )
    func passes(name: String) throws {
        let fixture = Fixture(group: "errors", name: name)
        let body = try fixture.bytes("body.txt")
        let code = try tree(body)["error"]?["code"]?.integerValue ?? 0
        let head = AnswerHead(httpStatus: Int32(code))
        let error = WireError.decode(body, head)
        let written = WireError.encode(error)
        #expect(WireError.decode(written, head) == error)
        for member in ["code", "message", "status"] {
            #expect(try tree(written)["error"]?[member] == tree(body)["error"]?[member])
        }
    }

    @Test(
        "Advice to wait",
        arguments: [(0, "0s"), (1500, "1.500s"), (7, "0.007s"), (60_000, "60s")] as [(Int64, String)]
    )
    func retry(milliseconds: Int64, text: String) throws {
        var error = PlacesError(.rateLimitExceeded, "slower")
        error.retryAfterMilliseconds = milliseconds
        let body = WireError.encode(error)
        #expect(string(body).contains(#""retryDelay":"\#(text)""#))
        #expect(WireError.decode(body, AnswerHead(httpStatus: 429)).retryAfterMilliseconds == milliseconds)
    }
}
