import PlacesModel

/// What several files answer to letters alone, where one of them at least has its answer ready: each file answers for
/// itself, from what is ready or by a search, and their rows are put together by score.
extension StagedSearch {
    /// More files are searched together.
    static let mostMerged = 64
    /// Beside the best of what is called just so, these are looked at.
    fileprivate static let wholeNames = 24

    /// Nil where no file has its answer ready, and where so little is found that the search has to go on. `collapse`
    /// takes out the places that a better row of another file shows.
    func merged(limit: Int, collapse: (inout TopRows) -> Void) -> TopRows? {
        guard indexes.count <= StagedSearch.mostMerged, isLettersAlone(limit) else { return nil }
        var rows = TopRows(scratch.merged, limit: TopRows.capacity)
        var isReady: UInt64 = 0
        for number in 0..<indexes.count {
            guard var answer = readyRows(of: number, limit) else { continue }
            isReady |= 1 << UInt64(number)
            // Who has to say why the rows are what they are uses nothing that is ready.
            if scratch.found != nil { answer = searchAlone(number, limit) }
            take(answer, to: &rows, collapse)
        }
        guard isReady != 0 else { return nil }
        for number in 0..<indexes.count where isReady >> UInt64(number) & 1 == 0 {
            take(searchAlone(number, limit), to: &rows, collapse)
        }
        collapse(&rows)
        guard rows.count >= limit else { return nil }
        var beginners = TopRows(scratch.beginners, limit: Ranking.mostBeginners)
        for position in 0..<rows.count {
            if let beginner = beginner(rows[position]) { beginners.insert(beginner) }
        }
        var best = TopRows(scratch.candidates, limit: limit)
        for position in 0..<limit { best.append(rows[position]) }
        guard !isFaint(best) else { return nil }
        makeRoom(&best, beginners, query)
        return best
    }

    private func take(_ answer: TopRows, to rows: inout TopRows, _ collapse: (inout TopRows) -> Void) {
        if rows.count &+ answer.count > TopRows.capacity { collapse(&rows) }
        for position in 0..<answer.count { rows.insert(answer[position]) }
    }

    /// Letters inside words would be looked for beside these rows.
    private func isFaint(_ rows: TopRows) -> Bool {
        guard query.tokenCount == 1 else { return false }
        var isPlausible = false
        var worst = Float.infinity
        for position in 0..<rows.count {
            let row = rows[position]
            let importance = Ranking.decode(indexes[Int(row.index)].view.places[row.place].score)
            isPlausible = isPlausible || importance >= Ranking.plausibleScore
            worst = min(worst, row.score)
        }
        return !isPlausible && SearchStage.isFaint(worst, letters: query.letters)
    }

    /// A row as one that begins with what was typed; nil where its place's primary name does not.
    private func beginner(_ row: Candidate) -> Candidate? {
        let index = indexes[Int(row.index)]
        let place = index.view.places[row.place]
        let phrase = Int32(truncatingIfNeeded: index.view.forward[place.forward] & Layout.phraseMask)
        let range = scratch.typed[Int(row.index)].range
        guard phrase >= range.first, phrase < range.end, index.kind(place.typeSet) != .airport else { return nil }
        var beginner = row
        beginner.score = Ranking.decode(place.score)
        return beginner
    }

    // MARK: One file

    /// The rows of one file, as it answers alone.
    private func searchAlone(_ number: Int, _ limit: Int) -> TopRows {
        let found = search(number, .asTyped, TopRows(scratch.candidates, limit: limit), firstBeginners)
        if scratch.found != nil { note(found.rows, .asTyped) }
        let typed = typed(number)
        var rows = found.rows
        if rows.isFull { makeRoom(&rows, found.beginners, query) }
        let view = indexes[number].view
        for position in 0..<rows.count {
            var row = rows[position]
            // The bonus of a whole name is not that of a beginner.
            if let score = typedScore(row.place, view, typed)?.score, score > row.score { row.score = score }
            if view.entryScores[row.entry] == view.places[row.place].score {
                row.entry = Candidate.primaryName(of: row.place)
            }
            rows.replace(position, with: row)
        }
        return rows
    }

