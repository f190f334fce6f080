/// Phrases `first ..< end`.
struct PhraseRange: BitwiseCopyable {
    var first: Int32 = 0
    var end: Int32 = 0
    /// What typing errors between what was typed and these phrases cost; 0 for none.
    var cost: Float = 0

    init() {}

    init(_ first: Int, _ end: Int, cost: Float = 0) {
        self.first = Int32(truncatingIfNeeded: first)
        self.end = Int32(truncatingIfNeeded: max(first, end))
        self.cost = cost
    }

    var isEmpty: Bool { first >= end }
    var count: Int { Int(end &- first) }
}

/// Reads the texts of phrases one after the other.
struct PhraseCursor {
    /// Room that `buffer` must have.
    static let capacity = 256

    private let blocks: Column<UInt32>
    private let texts: Column<UInt8>
    let buffer: UnsafeMutablePointer<UInt8>
    private(set) var length = 0
    private(set) var phrase = 0
    private var at = 0

    @inline(__always)
    init(_ view: IndexView, _ buffer: UnsafeMutablePointer<UInt8>) {
        blocks = view.phraseBlocks
        texts = view.phraseTexts
        self.buffer = buffer
    }

    /// Goes to a phrase and reads it.
    mutating func seek(_ target: Int) {
        let block = target / Layout.phraseBlock
        at = Int(blocks[block])
        phrase = block &* Layout.phraseBlock
        readHead()
        while phrase < target { step() }
    }

    /// Reads the next phrase, which begins with so many letters of this one; false, and the cursor is of no use any
    /// more, where it does not.
    mutating func step(keeping length: Int) -> Bool {
        if (phrase &+ 1) % Layout.phraseBlock != 0 {
            guard Int(texts[at]) >= length else { return false }
            step()
            return true
        }
        var index = 0
        let size = Int(texts[at])
        guard size >= length, at &+ 1 &+ size <= texts.count else { return false }
        while index < length {
            if texts[at &+ 1 &+ index] != buffer[index] { return false }
            index &+= 1
        }
        step()
        return true
    }

    /// Reads the next phrase.
    @inline(__always)
    mutating func step() {
        phrase &+= 1
        if phrase % Layout.phraseBlock == 0 {
            readHead()
            return
        }
        let shared = Int(texts[at])
        let more = Int(texts[at &+ 1])
        at &+= 2
        guard shared <= length, shared &+ more < PhraseCursor.capacity, at &+ more <= texts.count else {
            length = 0
            return
        }
        copy(more, to: shared)
    }

    @inline(__always)
    private mutating func readHead() {
        let size = Int(texts[at])
        at &+= 1
        guard at &+ size <= texts.count, size < PhraseCursor.capacity else {
            length = 0
            return
        }
        copy(size, to: 0)
    }

    @inline(__always)
    private mutating func copy(_ size: Int, to start: Int) {
        let source = texts.base + at
        let target = buffer + start
        var index = 0
        while index < size {
            target[index] = source[index]
            index &+= 1
        }
        at &+= size
        length = start &+ size
    }
}

extension IndexView {
    /// What of a damaged file's range is there; leaves of the tree are short.
    @inline(__always)
    func phrases(of node: TreeNode) -> PhraseRange {
        let end = min(Int(node.end), phraseCount)
        return PhraseRange(min(Int(node.first), end), end)
    }

    /// The rows that are ready for a text; nil where there are none.
    func answer(
        _ text: UnsafePointer<UInt8>,
        _ size: Int,
        _ buffer: UnsafeMutablePointer<UInt8>
    ) -> ReadyAnswer? {
        guard phraseCount > 0, size > 0, let (node, number, depth) = descend(text, size) else { return nil }
        if depth == size { return answerMarks.rank(number).flatMap { rows(answers, $0) } }
        if depth &+ 1 < size { return deepAnswer(text, size, node, depth, buffer) }
        guard let leaf = furtherMarks.rank(number) else { return nil }
        // One byte more than leads to the leaf.
        let start = Int(furtherStarts[leaf])
        let bytes = furtherBytes.slice(start, min(Int(furtherStarts[leaf &+ 1]) &- start, Layout.leafPhrases))
        var at = 0
        while at < bytes.count {
            if bytes[at] == text[depth] { return rows(furtherAnswers, start &+ at) }
            at &+= 1
        }
        return nil
    }

