package import PlacesModel
import Synchronization

package enum TablePhase: Int32, Sendable {
    case idle = 0
    case loading = 1
    case rows = 2
    case nothingFound = 3
    case failed = 4
}

package enum RowKind: Int32, Sendable {
    case place = 0
    case query = 1
    case recent = 2
    case favourite = 3
    case currentLocation = 4
    case point = 5
    case search = 6
    case found = 7
}

/// What a control draws. Immutable.
package final class TableState: Sendable {
    /// What is shown beside the texts of the suggestion list.
    package struct Row: Sendable {
        package var kind: RowKind
        package var icon: RowIcon
        package var distance: String
        package var label: String
        package var source: String
        package var key: RowKey
    }

    package let text: String
    package let phase: TablePhase
    package let isLoading: Bool
    package let isPicking: Bool
    package let isOpen: Bool
    /// The rows answer the text.
    package let isCurrent: Bool
    /// -1 for none.
    package let highlighted: Int
    package let list: SuggestionList
    package let attributions: [String]
    package let error: PlacesError?
    package let canRetry: Bool
    private let kinds: [RowKind]
    private let units: DistanceUnits
    private let language: LanguageTag?
    private let drawn = AtomicLazyReference<Drawn>()

    init(
        text: String,
        phase: TablePhase,
        isLoading: Bool,
        isPicking: Bool,
        isOpen: Bool,
        isCurrent: Bool,
        highlighted: Int,
        list: SuggestionList,
        kinds: [RowKind],
        units: DistanceUnits,
        language: LanguageTag?,
        attributions: [String],
        error: PlacesError?,
        canRetry: Bool
    ) {
        self.text = text
        self.phase = phase
        self.isLoading = isLoading
        self.isPicking = isPicking
        self.isOpen = isOpen
        self.isCurrent = isCurrent
        self.highlighted = highlighted
        self.list = list
        self.kinds = kinds
        self.units = units
        self.language = language
        self.attributions = attributions
        self.error = error
        self.canRetry = canRetry
    }

    package var rowCount: Int { kinds.count }

    /// Made when first asked for: many states are never drawn, since the next one comes.
    package var rows: [Row] { (drawn.load() ?? drawn.storeIfNil(Drawn(draw()))).rows }

    private final class Drawn: Sendable {
        let rows: [Row]

        init(_ rows: [Row]) { self.rows = rows }
    }

    private func draw() -> [Row] {
        var shown: [Row] = []
        var spoken: [RowLabel.Row] = []
        shown.reserveCapacity(kinds.count)
        spoken.reserveCapacity(kinds.count)
        for (position, kind) in kinds.enumerated() {
            guard let row = list.row(position) else { continue }
            let types = list.types(row.types).map { list.string($0) }
            let distance =
                row.distanceMeters < 0
                ? "" : DistanceText.text(meters: row.distanceMeters, units: units, language: language)
            spoken.append(
                RowLabel.Row(
                    primary: list.string(row.primaryText),
                    secondary: list.string(row.secondaryText),
                    type: types.first ?? "",
                    distance: distance
                )
            )
            shown.append(
                Row(
                    kind: kind,
                    icon: TableState.icon(kind, types),
                    distance: distance,
                    label: "",
                    source: list.sources.indices.contains(Int(row.source)) ? list.sources[Int(row.source)] : "",
                    key: TableMachine.key(kind, row, list)
                )
            )
        }
        for (position, label) in RowLabel.labels(spoken).enumerated() where shown.indices.contains(position) {
            shown[position].label = label
        }
        return shown
    }

    private static func icon(_ kind: RowKind, _ types: [String]) -> RowIcon {
        switch kind {
        case .recent: .recent
        case .favourite: .favourite
        case .currentLocation: .currentLocation
        case .search, .query: .search
        case .place, .point, .found: .of(types: types)
        }
    }
}
