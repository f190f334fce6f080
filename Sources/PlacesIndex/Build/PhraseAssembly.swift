/// The texts of phrases, one after the other in their order.
struct PhraseTexts {
    fileprivate let base: UnsafePointer<UInt8>
    fileprivate let offsets: UnsafePointer<UInt32>
    let count: Int

    @inline(__always)
    subscript(_ phrase: Int) -> UnsafeBufferPointer<UInt8> {
        let start = Int(offsets[phrase])
        return UnsafeBufferPointer(start: base + start, count: Int(offsets[phrase &+ 1]) &- start)
    }

    /// Bytes of a phrase's first word.
    @inline(__always)
    func wordSize(_ phrase: Int) -> Int {
        let text = self[phrase]
        var size = 0
        while size < text.count, text[size] != 0x20 { size &+= 1 }
        return size
    }
}

/// Sorts and numbers the phrases (the rests of names from each of their words on), and makes their texts and the prefix
/// tree over them.
struct PhraseAssembly {
    private let bytes: [UInt8]
    /// Where each text begins, and the end.
    private let offsets: [UInt32]
    /// Of each word of the table, the number of its phrase.
    let numbers: [UInt32]
    /// The first phrase of each word, and the end.
    let words: [UInt32]

    var count: Int { offsets.count - 1 }

