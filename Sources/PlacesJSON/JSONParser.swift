internal import Glibc

/// Reads JSON (RFC 8259) from well-formed UTF-8 onto a tape, without recursion.
struct JSONParser: ~Copyable {
    enum Fault: Error {
        case endsTooEarly
        case somethingAfterItsEnd
        case badUTF8
        case nul
        case doubledName
        case tooLargeNumber
        case tooDeep
        case syntax
    }

    /// An array or an object that is not closed yet. (Private, it crashes Swift 6.3's compiler.)
    struct Frame: BitwiseCopyable {
        let entry: Int
        /// Where its children begin among the pending ones.
        let firstPending: Int
        let isObject: Bool
    }

    private let text: UnsafePointer<UInt8>
    private let end: Int
    private let maximumDepth: Int
    private let rejectsDuplicates: Bool
    /// The next byte; after a fault, where it is.
    private(set) var position = 0
    var tape: JSONTape
    private var frames: GrowingBlock<Frame>
    /// Entries of children whose container is not closed yet.
    private var pending: GrowingBlock<UInt32>

    /// `text` must not be empty and outlives the tape.
    init(_ text: UnsafePointer<UInt8>, count: Int, maximumDepth: Int, rejectsDuplicates: Bool) {
        self.text = text
        end = count
        self.maximumDepth = maximumDepth
        self.rejectsDuplicates = rejectsDuplicates
        tape = JSONTape(textLength: count)
        frames = GrowingBlock(capacity: 16)
        pending = GrowingBlock(capacity: 64)
    }

    /// The view of what was read, valid as long as the parser.
    var view: JSONTape.View {
        JSONTape.View(
            entries: tape.entries.base,
            links: tape.links.base,
            unescaped: tape.unescaped.base,
            text: text
        )
    }

    // MARK: Structure

    mutating func parse() throws(Fault) {
        while true {
            if try openValue() { continue }
            if try closeValues() { break }
        }
        skipSpace()
        if position < end { throw fault(.somethingAfterItsEnd) }
    }

