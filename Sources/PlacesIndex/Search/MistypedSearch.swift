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
    /// What alone may be found, where a filter is narrow.
    private let selection: Selection?

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
        self.capacity = capacity
        self.fromFirst = fromFirst
        total = edits
        self.budget = budget
    }

    /// Fills the ranges; those of fewer errors are not left out of those of more, the caller keeps the better.
    mutating func run() {
        guard view.phraseCount > 0, size > 0 else { return }
        descend(0, view.nodes[0], 0, 0, total, selection?.all ?? 0..<0)
        guard wanted > 0 else { return }
        // The first ones were taken before it was known how good the others are.
        var kept = 0
        for index in 0..<count where bounds[index] > limit {
            ranges[kept] = ranges[index]
            kept &+= 1
        }
        count = kept
    }

    /// The most that an entry below a node can score when so many errors are left.
    @inline(__always)
    private func bound(_ number: Int, _ edits: Int) -> Float {
        Ranking.decode(view.nodeScores[number]) - Float(max(1, total &- edits)) * Ranking.typingError
    }

    /// From a node that `depth` letters lead to, with the text from `at` on and so many errors left. `part`: what of the
    /// selection may be below it.
    private mutating func descend(
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
            guard budget > 0, wanted == 0 || bound(number, edits) > limit else { return }
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
                scan(node, depth, at, edits)
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

    /// Everything that one error at this letter makes possible.
    private mutating func branch(
        _ node: TreeNode,
        _ number: Int,
        _ depth: Int,
        _ at: Int,
        _ edits: Int,
        _ part: Range<Int>
    ) {
        let letter = text[at]
        if at &+ 1 == size {
            // The last letter: whatever follows here. Another letter or one more are among it.
            put(node, number, Float(total &- edits &+ 1) * Ranking.typingError + Ranking.typingErrorAtEnd)
            return
        }
        let next = text[at &+ 1]
        // A letter too many was typed.
        if letter != next { descend(number, node, depth, at &+ 1, edits &- 1, part) }
        let first = Int(node.child)
        let labels = view.nodeLabels.slice(first, Int(node.childCount))
        var index = 0
        while index < labels.count {
            let label = labels[index]
            let childNumber = first &+ index
            if label != letter, wanted == 0 || bound(childNumber, edits &- 1) > limit {
                let child = view.nodes[childNumber]
                // Another letter was typed.
                if child.canContinue(next) { descend(childNumber, child, depth &+ 1, at &+ 1, edits &- 1, part) }
                // A letter was left out.
                if child.canContinue(letter) { descend(childNumber, child, depth &+ 1, at, edits &- 1, part) }
                // Two letters changed places.
                if label == next, letter != next {
                    if child.isLeaf {
                        if child.canContinue(letter) { scanSwapped(child, depth &+ 1, at, edits &- 1) }
                    } else if let second = view.child(of: child, letter) {
                        descend(second, view.nodes[second], depth &+ 2, at &+ 2, edits &- 1, part)
                    }
                }
            }
            index &+= 1
        }
    }

    /// Looks through the phrases of a leaf.
    private mutating func scan(_ node: TreeNode, _ depth: Int, _ at: Int, _ edits: Int) {
        if edits == 0, !node.canContinue(text[at]) || (at &+ 1 < size && !node.canContinueSecond(text[at &+ 1])) {
            return
        }
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
        if bestCount == wanted { limit = max(limit, best[wanted &- 1] - Ranking.typingErrorInside) }
    }
}
