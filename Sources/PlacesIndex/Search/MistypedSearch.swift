/// Finds the phrases that begin with a text but for a few typing errors: a letter too many, too few, another one, or two
/// in each other's place. Letters are bytes of the folded text, which for scripts of two bytes a letter finds a wrong
/// second byte only.
struct MistypedSearch {
    private let view: IndexView
    private let text: UnsafePointer<UInt8>
    private let size: Int
    private let cursor: UnsafeMutablePointer<UInt8>
    private let ranges: UnsafeMutablePointer<PhraseRange>
    private let capacity: Int
    private(set) var count = 0
    /// Errors may be in the first letter too.
    private let fromFirst: Bool
    private let total: Int
    /// Nodes that may still be looked at, so that no text takes long.
    private var budget: Int
    /// The best score that each range may reach, in the order of `ranges`; then those of the best, best first.
    private let bounds: UnsafeMutablePointer<Float>
    private let best: UnsafeMutablePointer<Float>
    private var bestCount = 0
    /// So many good ranges are enough; 0 for all.
    private let wanted: Int
    /// What is not better than this is left out.
    private var limit: Float
    /// The same as scores of nodes have it, where one error was made and where two were: it must be more.
    private var leastAfterOne = -1
    private var leastAfterTwo = -1
    /// What alone may be found, where a filter is narrow.
    private let selection: Selection?
    /// Where one error leads to, kept from the last keystroke.
    private let frontier: MistypedFrontier

    init(
        _ view: IndexView,
        _ text: UnsafePointer<UInt8>,
        _ size: Int,
        edits: Int,
        fromFirst: Bool,
        budget: Int,
        wanted: Int,
        above limit: Float,
        _ selection: Selection?,
        _ frontier: MistypedFrontier,
        _ scratch: ScratchMemory,
        ranges: UnsafeMutablePointer<PhraseRange>,
        capacity: Int
    ) {
        self.view = view
        self.text = text
        self.size = min(size, Layout.maximumPhrase)
        cursor = scratch.phrase
        bounds = scratch.bounds
        best = scratch.bounds + Scratch.maximumMistyped
        // An older file has no scores of nodes.
        self.wanted = view.nodeScores.count == view.nodes.count ? min(wanted, Scratch.maximumBest) : 0
        self.limit = self.wanted > 0 ? limit : -.infinity
        self.ranges = ranges
        self.selection = selection
        self.frontier = frontier
        self.capacity = capacity
        self.fromFirst = fromFirst
        total = edits
        self.budget = budget
    }

    /// Fills the ranges; those of fewer errors are not left out of those of more, the caller keeps the better.
    mutating func run() {
        guard view.phraseCount > 0, size > 0 else { return }
        setLeast()
        if total == 1, selection == nil {
            takeFrontier()
        } else {
            walk(0, view.nodes[0], 0, 0, total, selection?.all ?? 0..<0)
        }
        guard wanted > 0 else { return }
        // The first ones were taken before it was known how good the others are.
        var kept = 0
        for index in 0..<count where bounds[index] > limit {
            ranges[kept] = ranges[index]
            kept &+= 1
        }
        count = kept
    }

    private mutating func setLeast() {
        guard wanted > 0 else { return }
        leastAfterOne = Ranking.steps(limit + Ranking.typingError)
        leastAfterTwo = Ranking.steps(limit + 2 * Ranking.typingError)
    }

    /// What the best entry below a node must score more than when so many errors are left; an error will come.
    @inline(__always)
    private func least(_ edits: Int) -> Int { total &- edits > 1 ? leastAfterTwo : leastAfterOne }

    @inline(__always)
    private func isGood(_ number: Int, _ edits: Int) -> Bool {
        wanted == 0 || Int(view.nodeScores[number]) > least(edits)
    }

    /// With one error, from where it leads to.
    private mutating func takeFrontier() {
        frontier.extend(to: text, size, fromFirst: fromFirst, view)
        let cost = Ranking.typingError
        var index = 0
        while index < frontier.count {
            let item = frontier.items[index]
            index &+= 1
            guard isGood(Int(item.number), 0) else { continue }
            if !item.node.isLeaf || Int(item.at) >= size {
                put(item.node, Int(item.number), cost)
            } else if !scanExactly(item, cost) {
                // Nor has it what goes on like this text.
                index &-= 1
                frontier.remove(index)
            }
        }
        guard let (node, number, at) = frontier.exact else { return }
        if at >= size, wanted == 0 { put(node, number, 0) }
        if at < size, node.isLeaf, isGood(number, 0) { scan(node, at, at, 1) }
        if let (node, number) = frontier.beforeLast {
            // The last letter: whatever follows here. Another letter or one more are among it.
            put(node, number, cost + Ranking.typingErrorAtEnd)
        }
    }

