/// The words that hold three bytes, and a few more after them, inside; in order, the word with the best entry first.
struct InsideList {
    /// A word, and what is known of the bytes after those that are looked for.
    struct Item: BitwiseCopyable {
        var word: UInt64
        var ends: Bool
    }

    private var reader: ByteReader
    /// Items of a short list, groups have an end.
    private var left: Int
    private var word: UInt64 = 0
    private let shift: UInt64
    /// What must follow, in these bits of an item.
    private let wanted: UInt64
    private let mask: UInt64
    /// Where in an item it says whether the word ends.
    private let endBits: UInt64
    /// About how many bytes have to be read.
    let cost: Int

    /// Of text, the three bytes and the next two, if it has them. Nil where no word has them inside; and for three bytes
    /// of which the list is in groups (`InsideGroups`).
    init?(_ view: IndexView, _ text: UnsafePointer<UInt8>, _ size: Int) {
        guard let row = InsideList.row(view, text) else { return nil }
        let next = size > 3 ? TrigramRow.code(text[3]) : 0
        let second = size > 4 ? UInt64(TrigramRow.code(text[4])) << 1 : 0
        let secondBits: UInt64 = size > 4 ? 62 : 0
        let endOfSecond: UInt64 = size > 4 ? 1 : 62
        if row.count <= TrigramRow.shortList {
            reader = ByteReader(view.insideWords.all, at: Int(row.first))
            left = Int(row.count)
            shift = TrigramRow.shortBits
            let nextBits: UInt64 = 31 << TrigramRow.groupedBits
            mask = secondBits | (size > 3 ? nextBits : 0)
            wanted = second | UInt64(next) << TrigramRow.groupedBits
            endBits = size > 3 ? endOfSecond : nextBits
            cost = 3 &* left
            return
        }
        left = .max
        shift = TrigramRow.groupedBits
        mask = secondBits
        wanted = second
        endBits = endOfSecond
        let directory = InsideDirectory(view.insideWords, at: Int(row.first))
        guard size > 3, let group = directory.group(next) else { return nil }
        let bytes = view.insideWords.slice(group.lowerBound, group.count)
        reader = ByteReader(bytes)
        cost = bytes.count
    }

    /// The list of three bytes; nil where no word has them inside.
    static func row(_ view: IndexView, _ text: UnsafePointer<UInt8>) -> TrigramRow? {
        let key = UInt32(text[0]) << 16 | UInt32(text[1]) << 8 | UInt32(text[2])
        var low = 0
        var high = view.trigrams.count
        while low < high {
            let middle = (low &+ high) / 2
            if view.trigrams[middle].key < key { low = middle &+ 1 } else { high = middle }
        }
        guard low < view.trigrams.count else { return nil }
        let row = view.trigrams[low]
        return row.key == key ? row : nil
    }

    /// The next word that has them. `items`: so many may still be read.
    mutating func next(_ items: inout Int) -> Item? {
        while left > 0, items > 0, !reader.isAtEnd {
            left &-= 1
            items &-= 1
            let item = reader.variable()
            word = word &+ item >> shift
            if item & mask == wanted { return Item(word: word, ends: item & endBits == 0) }
        }
        return nil
    }
}

/// Which groups a long list has, and where they are.
struct InsideDirectory {
    let codes: UInt32
    private let bytes: Column<UInt8>
    /// Bytes of each number.
    private let width: Int
    private let ends: Int
    private let base: Int

    init(_ bytes: Column<UInt8>, at start: Int) {
        self.bytes = bytes
        var reader = ByteReader(bytes.all, at: start)
        codes = reader.fixed(UInt32.self)
        width = min(Int(reader.byte()), 4)
        ends = reader.at
        base = ends &+ width &* codes.nonzeroBitCount
    }

    /// The bytes of the group of a code; nil where there is none.
    func group(_ code: UInt8) -> Range<Int>? {
        guard codes >> UInt32(code) & 1 == 1 else { return nil }
        let before = (codes & (1 << UInt32(code) &- 1)).nonzeroBitCount
        let start = before > 0 ? end(before &- 1) : 0
        return base &+ start..<base &+ max(start, end(before))
    }

    /// Where a group ends.
    private func end(_ number: Int) -> Int {
        var value = 0
        for at in 0..<width { value |= Int(bytes[ends &+ width &* number &+ at]) << (8 &* at) }
        return value
    }
}

/// The groups of a long list one after the other, of which a word may be in several.
struct InsideGroupWalk {
    private let bytes: Column<UInt8>
    private let directory: InsideDirectory
    private var code = -1
    private var reader = ByteReader(UnsafeBufferPointer(start: nil, count: 0))
    private var word: UInt64 = 0

    /// Nil for a list that is not in groups.
    init?(_ view: IndexView, _ row: TrigramRow) {
        guard row.count > TrigramRow.shortList else { return nil }
        bytes = view.insideWords
        directory = InsideDirectory(view.insideWords, at: Int(row.first))
    }

    mutating func next() -> InsideList.Item? {
        while reader.isAtEnd {
            code &+= 1
            guard code < 32 else { return nil }
            guard let group = directory.group(UInt8(code)) else { continue }
            reader = ByteReader(bytes.slice(group.lowerBound, group.count))
            word = 0
        }
        word = word &+ reader.variable() >> TrigramRow.groupedBits
        return InsideList.Item(word: word, ends: code == 0)
    }
}

/// The groups of a long list, put together in order.
struct InsideGroups {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Of each group, the word that comes next, and what of its bytes has not been read.
    private var words = SIMD32<UInt32>(repeating: .max)
    private var starts = SIMD32<UInt32>(repeating: 0)
    private var ends = SIMD32<UInt32>(repeating: 0)

    /// Nil for a list that is not in groups.
    init?(_ view: IndexView, _ row: TrigramRow) {
        guard row.count > TrigramRow.shortList else { return nil }
        bytes = view.insideWords.all
        let directory = InsideDirectory(view.insideWords, at: Int(row.first))
        for code in 0..<32 {
            guard let group = directory.group(UInt8(code)) else { continue }
            words[code] = 0
            starts[code] = UInt32(truncatingIfNeeded: group.lowerBound)
            ends[code] = UInt32(truncatingIfNeeded: group.upperBound)
            step(code)
        }
    }

    private mutating func step(_ code: Int) {
        guard starts[code] < ends[code] else {
            words[code] = .max
            return
        }
        var reader = ByteReader(bytes, at: Int(starts[code]))
        let item = reader.variable()
        // A damaged file may say that there is more than there is.
        guard !reader.failed else {
            words[code] = .max
            return
        }
        words[code] = words[code] &+ UInt32(truncatingIfNeeded: item >> TrigramRow.groupedBits)
        starts[code] = UInt32(truncatingIfNeeded: reader.at)
    }

    /// Of words that are equal, that of the first group: it may be the word's end.
    mutating func next() -> InsideList.Item? {
        let word = words.min()
        guard word != .max else { return nil }
        var code = 0
        while words[code] != word { code &+= 1 }
        step(code)
        return InsideList.Item(word: UInt64(word), ends: code == 0)
    }
}