    /// Of a text that goes on within a leaf: it is kept by the first phrase that begins so.
    private func deepAnswer(
        _ text: UnsafePointer<UInt8>,
        _ size: Int,
        _ leaf: TreeNode,
        _ depth: Int,
        _ buffer: UnsafeMutablePointer<UInt8>
    ) -> ReadyAnswer? {
        guard leaf.isLeaf, size <= Layout.answeredBytes, leaf.canContinue(text[depth]),
            leaf.canContinueSecond(text[depth &+ 1])
        else { return nil }
        let range = phrases(of: leaf)
        let end = min(Int(range.end), Int(range.first) &+ Layout.leafPhrases)
        // Of most leaves that little is typed of, none is kept.
        var phrase = Int(range.first)
        while phrase < end, deepMarks.rank(phrase) == nil { phrase &+= 1 }
        guard phrase < end else { return nil }
        var cursor = PhraseCursor(self, buffer)
        cursor.seek(Int(range.first))
        while compare(cursor, text, size, from: depth) != 0 {
            guard cursor.phrase &+ 1 < end else { return nil }
            cursor.step()
        }
        guard let number = deepMarks.rank(cursor.phrase) else { return nil }
        let start = Int(deepStarts[number])
        let sizes = deepSizes.slice(start, min(Int(deepStarts[number &+ 1]) &- start, Layout.answeredBytes))
        var at = 0
        while at < sizes.count {
            if Int(sizes[at]) == size { return rows(deepAnswers, start &+ at) }
            at &+= 1
        }
        return nil
    }

    @inline(__always)
    private func rows(_ column: Column<UInt8>, _ number: Int) -> ReadyAnswer? {
        ReadyAnswer(column, number, width: ReadyAnswer.width(places.count))
    }

    /// The phrases that begin with these letters; `exact` when the first of them is these letters and nothing more.
    func prefixRange(
        _ text: UnsafePointer<UInt8>,
        _ size: Int,
        _ buffer: UnsafeMutablePointer<UInt8>
    ) -> (range: PhraseRange, exact: Bool) {
        var node = -1
        return prefixRange(text, size, buffer, node: &node)
    }

    /// The same; `number` is set where the phrases are just those of a node that has children.
    func prefixRange(
        _ text: UnsafePointer<UInt8>,
        _ size: Int,
        _ buffer: UnsafeMutablePointer<UInt8>,
        node number: inout Int
    ) -> (range: PhraseRange, exact: Bool) {
        let none = (range: PhraseRange(), exact: false)
        let count = min(size, Layout.maximumPhrase)
        guard phraseCount > 0, let (node, reached, depth) = descend(text, count) else { return none }
        let range = phrases(of: node)
        guard !range.isEmpty else { return none }
        var cursor = PhraseCursor(self, buffer)
        if depth == count {
            if !node.isLeaf {
                number = reached
                // A phrase that ends here comes before those of the first child.
                return (range, Int(nodes[Int(node.child)].first) > Int(range.first))
            }
            cursor.seek(Int(range.first))
            return (range, cursor.length == count)
        }
        // A leaf: look through its phrases.
        if !node.canContinue(text[depth]) { return none }
        if depth &+ 1 < count, !node.canContinueSecond(text[depth &+ 1]) { return none }
        let last = min(Int(range.end), Int(range.first) &+ 64)
        cursor.seek(Int(range.first))
        var first = -1
        var exact = false
        while true {
            let order = compare(cursor, text, count, from: depth)
            if order == 0 {
                if first < 0 {
                    first = cursor.phrase
                    exact = cursor.length == count
                }
            } else if order > 0 {
                break
            }
            guard cursor.phrase &+ 1 < last else {
                return first < 0 ? none : (PhraseRange(first, cursor.phrase &+ (order == 0 ? 1 : 0)), exact)
            }
            cursor.step()
        }
        return first < 0 ? none : (PhraseRange(first, cursor.phrase), exact)
    }

    /// 0 when the phrase begins with the text, -1 when it comes before, 1 after.
    @inline(__always)
    private func compare(_ cursor: PhraseCursor, _ text: UnsafePointer<UInt8>, _ count: Int, from depth: Int) -> Int {
        var at = depth
        while at < count {
            if at >= cursor.length { return -1 }
            let byte = cursor.buffer[at]
            if byte != text[at] { return byte < text[at] ? -1 : 1 }
            at &+= 1
        }
        return 0
    }

    /// The best entries of a node, in order; nil where none are ready.
    func readyEntries(ofNode node: Int) -> UnsafeBufferPointer<ReadyEntry>? {
        guard node >= 0, let list = readyList(ofNode: node) else { return nil }
        return readyEntries.slice(list &* Layout.readyEntries, Layout.readyEntries)
    }

    /// The number of its list among those of all nodes.
    func readyList(ofNode node: Int) -> Int? {
        let list = firstReadyList(fromNode: node)
        return list < readyNodes.count && Int(readyNodes[list]) == node ? list : nil
    }

