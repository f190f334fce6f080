/// Entries by country and by set of types, best first: what a narrow filter walks along.
struct FacetAssembly {
    private(set) var rows: [FacetRow] = []
    private(set) var entries: [UInt32] = []

    init(_ collected: CollectedRecords, _ places: [PlaceRow], _ entries: EntryAssembly) {
        let countries = collected.areaSets.lists.map { UInt16(truncatingIfNeeded: $0[0]) }
        add(places.map { countries[Int($0.areaSet)] }, entries, kind: 0)
        add(places.map(\.typeSet), entries, kind: 1)
    }

    /// `keys`: of each place.
    private mutating func add(_ keys: [UInt16], _ entries: EntryAssembly, kind: UInt32) {
        guard let first = keys.first, keys.contains(where: { $0 != first }) else { return }
        var counts = [UInt32](repeating: 0, count: 65536)
        for place in entries.places { counts[Int(keys[Int(place)])] += 1 }
        var at = UInt32(self.entries.count)
        for key in counts.indices where counts[key] > 0 {
            var row = FacetRow()
            row.kind = kind
            row.key = UInt32(key)
            row.first = at
            row.count = counts[key]
            rows.append(row)
            counts[key] = at
            at += row.count
        }
        self.entries.reserveLarge(2 * entries.places.count)
        self.entries += repeatElement(0, count: entries.places.count)
        for (number, place) in entries.places.enumerated() {
            let key = Int(keys[Int(place)])
            self.entries[Int(counts[key])] = UInt32(number)
            counts[key] += 1
        }
    }
}
