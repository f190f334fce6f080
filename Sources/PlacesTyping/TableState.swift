package import PlacesModel

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
    package let rows: [Row]
    package let attributions: [String]
    package let error: PlacesError?
    package let canRetry: Bool

    init(
        text: String,
        phase: TablePhase,
        isLoading: Bool,
        isPicking: Bool,
        isOpen: Bool,
        isCurrent: Bool,
        highlighted: Int,
        list: SuggestionList,
        rows: [Row],
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
        self.rows = rows
        self.attributions = attributions
        self.error = error
        self.canRetry = canRetry
    }
}
