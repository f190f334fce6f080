internal import Glibc
package import PlacesModel

/// Writes JSON into one growing block of memory, without a tree.
///
/// What comes out is always one line of valid UTF-8: control characters are escaped, ill-formed bytes become U+FFFD. The
/// order of calls is the caller's duty (`key` before each value of an object); commas are written here. Numbers do not
/// depend on the locale; doubles are the shortest that read back the same.
package struct JSONWriter: ~Copyable {
    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    package private(set) var count = 0
    private var needsComma = false

    package init(capacity: Int = 1024) {
        self.capacity = max(64, capacity)
        storage = JSONWriter.allocate(nil, self.capacity)
    }

    deinit { free(storage) }

    // MARK: Structure

    package mutating func beginObject() { open(UInt8(ascii: "{")) }
    package mutating func endObject() { close(UInt8(ascii: "}")) }
    package mutating func beginArray() { open(UInt8(ascii: "[")) }
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// A member's name that needs no escape.
    package mutating func key(_ name: StaticString) {
        let length = name.utf8CodeUnitCount
        reserve(length &+ 4)
        var target = storage.advanced(by: count)
        if needsComma {
            target.pointee = UInt8(ascii: ",")
            target = target.advanced(by: 1)
        }
        target.pointee = UInt8(ascii: "\"")
        target = target.advanced(by: 1)
        target.update(from: name.utf8Start, count: length)
        target = target.advanced(by: length)
        target[0] = UInt8(ascii: "\"")
        target[1] = UInt8(ascii: ":")
        count = target.advanced(by: 2) - storage
        needsComma = false
    }

    package mutating func key(_ name: String) {
        string(name)
        append(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: Values

    package mutating func null() { literal("null") }

    package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    package mutating func integer(_ value: Int64) {
        separate()
        var magnitude = value.magnitude
        var length = value < 0 ? 2 : 1
        var rest = magnitude / 10
        while rest > 0 {
            length &+= 1
            rest /= 10
        }
        reserve(length)
        var position = count &+ length
        count = position
        repeat {
            position &-= 1
            storage[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude % 10)
            magnitude /= 10
        } while magnitude > 0
        if value < 0 { storage[position &- 1] = UInt8(ascii: "-") }
        needsComma = true
    }

    /// A double; what is not finite becomes the string that proto3 JSON has for it.
    package mutating func number(_ value: Double) {
        guard value.isFinite else {
            string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
            return
        }
        separate()
        var text = value.description
        text.withUTF8 { append($0) }
        needsComma = true
    }

    package mutating func string(_ value: String) {
        var copy = value
        copy.withUTF8 { string($0) }
    }

    package mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) {
        beginString()
        appendText(bytes)
        endString()
    }

    /// A string that is written in parts, by `appendText`.
    package mutating func beginString() {
        separate()
        append(UInt8(ascii: "\""))
    }

    package mutating func endString() {
        append(UInt8(ascii: "\""))
        needsComma = true
    }

    package mutating func appendText(_ text: StaticString) {
        appendText(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    package mutating func appendText(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        let length = bytes.count
        var index = 0
        while index < length {
            // Room for all the rest as it is; escapes make room for themselves.
            reserve(length &- index)
            let target = storage.advanced(by: count)
            let runStart = index
            while index < length {
                let byte = source[index]
                if JSONWriter.isPlain(byte) {
                    target[index &- runStart] = byte
                    index &+= 1
                    continue
                }
                if byte < 0x80 { break }
                let sequence = UTF8Text.sequenceLength(bytes, at: index)
                if sequence == 0 { break }
                target.advanced(by: index &- runStart).update(from: source.advanced(by: index), count: sequence)
                index &+= sequence
            }
            count &+= index &- runStart
            if index == length { break }
            if source[index] < 0x80 {
                escape(source[index])
            } else {
                append(0xEF)
                append(0xBF)
                append(0xBD)
            }
            index &+= 1
        }
    }

    /// ASCII that stands for itself.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte &- 0x20 < 0x60 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .integer(let integer): self.integer(integer)
        case .number(let number): self.number(number)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                key(member.name)
                self.value(member.value)
            }
            endObject()
        }
    }

    // MARK: The result

    package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: storage, count: count) }

    package consuming func finish() -> [UInt8] { Array(UnsafeBufferPointer(start: storage, count: count)) }

    /// Gives the block away: NUL-terminated, from malloc, for the caller to free.
    package consuming func takeCString() -> UnsafeMutableBufferPointer<CChar> {
        append(0)
        let given = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: CChar.self)
        let length = count &- 1
        discard self
        return UnsafeMutableBufferPointer(start: given, count: length)
    }

    /// Starts anew in the same block.
    package mutating func reset() {
        count = 0
        needsComma = false
    }

    // MARK: Bytes

    private mutating func open(_ bracket: UInt8) {
        separate()
        append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { append(UInt8(ascii: ",")) }
    }

    private mutating func literal(_ text: StaticString) {
        separate()
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        needsComma = true
    }

    private mutating func escape(_ byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            append(UInt8(ascii: "u"))
            append(UInt8(ascii: "0"))
            append(UInt8(ascii: "0"))
            append(UInt8(ascii: "0") &+ (byte >> 4))
            let digit = byte & 0xF
            append(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10)
        }
    }

    private mutating func append(_ byte: UInt8) {
        if count == capacity { reserve(1) }
        storage[count] = byte
        count &+= 1
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        reserve(bytes.count)
        storage.advanced(by: count).update(from: source, count: bytes.count)
        count &+= bytes.count
    }

    private mutating func reserve(_ more: Int) {
        guard capacity &- count < more else { return }
        capacity = max(count &+ more, capacity &* 2)
        storage = JSONWriter.allocate(storage, capacity)
    }

    /// Without memory the Swift runtime ends the process; so does this.
    private static func allocate(_ old: UnsafeMutablePointer<UInt8>?, _ capacity: Int) -> UnsafeMutablePointer<UInt8> {
        guard let block = realloc(old, capacity) else { abort() }
        return block.assumingMemoryBound(to: UInt8.self)
    }
}

extension JSON {
    /// A tree as text.
    package static func write(_ value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(value)
        return writer.finish()
    }
}
