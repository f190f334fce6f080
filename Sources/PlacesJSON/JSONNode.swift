internal import CJansson
internal import Glibc
package import PlacesModel

/// A value in a text that is being read. Valid only inside the body of `JSON.read`.
package struct JSONNode {
    package enum Kind: Sendable {
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

    private let node: UnsafeMutablePointer<json_t>

    init(_ node: UnsafeMutablePointer<json_t>) { self.node = node }

    package var kind: Kind {
        switch node.pointee.type {
        case JSON_OBJECT: .object
        case JSON_ARRAY: .array
        case JSON_STRING: .string
        case JSON_INTEGER: .integer
        case JSON_REAL: .number
        case JSON_TRUE, JSON_FALSE: .bool
        default: .null
        }
    }

    package var isNull: Bool { kind == .null }

    package var bool: Bool? {
        switch node.pointee.type {
        case JSON_TRUE: true
        case JSON_FALSE: false
        default: nil
        }
    }

    /// An integer as it is written, without fraction and exponent.
    package var integer: Int64? {
        node.pointee.type == JSON_INTEGER ? Int64(json_integer_value(node)) : nil
    }

    /// Any number.
    package var double: Double? {
        switch node.pointee.type {
        case JSON_REAL: json_real_value(node)
        case JSON_INTEGER: Double(json_integer_value(node))
        default: nil
        }
    }

    /// Well-formed UTF-8 that may hold NUL.
    package var text: UnsafeBufferPointer<UInt8>? {
        guard node.pointee.type == JSON_STRING, let characters = json_string_value(node) else { return nil }
        return UnsafeBufferPointer(
            start: UnsafeRawPointer(characters).assumingMemoryBound(to: UInt8.self),
            count: json_string_length(node)
        )
    }

    package var string: String? { text.map { String(decoding: $0, as: UTF8.self) } }

    /// Number of elements or members; 0 for anything else.
    package var count: Int { kind == .array ? json_array_size(node) : json_object_size(node) }

    /// An element of an array; nil for anything else.
    package subscript(index: Int) -> JSONNode? {
        guard index >= 0, let element = json_array_get(node, index) else { return nil }
        return JSONNode(element)
    }

    /// A member of an object; nil where there is none and for anything else.
    package subscript(name: StaticString) -> JSONNode? {
        let characters = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        guard let member = json_object_get(node, characters) else { return nil }
        return JSONNode(member)
    }

    /// The members of an object, in order; names are well-formed UTF-8 without NUL.
    package func forEachMember(
        _ body: (UnsafeBufferPointer<UInt8>, JSONNode) throws(PlacesError) -> Void
    ) throws(PlacesError) {
        var iterator = json_object_iter(node)
        while let current = iterator {
            if let name = json_object_iter_key(current), let member = json_object_iter_value(current) {
                let bytes = UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self)
                try body(UnsafeBufferPointer(start: bytes, count: strlen(name)), JSONNode(member))
            }
            iterator = json_object_iter_next(node, current)
        }
    }

    /// The node and all below it as Swift values. The depth was limited when the text was read.
    package var value: JSONValue {
        switch kind {
        case .null: return .null
        case .bool: return .bool(node.pointee.type == JSON_TRUE)
        case .integer: return .integer(Int64(json_integer_value(node)))
        case .number: return .number(json_real_value(node))
        case .string: return .string(string ?? "")
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
            var iterator = json_object_iter(node)
            while let current = iterator {
                if let name = json_object_iter_key(current), let member = json_object_iter_value(current) {
                    members.append(JSONValue.Member(String(cString: name), JSONNode(member).value))
                }
                iterator = json_object_iter_next(node, current)
            }
            return .object(members)
        }
    }
}
