/// The search along the entries of few countries or types, where those are fewer than the entries of the words.
extension IndexSearch {
    /// False, with nothing done, when the filter names no such lists or they are no shorter than `total`.
    mutating func walkFacets(_ driver: Int, _ extra: Float, total: Int) -> Bool {
        let byCountry = filter.countries.isEmpty ? Int.max : facetEntries(kind: 0)
        let byType = filter.typeSets == nil ? Int.max : facetEntries(kind: 1)
        let least = min(byCountry, byType)
        guard least < total else { return false }
        let kind: UInt32 = byCountry <= byType ? 0 : 1
        for index in 0..<view.facets.count {
            let facet = view.facets[index]
            if facet.kind == kind, filter.wants(facet) { walk(facet, driver, extra) }
        }
        return true
    }

    /// Entries of the lists that the filter wants; `Int.max` where the index has no lists of this kind.
    private func facetEntries(kind: UInt32) -> Int {
        var total = 0
        var hasKind = false
        for index in 0..<view.facets.count {
            let facet = view.facets[index]
            guard facet.kind == kind else { continue }
            hasKind = true
            if filter.wants(facet) { total &+= Int(facet.count) }
        }
        return hasKind ? total : .max
    }

    private mutating func walk(_ facet: FacetRow, _ driver: Int, _ extra: Float) {
        let list = view.facetEntries.slice(Int(facet.first), Int(facet.count))
        var at = 0
        while at < list.count {
            let entry = list[at]
            at &+= 1
            let bound = Ranking.decode(view.entryScores[entry]) + extra
            if rows.isFull, bound <= rows.threshold { return }
            let place = view.entryPlaces[entry]
            let row = view.places[place]
            guard passes(row), let own = cost(row, scratch.conditions[driver]) else { continue }
            var others: Float = 0
            if conditionCount > 1 {
                guard let cost = cost(row, besides: driver) else { continue }
                others = cost
            }
            insert(entry, place, row, bound - own - others)
        }
    }
}

extension PlaceFilter {
    /// Whether the entries of a facet may pass.
    func wants(_ facet: FacetRow) -> Bool {
        if facet.kind == 0 { return countries.contains(UInt16(truncatingIfNeeded: facet.key)) }
        guard facet.kind == 1, let typeSets else { return false }
        let set = Int(facet.key)
        return set >> 6 < typeSets.count && typeSets[set >> 6] >> UInt64(set & 63) & 1 == 1
    }
}
