internal import PlacesJSON
internal import PlacesModel

/// A field's two names in JSON: proto3's readers take both.
struct ProtoField {
    let json: StaticString
    let proto: StaticString

    init(_ json: StaticString, _ proto: StaticString) {
        self.json = json
        self.proto = proto
    }

    init(_ name: StaticString) { self.init(name, name) }

    func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool { equal(name, json) || equal(name, proto) }

    private func equal(_ name: UnsafeBufferPointer<UInt8>, _ other: StaticString) -> Bool {
        name.elementsEqual(UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
    }
}

/// A message that somebody sent, read by the strict rules of proto3 JSON: both spellings of a name, numbers as strings,
/// `3.0` as an integer and null for "not given" are taken; unknown names, names given twice and other kinds of values
/// are refused.
struct ProtoMessage {
    let node: JSONNode
    /// Where the message stands, empty for the whole request.
    let path: String

    init(_ node: JSONNode, path: String) throws(PlacesError) {
        guard node.kind == .object else {
            throw path.isEmpty
                ? PlacesError(
                    .invalidRequest,
                    "Invalid JSON payload received: it must be an object, not \(node.kind.phrase)"
                )
                : .invalid(path, "must be an object, not \(node.kind.phrase)")
        }
        self.node = node
        self.path = path
    }

    /// The path of a field of this message.
    func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    func path(of field: ProtoField) -> String { path(of: "\(field.json)") }

    /// Calls `body` with the index in `fields` of each member that is given.
    func read(
        _ fields: [ProtoField],
        _ body: (Int, JSONNode) throws(PlacesError) -> Void
    ) throws(PlacesError) {
        var seen: UInt64 = 0
        try node.forEachMember { (name, value) throws(PlacesError) in
            guard let index = fields.firstIndex(where: { $0.matches(name) }) else { throw unknown(name) }
            let bit: UInt64 = 1 << UInt64(index)
            guard seen & bit == 0 else { throw .invalid(path(of: fields[index]), "is given twice, in both spellings") }
            seen |= bit
            if !value.isNull { try body(index, value) }
        }
    }

    private func unknown(_ name: UnsafeBufferPointer<UInt8>) -> PlacesError {
        let shown = quoted(String(decoding: name, as: UTF8.self))
        let place = path.isEmpty ? "" : " at '\(path)'"
        return PlacesError(
            .invalidRequest,
            "Invalid JSON payload received. Unknown name \(shown)\(place): Cannot find field.",
            field: path(of: String(shown.dropFirst().dropLast()))
        )
    }
}

/// Values of fields by the rules of proto3 JSON. `path` names the field in errors.
enum ProtoValue {
    static func string(_ node: JSONNode, _ path: String) throws(PlacesError) -> String {
        guard let text = node.string else { throw wrongKind(node, path, "a string") }
        return text
    }

    static func bool(_ node: JSONNode, _ path: String) throws(PlacesError) -> Bool {
        guard let flag = node.bool else { throw wrongKind(node, path, "true or false") }
        return flag
    }

    static func double(_ node: JSONNode, _ path: String) throws(PlacesError) -> Double {
        if let number = node.double { return number }
        guard let text = node.text else { throw wrongKind(node, path, "a number") }
        guard let number = number(text) else {
            // These three are proto3 JSON's own; no field of ours has a use for them.
            if ["NaN", "Infinity", "-Infinity"].contains(node.string) {
                throw .invalid(path, "must be a finite number")
            }
            throw .invalid(path, "must be a number; this string is none")
        }
        return number
    }

    static func int32(_ node: JSONNode, _ path: String) throws(PlacesError) -> Int32 {
        if let integer = node.integer {
            guard let small = Int32(exactly: integer) else { throw .invalid(path, "does not fit into 32 bits") }
            return small
        }
        let number = try double(node, path)
        guard number.isFinite, number == number.rounded(.towardZero) else {
            throw .invalid(path, "must be an integer")
        }
        guard let small = Int32(exactly: number) else { throw .invalid(path, "does not fit into 32 bits") }
        return small
    }

    static func strings(_ node: JSONNode, _ path: String) throws(PlacesError) -> [String] {
        guard node.kind == .array else { throw wrongKind(node, path, "an array") }
        var strings: [String] = []
        for index in 0..<node.count {
            guard let element = node[index] else { continue }
            strings.append(try string(element, "\(path)[\(index)]"))
        }
        return strings
    }

    private static func wrongKind(_ node: JSONNode, _ path: String, _ wanted: StaticString) -> PlacesError {
        .invalid(path, "must be \(wanted), not \(node.kind.phrase)")
    }

    /// A number in a string: what JSON itself would take, no spaces, no hexadecimal.
    static func number(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        var rest = text[...]
        func digits() -> Int {
            let count = rest.prefix { (0x30...0x39).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let hasLeadingZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !hasLeadingZero || whole == 1 else { return nil }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return nil }
        }
        if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard digits() > 0 else { return nil }
        }
        guard rest.isEmpty else { return nil }
        return Double(String(decoding: text, as: UTF8.self))
    }
}