    /// The first list of this node or one after it.
    func firstReadyList(fromNode node: Int) -> Int {
        var low = 0
        var high = readyNodes.count
        while low < high {
            let middle = (low &+ high) / 2
            if readyNodes[middle] < UInt32(truncatingIfNeeded: node) { low = middle &+ 1 } else { high = middle }
        }
        return low
    }

    /// The node that these letters lead to, or the leaf on the way; nil where none goes on with them.
    @inline(__always)
    private func descend(
        _ text: UnsafePointer<UInt8>,
        _ size: Int
    ) -> (node: TreeNode, number: Int, depth: Int)? {
        var node = nodes[0]
        var number = 0
        var depth = 0
        while depth < size, !node.isLeaf {
            guard let child = child(of: node, text[depth]) else { return nil }
            number = child
            node = nodes[child]
            depth &+= 1
        }
        return (node, number, depth)
    }

    @inline(__always)
    func child(of node: TreeNode, _ label: UInt8) -> Int? {
        child(of: node, label, TreeNode.LetterBits(label))
    }

    @inline(__always)
    func child(of node: TreeNode, _ label: UInt8, _ bits: TreeNode.LetterBits) -> Int? {
        guard var index = node.firstChild(bits) else { return nil }
        let first = Int(node.child)
        let labels = nodeLabels.slice(first, Int(node.childCount))
        guard let base = labels.baseAddress else { return nil }
        while index < labels.count {
            if base[index] >= label { return base[index] == label ? first &+ index : nil }
            index &+= 1
        }
        return nil
    }

    /// The phrases that begin with this whole word, or whole words. `text` must have room for one byte more, which is
    /// overwritten for a moment.
    func wordRange(
        _ text: UnsafeMutablePointer<UInt8>,
        _ size: Int,
        _ buffer: UnsafeMutablePointer<UInt8>
    ) -> PhraseRange {
        let (all, exact) = prefixRange(text, size, buffer)
        guard !all.isEmpty, size < Layout.maximumPhrase else { return all }
        let saved = text[size]
        text[size] = 0x20
        let followed = prefixRange(text, size &+ 1, buffer).range
        text[size] = saved
        if exact { return PhraseRange(Int(all.first), followed.isEmpty ? Int(all.first) &+ 1 : Int(followed.end)) }
        return followed
    }

    /// The position of the best first entry in `first ..< end`, which must not be empty.
    @inline(__always)
    func bestPhrase(_ first: Int, _ end: Int) -> Int {
        let last = end &- 1
        let firstBlock = first / Layout.minimumBlock
        let lastBlock = last / Layout.minimumBlock
        if firstBlock == lastBlock { return inBlock(first, last) }
        let left = inBlock(first, firstBlock &* Layout.minimumBlock &+ Layout.minimumBlock &- 1)
        let right = inBlock(lastBlock &* Layout.minimumBlock, last)
        var best = phraseFirsts[left] <= phraseFirsts[right] ? left : right
        let width = lastBlock &- firstBlock &- 1
        if width > 0 {
            let blocks = (phraseCount &+ Layout.minimumBlock &- 1) / Layout.minimumBlock
            let level = Int.bitWidth &- 1 &- width.leadingZeroBitCount
            let a = Int(minimumTable[level &* blocks &+ firstBlock &+ 1])
            let b = Int(minimumTable[level &* blocks &+ lastBlock &- (1 << level)])
            let middle = phraseFirsts[a] <= phraseFirsts[b] ? a : b
            if phraseFirsts[middle] < phraseFirsts[best] { best = middle }
        }
        // A damaged table may point anywhere.
        return best >= first && best < end ? best : first
    }

    /// The same in `first ... last` of one block, two lines of memory: to look at all of them is faster than to fetch
    /// what would tell. Without a branch, in two lanes, since the processor cannot guess which is best.
    @inline(__always)
    private func inBlock(_ first: Int, _ last: Int) -> Int {
        guard last < phraseFirsts.count else { return first }
        let base = phraseFirsts.base
        // The entry, and below it the position.
        var even = UInt64.max
        var odd = UInt64.max
        var at = first
        while at < last {
            even = min(even, UInt64(base[at]) << 32 | UInt64(truncatingIfNeeded: at))
            odd = min(odd, UInt64(base[at &+ 1]) << 32 | UInt64(truncatingIfNeeded: at &+ 1))
            at &+= 2
        }
        if at == last { even = min(even, UInt64(base[at]) << 32 | UInt64(truncatingIfNeeded: at)) }
        return Int(truncatingIfNeeded: min(even, odd) & 0xFFFF_FFFF)
    }
}

extension Column<Marks> {
    @inline(__always)
    fileprivate func rank(_ node: Int) -> Int? {
        guard node >> 6 < count else { return nil }
        let marks = self[node >> 6]
        return marks.has(node) ? marks.count(before: node) : nil
    }
}