    /// The rows that a file has ready, with their scores; nil where these cannot be told, or where the search for them
    /// went further than to what begins with the text.
    private func readyRows(of number: Int, _ limit: Int) -> TopRows? {
        let view = indexes[number].view
        guard let answer = answer(of: view), !answer.mindsLanguage || scratch.choices.isEmpty else { return nil }
        let typed = typed(number)
        guard !typed.range.isEmpty else { return nil }
        fetch(answer, view)
        var rows = TopRows(scratch.candidates, limit: limit)
        for position in 0..<answer.count {
            let place = answer[position]
            guard let found = typedScore(place, view, typed) else { return nil }
            let index = UInt32(truncatingIfNeeded: number)
            rows.append(Candidate(score: found.score, entry: found.entry, place: place, index: index))
        }
        // Of fewer letters nothing else is looked for.
        guard rows.isFull || query.tokenCount == 1 && query.letters < SearchStage.lettersForMore else { return nil }
        return isFaint(rows) ? nil : rows
    }

    /// Has the places of an answer, and then their names and words, fetched from memory at once.
    private func fetch(_ answer: ReadyAnswer, _ view: IndexView) {
        var sum: UInt32 = 0
        let starts = scratch.batch
        var count = 0
        for position in 0..<answer.count {
            let row = view.places[answer[position]]
            starts[count] = row.forward
            starts[count &+ 1] = row.names
            count &+= 2
        }
        var at = 0
        while at < count {
            sum ^= view.forward[starts[at]] ^ UInt32(view.names[starts[at &+ 1]])
            at &+= 2
        }
        // It is read for its own sake.
        starts[0] = sum
    }

    // MARK: Scores

    /// The phrases that begin with what was typed; the first of them is that and nothing more where `isExact`.
    struct TypedRange: BitwiseCopyable {
        var range = PhraseRange()
        var isExact = false
    }

    /// Of one file; kept in the scratch.
    private func typed(_ number: Int) -> TypedRange {
        let view = indexes[number].view
        let last = query.tokens[query.tokenCount &- 1]
        var typed = TypedRange()
        if last.isUnfinished || last.isIdeographic {
            (typed.range, typed.isExact) = view.prefixRange(query.bytes, query.count, scratch.phrase)
        } else {
            // The bytes after the query are the scratch's own.
            scratch.text.update(from: query.bytes, count: query.count)
            typed.range = view.wordRange(scratch.text, query.count, scratch.phrase)
            typed.isExact = view.prefixRange(scratch.text, query.count, scratch.phrase).exact
        }
        scratch.typed[number] = typed
        return typed
    }

    /// What the search for the text as a whole gives a place, and the name that it finds it by; nil where no name has
    /// the text as a whole, or where the search word by word may find it better.
    private func typedScore(_ place: UInt32, _ view: IndexView, _ typed: TypedRange) -> (score: Float, entry: UInt32)? {
        let row = view.places[place]
        let primaryName = Candidate.primaryName(of: place)
        let start = Int(row.forward)
        let forward = view.forward
        let last = min(start &+ 4096, forward.count)
        let low = UInt32(truncatingIfNeeded: typed.range.first)
        let width = UInt32(truncatingIfNeeded: typed.range.count)
        var isFound = false
        var at = start
        repeat {
            isFound = isFound || forward[at] & Layout.phraseMask &- low < width
            at &+= 1
        } while at < last && forward[at] & Layout.entryFlag == 0
        let hasOthers = at < last && forward[at] & Layout.placeFlag == 0
        guard isFound, view.beginsWithPrimaryName(row) else {
            return query.tokenCount == 1 ? scoreOfAnyName(place, view, typed) : nil
        }
        if query.tokenCount > 1, hasOthers, mayHaveContext(row, view) { return nil }
        let score = Ranking.decode(row.score)
        guard typed.isExact else { return (score, primaryName) }
        // A short one of its other names may be a code.
        if hasOthers, query.tokenCount == 1, query.count <= Ranking.codeLetters {
            return scoreOfAnyName(place, view, typed)
        }
        guard forward[start] & Layout.phraseMask == low else {
            // Another of its names may be all of the text, and then a later word of this one counts as much.
            return hasOthers ? scoreOfAnyName(place, view, typed) : (score, primaryName)
        }
        // Of what very many places are called, only the best are looked at.
        if let last = view.lastWholeName(Int(low)) {
            if view.entryScores[last] == row.score { return scoreOfAnyName(place, view, typed) }
            if view.entryScores[last] > row.score { return (score, primaryName) }
        }
        return (score + Ranking.wholeName, primaryName)
    }

