/// What is tried, one after the other, until enough is found. With several indexes each stage is done in all of them
/// before the next one begins: what one file finds by guessing must not stand in the way of what another simply has.
enum SearchStage {
    /// Words and beginnings of words, in names and their context.
    case asTyped
    case insideWords
    case mistyped
    case wordsMistyped
    case mistypedTwice
    case someWords

    /// More letters than these that stand inside the words of two places are hardly there by chance.
    private static let lettersOfInsight = 5
    /// Of fewer letters, nothing is looked for that does not begin with them.
    static let lettersForMore = 3

    /// The stage after this one; nil when what is there will do. `wanted`: so many rows are enough, though of several
    /// indexes more are kept, since some may be the same place. `foundBefore`: rows before this stage.
    /// `isPlausible`: a row that somebody may well have meant is there, or the text is long; `hasPlausibleRow`: the row.
    /// `isElsewhere`: the text is in names that do not pass the filter, and so hardly a typing error.
    func next(
        _ rows: TopRows,
        wanted: Int,
        foundBefore: Int,
        isPlausible: Bool,
        hasPlausibleRow: Bool,
        isElsewhere: Bool,
        letters: Int
    ) -> SearchStage? {
        switch self {
        case .asTyped:
            guard rows.count >= wanted else { return .insideWords }
            return SearchStage.isFaint(rows[wanted &- 1].score, letters: letters) && !hasPlausibleRow
                ? .insideWords : nil
        case .insideWords:
            if foundBefore >= wanted { return nil }
            let isInsight = rows.count > foundBefore &+ 1 && letters > SearchStage.lettersOfInsight
            if isPlausible || isInsight { return nil }
            return isElsewhere ? .wordsMistyped : .mistyped
        case .mistyped:
            return rows.count > 0 ? nil : .wordsMistyped
        case .wordsMistyped:
            return rows.count > 0 ? nil : isElsewhere ? .someWords : .mistypedTwice
        case .mistypedTwice:
            return rows.count > 0 ? nil : .someWords
        case .someWords:
            return nil
        }
    }

    /// Small places only: five villages must not hide a city that has these letters inside.
    static func isFaint(_ last: Float, letters: Int) -> Bool {
        letters >= SearchStage.lettersOfInsight && last < Ranking.faintScore
    }
}
