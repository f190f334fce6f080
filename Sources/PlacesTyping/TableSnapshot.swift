import PlacesModel

/// The state as it is drawn.
extension TableMachine {
    func snapshot() -> TableState {
        let region = fetch.settings.filter.region ?? settings.region
        let units: DistanceUnits =
            switch settings.units {
            case .byRegion: .of(region: region)
            case .metric: .metric
            case .us: .us
            case .uk: .uk
            }
        var shown: [TableState.Row] = []
        var spoken: [RowLabel.Row] = []
        for (position, origin) in rows.origins.enumerated() {
            guard let row = rows.list.row(position) else { continue }
            let types = rows.list.types(row.types).map { rows.list.string($0) }
            let distance =
                row.distanceMeters < 0
                ? ""
                : DistanceText.text(
                    meters: row.distanceMeters,
                    units: units,
                    language: fetch.settings.effectiveLanguage
                )
            let source = rows.list.sources.indices.contains(Int(row.source)) ? rows.list.sources[Int(row.source)] : ""
            spoken.append(
                RowLabel.Row(
                    primary: rows.list.string(row.primaryText),
                    secondary: rows.list.string(row.secondaryText),
                    type: types.first ?? "",
                    distance: distance
                )
            )
            shown.append(
                TableState.Row(
                    kind: origin.kind,
                    icon: TableMachine.icon(origin.kind, types),
                    distance: distance,
                    label: "",
                    source: source,
                    key: TableMachine.key(origin.kind, row, rows.list)
                )
            )
        }
        for (position, label) in RowLabel.labels(spoken).enumerated() where shown.indices.contains(position) {
            shown[position].label = label
        }
        return TableState(
            text: fetch.text.string,
            phase: phase,
            isLoading: isLoading,
            isPicking: picking != nil,
            isOpen: isOpen,
            isCurrent: isCurrent,
            highlighted: highlighted,
            list: rows.list,
            rows: shown,
            attributions: settings.isOnGoogleMap
                ? rows.list.attributions.filter { $0 != GoogleAttribution.text } : rows.list.attributions,
            error: error?.status == .cancelled ? nil : error,
            canRetry: retry != nil
        )
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
