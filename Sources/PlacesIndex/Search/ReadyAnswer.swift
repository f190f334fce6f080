/// Rows that an index keeps for a text: places, best first.
struct ReadyAnswer {
    private var places = SIMD8<UInt32>(repeating: 0)
    private(set) var count = 0
    /// Other languages may have other rows.
    let mindsLanguage: Bool

    @inline(__always)
    subscript(_ position: Int) -> UInt32 { places[position] }

    /// Bytes of a place's number, of which the highest bit is for other things.
    @inline(__always)
    static func width(_ placeCount: Int) -> Int { placeCount < 1 << 23 ? 3 : 4 }

    @inline(__always)
    init?(_ bytes: Column<UInt8>, _ number: Int, width: Int) {
        let list = bytes.slice(number &* Layout.answerRows &* width, Layout.answerRows &* width)
        guard list.count == Layout.answerRows &* width else { return nil }
        let flag: UInt32 = 1 << UInt32(8 &* width &- 1)
        let none = flag | (flag &- 1)
        mindsLanguage = list[width &- 1] & 0x80 != 0
        var at = 0
        while count < Layout.answerRows {
            var place = UInt32(list[at]) | UInt32(list[at &+ 1]) << 8 | UInt32(list[at &+ 2]) << 16
            if width == 4 { place |= UInt32(list[at &+ 3]) << 24 }
            guard place != none else { break }
            places[count] = place & ~flag
            count &+= 1
            at &+= width
        }
    }

    /// What `init` reads.
    static func write(_ places: some Collection<UInt32>, mindsLanguage: Bool, width: Int, into bytes: inout [UInt8]) {
        let flag: UInt32 = 1 << UInt32(8 * width - 1)
        var row = 0
        for place in places.prefix(Layout.answerRows) {
            put(place | (row == 0 && mindsLanguage ? flag : 0))
            row += 1
        }
        while row < Layout.answerRows {
            put(.max)
            row += 1
        }
        func put(_ number: UInt32) {
            for at in 0..<width { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(8 * at))) }
        }
    }
}