    /// From a node that `depth` letters lead to, with the text from `at` on and so many errors left. `part`: what of the
    /// selection may be below it.
    private mutating func walk(
        _ startNumber: Int,
        _ start: TreeNode,
        _ startDepth: Int,
        _ startAt: Int,
        _ edits: Int,
        _ startPart: Range<Int>
    ) {
        var part = startPart
        var number = startNumber
        var node = start
        var depth = startDepth
        var at = startAt
        while true {
            budget &-= 1
            guard budget > 0, isGood(number, edits) else { return }
            if let selection {
                part = selection.indexes(Int(node.first), Int(node.end), in: part)
                if part.isEmpty { return }
            }
            if at >= size {
                // Without an error it was found before.
                if wanted > 0, edits == total { return }
                put(node, number, Float(total &- edits) * Ranking.typingError)
                return
            }
            if node.isLeaf {
                if mayHold(node, at, edits) { scan(node, depth, at, edits) }
                return
            }
            if edits > 0, at > 0 || fromFirst { branch(node, number, depth, at, edits, part) }
            guard let child = view.child(of: node, text[at]) else { return }
            number = child
            node = view.nodes[child]
            depth &+= 1
            at &+= 1
        }
    }

    /// Whether a phrase of a leaf may go on like the text from `at` on with so many errors.
    @inline(__always)
    private func mayHold(_ leaf: TreeNode, _ at: Int, _ edits: Int) -> Bool {
        if edits == 0 {
            return leaf.canContinue(text[at]) && (at &+ 1 >= size || leaf.canContinueSecond(text[at &+ 1]))
        }
        // An error at one letter leaves the next: in its place, or in that of the first.
        if edits > 1 || at &+ 1 >= size { return true }
        return leaf.canContinue(text[at]) || leaf.canContinue(text[at &+ 1])
            || leaf.canContinueSecond(text[at]) || leaf.canContinueSecond(text[at &+ 1])
    }

    /// Everything that one error at this letter makes possible.
    private mutating func branch(
        _ node: TreeNode,
        _ number: Int,
        _ depth: Int,
        _ at: Int,
        _ edits: Int,
        _ part: Range<Int>
    ) {
        if at &+ 1 == size {
            // The last letter: whatever follows here. Another letter or one more are among it.
            put(node, number, Float(total &- edits &+ 1) * Ranking.typingError + Ranking.typingErrorAtEnd)
            return
        }
        let letter = text[at]
        let next = text[at &+ 1]
        let bitsOfLetter = TreeNode.LetterBits(letter)
        let bitsOfNext = TreeNode.LetterBits(next)
        let left = edits &- 1
        // A letter too many was typed.
        if letter != next, left > 0 || node.canContinue(bitsOfNext) { walk(number, node, depth, at &+ 1, left, part) }
        let first = Int(node.child)
        let labels = view.nodeLabels.slice(first, Int(node.childCount))
        let children = view.nodes.slice(first, labels.count)
        var index = 0
        while index < children.count {
            let label = labels[index]
            let child = children[index]
            let number = first &+ index
            index &+= 1
            guard label != letter, isGood(number, left) else { continue }
            // Another letter was typed.
            if child.canContinue(bitsOfNext) { walk(number, child, depth &+ 1, at &+ 1, left, part) }
            guard child.canContinue(bitsOfLetter) else { continue }
            // A letter was left out.
            walk(number, child, depth &+ 1, at, left, part)
            // Two letters changed places.
            guard label == next else { continue }
            if child.isLeaf {
                scanSwapped(child, depth &+ 1, at, left)
            } else if let second = view.child(of: child, letter, bitsOfLetter) {
                walk(second, view.nodes[second], depth &+ 2, at &+ 2, left, part)
            }
        }
    }

    /// Looks through the phrases of a leaf.
    private mutating func scan(_ node: TreeNode, _ depth: Int, _ at: Int, _ edits: Int) {
        let range = view.phrases(of: node)
        guard !range.isEmpty else { return }
        let end = min(Int(range.end), Int(range.first) &+ 64)
        var reader = PhraseCursor(view, cursor)
        reader.seek(Int(range.first))
        while true {
            if let used = errors(reader.buffer, reader.length, depth, at, edits) {
                put(phrase: reader.phrase, Float(total &- edits) * Ranking.typingError + used)
            }
            guard reader.phrase &+ 1 < end else { return }
            reader.step()
        }
    }

