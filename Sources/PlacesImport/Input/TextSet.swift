/// Texts of one record, told from each other byte by byte: `String`'s own comparison is by canonical equivalence, which
/// costs several times the reading of a name, and the index folds names anyway.
struct TextSet {
    /// 64 bits of each text; two texts of one record share them about never.
    private var hashes: [UInt64] = []

    /// Whether it was not there yet.
    mutating func insert(_ text: RowText.Field) -> Bool {
        let hash = TextSet.hash(text)
        if hashes.contains(hash) { return false }
        hashes.append(hash)
        return true
    }

    mutating func insert(_ text: String) -> Bool {
        var copy = text
        return copy.withUTF8 { insert($0) }
    }

    mutating func removeAll() { hashes.removeAll(keepingCapacity: true) }

    /// `after` is the hash of what stands before.
    static func hash(_ text: RowText.Field, after: UInt64 = 0) -> UInt64 {
        var hash = mixed(after ^ 0xCBF2_9CE4_8422_2325)
        var index = 0
        if let base = UnsafeRawPointer(text.baseAddress) {
            while index &+ 8 <= text.count {
                hash = mixed(hash ^ (base + index).loadUnaligned(as: UInt64.self))
                index &+= 8
            }
        }
        var tail: UInt64 = 0
        while index < text.count {
            tail = tail << 8 | UInt64(text[index])
            index &+= 1
        }
        return mixed(hash ^ tail ^ UInt64(text.count) << 56)
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        let (high, low) = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return high ^ low
    }
}
