import PlacesJSON
import PlacesModel
import Testing

private func parse(_ text: String, _ options: JSONOptions = .request) throws(PlacesError) -> JSONValue {
    try JSON.parse(Array(text.utf8), options)
}

private func failure(_ bytes: [UInt8], _ options: JSONOptions = .request) -> PlacesError? {
    do throws(PlacesError) {
        _ = try JSON.parse(bytes, options)
        return nil
    } catch { return error }
}

private func failure(_ text: String, _ options: JSONOptions = .request) -> PlacesError? {
    failure(Array(text.utf8), options)
}

@Suite("Reading JSON")
struct ParseTests {
    @Test("Every kind of value, members in order")
    func kinds() throws {
        let text = #" {"z": null, "a": [true, false, -7, 1.5, "Zürich 🗼", {}], "m": "\u0041\ud83d\uddfc\n"} "#
        #expect(
            try parse(text)
                == .object([
                    .init("z", .null),
                    .init(
                        "a",
                        .array([
                            .bool(true), .bool(false), .integer(-7), .number(1.5), .string("Zürich 🗼"), .object([]),
                        ])
                    ),
                    .init("m", .string("A🗼\n")),
                ])
        )
    }

    @Test("Values other than objects, and a byte order mark in front")
    func tops() throws {
        #expect(try parse("3") == .integer(3))
        #expect(try parse(#""x""#) == .string("x"))
        #expect(try JSON.parse([0xEF, 0xBB, 0xBF] + Array("[]".utf8), .request) == .array([]))
    }

    @Test(
        "What is no JSON is refused, with the reason and the place",
        arguments: [
            ("", "it is empty"), (" \n\t", "it is empty"), ("\u{FEFF}", "it is empty"),
            ("{\"a\":", "ends too early"), ("[1,2", "ends too early"), ("\"abc", "ends too early"),
            ("{} x", "after its end"), ("{}{}", "after its end"), ("{\"a\":1,}", "syntax error"),
            ("[01]", "syntax error"), ("[1.]", "syntax error"), ("[.5]", "syntax error"), ("[+1]", "syntax error"),
            ("[NaN]", "syntax error"), ("{a:1}", "syntax error"), ("{'a':1}", "syntax error"),
            ("[\"a\tb\"]", "syntax error"), ("[\"\\ud800\"]", "syntax error"), ("[\"\\x\"]", "syntax error"),
            ("[1e400]", "too large"), ("{\"a\\u0000b\":1}", "NUL"), ("<html>", "syntax error"),
            ("[\u{0}]", "at line 1"),
        ]
    )
    func faults(text: String, reason: String) throws {
        let error = try #require(failure(text))
        #expect(error.status == .invalidRequest)
        #expect(error.message.contains(reason), "\(error.message)")
    }

    @Test(
        "Ill-formed UTF-8 is refused",
        arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]]
    )
    func badUTF8(bytes: [UInt8]) throws {
        let error = try #require(failure([0x22] + bytes + [0x22]))
        #expect(error.message.contains("UTF-8"), "\(error.message)")
    }

    @Test("Errors name line, column and byte, and never the text")
    func position() throws {
        let error = try #require(failure("{\n  \"input\": secret-text\n}"))
        #expect(error.message.contains("line 2"), "\(error.message)")
        #expect(error.message.contains("byte "))
        for word in ["secret", "input", "text"] { #expect(!error.message.contains(word), "\(error.message)") }
        let double = try #require(failure(#"{"secret":1,"secret":2}"#))
        #expect(double.message.contains("twice"))
        #expect(!double.message.contains("secret"))
    }

    @Test("Doubled names are refused in requests; in answers the last one counts")
    func duplicates() throws {
        #expect(failure(#"{"a":1,"a":2}"#) != nil)
        #expect(try parse(#"{"a":1,"a":2}"#, .response) == .object([.init("a", .integer(2))]))
    }

    @Test("The status of an error is the caller's choice")
    func status() throws {
        #expect(failure("{", .response)?.status == .badResponse)
    }

    @Test("NUL in a string is read")
    func nul() throws {
        #expect(try parse(#""a\u0000b""#) == .string("a\u{0}b"))
    }

    @Test("Deep nesting is refused and does no harm", arguments: [129, 10_000, 1_000_000])
    func deep(depth: Int) throws {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let text = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
            let error = try #require(failure(text))
            #expect(error.message.contains("nested"), "\(error.message)")
            #expect(failure(String(repeating: open, count: depth))?.status == .invalidRequest)
        }
    }

    @Test("Nesting up to the limit, and brackets that are only text, are read")
    func notDeep() throws {
        let nested = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
        #expect(failure(nested) == nil)
        let text = String(repeating: "[{\\\"", count: 5_000)
        #expect(try parse("\"\(text)\"").stringValue?.utf8.count == 15_000)
        let wide = "[" + Array(repeating: "[1]", count: 5_000).joined(separator: ",") + "]"
        #expect(try parse(wide).arrayValue?.count == 5_000)
    }

    @Test("Too long a text is refused unread")
    func long() throws {
        let options = JSONOptions(maximumBytes: 100, rejectsDuplicates: true, failure: .invalidRequest, subject: "line")
        #expect(failure(String(repeating: " ", count: 99) + "1", options) == nil)
        #expect(failure(String(repeating: " ", count: 100) + "1", options)?.message.contains("limit is 100") == true)
    }

    @Test("Large texts")
    func large() throws {
        let text = "[\"" + String(repeating: "é", count: 3_000_000) + "\"]"
        guard case .array(let elements) = try parse(text) else { throw PlacesError(.internalError, "no array") }
        #expect(elements.first?.stringValue?.unicodeScalars.count == 3_000_000)
    }
}

@Suite("Numbers in JSON")
struct NumberTests {
    @Test(
        "Read to the nearest double",
        arguments: [
            ("48.137154", 48.137154), ("-0.0", -0.0), ("1e3", 1000.0), ("1.5E-3", 0.0015),
            ("5e-324", .leastNonzeroMagnitude),
            ("1.7976931348623157e308", 1.7976931348623157e308), ("1e-400", 0.0), ("0.1", 0.1),
        ]
    )
    func doubles(text: String, value: Double) throws {
        #expect(try parse(text) == .number(value))
    }

    @Test("Integers of 64 bits are exact; larger ones become doubles")
    func integers() throws {
        #expect(try parse("9223372036854775807") == .integer(.max))
        #expect(try parse("-9223372036854775808") == .integer(.min))
        #expect(try parse(#"{"a":9223372036854775808,"b":"kept"}"#)["a"] == .number(9223372036854775808))
        #expect(try parse(#"{"a":9223372036854775808,"b":"kept"}"#)["b"] == .string("kept"))
    }

    @Test("Locales with another decimal point change nothing", .serialized, arguments: ["de_DE", "ps_AF"])
    func locales(name: String) throws {
        let locale = try TestLocale(name)
        defer { locale.end() }
        // The locale is in force: C's own reading of numbers follows it.
        #expect(locale.decimalPoint != ".")
        #expect(try parse("[48.137154, 1500.5]") == .array([.number(48.137154), .number(1500.5)]))
        #expect(
            String(decoding: JSON.write(.array([.number(48.137154), .number(1500.5)])), as: UTF8.self)
                == "[48.137154,1500.5]"
        )
        #expect(locale.decimalPoint != ".", "reading gave the thread's locale back")
    }
}
