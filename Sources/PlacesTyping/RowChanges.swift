/// What tells a row from others, and an older look of it from a newer one.
package struct RowKey: Equatable, Sendable {
    package var id: String
    /// A hash of everything that is drawn.
    package var content: UInt64

    package init(id: String, content: UInt64) {
        self.id = id
        self.content = content
    }
}

package struct RowChange: Equatable, Sendable {
    /// The raw values are the public `places_change_kind` numbers.
    package enum Kind: Int32, Sendable {
        case remove = 0
        case insert = 1
        case update = 2
    }

    package var kind: Kind
    package var row: Int

    package init(_ kind: Kind, _ row: Int) {
        self.kind = kind
        self.row = row
    }
}

package enum RowChanges {
    /// Removes from the last row up, inserts from the first down, updates by their final row. As many rows as possible
    /// stay; one that moved past them is removed and inserted.
    package static func between(_ old: [RowKey], _ new: [RowKey]) -> [RowChange] {
        let kept = longestCommon(old, new)
        var changes: [RowChange] = []
        var next = kept.count
        for row in old.indices.reversed() {
            if next > 0, kept[next - 1].old == row { next -= 1 } else { changes.append(RowChange(.remove, row)) }
        }
        for row in new.indices {
            if next < kept.count, kept[next].new == row { next += 1 } else { changes.append(RowChange(.insert, row)) }
        }
        for pair in kept where old[pair.old] != new[pair.new] { changes.append(RowChange(.update, pair.new)) }
        return changes
    }

    /// Lists longer than this are replaced as a whole: nobody looks at them row by row.
    private static let longest = 512

    private static func longestCommon(_ old: [RowKey], _ new: [RowKey]) -> [(old: Int, new: Int)] {
        guard !old.isEmpty, !new.isEmpty, old.count <= longest, new.count <= longest else { return [] }
        // lengths[a, b]: of the longest common part of old[a...] and new[b...].
        let width = new.count + 1
        var lengths = [Int](repeating: 0, count: (old.count + 1) * width)
        for a in old.indices.reversed() {
            for b in new.indices.reversed() {
                lengths[a * width + b] =
                    old[a].id == new[b].id
                    ? lengths[(a + 1) * width + b + 1] + 1
                    : max(lengths[(a + 1) * width + b], lengths[a * width + b + 1])
            }
        }
        var pairs: [(old: Int, new: Int)] = []
        var a = 0
        var b = 0
        while a < old.count, b < new.count {
            if old[a].id == new[b].id {
                pairs.append((a, b))
                a += 1
                b += 1
            } else if lengths[(a + 1) * width + b] >= lengths[a * width + b + 1] {
                a += 1
            } else {
                b += 1
            }
        }
        return pairs
    }
}