    /// The same with no error left; false where there is none that goes on like the text. Phrases are in order: what
    /// comes after it ends the look.
    private mutating func scanExactly(_ item: MistypedFrontier.Item, _ cost: Float) -> Bool {
        let range = view.phrases(of: item.node)
        guard !range.isEmpty else { return false }
        let end = min(Int(range.end), Int(range.first) &+ 64)
        let depth = Int(item.depth)
        let at = Int(item.at)
        let start = item.isSwapped ? text[at &- 1] : text[at]
        var reader = PhraseCursor(view, cursor)
        reader.seek(Int(range.first))
        var found = false
        while true {
            let length = reader.length
            if length > depth {
                if reader.buffer[depth] > start { return found }
                if reader.buffer[depth] == start {
                    var place = depth &+ 1
                    var textAt = at &+ 1
                    while textAt < size, place < length, reader.buffer[place] == text[textAt] {
                        place &+= 1
                        textAt &+= 1
                    }
                    if textAt >= size {
                        found = true
                        put(phrase: reader.phrase, cost)
                    } else if place < length, reader.buffer[place] > text[textAt] {
                        return found
                    }
                }
            }
            guard reader.phrase &+ 1 < end else { return found }
            reader.step()
        }
    }

    /// The same where the next letter was typed before the one before it.
    private mutating func scanSwapped(_ node: TreeNode, _ depth: Int, _ at: Int, _ edits: Int) {
        let range = view.phrases(of: node)
        guard !range.isEmpty else { return }
        let end = min(Int(range.end), Int(range.first) &+ 64)
        var reader = PhraseCursor(view, cursor)
        reader.seek(Int(range.first))
        while true {
            if reader.length > depth, reader.buffer[depth] == text[at],
                let used = errors(reader.buffer, reader.length, depth &+ 1, at &+ 2, edits)
            {
                put(phrase: reader.phrase, Float(total &- edits) * Ranking.typingError + used)
            }
            guard reader.phrase &+ 1 < end else { return }
            reader.step()
        }
    }

    /// What the errors cost with which a phrase goes on like the text; nil for more errors than `limit`.
    private func errors(
        _ phrase: UnsafePointer<UInt8>,
        _ length: Int,
        _ phraseAt: Int,
        _ textAt: Int,
        _ limit: Int
    ) -> Float? {
        var depth = phraseAt
        var at = textAt
        while at < size, depth < length, phrase[depth] == text[at] {
            depth &+= 1
            at &+= 1
        }
        if at >= size { return 0 }
        guard limit > 0, at > 0 || fromFirst else { return nil }
        if at &+ 1 == size { return Ranking.typingError + Ranking.typingErrorAtEnd }
        var best: Float?
        func consider(_ depth: Int, _ at: Int) {
            guard depth <= length, let more = errors(phrase, length, depth, at, limit &- 1) else { return }
            best = min(best ?? .infinity, more + Ranking.typingError)
        }
        consider(depth, at &+ 1)
        consider(depth &+ 1, at &+ 1)
        consider(depth &+ 1, at)
        if depth &+ 1 < length, phrase[depth] == text[at &+ 1], phrase[depth &+ 1] == text[at] {
            consider(depth &+ 2, at &+ 2)
        }
        return best
    }

    private mutating func put(_ node: TreeNode, _ number: Int, _ cost: Float) {
        let range = view.phrases(of: node)
        put(
            Int(range.first),
            Int(range.end),
            cost,
            bound: wanted > 0 ? Ranking.decode(view.nodeScores[number]) - cost : 0
        )
    }

    private mutating func put(phrase: Int, _ cost: Float) {
        if wanted > 0, cost == 0 { return }
        let bound = wanted > 0 ? Ranking.decode(view.entryScores[view.phraseFirsts[phrase]]) - cost : 0
        put(phrase, phrase &+ 1, cost, bound: bound)
    }

    private mutating func put(_ first: Int, _ end: Int, _ cost: Float, bound: Float) {
        guard first < end, wanted == 0 || bound > limit else { return }
        // The same node is reached in several ways.
        var index = 0
        while index < count {
            if Int(ranges[index].first) == first, Int(ranges[index].end) == end {
                ranges[index].cost = min(ranges[index].cost, cost)
                return
            }
            index &+= 1
        }
        guard count < capacity else { return }
        ranges[count] = PhraseRange(first, end, cost: cost)
        bounds[count] = bound
        count &+= 1
        if wanted > 0 { raiseLimit(bound) }
    }

    /// With enough ranges, others must be better than the worst of the best; and not by what only the place of the
    /// error in the name can cost.
    private mutating func raiseLimit(_ bound: Float) {
        if bestCount == wanted {
            guard bound > best[wanted &- 1] else { return }
            bestCount &-= 1
        }
        var at = bestCount
        while at > 0, best[at &- 1] < bound {
            best[at] = best[at &- 1]
            at &-= 1
        }
        best[at] = bound
        bestCount &+= 1
        if bestCount == wanted {
            limit = max(limit, best[wanted &- 1] - Ranking.typingErrorInside)
            setLeast()
        }
    }
}
