import CPlaces
import Glibc
import PlacesJSON
import PlacesModel

/// Texts that come in.
enum InText {
    /// A NUL-terminated argument that must be there.
    static func required(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(PlacesError) -> String {
        guard let pointer else { throw .invalid(name, "is NULL") }
        guard let text = String(validatingCString: pointer) else { throw .invalid(name, "is not well-formed UTF-8") }
        return text
    }

    /// A NUL-terminated argument that may be NULL.
    static func optional(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(PlacesError) -> String? {
        if pointer == nil { return nil }
        return try required(pointer, name)
    }

    /// A country; NULL and "" stand for none.
    static func region(_ pointer: UnsafePointer<CChar>?) throws(PlacesError) -> RegionCode? {
        guard let text = try optional(pointer, "region"), !text.isEmpty else { return nil }
        return try RegionCode(text, field: "region")
    }

    /// A language; NULL and "" stand for none.
    static func language(_ pointer: UnsafePointer<CChar>?) throws(PlacesError) -> LanguageTag? {
        guard let text = try optional(pointer, "language"), !text.isEmpty else { return nil }
        return try LanguageTag(text, field: "language")
    }

    /// A list of NUL-terminated texts.
    static func list(
        _ pointer: UnsafePointer<UnsafePointer<CChar>?>?,
        _ count: Int,
        _ name: String
    ) throws(PlacesError) -> [String] {
        if count == 0 { return [] }
        guard let pointer else { throw .invalid(name, "is NULL, but its count is \(count)") }
        guard count > 0, count <= 10_000 else {
            throw .invalid("count", "\(UInt(bitPattern: count)) is not a sane number of \(name)")
        }
        var result: [String] = []
        for index in 0..<count { result.append(try required(pointer[index], "\(name)[\(index)]")) }
        return result
    }

    /// Bytes with a length, or up to the NUL.
    static func bytes(
        _ pointer: UnsafePointer<CChar>?,
        _ length: Int,
        _ name: String
    ) throws(PlacesError) -> UnsafeBufferPointer<UInt8> {
        guard let pointer else { throw .invalid(name, "is NULL") }
        // PLACES_NUL_TERMINATED, (size_t)-1.
        let count = length == -1 ? strlen(pointer) : length
        guard count >= 0 else { throw .invalid("length", "\(UInt(bitPattern: length)) is more than memory can hold") }
        return UnsafeBufferPointer(start: UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self), count: count)
    }
}

/// Texts that go out.
enum OutText {
    /// A literal, which is NUL-terminated and lives for ever.
    static func literal(_ text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// JSON for `places_string_release`, written where it is given away.
    static func json(_ write: (inout JSONWriter) -> Void) -> UnsafeMutablePointer<CChar>? {
        var writer = JSONWriter()
        write(&writer)
        return writer.takeCString().baseAddress
    }

    /// A copy for `places_string_release`.
    static func give(_ bytes: some Collection<UInt8>) -> UnsafeMutablePointer<CChar>? {
        guard let memory = malloc(bytes.count + 1) else { return nil }
        let buffer = UnsafeMutableRawBufferPointer(start: memory, count: bytes.count + 1)
        buffer.copyBytes(from: bytes)
        buffer[bytes.count] = 0
        return memory.assumingMemoryBound(to: CChar.self)
    }
}

/// A NUL-terminated copy of a text that lives as long as this object does.
final class CText: @unchecked Sendable {
    // @unchecked: never written after it is made.
    let pointer: UnsafePointer<CChar>
    let length: Int
    private let memory: UnsafeMutableBufferPointer<CChar>

    init(_ text: String) {
        let bytes = text.utf8
        memory = .allocate(capacity: bytes.count + 1)
        _ = memory.initialize(fromContentsOf: bytes.map { CChar(bitPattern: $0) } + [0])
        pointer = UnsafePointer(memory.baseAddress ?? UnsafeMutablePointer(mutating: OutText.literal("")))
        length = bytes.count
    }

    deinit { memory.deallocate() }
}
