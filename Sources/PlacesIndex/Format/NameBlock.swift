/// The names of a place or an area, the one to show first. Nearly all have one of no language: its length and its text are
/// all that is kept of it.
struct NameBlock {
    struct Name {
        var text: UnsafeBufferPointer<UInt8>
        var language: Int = 0
        var kind: UInt8 = 0
    }

    private var reader: ByteReader
    private var left: UInt64
    private var onlyName: UInt64?

    private static let most: UInt64 = 1 << 16

    init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: UInt32) {
        reader = ByteReader(bytes, at: Int(offset))
        let head = reader.variable()
        left = head & 1 == 1 ? 1 : min(head >> 1, NameBlock.most)
        onlyName = head & 1 == 1 ? head >> 1 : nil
    }

    /// The next name; nil after the last one.
    mutating func next() -> Name? {
        guard left > 0, !reader.failed else { return nil }
        left &-= 1
        if let onlyName { return Name(text: reader.blob(onlyName)) }
        let tag = reader.variable()
        let text = reader.blob()
        return Name(
            text: text,
            language: Int(truncatingIfNeeded: tag >> 2 & 0xFFFF),
            kind: UInt8(truncatingIfNeeded: tag & 3)
        )
    }

    /// The text of the first name, where it is the only one of no language and of less than 64 bytes.
    @inline(__always)
    static func onlyText(_ bytes: Column<UInt8>, at offset: UInt32) -> UnsafeBufferPointer<UInt8>? {
        let at = Int(offset)
        guard at < bytes.count else { return nil }
        let head = bytes.base[at]
        let length = Int(head >> 1)
        guard head & 0x81 == 1, at &+ 1 &+ length <= bytes.count else { return nil }
        return UnsafeBufferPointer(start: bytes.base + at + 1, count: length)
    }

    /// Whether the first name is known to be a primary one, without reading it; not where there are 64 names or more.
    @inline(__always)
    static func beginsWithPrimary(_ bytes: Column<UInt8>, at offset: UInt32) -> Bool {
        let head = bytes[offset]
        return head & 1 == 1 || head < 0x80 && bytes[offset &+ 1] & 3 == RecordName.Kind.primary.rawValue
    }
}

extension ByteWriter {
    /// Comes before so many names.
    mutating func put(nameCount: Int) { put(variable: UInt64(nameCount) << 1) }

    mutating func put(name: String, language: UInt64, kind: UInt8) {
        put(variable: language << 2 | UInt64(kind))
        put(name)
    }

    /// A primary name of no language, which is the only one.
    mutating func put(onlyName name: UnsafeBufferPointer<UInt8>) {
        put(variable: UInt64(name.count) << 1 | 1)
        put(raw: UnsafeRawBufferPointer(name))
    }
}
