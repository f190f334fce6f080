import CJansson
import Glibc
import PlacesJSON
import PlacesModel
import Testing

/// Our reader beside jansson: both take the same texts, and understand the same by them.
@Suite("Reading JSON as jansson does")
struct DifferentialTests {
    /// What jansson makes of a text; nil where it refuses it. An integer outside 64 bits, which jansson refuses, is no
    /// difference: such texts are left out.
    private static func jansson(_ bytes: [UInt8]) -> (value: JSONValue?, isIntegerTooLarge: Bool) {
        var error = json_error_t()
        let flags = Int(JSON_DECODE_ANY | JSON_ALLOW_NUL)
        let root = bytes.withUnsafeBytes { buffer in
            json_loadb(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, flags, &error)
        }
        guard let root else {
            return (nil, cjansson_error_code(&error) == Int32(json_error_numeric_overflow.rawValue))
        }
        defer { json_decref(root) }
        return (value(root), false)
    }

    private static func value(_ node: UnsafeMutablePointer<json_t>) -> JSONValue {
        switch node.pointee.type {
        case JSON_NULL: return .null
        case JSON_TRUE: return .bool(true)
        case JSON_FALSE: return .bool(false)
        case JSON_INTEGER: return .integer(Int64(json_integer_value(node)))
        case JSON_REAL: return .number(json_real_value(node))
        case JSON_STRING:
            let bytes = UnsafeRawBufferPointer(start: json_string_value(node), count: json_string_length(node))
            return .string(String(decoding: bytes, as: UTF8.self))
        case JSON_ARRAY:
            return .array((0..<json_array_size(node)).compactMap { json_array_get(node, $0).map(value) })
        default:
            var members: [JSONValue.Member] = []
            var iterator = json_object_iter(node)
            while let current = iterator {
                if let name = json_object_iter_key(current), let member = json_object_iter_value(current) {
                    members.append(JSONValue.Member(String(cString: name), value(member)))
                }
                iterator = json_object_iter_next(node, current)
            }
            return .object(members)
        }
    }

    private static func ours(_ bytes: [UInt8]) -> JSONValue? { try? JSON.parse(bytes, .response) }

    /// Numbers by their bits, texts by their code points: what `==` of doubles and strings would let pass counts.
    private static func isSame(_ a: JSONValue, _ b: JSONValue) -> Bool {
        switch (a, b) {
        case (.number(let x), .number(let y)): x.bitPattern == y.bitPattern
        case (.string(let x), .string(let y)): Array(x.utf8) == Array(y.utf8)
        case (.array(let x), .array(let y)): x.count == y.count && zip(x, y).allSatisfy { isSame($0, $1) }
        case (.object(let x), .object(let y)):
            x.count == y.count
                && zip(x, y).allSatisfy { Array($0.name.utf8) == Array($1.name.utf8) && isSame($0.value, $1.value) }
        default: a == b
        }
    }

    /// jansson takes a NUL byte after a value for the end of the text; that is no JSON.
    private static func compare(_ bytes: [UInt8], _ texts: inout (taken: Int, refused: Int)) -> Bool {
        if bytes.contains(0) { return true }
        let (theirs, isIntegerTooLarge) = jansson(bytes)
        if isIntegerTooLarge { return true }
        let mine = ours(bytes)
        switch (mine, theirs) {
        case (nil, nil):
            texts.refused += 1
            return true
        case (let mine?, let theirs?):
            texts.taken += 1
            return isSame(mine, theirs)
        default: return false
        }
    }

    /// Characters that matter, so that random texts are often almost right.
    private static let pieces: [String] = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\"a\"", "\"b\":", "\"a\":", "true", "false", "null", "tru", "0",
        "-0",
        "12", "-7", "1.5", "1e5", "1E-7", ".5", "1.", "00", "1e400", "123456789012345678", "9007199254740993", "0.1",
        "\\u0041",
        "\\ud83d\\uddfc", "\\ud800", "\\udc00", "\\u0000", "\\n", "\\x", "\\\"", " ", "\n", "\t", "é", "🗼", "\u{7f}",
        "\u{0}",
        "\u{1f}", "e\u{301}", "\"é\":", "\"e\u{301}\":", "NaN", "//", "'", "3.14159265358979", "5e-324", "2.5e-8",
    ]

    @Test("Random texts", arguments: 0..<4)
    func random(seed: UInt64) {
        var random = Generator(seed: seed)
        var texts = (taken: 0, refused: 0)
        for _ in 0..<30_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                bytes += Array((DifferentialTests.pieces.randomElement(using: &random) ?? "").utf8)
            }
            #expect(
                DifferentialTests.compare(bytes, &texts),
                "\(String(decoding: bytes, as: UTF8.self).debugDescription)"
            )
        }
        #expect(texts.taken > 100 && texts.refused > 1000)
    }

    /// A right text.
    private static func document(_ depth: Int, _ random: inout Generator) -> String {
        let space = ["", " ", "\n\t"].randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
        case 0: return ["true", "false", "null"].randomElement(using: &random) ?? "null"
        case 1: return String(Int64.random(in: .min ... .max, using: &random))
        case 2: return String(Int.random(in: -1000...1000, using: &random))
        case 3:
            let bits = UInt64.random(in: 0 ... .max, using: &random)
            let number = Double(bitPattern: bits)
            return number.isFinite ? "\(number)" : "1.25"
        case 4: return "\(Double(Int.random(in: -900_000_000...900_000_000, using: &random)) / 1e7)"
        case 5:
            let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                ["a", "é", "🗼", "\\n", "\\u00e9", "\\\\", "\\ud83c\\udf4c", " "].randomElement(using: &random) ?? ""
            }
            return "\"" + text.joined() + "\""
        case 6:
            let elements = (0..<Int.random(in: 0...5, using: &random)).map { _ in document(depth - 1, &random) }
            return "[" + space + elements.joined(separator: space + ",") + space + "]"
        default:
            let count = Int.random(in: 0...(Bool.random(using: &random) ? 5 : 40), using: &random)
            let members = (0..<count).map { _ in
                let name =
                    "\"\(["a", "b", "ü", "k\(Int.random(in: 0..<60, using: &random))"].randomElement(using: &random) ?? "")\""
                return name + space + ":" + document(min(depth - 1, 1), &random)
            }
            return "{" + members.joined(separator: "," + space) + space + "}"
        }
    }

    @Test("Right texts, and the same with some bytes changed", arguments: 10..<14)
    func mutated(seed: UInt64) {
        var random = Generator(seed: seed)
        var texts = (taken: 0, refused: 0)
        for _ in 0..<2_000 {
            let right = Array(DifferentialTests.document(4, &random).utf8)
            #expect(DifferentialTests.compare(right, &texts), "\(String(decoding: right, as: UTF8.self))")
            for _ in 0..<3 {
                var bytes = right
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 1 where bytes.count > 1: bytes.remove(at: place)
                    default: bytes.insert(Array("{}[],:\"\\0-e. u".utf8).randomElement(using: &random) ?? 0, at: place)
                    }
                }
                #expect(DifferentialTests.compare(bytes, &texts), "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(texts.taken > 1000 && texts.refused > 1000)
    }
}

/// SplitMix64: the same numbers each time.
private struct Generator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
