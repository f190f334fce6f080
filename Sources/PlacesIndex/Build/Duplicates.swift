import PlacesModel
import PlacesText

/// Rows that a person cannot tell apart: the same name but for abbreviations, the same kind, a few steps away.
struct Duplicates {
    /// So near, in degrees of latitude: about 200 m.
    private static let reach: Int32 = 18_000

    private let collected: CollectedRecords
    private var hashes: [UInt64] = []
    private var hidden: [Bool]

    /// True for each row that another one shows already. The one that is kept gets the importance of the others.
    static func find(_ collected: CollectedRecords) -> [Bool] {
        var search = Duplicates(collected)
        search.run()
        return search.hidden
    }

    private init(_ collected: CollectedRecords) {
        self.collected = collected
        hidden = [Bool](repeating: false, count: collected.rows.count)
        hashes = Duplicates.hashes(collected)
    }

    /// Of each row, a hash of its primary name, each word written the shortest way.
    private static func hashes(_ collected: CollectedRecords) -> [UInt64] {
        let folded = FoldedText()
        let table = Abbreviations.shared
        var text: [UInt8] = []
        return collected.names.bytes.withUnsafeBufferPointer { names in
            collected.rows.map { row in
                var reader = ByteReader(names, at: Int(row.names))
                _ = reader.variable()
                _ = reader.variable()
                folded.fold(reader.blob())
                text.removeAll(keepingCapacity: true)
                for word in folded.text.split(separator: 0x20) {
                    text.append(contentsOf: table.shortest(UnsafeBufferPointer(rebasing: word)))
                    text.append(0x20)
                }
                return text.withUnsafeBufferPointer { text in
                    text.baseAddress.map { Layout.hash($0, text.count) } ?? 0
                }
            }
        }
    }

    private mutating func run() {
        var keys = hashes.enumerated().map { $1 & 0xFFFF_FFFF_0000_0000 | UInt64($0) }
        RadixSort.sort(&keys)
        var start = 0
        while start < keys.count {
            var end = start + 1
            while end < keys.count, keys[end] >> 32 == keys[start] >> 32 { end += 1 }
            if end - start > 1 { compare(keys[start..<end].map { Int($0 & 0xFFFF_FFFF) }) }
            start = end
        }
    }

    /// Rows of one name: those in one cell of a grid, or in neighbouring ones, are looked at.
    private mutating func compare(_ rows: [Int]) {
        var cells: [UInt64: [Int]] = [:]
        for row in rows {
            let place = collected.rows[row]
            let y = Int64(place.latitude) / Int64(Duplicates.reach)
            let x = Int64(place.longitude) / Int64(Duplicates.reach)
            var isHidden = false
            search: for dy in Int64(-1)...1 {
                for dx in Int64(-1)...1 {
                    for other in cells[Duplicates.cell(y + dy, x + dx)] ?? [] where isSame(row, other) {
                        keep(row, other, &cells)
                        isHidden = true
                        break search
                    }
                }
            }
            // A cell with many rows of one name that all differ would be looked through again and again.
            if !isHidden, cells[Duplicates.cell(y, x)]?.count ?? 0 < 64 {
                cells[Duplicates.cell(y, x), default: []].append(row)
            }
        }
    }

    private static func cell(_ y: Int64, _ x: Int64) -> UInt64 {
        UInt64(truncatingIfNeeded: y) << 32 ^ UInt64(truncatingIfNeeded: x) & 0xFFFF_FFFF
    }

    /// Hides the less complete of two rows.
    private mutating func keep(_ row: Int, _ other: Int, _ cells: inout [UInt64: [Int]]) {
        let isBetter = completeness(row) > completeness(other)
        let importance = max(collected.importances[row], collected.importances[other])
        hidden[isBetter ? other : row] = true
        collected.importances[isBetter ? row : other] = importance
        guard isBetter else { return }
        for (cell, list) in cells where list.contains(other) {
            cells[cell] = list.map { $0 == other ? row : $0 }
            return
        }
    }

    private func isSame(_ a: Int, _ b: Int) -> Bool {
        guard hashes[a] == hashes[b] else { return false }
        let left = collected.rows[a]
        let right = collected.rows[b]
        let north = abs(Int64(left.latitude) - Int64(right.latitude))
        guard north <= Int64(Duplicates.reach),
            Geometry.distance(left.coordinate, right.coordinate) <= 200
        else { return false }
        let types = collected.typeSets.lists
        let leftType = types[Int(left.typeSet)].first ?? TypeSets.none
        let rightType = types[Int(right.typeSet)].first ?? TypeSets.none
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