    /// Reads one value. True when it is a container whose first child comes next.
    private mutating func openValue() throws(Fault) -> Bool {
        skipSpace()
        guard position < end else { throw .endsTooEarly }
        switch text[position] {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "{"): return try open(isObject: true)
        case UInt8(ascii: "["): return try open(isObject: false)
        case UInt8(ascii: "t"): try literal("true", JSONTape.Entry(payload: 1, kind: .bool))
        case UInt8(ascii: "f"): try literal("false", JSONTape.Entry(kind: .bool))
        case UInt8(ascii: "n"): try literal("null", JSONTape.Entry())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        default: throw fault(.syntax)
        }
        return false
    }

    private mutating func open(isObject: Bool) throws(Fault) -> Bool {
        guard frames.count < maximumDepth else { throw .tooDeep }
        add(JSONTape.Entry(kind: isObject ? .object : .array))
        position &+= 1
        frames.append(Frame(entry: tape.entries.count &- 1, firstPending: pending.count, isObject: isObject))
        skipSpace()
        guard position < end else { throw .endsTooEarly }
        if text[position] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
            position &+= 1
            try close()
            return false
        }
        if isObject { try name() }
        return true
    }

    /// After a value: goes on to the next one, or closes what ends here. True when nothing is open any more.
    private mutating func closeValues() throws(Fault) -> Bool {
        while frames.count > 0 {
            let frame = frames.base[frames.count &- 1]
            skipSpace()
            guard position < end else { throw .endsTooEarly }
            let byte = text[position]
            if byte == UInt8(ascii: ",") {
                position &+= 1
                if frame.isObject {
                    skipSpace()
                    try name()
                }
                return false
            }
            guard byte == (frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw fault(.syntax) }
            position &+= 1
            try close()
        }
        return true
    }

    /// A member's name and the colon after it.
    private mutating func name() throws(Fault) {
        guard position < end else { throw .endsTooEarly }
        guard text[position] == UInt8(ascii: "\"") else { throw fault(.syntax) }
        try string()
        let entry = tape.entries.base[tape.entries.count &- 1]
        // An unescaped name cannot hold one.
        if entry.isUnescaped, memchr(tape.unescaped.base + Int(entry.payload), 0, Int(entry.count)) != nil {
            throw .nul
        }
        skipSpace()
        guard position < end else { throw .endsTooEarly }
        guard text[position] == UInt8(ascii: ":") else { throw fault(.syntax) }
        position &+= 1
    }

    private mutating func add(_ entry: JSONTape.Entry) {
        // The root is nobody's child.
        if frames.count > 0 { pending.append(UInt32(truncatingIfNeeded: tape.entries.count)) }
        tape.entries.append(entry)
    }

    private mutating func close() throws(Fault) {
        let frame = frames.base[frames.count &- 1]
        frames.shorten(to: frames.count &- 1)
        if frame.isObject { try dropDoubles(from: frame.firstPending) }
        let children = pending.count &- frame.firstPending
        tape.entries.base[frame.entry].payload = UInt64(tape.links.count)
        tape.entries.base[frame.entry].count = UInt32(truncatingIfNeeded: frame.isObject ? children / 2 : children)
        tape.links.append(UnsafePointer(pending.base) + frame.firstPending, count: children)
        pending.shorten(to: frame.firstPending)
    }

    // MARK: Doubled names

    private func bytes(of index: UInt32) -> UnsafeBufferPointer<UInt8> {
        let entry = tape.entries.base[Int(index)]
        let base = entry.isUnescaped ? UnsafePointer(tape.unescaped.base) : text
        return UnsafeBufferPointer(start: base + Int(entry.payload), count: Int(entry.count))
    }

    private func isSameName(_ a: UInt32, _ b: UInt32) -> Bool {
        let first = bytes(of: a)
        let second = bytes(of: b)
        guard first.count == second.count, let one = first.baseAddress, let other = second.baseAddress else {
            return false
        }
        return memcmp(one, other, first.count) == 0
    }

    /// Of members with one name the first keeps its place and the last its value.
    private mutating func dropDoubles(from start: Int) throws(Fault) {
        let count = (pending.count &- start) / 2
        if count < 2 { return }
        if count > 24 {
            try dropDoublesOfMany(from: start, count: count)
            return
        }
        var kept = 1
        for member in 1..<count {
            let name = pending.base[start &+ 2 &* member]
            let value = pending.base[start &+ 2 &* member &+ 1]
            var place = 0
            while place < kept, !isSameName(pending.base[start &+ 2 &* place], name) { place &+= 1 }
            try keep(name, value, at: place, &kept, start)
        }
        pending.shorten(to: start &+ 2 &* kept)
    }

    private mutating func dropDoublesOfMany(from start: Int, count: Int) throws(Fault) {
        var places: [String: Int] = [:]
        places.reserveCapacity(count)
        var kept = 0
        for member in 0..<count {
            let name = pending.base[start &+ 2 &* member]
            let value = pending.base[start &+ 2 &* member &+ 1]
            // Swift's equality of texts is canonical equivalence: the code points are compared instead.
            let key = JSONParser.key(bytes(of: name))
            let place = places[key] ?? kept
            if place == kept { places[key] = kept }
            try keep(name, value, at: place, &kept, start)
        }
        pending.shorten(to: start &+ 2 &* kept)
    }

    /// A text that is equal to another's only where the bytes are.
    private static func key(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        // Bytes as code points up to U+00FF, which compose with nothing.
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
        return "\u{1}" + String(scalars)
    }

    private mutating func keep(
        _ name: UInt32,
        _ value: UInt32,
        at place: Int,
        _ kept: inout Int,
        _ start: Int
    ) throws(Fault) {
        if place < kept {
            if rejectsDuplicates { throw .doubledName }
        } else {
            pending.base[start &+ 2 &* place] = name
            kept &+= 1
        }
        pending.base[start &+ 2 &* place &+ 1] = value
    }

    // MARK: Words and white space

    private mutating func skipSpace() {
        while position < end {
            let byte = text[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position &+= 1
        }
    }

    private mutating func literal(_ word: StaticString, _ entry: JSONTape.Entry) throws(Fault) {
        let length = word.utf8CodeUnitCount
        guard end &- position >= length, memcmp(text + position, word.utf8Start, length) == 0 else {
            throw fault(.syntax)
        }
        position &+= length
        add(entry)
    }

    /// Where the bytes are not even UTF-8, that is what is wrong.
    private func fault(_ fault: Fault) -> Fault {
        guard position < end, text[position] >= 0x80 else { return fault }
        let rest = UnsafeBufferPointer(start: text, count: end)
        return UTF8Text.sequenceLength(rest, at: position) == 0 ? .badUTF8 : fault
    }

    // MARK: Strings

    private mutating func string() throws(Fault) {
        position &+= 1
        let start = position
        let whole = UnsafeBufferPointer(start: text, count: end)
        while position < end {
            let byte = text[position]
            if byte == UInt8(ascii: "\"") {
                add(
                    JSONTape.Entry(
                        payload: UInt64(start),
                        count: UInt32(truncatingIfNeeded: position &- start),
                        kind: .string
                    )
                )
                position &+= 1
                return
            }
            if byte == UInt8(ascii: "\\") {
                try unescape(from: start, whole)
                return
            }
            try pass(byte, whole)
        }
        throw .endsTooEarly
    }

    /// One character that stands for itself.
    private mutating func pass(_ byte: UInt8, _ whole: UnsafeBufferPointer<UInt8>) throws(Fault) {
        if byte < 0x80 {
            guard byte >= 0x20 else { throw .syntax }
            position &+= 1
        } else {
            let length = UTF8Text.sequenceLength(whole, at: position)
            guard length > 0 else { throw .badUTF8 }
            position &+= length
        }
    }

    /// Goes on at the first escape of a string.
    private mutating func unescape(from start: Int, _ whole: UnsafeBufferPointer<UInt8>) throws(Fault) {
        let offset = tape.unescaped.count
        var run = start
        while position < end {
            let byte = text[position]
            if byte == UInt8(ascii: "\"") {
                tape.unescaped.append(text + run, count: position &- run)
                let length = tape.unescaped.count &- offset
                add(
                    JSONTape.Entry(
                        payload: UInt64(offset),
                        count: UInt32(truncatingIfNeeded: length),
                        kind: .string,
                        isUnescaped: true
                    )
                )
                position &+= 1
                return
            }
            if byte == UInt8(ascii: "\\") {
                tape.unescaped.append(text + run, count: position &- run)
                try escape()
                run = position
            } else {
                try pass(byte, whole)
            }
        }
        throw .endsTooEarly
    }

    private mutating func escape() throws(Fault) {
        guard end &- position >= 2 else { throw .endsTooEarly }
        let letter = text[position &+ 1]
        position &+= 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): tape.unescaped.append(letter)
        case UInt8(ascii: "b"): tape.unescaped.append(0x08)
        case UInt8(ascii: "f"): tape.unescaped.append(0x0C)
        case UInt8(ascii: "n"): tape.unescaped.append(0x0A)
        case UInt8(ascii: "r"): tape.unescaped.append(0x0D)
        case UInt8(ascii: "t"): tape.unescaped.append(0x09)
        case UInt8(ascii: "u"): try appendScalar()
        default: throw .syntax
        }
    }

    /// `XXXX` after `\u`, and the other half of a surrogate pair.
    private mutating func appendScalar() throws(Fault) {
        var value = try hexadecimal()
        if (0xD800...0xDBFF).contains(value) {
            guard end &- position >= 2 else { throw .endsTooEarly }
            guard text[position] == UInt8(ascii: "\\"), text[position &+ 1] == UInt8(ascii: "u") else { throw .syntax }
            position &+= 2
            let low = try hexadecimal()
            guard (0xDC00...0xDFFF).contains(low) else { throw .syntax }
            value = 0x10000 &+ (value &- 0xD800) &<< 10 &+ (low &- 0xDC00)
        } else if (0xDC00...0xDFFF).contains(value) {
            throw .syntax
        }
        guard let scalar = Unicode.Scalar(value) else { throw .syntax }
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { tape.unescaped.append(byte) }
    }

    private mutating func hexadecimal() throws(Fault) -> UInt32 {
        guard end &- position >= 4 else { throw .endsTooEarly }
        var value: UInt32 = 0
        for _ in 0..<4 {
            let byte = text[position]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte &- UInt8(ascii: "a") &+ 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte &- UInt8(ascii: "A") &+ 10
            default: throw .syntax
            }
            value = value &<< 4 | UInt32(digit)
            position &+= 1
        }
        return value
    }

    // MARK: Numbers

    private mutating func number() throws(Fault) {
        let start = position
        if text[position] == UInt8(ascii: "-") { position &+= 1 }
        let firstDigit = position
        var scanner = DecimalScanner()
        guard scanner.digits(text, &position, end) > 0 else { throw fault(.syntax) }
        if text[firstDigit] == UInt8(ascii: "0"), position &- firstDigit > 1 { throw .syntax }
        var isInteger = true
        if position < end, text[position] == UInt8(ascii: ".") {
            isInteger = false
            position &+= 1
            let count = scanner.digits(text, &position, end)
            guard count > 0 else { throw fault(.syntax) }
            scanner.exponent = -count
        }
        if position < end, text[position] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position &+= 1
            try exponent(&scanner)
        }
        let isNegative = text[start] == UInt8(ascii: "-")
        if isInteger, let integer = scanner.integer(isNegative: isNegative) {
            add(JSONTape.Entry(payload: UInt64(bitPattern: integer), kind: .integer))
            return
        }
        let value = scanner.double(isNegative: isNegative) ?? slowDouble(start)
        guard value.isFinite else { throw .tooLargeNumber }
        add(JSONTape.Entry(payload: value.bitPattern, kind: .number))
    }

    private mutating func exponent(_ scanner: inout DecimalScanner) throws(Fault) {
        var isNegative = false
        if position < end, text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+") {
            isNegative = text[position] == UInt8(ascii: "-")
            position &+= 1
        }
        let first = position
        var value = 0
        while position < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[position]) {
            // Beyond this the number is 0 or too large whatever follows.
            if value < 100_000 { value = value &* 10 &+ Int(text[position] &- UInt8(ascii: "0")) }
            position &+= 1
        }
        guard position > first else { throw fault(.syntax) }
        scanner.exponent &+= isNegative ? -value : value
    }

    /// Correctly rounded and without regard to the locale; nil never, since the grammar was checked.
    private func slowDouble(_ start: Int) -> Double {
        let bytes = UnsafeBufferPointer(start: text + start, count: position &- start)
        return Double(String(decoding: bytes, as: UTF8.self)) ?? .nan
    }
}

