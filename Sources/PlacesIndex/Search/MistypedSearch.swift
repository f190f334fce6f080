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

    init(
        _ view: IndexView,
        _ text: UnsafePointer<UInt8>,
        _ size: Int,
        edits: Int,
        fromFirst: Bool,
        budget: Int,
        cursor: UnsafeMutablePointer<UInt8>,
        ranges: UnsafeMutablePointer<PhraseRange>,
        capacity: Int
    ) {
        self.view = view
        self.text = text
        self.size = min(size, Layout.maximumPhrase)
        self.cursor = cursor
        self.ranges = ranges
        self.capacity = capacity
        self.fromFirst = fromFirst
        total = edits
        self.budget = budget
    }

    /// Fills the ranges; those of fewer errors are not left out of those of more, the caller keeps the better.
    mutating func run() {
        guard view.phraseCount > 0, size > 0 else { return }
        descend(view.nodes[0], 0, 0, total)
    }

    /// From a node that `depth` letters lead to, with the text from `at` on and so many errors left.
    private mutating func descend(_ start: TreeNode, _ startDepth: Int, _ startAt: Int, _ edits: Int) {
        var node = start
        var depth = startDepth
        var at = startAt
        while true {
            budget &-= 1
            guard budget > 0 else { return }
            if at >= size {
                let range = view.phrases(of: node)
                put(Int(range.first), Int(range.end), Float(total &- edits) * Ranking.typingError)
                return
            }
            if node.isLeaf {
                scan(node, depth, at, edits)
                return
            }
            if edits > 0, at > 0 || fromFirst { branch(node, depth, at, edits) }
            guard let child = view.child(of: node, text[at]) else { return }
            node = view.nodes[child]
            depth &+= 1
            at &+= 1
        }
    }

    /// Everything that one error at this letter makes possible.
    private mutating func branch(_ node: TreeNode, _ depth: Int, _ at: Int, _ edits: Int) {
        let letter = text[at]
        if at &+ 1 == size {
            // The last letter: whatever follows here. Another letter or one more are among it.
            let range = view.phrases(of: node)
            put(
                Int(range.first),
                Int(range.end),
                Float(total &- edits &+ 1) * Ranking.typingError + Ranking.typingErrorAtEnd
            )
            return
        }
        let next = text[at &+ 1]
        // A letter too many was typed.
        if letter != next { descend(node, depth, at &+ 1, edits &- 1) }
        let first = Int(node.child)
        let labels = view.nodeLabels.slice(first, min(Int(node.childCount), 256))
        var index = 0
        while index < labels.count {
            let label = labels[index]
            let child = view.nodes[first &+ index]
            if label != letter {
                // Another letter was typed.
                if child.canContinue(next) { descend(child, depth &+ 1, at &+ 1, edits &- 1) }
                // A letter was left out.
                if child.canContinue(letter) { descend(child, depth &+ 1, at, edits &- 1) }
                // Two letters changed places.
                if label == next, letter != next {
                    if child.isLeaf {
                        if child.canContinue(letter) { scanSwapped(child, depth &+ 1, at, edits &- 1) }
                    } else if let second = view.child(of: child, letter) {
                        descend(view.nodes[second], depth &+ 2, at &+ 2, edits &- 1)
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
                put(reader.phrase, reader.phrase &+ 1, Float(total &- edits) * Ranking.typingError + used)
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
                put(reader.phrase, reader.phrase &+ 1, Float(total &- edits) * Ranking.typingError + used)
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

    private mutating func put(_ first: Int, _ end: Int, _ cost: Float) {
        guard first < end else { return }
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
        count &+= 1
    }
}

extension TreeNode {
    /// A leaf keeps, in place of children, which letters come next and which after that.
    static let leafMark: UInt32 = 0x8000_0000

    @inline(__always)
    var isLeaf: Bool { childCount & TreeNode.leafMark != 0 || childCount == 0 }

    /// Whether a phrase of a leaf may go on with this byte; true for other nodes, which have children to ask.
    @inline(__always)
    func canContinue(_ byte: UInt8) -> Bool {
        childCount & TreeNode.leafMark == 0 || child >> UInt32(byte & 31) & 1 == 1
    }

    /// The same for the byte after that.
    @inline(__always)
    func canContinueSecond(_ byte: UInt8) -> Bool {
        childCount & TreeNode.leafMark == 0 || childCount >> TreeNode.secondBit(byte) & 1 == 1
    }

    @inline(__always)
    static func secondBit(_ byte: UInt8) -> UInt32 { min(UInt32(byte & 31), 30) }
}