    /// Numbers the phrases of the names that are used in order of their bytes.
    init(_ table: NameTable, used: [Bool], threads: Int) {
        var numbers = [UInt32].large(repeating: 0, count: table.wordOffsets.count)
        var bytes: [UInt8] = []
        var offsets: [UInt32] = []
        table.text.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return }
            let sorting = PhraseSorting(text: base, size: text.count)
            let names = table.count
            let parts = Parallel.pieces(of: names, threads: threads, each: 1)
            var (keys, borders) = sorting.sort(pieces: parts, threads: threads) { part, body in
                for name in names * part / parts..<names * (part + 1) / parts where used[name] {
                    for word in table.words(of: name) {
                        body(table.wordOffsets[word], UInt32(truncatingIfNeeded: word))
                    }
                }
            }
            var pieces = [Piece](repeating: Piece(), count: borders.count - 1)
            pieces.withUnsafeMutableBufferPointer { pieces in
                keys.withUnsafeMutableBufferPointer { keys in
                    let (pieces, keys) = (pieces, keys)
                    Parallel.run(pieces.count, threads: threads) { part in
                        let own = UnsafeMutableBufferPointer(rebasing: keys[borders[part]..<borders[part + 1]])
                        pieces[part].number(own, sorting)
                    }
                }
            }
            numbers.withUnsafeMutableBufferPointer { numbers in
                let numbers = numbers
                var firsts: [Int] = [0]
                for piece in pieces { firsts.append(firsts[firsts.count - 1] + piece.offsets.count) }
                Parallel.run(borders.count - 1, threads: threads) { part in
                    for key in keys[borders[part]..<borders[part + 1]] {
                        numbers[Int(key.word)] = UInt32(truncatingIfNeeded: firsts[part] + Int(key.head))
                    }
                }
            }
            keys = []
            (bytes, offsets) = PhraseAssembly.join(&pieces, threads: threads)
        }
        self.bytes = bytes
        self.offsets = offsets.isEmpty ? [0] : offsets
        self.numbers = numbers
        words = PhraseAssembly.words(self.bytes, self.offsets, threads: threads)
    }

    /// The texts of all pieces one after the other, and where each phrase begins, and the end.
    private static func join(_ pieces: inout [Piece], threads: Int) -> (bytes: [UInt8], offsets: [UInt32]) {
        var starts: [(phrase: Int, byte: Int)] = [(0, 0)]
        for piece in pieces {
            let last = starts[starts.count - 1]
            starts.append((last.phrase + piece.offsets.count, last.byte + piece.bytes.count))
        }
        let end = starts[pieces.count]
        var offsets: [UInt32] = []
        let bytes = [UInt8].large(end.byte) { bytes in
            offsets = [UInt32].large(end.phrase + 1) { offsets in
                offsets.initializeElement(at: end.phrase, to: UInt32(truncatingIfNeeded: end.byte))
                pieces.withUnsafeMutableBufferPointer { pieces in
                    let pieces = pieces
                    Parallel.run(pieces.count, threads: threads) { part in
                        let start = starts[part]
                        let base = UInt32(truncatingIfNeeded: start.byte)
                        for (number, offset) in pieces[part].offsets.enumerated() {
                            offsets.initializeElement(at: start.phrase + number, to: base &+ offset)
                        }
                        pieces[part].bytes.withUnsafeBufferPointer { source in
                            guard let source = source.baseAddress, let base = bytes.baseAddress else { return }
                            (base + start.byte).initialize(from: source, count: starts[part + 1].byte - start.byte)
                        }
                        pieces[part] = Piece()
                    }
                }
            }
        }
        return (bytes, offsets)
    }

    /// Phrases of one part.
    private struct Piece {
        var bytes: [UInt8] = []
        var offsets: [UInt32] = []
        private static let fetchedAtOnce = 32

        /// Leaves in the head of each key the number of its phrase.
        mutating func number(_ keys: UnsafeMutableBufferPointer<PhraseKey>, _ sorting: PhraseSorting) {
            offsets.reserveLarge(keys.count)
            for index in keys.indices {
                if index % Piece.fetchedAtOnce == 0 {
                    // The texts of the next ones are fetched from memory at once, not one after the other.
                    var taken: UInt8 = 0
                    for at in index..<min(index + Piece.fetchedAtOnce, keys.count) {
                        taken |= sorting.text[Int(keys[at].offset)]
                    }
                    // No text has this byte: it only keeps the reading from being left out.
                    guard taken != 0 else { return }
                }
                let key = keys[index]
                if key.head == PhraseKey.again {
                    keys[index].head = UInt64(offsets.count - 1)
                    continue
                }
                keys[index].head = UInt64(offsets.count)
                offsets.append(UInt32(truncatingIfNeeded: bytes.count))
                bytes.growLarge(by: Layout.maximumPhrase)
                let text = UnsafeBufferPointer(start: sorting.text + Int(key.offset), count: sorting.length(key.offset))
                bytes.append(contentsOf: text)
            }
        }
    }

    /// Where words begin: phrases of one word follow each other, a space comes before all letters.
    private static func words(_ bytes: [UInt8], _ offsets: [UInt32], threads: Int) -> [UInt32] {
        withTexts(bytes, offsets) { texts in
            let parts = Parallel.pieces(of: texts.count, threads: threads)
            var lists = [[UInt32]](repeating: [], count: parts)
            lists.withUnsafeMutableBufferPointer { lists in
                let lists = lists
                Parallel.run(parts, threads: threads) { part in
                    var list: [UInt32] = []
                    for phrase in texts.count * part / parts..<texts.count * (part + 1) / parts
                    where phrase == 0 || !hasSameWord(texts[phrase], texts[phrase - 1]) {
                        list.append(UInt32(truncatingIfNeeded: phrase))
                    }
                    lists[part] = list
                }
            }
            var result: [UInt32] = []
            result.reserveLarge(lists.reduce(1) { $0 + $1.count })
            for list in lists { result += list }
            result.append(UInt32(truncatingIfNeeded: texts.count))
            return result
        }
    }

    /// Whether a phrase goes on after the first word of the one before it.
    @inline(__always)
    private static func hasSameWord(
        _ phrase: UnsafeBufferPointer<UInt8>,
        _ previous: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let most = min(phrase.count, previous.count)
        var same = 0
        while same < most, phrase[same] == previous[same] {
            if phrase[same] == 0x20 { return true }
            same &+= 1
        }
        // The one before is that word alone.
        return same == previous.count && same < phrase.count && phrase[same] == 0x20
    }

    private static func withTexts<Result>(
        _ bytes: [UInt8],
        _ offsets: [UInt32],
        _ body: (PhraseTexts) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { bytes in
            let column = Column<UInt8>(bytes)
            return offsets.withUnsafeBytes { offsets in
                let offsets = Column<UInt32>(offsets)
                return body(PhraseTexts(base: column.base, offsets: offsets.base, count: offsets.count - 1))
            }
        }
    }

    /// Runs `body` with the bytes of each phrase.
    func withTexts<Result>(_ body: (PhraseTexts) -> Result) -> Result {
        PhraseAssembly.withTexts(bytes, offsets, body)
    }

    /// Front-coded in blocks: the first text of a block whole, of the others what differs from the one before.
    func texts() -> [SectionBytes] {
        var blocks: [UInt32] = []
        var bytes: [UInt8] = []
        blocks.reserveLarge(count / Layout.phraseBlock + 1)
        // So much it cannot be: what is never written to takes no memory.
        bytes.reserveLarge(self.bytes.count + 2 * count)
        withTexts { texts in
            for phrase in 0..<texts.count {
                let current = texts[phrase]
                if phrase % Layout.phraseBlock == 0 {
                    blocks.append(UInt32(truncatingIfNeeded: bytes.count))
                    bytes.append(UInt8(truncatingIfNeeded: current.count))
                    bytes.append(contentsOf: current)
                    continue
                }
                let previous = texts[phrase - 1]
                var shared = 0
                while shared < previous.count, shared < current.count, previous[shared] == current[shared] {
                    shared += 1
                }
                bytes.append(UInt8(truncatingIfNeeded: shared))
                bytes.append(UInt8(truncatingIfNeeded: current.count - shared))
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: current[shared...]))
            }
        }
        return [SectionBytes(.phraseBlocks, blocks), SectionBytes(.phraseTexts, bytes)]
    }

    /// Level by level, so that the children of a node are neighbours.
    func tree() -> (nodes: [TreeNode], labels: [UInt8]) {
        var nodes: [TreeNode] = []
        var labels: [UInt8] = []
        withTexts { texts in
            var root = TreeNode()
            root.end = UInt32(texts.count)
            nodes.append(root)
            labels.append(0)
            var level = 0..<1
            var depth = 0
            while !level.isEmpty, depth < Layout.maximumPhrase {
                let next = nodes.count
                for index in level {
                    let node = nodes[index]
                    guard node.end - node.first > Layout.leafPhrases else {
                        // In place of children: which bytes come next, and which after that.
                        nodes[index].makeLeaf()
                        for phrase in Int(node.first)..<Int(node.end) {
                            let current = texts[phrase]
                            if current.count > depth { nodes[index].add(next: current[depth]) }
                            if current.count > depth + 1 { nodes[index].add(second: current[depth + 1]) }
                        }
                        continue
                    }
                    let firstChild = nodes.count
                    var at = Int(node.first)
                    while at < Int(node.end) {
                        let current = texts[at]
                        guard current.count > depth else {
                            at += 1
                            continue
                        }
                        let label = current[depth]
                        var child = TreeNode()
                        child.first = UInt32(at)
                        at = PhraseAssembly.end(of: label, at: depth, texts, at, Int(node.end))
                        child.end = UInt32(at)
                        nodes.growLarge()
                        nodes.append(child)
                        labels.append(label)
                    }
                    nodes[index].setChildren(labels[firstChild...], from: firstChild)
                }
                level = next..<nodes.count
                depth += 1
            }
            // What is as long as a phrase can be does not go on.
            for index in level { nodes[index].makeLeaf() }
        }
        return (nodes, labels)
    }

    /// Behind the last of the phrases from `first` on that have this byte there, in steps that double and then halve.
    private static func end(of label: UInt8, at depth: Int, _ texts: PhraseTexts, _ first: Int, _ end: Int) -> Int {
        var low = first
        var step = 1
        while low + step < end, texts[low + step][depth] == label {
            low += step
            step *= 2
        }
        var high = min(low + step, end)
        while low + 1 < high {
            let middle = (low + high) / 2
            if texts[middle][depth] == label { low = middle } else { high = middle }
        }
        return high
    }

    /// The best entry below each node: entries are numbered by score. Children come after their parents.
    static func bests(_ nodes: [TreeNode], _ firsts: [UInt32]) -> [UInt32] {
        var bests = [UInt32].large(repeating: 0, count: nodes.count)
        guard !firsts.isEmpty else { return [] }
        for (number, node) in nodes.enumerated().reversed() {
            // What ends at the node comes before its children; a leaf has nothing else.
            let own = node.isLeaf ? node.end : nodes[Int(node.child)].first
            var best = firsts[Int(node.first)]
            for phrase in node.first..<own { best = min(best, firsts[Int(phrase)]) }
            if !node.isLeaf {
                for child in node.child..<node.child + node.childCount { best = min(best, bests[Int(child)]) }
            }
            bests[number] = best
        }
        return bests
    }
}
