/// The search along the entries of few countries or types, where those are fewer than the entries of the words.
extension IndexSearch {
    /// False, with nothing done, when the filter names no such lists or they are no shorter than `total`.
    mutating func walkFacets(_ driver: Int, _ extra: Float, total: Int) -> Bool {
        let (kind, entries) = filter.leastFacet(view)
        guard entries < total else { return false }
        for index in 0..<view.facets.count {
            let facet = view.facets[index]
            if facet.kind == kind, filter.wants(facet) { walk(facet, driver, extra) }
        }
        return true
    }

    private mutating func walk(_ facet: FacetRow, _ driver: Int, _ extra: Float) {
        let list = view.facetEntries.slice(Int(facet.first), Int(facet.count))
        var at = 0
        while at < list.count {
            let entry = list[at]
            at &+= 1
            let bound = Ranking.decode(view.entryScores[entry]) + extra
            if rows.isFull, bound <= rows.threshold { return }
            acceptPlace(view.entryPlaces[entry], extra, driver)
        }
    }
}

extension PlaceFilter {
    /// Whether its countries or its types have fewer entries, and how many; `Int.max` where it names neither.
    func leastFacet(_ view: IndexView) -> (kind: UInt32, entries: Int) {
        let byCountry = countries.isEmpty ? Int.max : facetEntries(view, kind: 0)
        let byType = typeSets == nil ? Int.max : facetEntries(view, kind: 1)
        return byCountry <= byType ? (0, byCountry) : (1, byType)
    }

    /// Entries of the lists that the filter wants; `Int.max` where the index has no lists of this kind.
    private func facetEntries(_ view: IndexView, kind: UInt32) -> Int {
        var total = 0
        var hasKind = false
        for index in 0..<view.facets.count {
            let facet = view.facets[index]
            guard facet.kind == kind else { continue }
            hasKind = true
            if wants(facet) { total &+= Int(facet.count) }
        }
        return hasKind ? total : .max
    }

    /// Whether the entries of a facet may pass.
    func wants(_ facet: FacetRow) -> Bool {
        if facet.kind == 0 { return countries.contains(UInt16(truncatingIfNeeded: facet.key)) }
        guard facet.kind == 1, let typeSets else { return false }
        let set = Int(facet.key)
        return set >> 6 < typeSets.count && typeSets[set >> 6] >> UInt64(set & 63) & 1 == 1
    }
}
