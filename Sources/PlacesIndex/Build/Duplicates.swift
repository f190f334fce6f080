import PlacesModel
import PlacesText

/// Rows that a person cannot tell apart: the same name but for abbreviations, the same kind, a few steps away.
struct Duplicates {
    /// So near, in degrees of latitude: about 200 m.
    private static let reach: Int32 = 18_000

    private let collected: CollectedRecords
    private let names: RecordNames
    private let nameHashes: [UInt64]
    // Each row belongs to one name, and each name to one thread.
    private let hidden: UnsafeMutablePointer<Bool>
    private let importances: UnsafeMutablePointer<Float>

    /// True for each row that another one shows already. The one that is kept gets the importance of the others.
    static func find(_ collected: CollectedRecords, _ names: RecordNames, threads: Int) -> [Bool] {
        var hidden = [Bool](repeating: false, count: collected.rows.count)
        let hashes = nameHashes(names.table, threads: threads)
        hidden.withUnsafeMutableBufferPointer { hidden in
            collected.importances.withUnsafeMutableBufferPointer { importances in
                guard let hidden = hidden.baseAddress, let importances = importances.baseAddress else { return }
                Duplicates(
                    collected: collected,
                    names: names,
                    nameHashes: hashes,
                    hidden: hidden,
                    importances: importances
                ).run(threads)
            }
        }
        return hidden
    }

    /// Of each name, a hash of its words, each written the shortest way.
    private static func nameHashes(_ table: NameTable, threads: Int) -> [UInt64] {
        let count = table.count
        let abbreviations = Abbreviations.shared
        return [UInt64].large(count) { hashes in
            table.text.withUnsafeBufferPointer { names in
                let parts = Parallel.pieces(of: count, threads: threads)
                Parallel.run(parts, threads: threads) { part in
                    var text: [UInt8] = []
                    for name in count * part / parts..<count * (part + 1) / parts {
                        let range = table.range(of: name)
                        guard hasShorterWord(names, range, abbreviations) else {
                            // What follows, without its space at the end.
                            let hash = names.baseAddress.map { Layout.hash($0 + range.lowerBound, range.count) } ?? 0
                            hashes.initializeElement(at: name, to: hash)
                            continue
                        }
                        text.removeAll(keepingCapacity: true)
                        var start = range.lowerBound
                        while start < range.upperBound {
                            var end = start
                            while end < range.upperBound, names[end] != 0x20 { end &+= 1 }
                            if end > start {
                                let word = UnsafeBufferPointer(rebasing: names[start..<end])
                                text.append(contentsOf: abbreviations.shortest(word))
                                text.append(0x20)
                            }
                            start = end &+ 1
                        }
                        if text.last == 0x20 { text.removeLast() }
                        let hash = text.withUnsafeBufferPointer { text in
                            text.baseAddress.map { Layout.hash($0, text.count) } ?? 0
                        }
                        hashes.initializeElement(at: name, to: hash)
                    }
                }
            }
        }
    }

