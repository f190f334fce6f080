import PlacesModel

/// Rule 7 of `Ranking`: full rows give their last places to others that are hardly worse, places whose primary name
/// begins with what was typed.
extension StagedSearch {
    func makeRoom(_ rows: inout TopRows, _ beginners: TopRows, _ query: ParsedQuery) {
        let (letters, words) = (query.letters, query.tokenCount)
        var due = Ranking.beginners(letters: letters) * rows.count / AutocompleteRequest.maximumSuggestions
        var places: RowPlaces?
        var position = 0
        while position < beginners.count {
            let beginner = beginners[position]
            position += 1
            // A region has a row by its importance, or none.
            if kind(of: beginner) != .town { continue }
            due -= 1
            if rows.contains(beginner) { continue }
            var giving = places ?? RowPlaces(rows, beginners, self)
            var last = RowPlaces.last(giving.asides)
            var gap = Ranking.beginnerGap(letters: letters, words: words)
            if due >= 0 { last = max(last, RowPlaces.last(giving.others)) }
            // One more, where it is nearly as good.
            if last < 0, due == -1, let further = Ranking.furtherBeginnerGap(letters: letters, words: words) {
                last = RowPlaces.last(giving.others & RowPlaces.further)
                gap = further
            }
            if last < 0, due >= -1 {
                last = RowPlaces.last(giving.regions)
                gap = Ranking.regionGap
            }
            guard last >= 0, rows[last].score - beginner.score <= gap else { return }
            rows.remove(last)
            // It had no place among the rows: it is the last.
            rows.append(beginner)
            giving.remove(last)
            places = giving
        }
    }

    fileprivate func kind(of candidate: Candidate) -> IndexTypes.Kind {
        let index = indexes[Int(candidate.index)]
        return index.kind(index.view.places[candidate.place].typeSet)
    }

    fileprivate func isOtherName(_ candidate: Candidate) -> Bool {
        let view = indexes[Int(candidate.index)].view
        return view.nameScore(candidate) < view.places[candidate.place].score
    }

    /// The whole of a name was typed: nothing else makes a score better than that of the name.
    fileprivate func isWholeName(_ candidate: Candidate) -> Bool {
        candidate.score > Ranking.decode(indexes[Int(candidate.index)].view.nameScore(candidate))
    }
}

/// Which rows may give way, a bit each.
private struct RowPlaces {
    /// Their primary name does not begin with what was typed.
    private(set) var others: UInt32 = 0
    /// Found by another name, or of a kind that is seldom meant by a few letters from anywhere in its name; not the
    /// first of the rows.
    private(set) var asides: UInt32 = 0
    /// Regions that begin so; not the first of the rows.
    private(set) var regions: UInt32 = 0

    static let further = ~(UInt32(1) << UInt32(Ranking.keptRows) &- 1)

    init(_ rows: TopRows, _ beginners: TopRows, _ search: StagedSearch) {
        var position = 0
        while position < rows.count {
            let row = rows[position]
            let bit: UInt32 = 1 << UInt32(position)
            let kind = search.kind(of: row)
            if kind == .airport {
                asides |= bit
            } else if !beginners.contains(row) {
                others |= bit
                if kind == .region || search.isOtherName(row), !search.isWholeName(row) { asides |= bit }
            } else if kind == .region {
                regions |= bit
            }
            position += 1
        }
        asides &= RowPlaces.further
        regions &= RowPlaces.further
    }

    mutating func remove(_ row: Int) {
        let before: UInt32 = 1 << UInt32(row) &- 1
        func shift(_ bits: inout UInt32) { bits = bits & before | bits >> 1 & ~before }
        shift(&others)
        shift(&asides)
        shift(&regions)
    }

    /// -1 for none.
    static func last(_ rows: UInt32) -> Int { 31 - rows.leadingZeroBitCount }
}

extension IndexView {
    /// The score of the name that a place was found by.
    func nameScore(_ candidate: Candidate) -> UInt16 {
        candidate.hasPrimaryName ? places[candidate.place].score : entryScores[candidate.entry]
    }
}
