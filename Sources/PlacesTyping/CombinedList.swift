import PlacesModel
import PlacesText

/// Rows of several sources as one list, without those that a person cannot tell apart.
enum CombinedList {
    private struct Shown {
        var name: [UInt8]
        /// What stands behind the name, part by part.
        var parts: [[UInt8]]
        var distance: Int32
        var source: Int
    }

    static func make(
        _ lists: [(list: SuggestionList, source: Int)],
        names: SourceNames,
        limit: Int,
        isFallback: Bool,
        isIncomplete: Bool
    ) -> SuggestionList {
        var builder = SuggestionList.Builder(rowCapacity: max(1, min(limit, 10)))
        var shown: [Shown] = []
        let fold = FoldedText()
        for (list, source) in lists {
            var taken = false
            for position in 0..<list.count where shown.count < limit {
                guard let row = list.row(position) else { continue }
                if lists.count > 1 {
                    let new = describe(row, of: list, source, fold)
                    if shown.contains(where: { isSame($0, new) }) { continue }
                    shown.append(new)
                }
                taken = true
                builder.append(row, of: list, source: UInt8(truncatingIfNeeded: source))
            }
            if taken { for line in list.attributions { _ = builder.attribution(line) } }
        }
        return builder.finish(sources: names, isFallback: isFallback, isIncomplete: isIncomplete)
    }

    private static func describe(
        _ row: SuggestionRow,
        of list: SuggestionList,
        _ source: Int,
        _ fold: FoldedText
    ) -> Shown {
        func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
            fold.fold(text)
            return Array(fold.text)
        }
        let parts = list.text(row.secondaryText).split(separator: UInt8(ascii: ","))
        return Shown(
            name: folded(list.text(row.primaryText)),
            parts: parts.map { folded(UnsafeBufferPointer(rebasing: $0)) },
            distance: row.distanceMeters,
            source: source
        )
    }

    /// The same name, and nothing behind it that the other one contradicts: "Paris, France" and
    /// "Paris, Île-de-France, France" are one place to a reader.
    private static func isSame(_ a: Shown, _ b: Shown) -> Bool {
        // Within one source, its own judgement counts.
        guard a.source != b.source, a.name == b.name else { return false }
        if a.distance >= 0, b.distance >= 0, abs(Int64(a.distance) - Int64(b.distance)) > 1000 { return false }
        let (few, many) = a.parts.count < b.parts.count ? (a.parts, b.parts) : (b.parts, a.parts)
        return few.allSatisfy { many.contains($0) }
    }
}
