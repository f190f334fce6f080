import PlacesText

/// The folded names of all records, and which of them each record has.
struct RecordNames {
    /// A name of a record.
    struct Item: BitwiseCopyable {
        /// Its number in the table; `nothing` where nothing is left of it when it is folded.
        var name: UInt32
        var language: UInt8
        /// As `RecordNameKind` says, or `address`.
        var kind: UInt8

        static let nothing = UInt32.max
        /// Street, number and postcode as further words of the place; the last item, if there is one.
        static let address: UInt8 = 3
    }

    let table: NameTable
    private(set) var items: [Item]
    /// Where the items of each record begin, and their end.
    private(set) var starts: [UInt32]

    init() { (table, items, starts) = (NameTable(), [], [0]) }

    /// Each thread folds the names of a part of the records into a table of its own; then these are merged.
    init(_ collected: CollectedRecords, threads: Int) {
        let count = collected.rows.count
        let parts = Parallel.pieces(of: count, threads: threads, each: 1)
        var pieces = [Piece?](repeating: nil, count: parts)
        pieces.withUnsafeMutableBufferPointer { pieces in
            let pieces = pieces
            Parallel.run(parts, threads: threads) { part in
                // The first piece takes in the others.
                let room = part == 0 ? count : 0
                pieces[part] = Piece(collected, count * part / parts..<count * (part + 1) / parts, room: room)
            }
        }
        let tables = pieces.compactMap { $0?.table }
        let numbers = NameTable.join(tables, threads: threads)
        table = tables.first ?? NameTable()
        items = pieces[0]?.items ?? []
        starts = pieces[0]?.starts ?? []
        // Held once only, so that the others are put behind them where they are.
        pieces[0] = nil
        for (piece, numbers) in zip(pieces.lazy.compactMap { $0 }, numbers.dropFirst()) {
            let base = UInt32(truncatingIfNeeded: items.count)
            items.reserveLarge(items.count + piece.items.count)
            for var item in piece.items {
                if item.name != Item.nothing { item.name = numbers[Int(item.name)] }
                items.append(item)
            }
            starts.reserveLarge(count + 1)
            for start in piece.starts { starts.append(base &+ start) }
        }
        starts.append(UInt32(truncatingIfNeeded: items.count))
    }

    private struct Piece {
        let table = NameTable()
        var items: [Item] = []
        var starts: [UInt32] = []
        /// The items of names that wait for their numbers.
        private var waiting: [Int] = []
        private static let namesAtOnce = 32

        /// `room`: for so many records in the end, or those of the range.
        init(_ collected: CollectedRecords, _ range: Range<Int>, room: Int) {
            let room = max(room, range.count)
            items.reserveLarge(room + room / 4 + 1)
            starts.reserveLarge(room + 1)
            table.reserve(room, now: range.count)
            let address = AddressWords()
            collected.names.bytes.withUnsafeBufferPointer { names in
                for number in range {
                    let row = collected.rows[number]
                    starts.append(UInt32(truncatingIfNeeded: items.count))
                    var block = NameBlock(names, at: row.names)
                    while let name = block.next() { add(name.text, UInt64(name.language), name.kind) }
                    guard row.extras > 0 else { continue }
                    address.read(row, names, collected.extras)
                    let text = address.text.bytes
                    guard !text.isEmpty else { continue }
                    text.withUnsafeBufferPointer { add($0, 0, Item.address) }
                    // Where nothing is left of it, it is none.
                    if items[items.count - 1].name == Item.nothing { items.removeLast() }
                }
                enterNames()
            }
        }

        private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ language: UInt64, _ kind: UInt8) {
            var item = Item(name: Item.nothing, language: UInt8(truncatingIfNeeded: min(language, 255)), kind: kind)
            if table.fold(name) {
                // Until its number is known.
                item.name = 0
                waiting.append(items.count)
            }
            items.append(item)
            if table.waitingCount == Piece.namesAtOnce { enterNames() }
        }

        private mutating func enterNames() {
            var next = 0
            table.enterWaiting { number in
                items[waiting[next]].name = UInt32(truncatingIfNeeded: number)
                next += 1
            }
            waiting.removeAll(keepingCapacity: true)
        }
    }
}

/// Street, number and postcode of a place, but for what its name has already.
private final class AddressWords {
    private(set) var text = ByteWriter()
    private let foldedName = FoldedText()
    private let foldedStreet = FoldedText()

    func read(_ row: PlaceRow, _ names: UnsafeBufferPointer<UInt8>, _ extras: ByteWriter) {
        text = ByteWriter()
        extras.bytes.withUnsafeBytes { bytes in
            let extras = Extras(Column<UInt8>(bytes), at: row.extras)
            if !extras.street.isEmpty {
                var block = NameBlock(names, at: row.names)
                if let name = block.next() { foldedName.fold(name.text) }
                foldedStreet.fold(extras.street)
                if !foldedName.contains(foldedStreet) {
                    text.put(raw: UnsafeRawBufferPointer(extras.houseNumber))
                    text.put(0x20)
                    text.put(raw: UnsafeRawBufferPointer(extras.street))
                }
            }
            if !extras.postcode.isEmpty {
                text.put(0x20)
                text.put(raw: UnsafeRawBufferPointer(extras.postcode))
            }
        }
    }
}
