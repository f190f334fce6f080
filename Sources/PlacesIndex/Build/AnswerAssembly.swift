import PlacesModel

/// The rows for what leads to a node of the prefix tree: what many names begin with is typed most and takes the longest
/// to find, and what important names begin with is typed nearly as much. The search itself finds them, with all that it
/// minds, once and for all.
final class AnswerAssembly: @unchecked Sendable {
    // @unchecked: several threads answer, each its own texts.
    private let indexes: UnsafeMutablePointer<IndexParts>
    private let view: IndexView
    /// What the best entry of a leaf must be before.
    private let firstUnanswered: UInt32
    /// What the best entry of a node with children must score.
    private let leastScore: UInt16
    /// So many that a thread's memory for them does not count.
    private static let questionsAtOnce = 1024
    static let sectionCount = 6
    private var texts: [UInt8] = []
    private var questions: [Question] = []
    private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: PhraseCursor.capacity)

    /// A text that leads to a node, or to a leaf and a byte further.
    private struct Question: BitwiseCopyable {
        var node: UInt32
        var start: UInt32
        var size: UInt16
        var isFurther: Bool
    }

    /// The sections of the answers that a search of these sections gives.
    static func answers(of sections: [SectionBytes], _ meta: Meta, threads: Int) -> [SectionBytes] {
        let columns = UnsafeMutablePointer<IndexColumns>.allocate(capacity: 1)
        columns.initialize(
            to: IndexColumns { wanted in
                // The arrays stay where they are while `sections` has them.
                sections.first { $0.section == wanted }?.withBytes { $0 }
                    ?? UnsafeRawBufferPointer(start: nil, count: 0)
            }
        )
        let view = IndexView(columns: columns)
        let types = IndexTypes(meta, view)
        let texts = IndexTexts(meta)
        let assembly = AnswerAssembly(IndexParts(view: view, kinds: types.kinds, texts: texts))
        let answers = withExtendedLifetime(sections) { assembly.sections(threads) }
        columns.deallocate()
        types.deallocate()
        texts.deallocate()
        return answers
    }

    private init(_ parts: IndexParts) {
        indexes = .allocate(capacity: 1)
        indexes.initialize(to: parts)
        view = parts.view
        leastScore = view.entryScores[view.entryCount / Layout.entriesOfNodeAnswer]
        firstUnanswered = UInt32(min(view.entryCount / Layout.entriesOfAnswer, Layout.answeredEntries) + 1)
    }

    deinit {
        indexes.deallocate()
        buffer.deallocate()
    }

    private func sections(_ threads: Int) -> [SectionBytes] {
        var path: [UInt8] = []
        if view.phraseCount > 0 { ask(0, &path) }
        // Without a row, or with one at least.
        var found = [UInt32](repeating: 0, count: questions.count * Layout.answerRows)
        var isAnswered = [Bool](repeating: false, count: questions.count)
        let piece = AnswerAssembly.questionsAtOnce
        found.withUnsafeMutableBufferPointer { found in
            isAnswered.withUnsafeMutableBufferPointer { isAnswered in
                let (found, isAnswered) = (found, isAnswered)
                Parallel.run((questions.count + piece - 1) / piece, threads: threads) { part in
                    let scratch = Scratch()
                    scratch.setFilters([PlaceFilter(view)])
                    for number in part * piece..<min((part + 1) * piece, questions.count) {
                        let rows = UnsafeMutableBufferPointer(rebasing: found[(number * Layout.answerRows)...])
                        isAnswered[number] = answer(questions[number], rows, scratch)
                    }
                }
            }
        }
        // Those of one leaf were asked in the order of their bytes, and stay in it.
        var keys = questions.indices.filter { isAnswered[$0] }.map { UInt64(questions[$0].node) << 32 | UInt64($0) }
        RadixSort.sort(&keys, from: 32)
        let order = keys.map { Int($0 & 0xFFFF_FFFF) }
        func rows(_ numbers: [Int]) -> [UInt32] {
            numbers.flatMap { found[($0 * Layout.answerRows)..<(($0 + 1) * Layout.answerRows)] }
        }
        let plain = order.filter { !questions[$0].isFurther }
        let further = order.filter { questions[$0].isFurther }
        var starts: [UInt32] = []
        for (position, number) in further.enumerated()
        where position == 0 || questions[further[position - 1]].node != questions[number].node {
            starts.append(UInt32(position))
        }
        starts.append(UInt32(further.count))
        func marks(_ numbers: [Int]) -> [Marks] {
            Marks.make(view.nodes.count, having: numbers.lazy.map { Int(self.questions[$0].node) })
        }
        return [
            SectionBytes(.answerMarks, marks(plain)), SectionBytes(.answers, rows(plain)),
            SectionBytes(.furtherMarks, marks(further)), SectionBytes(.furtherStarts, starts),
            SectionBytes(.furtherBytes, further.map { lastByte(questions[$0]) }),
            SectionBytes(.furtherAnswers, rows(further)),
        ]
    }

    private func lastByte(_ question: Question) -> UInt8 { texts[Int(question.start) + Int(question.size) - 1] }

    // MARK: What to answer

    /// The text that leads to a node, and those below it.
    private func ask(_ number: Int, _ path: inout [UInt8]) {
        let node = view.nodes[number]
        guard path.count < Layout.maximumPhrase else { return }
        if node.isLeaf {
            askFurther(number, node, &path)
            return
        }
        // No entry scores more than the first of those that are left out.
        if view.nodeScores[number] >= leastScore { ask(path, number) }
        for child in Int(node.child)..<Int(node.child + node.childCount) {
            path.append(view.nodeLabels[child])
            ask(child, &path)
            path.removeLast()
        }
    }

    /// Of a leaf with an important name; and of the bytes after it that such a name goes on with.
    private func askFurther(_ number: Int, _ leaf: TreeNode, _ path: inout [UInt8]) {
        var isImportant = false
        var cursor: PhraseCursor?
        for phrase in Int(leaf.first)..<Int(leaf.end) where view.phraseFirsts[phrase] < firstUnanswered {
            isImportant = true
            var reader = cursor ?? PhraseCursor(view, buffer)
            reader.seek(phrase)
            cursor = reader
            guard reader.length > path.count else { continue }
            path.append(buffer[path.count])
            if questions.last.map({ Int($0.node) != number || lastByte($0) != path.last }) ?? true {
                ask(path, number, isFurther: true)
            }
            path.removeLast()
        }
        if isImportant { ask(path, number) }
    }

    private func ask(_ path: [UInt8], _ node: Int, isFurther: Bool = false) {
        guard isWhole(path) else { return }
        questions.append(
            Question(
                node: UInt32(node),
                start: UInt32(texts.count),
                size: UInt16(path.count),
                isFurther: isFurther
            )
        )
        texts += path
    }

    /// The bytes do not end inside a letter.
    private func isWhole(_ text: [UInt8]) -> Bool {
        guard var start = text.indices.last else { return false }
        while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        let lead = text[start]
        return text.count - start == (lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1)
    }

    // MARK: The answers

    /// False where nobody's text becomes this one.
    private func answer(
        _ question: Question,
        _ rows: UnsafeMutableBufferPointer<UInt32>,
        _ scratch: Scratch
    ) -> Bool {
        texts.withUnsafeBufferPointer { texts in
            let first = Int(question.start)
            let text = UnsafeBufferPointer(rebasing: texts[first..<first + Int(question.size)])
            let query = ParsedQuery(text, caret: nil, scratch)
            guard query.tokenCount > 0, query.isPlain else { return false }
            // A space at the end says that the word is complete.
            let isComplete = text[text.count - 1] == 0x20
            let last = query.tokens[query.tokenCount - 1]
            guard query.count == (isComplete ? text.count - 1 : text.count),
                isComplete == !(last.isUnfinished || last.isIdeographic),
                (0..<query.count).allSatisfy({ query.bytes[$0] == text[$0] })
            else { return false }
            let search = StagedSearch(UnsafeBufferPointer(start: indexes, count: 1), nil, query, scratch)
            var (found, beginners) = search.run(limit: Layout.answerRows, room: Layout.answerRows)
            if found.count == Layout.answerRows { search.makeRoom(&found, beginners, query) }
            for row in 0..<Layout.answerRows {
                rows[row] = row < found.count ? found[row].place : StagedSearch.Answer.none
            }
            let mindsLanguage =
                query.tokenCount > 1 || view.prefixRange(query.bytes, query.count, scratch.phrase).exact
            if found.count > 0, mindsLanguage { rows[0] |= StagedSearch.Answer.languageFlag }
            return true
        }
    }
}