/// Digits as they are read, for numbers that need no more than a multiplication.
private struct DecimalScanner {
    private var mantissa: UInt64 = 0
    /// More digits than the mantissa holds.
    private var isInexact = false
    var exponent = 0

    mutating func digits(_ text: UnsafePointer<UInt8>, _ position: inout Int, _ end: Int) -> Int {
        let start = position
        while position < end, text[position] >= UInt8(ascii: "0"), text[position] <= UInt8(ascii: "9") {
            let digit = UInt64(text[position] &- UInt8(ascii: "0"))
            let (product, isTooLarge) = mantissa.multipliedReportingOverflow(by: 10)
            let (sum, isBeyond) = product.addingReportingOverflow(digit)
            if isTooLarge || isBeyond { isInexact = true } else { mantissa = sum }
            position &+= 1
        }
        return position &- start
    }

    func integer(isNegative: Bool) -> Int64? {
        if isInexact { return nil }
        if isNegative { return mantissa <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- mantissa) : nil }
        return Int64(exactly: mantissa)
    }

    /// Exact where both the digits and the power of ten are (at most 2^53 and 10^22); nil elsewhere.
    func double(isNegative: Bool) -> Double? {
        guard !isInexact, mantissa <= 1 << 53, (-22...22).contains(exponent) else { return nil }
        let power = DecimalScanner.powers[abs(exponent)]
        let value = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
        return isNegative ? -value : value
    }

    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20,
        1e21, 1e22,
    ]
}
