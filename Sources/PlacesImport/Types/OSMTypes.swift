/// What OpenStreetMap's tags mean in the types of the Places services, from `Tables/osm-types.tsv`.
struct OSMTypes {
    struct Row {
        var primaryType: String
        var types: [String]
        var importance: Float
        fileprivate var with: Condition
    }

    fileprivate enum Condition {
        case none
        case tag(key: String, value: String)
        case isRelation
    }

    private struct Bonus {
        var key: String
        var value: String
        var amount: Float
    }

    private struct Key {
        /// Row numbers by value, in the order of the table; the earliest decides.
        var rows: [String: [Int]] = [:]
        var anyValue: [Int] = []
    }

    private var rows: [Row] = []
    private var keys: [String: Key] = [:]
    private var bonuses: [Bonus] = []

    init() {
        TypeTable.forEachRow(of: OSMTypesTable.text, columns: 5) { row in
            let (key, value) = OSMTypes.tag(row[0])
            guard row[2] != "-" else {
                bonuses.append(Bonus(key: key, value: value, amount: TypeTable.number(row[4])))
                return
            }
            var with = Condition.none
            if row[1] == "@type=relation" {
                with = .isRelation
            } else if row[1] != "-" {
                let (key, value) = OSMTypes.tag(row[1])
                with = .tag(key: key, value: value)
            }
            rows.append(
                Row(
                    primaryType: row[2],
                    types: TypeTable.list(row[3], primary: row[2]),
                    importance: TypeTable.number(row[4]),
                    with: with
                )
            )
            if value == "*" {
                keys[key, default: Key()].anyValue.append(rows.count - 1)
            } else {
                keys[key, default: Key()].rows[value, default: []].append(rows.count - 1)
            }
        }
    }

    /// The row that decides what a feature is, its importance raised by what else is known of it; nil for what is no
    /// place.
    func row(for feature: OSMFeature) -> Row? {
        var decided = Int.max
        for tag in feature.tags {
            guard let key = keys[tag.key] else { continue }
            consider(key.anyValue, feature, &decided)
            if let numbers = key.rows[tag.value] {
                consider(numbers, feature, &decided)
            } else if tag.value.utf8.contains(UInt8(ascii: ";")) {
                for value in OSMFeature.list(tag.value) { consider(key.rows[value] ?? [], feature, &decided) }
            }
        }
        guard decided < rows.count else { return nil }
        var row = rows[decided]
        for bonus in bonuses where feature.has(bonus.key, bonus.value) { row.importance += bonus.amount }
        return row
    }

    private func consider(_ numbers: [Int], _ feature: OSMFeature, _ decided: inout Int) {
        for number in numbers where number < decided {
            let holds =
                switch rows[number].with {
                case .none: true
                case .isRelation: feature.isRelation
                case .tag(let key, let value): feature.has(key, value)
                }
            if holds { decided = number }
        }
    }

    private static func tag(_ text: String) -> (key: String, value: String) {
        guard let equals = text.firstIndex(of: "=") else { return (text, "*") }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
