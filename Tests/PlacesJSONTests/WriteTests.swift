import PlacesJSON
import PlacesModel
import Testing

private func written(_ value: JSONValue) -> String { String(decoding: JSON.write(value), as: UTF8.self) }

@Suite("Writing JSON")
struct WriteTests {
    @Test("Structures")
    func structures() {
        let value = JSONValue.object([
            .init("a", .array([.integer(1), .null, .bool(true), .array([]), .object([])])),
            .init("b \"quoted\"", .object([.init("c", .bool(false)), .init("d", .string(""))])),
        ])
        #expect(written(value) == #"{"a":[1,null,true,[],{}],"b \"quoted\"":{"c":false,"d":""}}"#)
    }

    @Test("Integers", arguments: [0, 1, -1, 9, 10, 99, 100, 12_345, .max, .min] as [Int64])
    func integers(value: Int64) {
        #expect(written(.integer(value)) == String(value))
    }

    @Test("Doubles are the shortest that read back the same")
    func doubles() throws {
        #expect(written(.number(48.137154)) == "48.137154")
        #expect(written(.number(0.1)) == "0.1")
        for value in [0.0, -0.0, 1.0, 1e16, 1e-7, .leastNonzeroMagnitude, 1.7976931348623157e308, 1.0 / 3, -122.088137]
        {
            let back = try JSON.parse(JSON.write(.number(value)), .request)
            #expect(back.doubleValue?.bitPattern == value.bitPattern)
        }
        #expect(written(.array([.number(.nan), .number(-.infinity)])) == #"["NaN","-Infinity"]"#)
    }

    @Test("Strings: escapes, and one line whatever the text")
    func strings() throws {
        #expect(written(.string("a\"b\\c/d")) == #""a\"b\\c/d""#)
        #expect(written(.string("\u{8}\t\n\u{C}\r\u{0}\u{1F}\u{7F}")) == "\"\\b\\t\\n\\f\\r\\u0000\\u001f\u{7F}\"")
        #expect(written(.string("Zürich 東京 🗼")) == "\"Zürich 東京 🗼\"")
        var everything = String.UnicodeScalarView()
        for value in stride(from: UInt32(0), to: 0x11_0000, by: 7) {
            if let scalar = Unicode.Scalar(value) { everything.append(scalar) }
        }
        let text = String(everything)
        let bytes = JSON.write(.string(text))
        #expect(!bytes.contains { $0 < 0x20 })
        #expect(try JSON.parse(bytes, .request) == .string(text))
    }

    @Test("Ill-formed UTF-8 becomes U+FFFD")
    func illFormed() {
        let cases: [([UInt8], String)] = [
            ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xC3], "\u{FFFD}"), ([0xE2, 0x82], "\u{FFFD}\u{FFFD}"),
            ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xC3, 0xA9, 0x80], "é\u{FFFD}"),
            ([0xF0, 0x9F, 0x97, 0xBC, 0xF5], "🗼\u{FFFD}"), ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
        ]
        for (bytes, text) in cases {
            var writer = JSONWriter(capacity: 1)
            bytes.withUnsafeBufferPointer { writer.string($0) }
            #expect(String(decoding: writer.finish(), as: UTF8.self) == "\"\(text)\"")
        }
    }

    @Test("Growth, reuse and giving the block away")
    func blocks() {
        var writer = JSONWriter(capacity: 1)
        writer.beginArray()
        for index in 0..<10_000 { writer.integer(Int64(index)) }
        writer.endArray()
        #expect(writer.count == 48_891)
        writer.reset()
        writer.beginObject()
        writer.key("x")
        writer.beginString()
        writer.appendText("places/")
        writer.appendText("é\"")
        writer.endString()
        writer.endObject()
        let given = writer.takeCString()
        defer { given.deallocate() }
        #expect(given.baseAddress.map { String(cString: $0) } == #"{"x":"places/é\""}"#)
        #expect(given.count == 19)
    }
}