    /// Whether a word of a name can be written in a shorter way, or another one of its length.
    @inline(__always)
    private static func hasShorterWord(
        _ names: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>,
        _ abbreviations: Abbreviations
    ) -> Bool {
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            while end < range.upperBound, names[end] != 0x20 { end &+= 1 }
            if end > start {
                let word = UnsafeBufferPointer(rebasing: names[start..<end])
                if abbreviations.shortest(word).baseAddress != word.baseAddress { return true }
            }
            start = end &+ 1
        }
        return false
    }

    /// Of the name by which the row is shown.
    private func hash(_ row: Int) -> UInt64 {
        let name = names.items[Int(names.starts[row])].name
        return name == RecordNames.Item.nothing ? 0 : nameHashes[Int(name)]
    }

    private func run(_ threads: Int) {
        let count = collected.rows.count
        var keys = [UInt64].large(count) { keys in
            for row in 0..<count {
                keys.initializeElement(at: row, to: hash(row) & 0xFFFF_FFFF_0000_0000 | UInt64(row))
            }
        }
        RadixSort.sort(&keys, from: 32)
        keys.withUnsafeBufferPointer { keys in
            let parts = Parallel.pieces(of: count, threads: threads)
            /// Where the first name at a position or behind it begins.
            func border(_ position: Int) -> Int {
                var at = position
                while at > 0, at < count, keys[at] >> 32 == keys[at - 1] >> 32 { at += 1 }
                return at
            }
            Parallel.run(parts, threads: threads) { part in
                let cells = DuplicateCells()
                var start = border(count * part / parts)
                let last = border(count * (part + 1) / parts)
                while start < last {
                    var end = start + 1
                    while end < last, keys[end] >> 32 == keys[start] >> 32 { end += 1 }
                    if end - start > 1 { compare(UnsafeBufferPointer(rebasing: keys[start..<end]), cells) }
                    start = end
                }
            }
        }
    }

    /// Rows of one name: those in one cell of a grid, or in neighbouring ones, are looked at.
    private func compare(_ rows: UnsafeBufferPointer<UInt64>, _ cells: DuplicateCells) {
        cells.clear(rows.count)
        for key in rows {
            let row = Int(key & 0xFFFF_FFFF)
            let place = collected.rows[row]
            let y = Int64(place.latitude) / Int64(Duplicates.reach)
            let x = Int64(place.longitude) / Int64(Duplicates.reach)
            var isHidden = false
            search: for dy in Int64(-1)...1 {
                for dx in Int64(-1)...1 {
                    var entry = cells.first(Duplicates.cell(y + dy, x + dx))
                    while entry >= 0 {
                        let other = cells.row(entry)
                        if isSame(row, other) {
                            if keep(row, other) { cells.replace(entry, row) }
                            isHidden = true
                            break search
                        }
                        entry = cells.next(entry)
                    }
                }
            }
            if !isHidden { cells.append(row, Duplicates.cell(y, x)) }
        }
    }

    private static func cell(_ y: Int64, _ x: Int64) -> UInt64 {
        UInt64(truncatingIfNeeded: y) << 32 ^ UInt64(truncatingIfNeeded: x) & 0xFFFF_FFFF
    }

    /// Hides the less complete of two rows. True when that is the other one.
    private func keep(_ row: Int, _ other: Int) -> Bool {
        let isBetter = completeness(row) > completeness(other)
        let importance = max(importances[row], importances[other])
        hidden[isBetter ? other : row] = true
        importances[isBetter ? row : other] = importance
        return isBetter
    }

    private func isSame(_ a: Int, _ b: Int) -> Bool {
        let left = collected.rows[a]
        let right = collected.rows[b]
        let north = abs(Int64(left.latitude) - Int64(right.latitude))
        guard north <= Int64(Duplicates.reach), hash(a) == hash(b),
            Geometry.distance(left.coordinate, right.coordinate) <= 200
        else { return false }
        let leftType = collected.typeSets.lists[Int(left.typeSet)].first ?? TypeSets.none
        let rightType = collected.typeSets.lists[Int(right.typeSet)].first ?? TypeSets.none
        guard leftType == rightType || leftType == TypeSets.none || rightType == TypeSets.none else { return false }
        return collected.extras.bytes.withUnsafeBytes { bytes in
            let column = Column<UInt8>(bytes)
            let one = Extras(column, at: left.extras)
            let two = Extras(column, at: right.extras)
            // Two shops of a chain in one street are two.
            return Duplicates.agree(one.street, two.street) && Duplicates.agree(one.houseNumber, two.houseNumber)
        }
    }

    private static func agree(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        a.isEmpty || b.isEmpty || a.elementsEqual(b)
    }

    private func completeness(_ number: Int) -> Int {
        let row = collected.rows[number]
        var points = collected.areaSets.lists[Int(row.areaSet)].count + collected.typeSets.lists[Int(row.typeSet)].count
        if row.timeZone > 0 { points += 1 }
        collected.extras.bytes.withUnsafeBytes { bytes in
            let extras = Extras(Column<UInt8>(bytes), at: row.extras)
            if !extras.street.isEmpty { points += 2 }
            if !extras.houseNumber.isEmpty { points += 2 }
            if !extras.postcode.isEmpty { points += 2 }
            if extras.viewport != nil { points += 1 }
            points += extras.details.count
        }
        return points
    }
}

/// Rows by cell of a grid, in the order in which they came; memory is kept between uses.
private final class DuplicateCells {
    /// A cell with many rows of one name that all differ would be looked through again and again.
    private static let rowsInCell: Int32 = 64

    /// Open-addressed; a cell without rows has no place here.
    private struct Cell: BitwiseCopyable {
        var key: UInt64 = 0
        var first: Int32 = -1
        var last: Int32 = -1
        var count: Int32 = 0
    }

    private var cells: [Cell] = []
    private var mask = 0
    private var rows: [UInt32] = []
    private var nexts: [Int32] = []

    func clear(_ count: Int) {
        var size = 16
        while size < count * 2 { size *= 2 }
        mask = size - 1
        if cells.count < size {
            cells = Array(repeating: Cell(), count: size)
        } else {
            for index in 0..<size { cells[index] = Cell() }
        }
        rows.removeAll(keepingCapacity: true)
        nexts.removeAll(keepingCapacity: true)
    }

    /// Where a cell is, or would be.
    @inline(__always)
    private func find(_ key: UInt64) -> Int {
        var at = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while cells[at].count > 0, cells[at].key != key { at = (at &+ 1) & mask }
        return at
    }

    /// The first entry of a cell; -1 for none.
    func first(_ key: UInt64) -> Int { Int(cells[find(key)].first) }
    func next(_ entry: Int) -> Int { Int(nexts[entry]) }
    func row(_ entry: Int) -> Int { Int(rows[entry]) }
    func replace(_ entry: Int, _ row: Int) { rows[entry] = UInt32(truncatingIfNeeded: row) }

    func append(_ row: Int, _ key: UInt64) {
        let at = find(key)
        guard cells[at].count < DuplicateCells.rowsInCell else { return }
        let entry = Int32(truncatingIfNeeded: rows.count)
        rows.append(UInt32(truncatingIfNeeded: row))
        nexts.append(-1)
        if cells[at].count == 0 {
            cells[at].key = key
            cells[at].first = entry
        } else {
            nexts[Int(cells[at].last)] = entry
        }
        cells[at].last = entry
        cells[at].count += 1
    }
}