    /// The same, looking at each of the names.
    private func scoreOfAnyName(
        _ place: UInt32,
        _ view: IndexView,
        _ typed: TypedRange
    ) -> (score: Float, entry: UInt32)? {
        let row = view.places[place]
        let start = Int(row.forward)
        let items = view.forward.slice(start, 4096)
        let low = UInt32(truncatingIfNeeded: typed.range.first)
        let width = UInt32(truncatingIfNeeded: typed.range.count)
        let lastWhole = typed.isExact ? view.lastWholeName(Int(low)) : nil
        let full = Ranking.decode(row.score)
        let isCode = query.tokenCount == 1 && query.count <= Ranking.codeLetters
        let hasWhole = typed.isExact && view.isName(of: items, typed.range.first)
        var work = 1 << 16
        var number = view.entry(ofPlaceAt: start, &work)
        var best: (score: Float, entry: UInt32)?
        var at = 0
        while at < items.count {
            let item = items[at]
            if at > 0 {
                if item & Layout.placeFlag != 0 { break }
                number &+= Int(item >> 31)
            }
            at &+= 1
            guard item & Layout.phraseMask &- low < width else { continue }
            let entry = view.spatialEntries[number]
            let name = Ranking.decode(view.entryScores[entry])
            var score = name
            let isWhole = hasWhole && item & Layout.phraseMask == low
            if isWhole, lastWhole.map({ entry <= $0 }) ?? true {
                let code = isCode && full > name ? Ranking.wholeCode : 0
                score = name + Ranking.wholeName + code + max(0, full - name) * Ranking.wholeNameKind
            }
            if best.map({ score > $0.score || score == $0.score && entry < $0.entry }) ?? true {
                best = (score, entry)
            }
        }
        guard let found = best else { return nil }
        let isPrimary = view.entryScores[found.entry] == row.score
        return (found.score, isPrimary ? Candidate.primaryName(of: place) : found.entry)
    }

    /// Whether one of a place's names is the first words of several: the others may be areas that hold it.
    private func mayHaveContext(_ row: PlaceRow, _ view: IndexView) -> Bool {
        for count in max(1, query.tokenCount &- 3)..<query.tokenCount {
            let name = view.prefixRange(query.bytes, Int(query.tokens[count &- 1].end), scratch.phrase)
            guard name.exact else { continue }
            let wanted = UInt32(truncatingIfNeeded: name.range.first) | Layout.entryFlag
            let items = view.forward.slice(Int(row.forward), 4096)
            var at = 0
            while at < items.count, at == 0 || items[at] & Layout.placeFlag == 0 {
                if items[at] & ~Layout.placeFlag == wanted { return true }
                at &+= 1
            }
        }
        return false
    }
}

extension IndexView {
    /// Whether the name that a place's words begin with is its primary one.
    fileprivate func beginsWithPrimaryName(_ row: PlaceRow) -> Bool {
        NameBlock.beginsWithPrimary(names, at: row.names)
    }

    /// Whether a phrase is one of a place's names from its first word on.
    fileprivate func isName(of items: UnsafeBufferPointer<UInt32>, _ phrase: Int32) -> Bool {
        let wanted = UInt32(truncatingIfNeeded: phrase) | Layout.entryFlag
        var at = 0
        while at < items.count, at == 0 || items[at] & Layout.placeFlag == 0 {
            if items[at] & ~Layout.placeFlag == wanted { return true }
            at &+= 1
        }
        return false
    }

    /// The last of the entries of a whole name that are looked at; nil where all are.
    fileprivate func lastWholeName(_ phrase: Int) -> UInt32? {
        let first = restStart(phrase)
        guard restStart(phrase &+ 1) > first &+ StagedSearch.wholeNames else { return nil }
        return rest[first &+ StagedSearch.wholeNames &- 1]
    }
}
