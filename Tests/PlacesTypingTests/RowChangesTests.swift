import PlacesTyping
import Testing

@Suite struct RowChangesTests {
    private func keys(_ text: String) -> [RowKey] {
        // "a1": row a in its look 1.
        text.split(separator: " ").map { RowKey(id: String($0.first ?? " "), content: UInt64($0.dropFirst()) ?? 0) }
    }

    private func changes(_ old: String, _ new: String) -> [RowChange] { RowChanges.between(keys(old), keys(new)) }

    @Test func tellsWhatCameAndWent() {
        #expect(changes("", "") == [])
        #expect(changes("a b", "a b") == [])
        #expect(changes("", "a b") == [RowChange(.insert, 0), RowChange(.insert, 1)])
        #expect(changes("a b", "") == [RowChange(.remove, 1), RowChange(.remove, 0)])
        #expect(changes("a b c", "a c d") == [RowChange(.remove, 1), RowChange(.insert, 2)])
        #expect(changes("a b", "a b1") == [RowChange(.update, 1)])
        #expect(changes("a b", "c b1") == [RowChange(.remove, 0), RowChange(.insert, 0), RowChange(.update, 1)])
    }

    @Test func aMovedRowIsRemovedAndInserted() {
        #expect(changes("a b c", "c a b") == [RowChange(.remove, 2), RowChange(.insert, 0)])
    }

    /// Whoever does as told has the new list, whatever the lists; ids that come twice too.
    @Test func replayGivesTheNewList() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let old = randomRows(&random)
            let new = randomRows(&random)
            var rows = old
            var phase = 0
            var last = Int.max
            for change in RowChanges.between(old, new) {
                let order = Int(change.kind.rawValue)
                #expect(order >= phase)
                if order > phase { last = change.kind == .remove ? .max : -1 }
                phase = order
                switch change.kind {
                case .remove:
                    #expect(change.row < last)
                    rows.remove(at: change.row)
                case .insert:
                    #expect(last == .max || change.row > last)
                    rows.insert(new[change.row], at: change.row)
                case .update: rows[change.row] = new[change.row]
                }
                last = change.row
            }
            #expect(rows == new, "from \(old) to \(new)")
        }
    }

    private func randomRows(_ random: inout SystemRandomNumberGenerator) -> [RowKey] {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
            RowKey(
                id: ["a", "b", "c", "d", "e", "f", "g"].randomElement(using: &random) ?? "a",
                content: .random(in: 0...1, using: &random)
            )
        }
    }

    @Test func replacesEndlessLists() {
        let rows = (0..<600).map { RowKey(id: "\($0)", content: 0) }
        #expect(RowChanges.between(rows, rows).count == 1200)
    }
}
