import PlacesModel

/// The rows for what leads to a node of the prefix tree: what many names begin with is typed most and takes the longest
/// to find, and what important names begin with is typed nearly as much. The search itself finds them, with all that it
/// minds, once and for all.
final class AnswerAssembly: @unchecked Sendable {
    // @unchecked: several threads answer, each its own texts.
    private let indexes: UnsafeMutablePointer<IndexParts>
    private let view: IndexView
    /// What the best entry of a leaf must be before; and where only what takes long to search is kept.
    private let firstUnanswered: UInt32
    private let firstNeverAnswered: UInt32
    /// What the best entry of a node with children must score.
    private let leastScore: UInt16
    /// So many that a thread's memory for them does not count.
    private static let questionsAtOnce = 1024
    static let sectionCount = 10
    private var texts: [UInt8] = []
    private var questions: [Question] = []
    private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: PhraseCursor.capacity)
    /// The bytes that lead to the node that is asked for.
    private let path = UnsafeMutablePointer<UInt8>.allocate(capacity: Layout.maximumPhrase + 1)
    /// Of each phrase of a leaf its text.
    private let names = UnsafeMutablePointer<UInt8>.allocate(capacity: Layout.leafPhrases * PhraseCursor.capacity)

    /// A text that leads to a node, or to a leaf and a byte further, or to a phrase of a leaf.
    private struct Question: BitwiseCopyable {
        enum Kind { case node, further, deep }

        var kind: Kind
        /// Of the node, or of the first phrase that begins so.
        var number: UInt32
        var start: UInt32
        var size: UInt16
        /// It is kept only where it takes long to search.
        var ifSlow: Bool
    }

    private enum Outcome {
        case notKept, kept
        /// Other languages may have other rows.
        case keptForSome
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
        leastScore = view.entryScores[min(view.entryCount / Layout.entriesOfNodeAnswer, Layout.answeredNodes)]
        firstUnanswered = UInt32(min(view.entryCount / Layout.entriesOfAnswer, Layout.answeredEntries) + 1)
        firstNeverAnswered = UInt32(min(view.entryCount / Layout.entriesOfSlowAnswer, Layout.answeredNodes) + 1)
    }

    deinit {
        indexes.deallocate()
        buffer.deallocate()
        path.deallocate()
        names.deallocate()
    }

    private func sections(_ threads: Int) -> [SectionBytes] {
        if view.phraseCount > 0 { ask(0, 0) }
        // Without a row, or with one at least.
        var found = [UInt32].large(repeating: 0, count: questions.count * Layout.answerRows)
        var outcomes = [Outcome](repeating: .notKept, count: questions.count)
        let piece = AnswerAssembly.questionsAtOnce
        found.withUnsafeMutableBufferPointer { found in
            outcomes.withUnsafeMutableBufferPointer { outcomes in
                let (found, outcomes) = (found, outcomes)
                Parallel.run((questions.count + piece - 1) / piece, threads: threads) { part in
                    let scratch = Scratch()
                    scratch.setFilters([PlaceFilter(view)])
                    for number in part * piece..<min((part + 1) * piece, questions.count) {
                        let rows = UnsafeMutableBufferPointer(rebasing: found[(number * Layout.answerRows)...])
                        outcomes[number] = answer(questions[number], rows, scratch)
                    }
                }
            }
        }
        // Those of one leaf or phrase were asked in the order of their texts, and stay in it.
        var keys = questions.indices.filter { outcomes[$0] != .notKept }.map {
            UInt64(questions[$0].number) << 32 | UInt64($0)
        }
        RadixSort.sort(&keys, from: 32)
        let order = keys.map { Int($0 & 0xFFFF_FFFF) }
        func kept(_ kind: Question.Kind) -> [Int] { order.filter { questions[$0].kind == kind } }
        let width = ReadyAnswer.width(view.places.count)
        func rows(_ numbers: [Int]) -> [UInt8] {
            var bytes: [UInt8] = []
            for number in numbers {
                let rows = found[(number * Layout.answerRows)..<((number + 1) * Layout.answerRows)]
                ReadyAnswer.write(
                    rows.prefix { $0 != .max },
                    mindsLanguage: outcomes[number] == .keptForSome,
                    width: width,
                    into: &bytes
                )
            }
            return bytes
        }
        func marks(_ numbers: [Int], of count: Int) -> [Marks] {
            Marks.make(count, having: numbers.lazy.map { Int(self.questions[$0].number) })
        }
        let (plain, further, deep) = (kept(.node), kept(.further), kept(.deep))
        return [
            SectionBytes(.answerMarks, marks(plain, of: view.nodes.count)), SectionBytes(.answers, rows(plain)),
            SectionBytes(.furtherMarks, marks(further, of: view.nodes.count)),
            SectionBytes(.furtherStarts, starts(further)),
            SectionBytes(.furtherBytes, further.map { lastByte(questions[$0]) }),
            SectionBytes(.furtherAnswers, rows(further)),
            SectionBytes(.deepMarks, marks(deep, of: view.phraseCount)), SectionBytes(.deepStarts, starts(deep)),
            SectionBytes(.deepSizes, deep.map { UInt8(truncatingIfNeeded: questions[$0].size) }),
            SectionBytes(.deepAnswers, rows(deep)),
        ]
    }

    /// Where those of each node or phrase begin, and one more.
    private func starts(_ numbers: [Int]) -> [UInt32] {
        var starts: [UInt32] = []
        for (position, number) in numbers.enumerated()
        where position == 0 || questions[numbers[position - 1]].number != questions[number].number {
            starts.append(UInt32(position))
        }
        return starts + [UInt32(numbers.count)]
    }

    private func lastByte(_ question: Question) -> UInt8 { texts[Int(question.start) + Int(question.size) - 1] }

    // MARK: What to answer

    /// The text of `size` bytes that leads to a node, and those below it.
    private func ask(_ number: Int, _ size: Int) {
        let node = view.nodes[number]
        guard size < Layout.maximumPhrase else { return }
        if node.isLeaf {
            askFurther(number, node, size)
            return
        }
        // No entry scores more than the first of those that are left out.
        if view.nodeScores[number] >= leastScore { ask(.node, number, UnsafeBufferPointer(start: path, count: size)) }
        for child in Int(node.child)..<Int(node.child + node.childCount) {
            path[size] = view.nodeLabels[child]
            ask(child, size + 1)
        }
    }

    /// Of a leaf with an important name; and of what such a name goes on with.
    private func askFurther(_ number: Int, _ leaf: TreeNode, _ pathSize: Int) {
        let phrases = Int(leaf.first)..<Int(leaf.end)
        guard phrases.count <= Layout.leafPhrases else { return }
        var best = UInt32.max
        for phrase in phrases { best = min(best, view.phraseFirsts[phrase]) }
        guard best < firstNeverAnswered else { return }
        ask(.node, number, UnsafeBufferPointer(start: path, count: pathSize), best: best)
        withUnsafeTemporaryAllocation(of: (size: Int, shared: Int).self, capacity: Layout.leafPhrases) { sizes in
            read(phrases, sizes)
            for index in 0..<phrases.count {
                let name = names + index * PhraseCursor.capacity
                let most = min(sizes[index].size, max(Layout.answeredBytes, pathSize + 1))
                for size in stride(from: max(pathSize, sizes[index].shared) + 1, through: most, by: 1) {
                    // All that go on so follow each other.
                    var best = view.phraseFirsts[phrases.lowerBound + index]
                    var other = index + 1
                    while other < phrases.count, sizes[other].shared >= size {
                        best = min(best, view.phraseFirsts[phrases.lowerBound + other])
                        other += 1
                    }
                    let isFurther = size == pathSize + 1
                    ask(
                        isFurther ? .further : .deep,
                        isFurther ? number : phrases.lowerBound + index,
                        UnsafeBufferPointer(start: name, count: size),
                        best: best
                    )
                }
            }
        }
    }

    /// Reads the phrases of a leaf; of each, how many bytes it has, and how many are those of the one before.
    private func read(_ phrases: Range<Int>, _ sizes: UnsafeMutableBufferPointer<(size: Int, shared: Int)>) {
        var reader = PhraseCursor(view, buffer)
        reader.seek(phrases.lowerBound)
        for index in 0..<phrases.count {
            let name = names + index * PhraseCursor.capacity
            name.update(from: buffer, count: reader.length)
            var shared = 0
            if index > 0 {
                let last = name - PhraseCursor.capacity
                let most = min(sizes[index - 1].size, reader.length)
                while shared < most, last[shared] == name[shared] { shared += 1 }
            }
            sizes[index] = (reader.length, shared)
            if index + 1 < phrases.count { reader.step() }
        }
    }

    private func ask(_ kind: Question.Kind, _ number: Int, _ text: UnsafeBufferPointer<UInt8>, best: UInt32 = 0) {
        guard best < firstNeverAnswered, isWhole(text) else { return }
        let ifSlow = kind == .deep || best >= firstUnanswered
        // A name begins so: nothing slow is tried.
        if ifSlow, !text.contains(0x20), text.count(where: { $0 & 0xC0 != 0x80 }) >= Ranking.plausibleLetters { return }
        questions.append(
            Question(
                kind: kind,
                number: UInt32(number),
                start: UInt32(texts.count),
                size: UInt16(text.count),
                ifSlow: ifSlow
            )
        )
        texts.append(contentsOf: text)
    }

    /// The bytes do not end inside a letter.
    private func isWhole(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard var start = text.indices.last else { return false }
        while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        let lead = text[start]
        return text.count - start == (lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1)
    }

    // MARK: The answers

    /// Not kept is what nobody's text becomes, and what is found fast enough.
    private func answer(
        _ question: Question,
        _ rows: UnsafeMutableBufferPointer<UInt32>,
        _ scratch: Scratch
    ) -> Outcome {
        texts.withUnsafeBufferPointer { texts in
            let first = Int(question.start)
            let text = UnsafeBufferPointer(rebasing: texts[first..<first + Int(question.size)])
            let query = ParsedQuery(text, caret: nil, scratch)
            guard query.tokenCount > 0, query.isPlain else { return .notKept }
            // A space at the end says that the word is complete.
            let isComplete = text[text.count - 1] == 0x20
            let last = query.tokens[query.tokenCount - 1]
            guard query.count == (isComplete ? text.count - 1 : text.count),
                isComplete == !(last.isUnfinished || last.isIdeographic),
                (0..<query.count).allSatisfy({ query.bytes[$0] == text[$0] })
            else { return .notKept }
            let search = StagedSearch(UnsafeBufferPointer(start: indexes, count: 1), nil, query, scratch)
            var (found, beginners, stage) = search.run(limit: Layout.answerRows, room: Layout.answerRows)
            // Words are looked for in any order, and typing errors are.
            let isSlow = query.tokenCount > 1 || stage != .asTyped && stage != .insideWords
            if question.ifSlow, !isSlow { return .notKept }
            if found.count == Layout.answerRows { search.makeRoom(&found, beginners, query) }
            for row in 0..<Layout.answerRows { rows[row] = row < found.count ? found[row].place : .max }
            return query.tokenCount > 1 || view.prefixRange(query.bytes, query.count, scratch.phrase).exact
                ? .keptForSome : .kept
        }
    }
}
