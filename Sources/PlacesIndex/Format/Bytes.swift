import PlacesModel

/// Bytes that are put together: fixed numbers, variable-length numbers, texts.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func put(_ byte: UInt8) { bytes.append(byte) }

    /// Room for so many bytes more, where there will be very many.
    mutating func growLarge(by size: Int) { bytes.growLarge(by: size) }

    mutating func put<Number: FixedWidthInteger>(fixed number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Seven bits a byte, low ones first.
    mutating func put(variable number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func put(_ text: String) {
        var copy = text
        copy.withUTF8 { put(blob: UnsafeRawBufferPointer($0)) }
    }

    mutating func put(blob: UnsafeRawBufferPointer) {
        put(variable: UInt64(blob.count))
        bytes.append(contentsOf: blob)
    }

    mutating func put(raw: UnsafeRawBufferPointer) { bytes.append(contentsOf: raw) }
}

/// Reads what `ByteWriter` wrote, from a file that may be damaged: past the end everything is zero and empty.
struct ByteReader {
    private let base: UnsafePointer<UInt8>?
    private(set) var at: Int
    private let end: Int
    /// Something was not there.
    private(set) var failed = false

    init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int = 0) {
        base = bytes.baseAddress
        end = bytes.count
        at = offset
        if offset < 0 || offset > bytes.count {
            at = end
            failed = true
        }
    }

    var isAtEnd: Bool { at >= end }

    /// What was not read yet.
    var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base.map { $0 + at }, count: max(0, end &- at)) }

    /// Passes over bytes of the rest.
    mutating func skip(_ count: Int) { at = min(end, at &+ max(0, count)) }

    @inline(__always)
    mutating func byte() -> UInt8 {
        guard let base, at < end else {
            failed = true
            return 0
        }
        let value = base[at]
        at &+= 1
        return value
    }

    @inline(__always)
    mutating func variable() -> UInt64 {
        // Most numbers are of three bytes at most.
        if at &+ 2 < end, let base {
            let low = base[at]
            if low < 0x80 {
                at &+= 1
                return UInt64(low)
            }
            let high = base[at &+ 1]
            if high < 0x80 {
                at &+= 2
                return UInt64(low & 0x7F) | UInt64(high) << 7
            }
            let highest = base[at &+ 2]
            if highest < 0x80 {
                at &+= 3
                return UInt64(low & 0x7F) | UInt64(high & 0x7F) << 7 | UInt64(highest) << 14
            }
        }
        return longVariable()
    }

    @inline(never)
    private mutating func longVariable() -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 63 {
            let next = byte()
            value |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return value }
            shift &+= 7
        }
        failed = true
        return 0
    }

    mutating func fixed<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
        let size = Number.bitWidth / 8
        guard let base, end &- at >= size else {
            failed = true
            at = end
            return 0
        }
        let value = UnsafeRawPointer(base + at).loadUnaligned(as: Number.self)
        at &+= size
        return Number(littleEndian: value)
    }

    @inline(__always)
    mutating func blob() -> UnsafeBufferPointer<UInt8> { blob(variable()) }

    @inline(__always)
    mutating func blob(_ size: UInt64) -> UnsafeBufferPointer<UInt8> {
        guard let base, size <= UInt64(truncatingIfNeeded: end &- at) else {
            failed = true
            at = end
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        let start = base + at
        at &+= Int(size)
        return UnsafeBufferPointer(start: start, count: Int(size))
    }

    mutating func text() -> String { String(decoding: blob(), as: UTF8.self) }
}

/// JSON values in bytes: what a source gave beyond the fields that are searched.
enum JSONBytes {
    /// Deeper values are cut off, so that a damaged file cannot exhaust the stack.
    private static let maximumDepth = 32

    static func write(_ members: [JSONValue.Member], into writer: inout ByteWriter) {
        write(.object(members), into: &writer, depth: 0)
    }

    static func read(_ reader: inout ByteReader) -> [JSONValue.Member] {
        if case .object(let members)? = read(&reader, depth: 0) { return members }
        return []
    }

    private static func write(_ value: JSONValue, into writer: inout ByteWriter, depth: Int) {
        if depth > maximumDepth {
            writer.put(0)
            return
        }
        switch value {
        case .null: writer.put(0)
        case .bool(let flag): writer.put(flag ? 2 : 1)
        case .integer(let number):
            writer.put(3)
            writer.put(fixed: number)
        case .number(let number):
            writer.put(4)
            writer.put(fixed: number.bitPattern)
        case .string(let text):
            writer.put(5)
            writer.put(text)
        case .array(let values):
            writer.put(6)
            writer.put(variable: UInt64(values.count))
            for value in values { write(value, into: &writer, depth: depth + 1) }
        case .object(let members):
            writer.put(7)
            writer.put(variable: UInt64(members.count))
            for member in members {
                writer.put(member.name)
                write(member.value, into: &writer, depth: depth + 1)
            }
        }
    }

    private static func read(_ reader: inout ByteReader, depth: Int) -> JSONValue? {
        guard depth <= maximumDepth + 1, !reader.failed else { return nil }
        switch reader.byte() {
        case 0: return .null
        case 1: return .bool(false)
        case 2: return .bool(true)
        case 3: return .integer(reader.fixed(Int64.self))
        case 4:
            let number = Double(bitPattern: reader.fixed(UInt64.self))
            return number.isFinite ? .number(number) : nil
        case 5: return .string(reader.text())
        case 6:
            let count = reader.variable()
            var values: [JSONValue] = []
            var index: UInt64 = 0
            while index < count, let value = read(&reader, depth: depth + 1) {
                values.append(value)
                index += 1
            }
            return .array(values)
        case 7:
            let count = reader.variable()
            var members: [JSONValue.Member] = []
            var index: UInt64 = 0
            while index < count, !reader.failed {
                let name = reader.text()
                guard let value = read(&reader, depth: depth + 1) else { break }
                members.append(JSONValue.Member(name, value))
                index += 1
            }
            return .object(members)
        default: return nil
        }
    }
}
