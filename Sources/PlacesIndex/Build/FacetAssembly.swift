/// Entries by country and by set of types, best first: what a narrow filter walks along.
struct FacetAssembly {
    private(set) var rows: [FacetRow] = []
    private(set) var entries: [UInt32] = []

    init(_ assembly: IndexAssembly) {
        let countries = assembly.collected.areaSets.lists.map { UInt32($0[0]) }
        add(assembly, kind: 0) { countries[Int($0.areaSet)] }
        add(assembly, kind: 1) { UInt32($0.typeSet) }
    }

    private mutating func add(_ assembly: IndexAssembly, kind: UInt32, key: (PlaceRow) -> UInt32) {
        let keys = assembly.rows.map(key)
        guard let first = keys.first, keys.contains(where: { $0 != first }) else { return }
        var pairs = [UInt64](unsafeUninitializedCapacity: assembly.entries.count) { target, filled in
            for (number, entry) in assembly.entries.enumerated() {
                target.initializeElement(at: number, to: UInt64(keys[Int(entry.place)]) << 32 | UInt64(number))
            }
            filled = assembly.entries.count
        }
        RadixSort.sort(&pairs)
        for pair in pairs {
            let key = UInt32(pair >> 32)
            if rows.last?.key != key || rows.last?.kind != kind {
                var row = FacetRow()
                row.kind = kind
                row.key = key
                row.first = UInt32(entries.count)
                rows.append(row)
            }
            rows[rows.count - 1].count += 1
            entries.append(UInt32(truncatingIfNeeded: pair))
        }
    }
}
