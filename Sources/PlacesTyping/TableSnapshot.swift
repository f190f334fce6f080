import PlacesModel

/// The state as it is told.
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
        return TableState(
            text: fetch.text.string,
            phase: phase,
            isLoading: isLoading,
            isPicking: picking != nil,
            isOpen: isOpen,
            isCurrent: isCurrent,
            highlighted: highlighted,
            list: rows.list,
            kinds: rows.origins.map(\.kind),
            units: units,
            language: fetch.settings.effectiveLanguage,
            attributions: settings.isOnGoogleMap
                ? rows.list.attributions.filter { $0 != GoogleAttribution.text } : rows.list.attributions,
            error: error?.status == .cancelled ? nil : error,
            canRetry: retry != nil
        )
    }
}
