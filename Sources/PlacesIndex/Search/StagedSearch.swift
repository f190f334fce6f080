import PlacesModel

/// The search of one query in all open indexes, stage by stage. Languages and filters are those of the scratch.
struct StagedSearch {
    let indexes: UnsafeBufferPointer<IndexParts>
    private let nearness: Nearness?
    let query: ParsedQuery
    let scratch: Scratch

    init(_ indexes: UnsafeBufferPointer<IndexParts>, _ nearness: Nearness?, _ query: ParsedQuery, _ scratch: Scratch) {
        self.indexes = indexes
        self.nearness = nearness
        self.query = query
        self.scratch = scratch
    }

    /// The best rows, and the best places of which the primary name begins with the query. `room`: so many rows are kept,
    /// though `limit` of them are enough. `last` is the stage that was enough.
    func run(limit: Int, room: Int) -> (rows: TopRows, beginners: TopRows, last: SearchStage) {
        var rows = TopRows(scratch.candidates, limit: room)
        var beginners = firstBeginners
        var stage: SearchStage? = .asTyped
        var last = SearchStage.asTyped
        var hasPlausibleRow = false
        var isPlausible = false
        var isElsewhere = false
        while let current = stage {
            last = current
            let foundBefore = rows.count
            var number = 0
            while number < indexes.count {
                let search = search(number, current, rows, beginners, isPlausible: isPlausible)
                rows = search.rows
                beginners = search.beginners
                if !hasPlausibleRow, current == .asTyped { hasPlausibleRow = search.hasPlausibleRow }
                isElsewhere = isElsewhere || search.isElsewhere && query.letters >= Ranking.plausibleLetters
                number &+= 1
            }
            if scratch.found != nil { note(rows, current) }
            if current == .asTyped {
                isPlausible = rows.count > 0 && (query.letters >= Ranking.plausibleLetters || hasPlausibleRow)
            }
            stage = current.next(
                rows,
                wanted: min(limit, rows.limit),
                foundBefore: foundBefore,
                isPlausible: isPlausible,
                hasPlausibleRow: hasPlausibleRow,
                isElsewhere: isElsewhere,
                letters: query.letters
            )
        }
        return (rows, beginners, last)
    }

    var firstBeginners: TopRows { TopRows(scratch.beginners, limit: Ranking.mostBeginners) }

    /// One stage in one index, which takes rows in among those that are there.
    @inline(__always)
    func search(
        _ number: Int,
        _ stage: SearchStage,
        _ rows: TopRows,
        _ beginners: TopRows,
        isPlausible: Bool = false
    ) -> IndexSearch {
        var search = IndexSearch(
            indexes[number],
            number: number,
            scratch.filters + number,
            nearness,
            query,
            scratch.choices.isEmpty ? .none : scratch.choices[number],
            scratch,
            rows,
            beginners
        )
        search.run(stage, isPlausible: isPlausible)
        return search
    }

    /// Remembers the stage that found a row, or found it better.
    func note(_ rows: TopRows, _ stage: SearchStage) {
        for position in 0..<rows.count {
            let key = Explanation.Key(rows[position])
            if scratch.found?[key]?.score == rows[position].score { continue }
            scratch.found?[key] = Explanation.Found(score: rows[position].score, stage: stage)
        }
    }

    // MARK: Ready answers

    /// The rows that the index has ready for what was typed; nil where it has none, or where more than the text counts:
    /// nearness, a filter, a language that whole names are in, a reason that somebody wants to see.
    func ready(limit: Int) -> TopRows? {
        guard indexes.count == 1, scratch.found == nil, isLettersAlone(limit), let answer = answer(of: indexes[0].view)
        else { return nil }
        if answer.mindsLanguage, !scratch.choices.isEmpty { return nil }
        var rows = TopRows(scratch.candidates, limit: limit)
        var position = 0
        while position < answer.count {
            // All the same to what shows them; in order.
            rows.append(Candidate(score: -Float(position), entry: 0, place: answer[position], index: 0))
            position &+= 1
        }
        return rows
    }

    /// Nothing counts but the text, as where the answers of the files were found.
    func isLettersAlone(_ limit: Int) -> Bool {
        limit == Layout.answerRows && nearness == nil && query.tokenCount > 0 && query.isPlain
            && scratch.filters.pointee.isPlain
    }

    /// The rows that an index keeps for the text.
    func answer(of view: IndexView) -> ReadyAnswer? {
        let last = query.tokens[query.tokenCount &- 1]
        var size = query.count
        let text = scratch.text
        if !last.isUnfinished, !last.isIdeographic {
            // Where the last word is complete, that of the letters and a space.
            guard size < Layout.maximumPhrase else { return nil }
            text.update(from: query.bytes, count: size)
            text[size] = 0x20
            size &+= 1
        }
        return view.answer(last.isUnfinished || last.isIdeographic ? query.bytes : text, size, scratch.phrase)
    }
}
