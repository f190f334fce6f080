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
            var unsorted = PhraseAssembly.keys(table, used, sorting, threads)
            var (keys, borders) = sorting.sort(&unsorted, threads: threads)
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
            bytes.reserveLarge(pieces.reduce(0) { $0 + $1.bytes.count })
            offsets.reserveLarge(pieces.reduce(1) { $0 + $1.offsets.count })
            for part in pieces.indices {
                let start = UInt32(truncatingIfNeeded: bytes.count)
                bytes += pieces[part].bytes
                for offset in pieces[part].offsets { offsets.append(start &+ offset) }
                pieces[part] = Piece()
            }
        }
        offsets.append(UInt32(truncatingIfNeeded: bytes.count))
        self.bytes = bytes
        self.offsets = offsets
        self.numbers = numbers
        words = PhraseAssembly.words(bytes, offsets)
    }

    /// Of each word of the names that are used.
    private static func keys(
        _ table: NameTable,
        _ used: [Bool],
        _ sorting: PhraseSorting,
        _ threads: Int
    ) -> [[PhraseKey]] {
        let count = table.count
        var pieces = [[PhraseKey]](repeating: [], count: Parallel.pieces(of: count, threads: threads, each: 1))
        pieces.withUnsafeMutableBufferPointer { pieces in
            let pieces = pieces
            Parallel.run(pieces.count, threads: threads) { piece in
                let names = count * piece / pieces.count..<count * (piece + 1) / pieces.count
                var keys: [PhraseKey] = []
                keys.reserveLarge(Int(table.firstWord[names.upperBound] - table.firstWord[names.lowerBound]))
                for name in names where used[name] {
                    for word in table.words(of: name) {
                        keys.append(sorting.key(table.wordOffsets[word], word: UInt32(truncatingIfNeeded: word)))
                    }
                }
                pieces[piece] = keys
            }
        }
        return pieces
    }

    /// Phrases of one part.
    private struct Piece {
        var bytes: [UInt8] = []
        var offsets: [UInt32] = []

        /// Leaves in the head of each key the number of its phrase.
        mutating func number(_ keys: UnsafeMutableBufferPointer<PhraseKey>, _ sorting: PhraseSorting) {
            offsets.reserveLarge(keys.count)
            var last: PhraseKey?
            for index in keys.indices {
                let key = keys[index]
                if let last, last.head == key.head, sorting.compare(last, key) == 0 {
                    keys[index].head = UInt64(offsets.count - 1)
                    continue
                }
                last = key
                keys[index].head = UInt64(offsets.count)
                offsets.append(UInt32(truncatingIfNeeded: bytes.count))
                bytes.growLarge(by: Layout.maximumPhrase)
                let text = UnsafeBufferPointer(start: sorting.text + Int(key.offset), count: sorting.length(key.offset))
                bytes.append(contentsOf: text)
            }
        }
    }

    private static func words(_ bytes: [UInt8], _ offsets: [UInt32]) -> [UInt32] {
        withTexts(bytes, offsets) { texts in
            var result: [UInt32] = []
            var first = 0
            while first < texts.count {
                result.append(UInt32(truncatingIfNeeded: first))
                let start = texts[first]
                let size = texts.wordSize(first)
                first += 1
                while first < texts.count {
                    let other = texts[first]
                    guard other.count > size, other[size] == 0x20 else { break }
                    var same = 0
                    while same < size, other[same] == start[same] { same &+= 1 }
                    guard same == size else { break }
                    first += 1
                }
            }
            result.append(UInt32(truncatingIfNeeded: texts.count))
            return result
        }
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
