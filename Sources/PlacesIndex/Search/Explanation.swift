/// Why a row ranks where it does: the terms of its score, in the order of the rules of `Ranking`. Made afterwards and
/// only where it was asked for, so that a search does not pay for it.
struct Explanation {
    /// How a row was found first at the score that it has.
    struct Found {
        let score: Float
        let stage: SearchStage
    }

    /// The row that a candidate became.
    struct Key: Hashable {
        let place: UInt32
        let index: UInt32

        init(_ candidate: Candidate) {
            place = candidate.place
            index = candidate.index
        }
    }

    private(set) var text: String

    init(_ candidate: Candidate, _ found: Found?, _ view: IndexView, _ nearness: Nearness?) {
        let row = view.places[candidate.place]
        let importance = Ranking.decode(row.score)
        let name = Ranking.decode(view.nameScore(candidate))
        let distance = nearness?.cost(row) ?? 0
        let match = candidate.score - name + distance
        text = "score \(Explanation.decimal(candidate.score)): importance \(Explanation.decimal(importance))"
        add(name - importance, "not the primary name")
        add(match, Explanation.label(of: match, found?.stage ?? .asTyped))
        add(-distance, "distance")
    }

    private mutating func add(_ value: Float, _ label: String) {
        let shown = Explanation.decimal(value)
        // What rounds to nothing says nothing.
        if shown != "0.00", shown != "-0.00" { text += ", \(label) \(value > 0 ? "+" : "")\(shown)" }
    }

    /// What the match added or cost, rules 3 to 5.
    private static func label(of match: Float, _ stage: SearchStage) -> String {
        switch stage {
        case .asTyped: return match > 0 ? "whole name" : "words"
        case .insideWords: return "letters inside a word"
        case .mistyped, .wordsMistyped: return "typing error"
        case .mistypedTwice: return "two typing errors"
        case .someWords: return "missing words"
        }
    }

    /// With two decimals.
    static func decimal(_ value: Float) -> String {
        guard value.magnitude < 1_000_000 else { return value < 0 ? "-inf" : "inf" }
        let hundredths = Int((value * 100).rounded())
        let rest = hundredths.magnitude % 100
        return "\(hundredths < 0 ? "-" : "")\(hundredths.magnitude / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
