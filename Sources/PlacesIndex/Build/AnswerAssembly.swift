import PlacesModel

/// The rows for what leads to each node of the prefix tree: what many names begin with is typed most, and takes the
/// longest to find. The search itself finds them, with all that it minds, once and for all.
final class AnswerAssembly {
    private let indexes: UnsafeMutablePointer<IndexParts>
    private let view: IndexView
    private let scratch = Scratch()
    /// Which nodes have an answer; the answers of each, in the order of the nodes.
    private var marks: [AnswerMarks]
    private var answers: [UInt32] = []
    /// What a leaf's best entry must score.
    private let leastScore: UInt16
    private let text = UnsafeMutablePointer<UInt8>.allocate(capacity: Layout.maximumPhrase + 1)

    /// The sections, with the answers beside them and named by the nodes.
    static func add(to sections: [SectionBytes], _ meta: Meta) -> [SectionBytes] {
        let columns = UnsafeMutablePointer<IndexColumns>.allocate(capacity: 1)
        columns.initialize(
            to: IndexColumns { wanted in
                // The arrays stay where they are while `sections` has them.
                sections.first { $0.section == wanted }?.withBytes { $0 } ?? UnsafeRawBufferPointer(start: nil, count: 0)
            }
        )
        let view = IndexView(columns: columns)
        let types = IndexTypes(meta, view)
        let texts = IndexTexts(meta)
        let assembly = AnswerAssembly(IndexParts(view: view, kinds: types.kinds, texts: texts))
        withExtendedLifetime(sections) { assembly.run() }
        columns.deallocate()
        types.deallocate()
        texts.deallocate()
        return sections + [SectionBytes(.answerMarks, assembly.marks), SectionBytes(.answers, assembly.answers)]
    }

    private init(_ parts: IndexParts) {
        indexes = .allocate(capacity: 1)
        indexes.initialize(to: parts)
        view = parts.view
        marks = Array(repeating: AnswerMarks(), count: (view.nodes.count + 63) / 64)
        leastScore = view.entryScores[view.entryCount / Layout.entriesOfAnswer]
        scratch.setFilters([PlaceFilter(parts.view)])
    }

    deinit {
        indexes.deallocate()
        text.deallocate()
    }

    private func run() {
        var found: [(node: Int, rows: [UInt32])] = []
        answer(0, depth: 0, &found)
        found.sort { $0.node < $1.node }
        for answer in found { marks[answer.node >> 6].nodes |= 1 << UInt64(answer.node & 63) }
        var count: UInt32 = 0
        for index in marks.indices {
            marks[index].before = count
            count += UInt32(marks[index].nodes.nonzeroBitCount)
        }
        answers.reserveCapacity(found.count * Layout.answerRows)
        for answer in found { answers += answer.rows }
    }

    /// Of a node, to which the first letters of `text` lead, and all below it.
    private func answer(_ number: Int, depth: Int, _ found: inout [(node: Int, rows: [UInt32])]) {
        let node = view.nodes[number]
        if node.isLeaf, view.nodeScores[number] < leastScore { return }
        if depth > 0, isWhole(depth), let rows = rows(depth) { found.append((number, rows)) }
        guard !node.isLeaf, depth < Layout.maximumPhrase else { return }
        for child in Int(node.child)..<Int(node.child + node.childCount) {
            text[depth] = view.nodeLabels[child]
            answer(child, depth: depth + 1, &found)
        }
    }

    /// The bytes do not end inside a letter.
    private func isWhole(_ size: Int) -> Bool {
        var start = size - 1
        while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        let lead = text[start]
        return size - start == (lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1)
    }

    /// Nil where nobody's text becomes this one.
    private func rows(_ size: Int) -> [UInt32]? {
        let query = ParsedQuery(UnsafeBufferPointer(start: text, count: size), caret: nil, scratch)
        guard query.tokenCount > 0, query.isPlain else { return nil }
        // A space at the end says that the word is complete.
        let isComplete = text[size - 1] == 0x20
        let last = query.tokens[query.tokenCount - 1]
        guard query.count == (isComplete ? size - 1 : size), isComplete == !(last.isUnfinished || last.isIdeographic),
            (0..<query.count).allSatisfy({ query.bytes[$0] == text[$0] })
        else { return nil }
        let search = StagedSearch(UnsafeBufferPointer(start: indexes, count: 1), nil, query, scratch)
        var (found, beginners) = search.run(limit: Layout.answerRows)
        if found.count == Layout.answerRows { search.makeRoom(&found, beginners, query) }
        var list = (0..<Layout.answerRows).map { $0 < found.count ? found[$0].place : StagedSearch.Answer.none }
        let mindsLanguage =
            query.tokenCount > 1 || view.prefixRange(query.bytes, query.count, scratch.phrase).exact
        if found.count > 0, mindsLanguage { list[0] |= StagedSearch.Answer.languageFlag }
        return list
    }
}
