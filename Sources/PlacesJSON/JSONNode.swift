package import PlacesModel

/// A value in a text that is being read. Valid only inside the body of `JSON.read`.
package struct JSONNode {
    package enum Kind: UInt8, Sendable, BitwiseCopyable {
        case null
        case bool
        case integer
        case number
        case string
        case array
        case object

        /// With its article, for messages.
        package var phrase: StaticString {
            switch self {
            case .null: "null"
            case .bool: "a boolean"
            case .integer, .number: "a number"
            case .string: "a string"
            case .array: "an array"
            case .object: "an object"
            }
        }
    }

    private let tape: UnsafePointer<JSONTape.View>
    private let index: Int

    init(_ tape: UnsafePointer<JSONTape.View>, _ index: Int) {
        self.tape = tape
        self.index = index
    }

    private var entry: JSONTape.Entry { tape.pointee.entries[index] }

    package var kind: Kind { entry.kind }

    package var isNull: Bool { kind == .null }

    package var bool: Bool? {
        let entry = entry
        return entry.kind == .bool ? entry.payload == 1 : nil
    }

    /// An integer as it is written, without fraction and exponent.
    package var integer: Int64? {
        let entry = entry
        return entry.kind == .integer ? Int64(bitPattern: entry.payload) : nil
    }

    /// Any number.
    package var double: Double? {
        let entry = entry
        switch entry.kind {
        case .number: return Double(bitPattern: entry.payload)
        case .integer: return Double(Int64(bitPattern: entry.payload))
        default: return nil
        }
    }

    /// Well-formed UTF-8 that may hold NUL.
    package var text: UnsafeBufferPointer<UInt8>? {
        kind == .string ? bytes(of: index) : nil
    }

    private func bytes(of index: Int) -> UnsafeBufferPointer<UInt8> {
        let entry = tape.pointee.entries[index]
        let base = entry.isUnescaped ? UnsafePointer(tape.pointee.unescaped) : tape.pointee.text
        return UnsafeBufferPointer(start: base + Int(entry.payload), count: Int(entry.count))
    }

    package var string: String? { text.map { String(decoding: $0, as: UTF8.self) } }

    /// Number of elements or members; 0 for anything else.
    package var count: Int {
        let entry = entry
        return entry.kind == .array || entry.kind == .object ? Int(entry.count) : 0
    }

    /// An element of an array; nil for anything else.
    package subscript(index: Int) -> JSONNode? {
        let entry = entry
        guard entry.kind == .array, index >= 0, index < Int(entry.count) else { return nil }
        return JSONNode(tape, Int(tape.pointee.links[Int(entry.payload) &+ index]))
    }

    /// A member of an object; nil where there is none and for anything else.
    package subscript(name: StaticString) -> JSONNode? {
        let entry = entry
        guard entry.kind == .object else { return nil }
        let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        var link = tape.pointee.links + Int(entry.payload)
        for _ in 0..<Int(entry.count) {
            let name = bytes(of: Int(link[0]))
            if name.count == wanted.count, name.elementsEqual(wanted) { return JSONNode(tape, Int(link[1])) }
            link += 2
        }
        return nil
    }

    /// The members of an object, in order; names are well-formed UTF-8 without NUL.
    package func forEachMember(
        _ body: (UnsafeBufferPointer<UInt8>, JSONNode) throws(PlacesError) -> Void
    ) throws(PlacesError) {
        let entry = entry
        guard entry.kind == .object else { return }
        var link = tape.pointee.links + Int(entry.payload)
        for _ in 0..<Int(entry.count) {
            try body(bytes(of: Int(link[0])), JSONNode(tape, Int(link[1])))
            link += 2
        }
    }

    /// The node and all below it as Swift values. The depth was limited when the text was read.
    package var value: JSONValue {
        let entry = entry
        switch entry.kind {
        case .null: return .null
        case .bool: return .bool(entry.payload == 1)
        case .integer: return .integer(Int64(bitPattern: entry.payload))
        case .number: return .number(Double(bitPattern: entry.payload))
        case .string: return .string(String(decoding: bytes(of: index), as: UTF8.self))
        case .array:
            var elements: [JSONValue] = []
            elements.reserveCapacity(count)
            for index in 0..<count {
                if let element = self[index] { elements.append(element.value) }
            }
            return .array(elements)
        case .object:
            var members: [JSONValue.Member] = []
            members.reserveCapacity(count)
            var link = tape.pointee.links + Int(entry.payload)
            for _ in 0..<Int(entry.count) {
                let name = String(decoding: bytes(of: Int(link[0])), as: UTF8.self)
                members.append(JSONValue.Member(name, JSONNode(tape, Int(link[1])).value))
                link += 2
            }
            return .object(members)
        }
    }
}
