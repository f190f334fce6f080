import PlacesJSON
import PlacesModel
import PlacesWire
import Testing

/// The same numbers on every run and every machine (SplitMix64).
struct TestGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

@Suite("Damaged bodies")
struct MutationTests {
    /// Every reader answers or refuses; what it answers can be written and read again.
    private func survive(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBufferPointer { buffer in
            if let request = try? WireRequest.decodeAutocomplete(buffer) {
                #expect(throws: Never.self) { try WireRequest.decodeAutocomplete(WireRequest.encode(request)) }
            }
            let lists = [try? WireResponse.decodeSuggestions(buffer), try? LegacyResponse.decodeSuggestions(buffer)]
            for list in lists {
                guard let list else { continue }
                let written = WireResponse.encode(list)
                let again = try written.withUnsafeBufferPointer { try WireResponse.decodeSuggestions($0) }
                #expect(string(WireResponse.encode(again)) == string(written))
            }
            var places = [try? WireResponse.decodePlace(buffer), try? LegacyResponse.decodePlace(buffer)]
            places += (try? LegacyResponse.decodePlaces(buffer)) ?? []
            for place in places {
                guard let place else { continue }
                #expect(throws: Never.self) { try JSON.parse(WireResponse.encode(place), .response) }
            }
            let error = WireError.decode(buffer, AnswerHead(httpStatus: 400))
            #expect(throws: Never.self) { try JSON.parse(WireError.encode(error), .response) }
        }
    }

    private static let sources: [(Fixture, String)] = {
        let answers = ["suggestions", "places", "legacy-suggestions", "legacy-places"].flatMap(Fixture.all)
        return answers.map { ($0, "response.json") } + Fixture.all("errors").map { ($0, "body.txt") }
    }()

    @Test("Bytes changed, lost, doubled and cut off")
    func bytes() throws {
        var generator = TestGenerator(seed: 1)
        let interesting = Array("{}[]\",:\\u0eE-.\u{0}\u{7F}".utf8) + [0x80, 0xC3, 0xED, 0xF0, 0xFF]
        for (fixture, file) in MutationTests.sources {
            let original = try fixture.bytes(file)
            if original.isEmpty { continue }
            for _ in 0..<80 {
                var bytes = original
                for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
                    let index = Int.random(in: 0..<bytes.count, using: &generator)
                    switch Int.random(in: 0..<5, using: &generator) {
                    case 0: bytes[index] = interesting.randomElement(using: &generator) ?? 0
                    case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                    case 2: bytes.remove(at: index)
                    case 3: bytes.removeSubrange(index...)
                    default: bytes.insert(contentsOf: bytes[index...].prefix(40), at: index)
                    }
                }
                try survive(bytes)
            }
        }
    }

    @Test("Values replaced by values of every other kind")
    func kinds() throws {
        let replacements: [JSONValue] = [
            .null, .bool(true), .integer(.min), .integer(0), .number(1e300), .number(-0.5), .string(""),
            .string("\u{0}x"), .array([]), .array([.null, .object([])]), .object([]), .object([.init("", .null)]),
        ]
        for (fixture, file) in MutationTests.sources {
            guard let original = try? fixture.tree(file) else { continue }
            for index in 0..<min(nodeCount(original), 60) {
                for replacement in replacements {
                    var remaining = index
                    try survive(JSON.write(replaced(original, &remaining, by: replacement)))
                }
            }
        }
    }

    private func nodeCount(_ value: JSONValue) -> Int {
        switch value {
        case .array(let elements): elements.reduce(1) { $0 + nodeCount($1) }
        case .object(let members): members.reduce(1) { $0 + nodeCount($1.value) }
        default: 1
        }
    }

    /// The tree with the node of that number, counted from the root, replaced.
    private func replaced(_ value: JSONValue, _ remaining: inout Int, by replacement: JSONValue) -> JSONValue {
        if remaining == 0 {
            remaining = -1
            return replacement
        }
        if remaining < 0 { return value }
        remaining -= 1
        switch value {
        case .array(let elements): return .array(elements.map { replaced($0, &remaining, by: replacement) })
        case .object(let members):
            return .object(members.map { .init($0.name, replaced($0.value, &remaining, by: replacement)) })
        default: return value
        }
    }
}
