/// Sorts and numbers the phrases (the rests of names from each of their words on), and makes their texts and the prefix
/// tree over them.
struct PhraseAssembly {
    private let table: NameTable
    /// Of each phrase, where its text begins in the table of names.
    private(set) var offsets: [UInt32] = []
    private(set) var lengths: [UInt8] = []

    var count: Int { offsets.count }

    init(_ table: NameTable) { self.table = table }

    /// Numbers the phrases in order of their bytes; returns the number of each word's phrase.
    mutating func number() -> [UInt32] {
        let words = table.wordOffsets.count
        var numbers = [UInt32](repeating: 0, count: words)
        var starts: [UInt32] = []
        var sizes: [UInt8] = []
        table.text.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return }
            let sorting = PhraseSorting(text: base)
            var keys = [PhraseKey](unsafeUninitializedCapacity: words) { target, filled in
                for (word, offset) in table.wordOffsets.enumerated() {
                    target.initializeElement(at: word, to: sorting.key(offset, word: UInt32(word)))
                }
                filled = words
            }
            sorting.sort(&keys)
            var last: PhraseKey?
            for key in keys {
                if let last, last.head == key.head, sorting.compare(last, key) == 0 {
                    numbers[Int(key.word)] = UInt32(starts.count - 1)
                    continue
                }
                last = key
                numbers[Int(key.word)] = UInt32(starts.count)
                starts.append(key.offset)
                sizes.append(UInt8(truncatingIfNeeded: sorting.length(key.offset)))
            }
        }
        offsets = starts
        lengths = sizes
        return numbers
    }

    /// Runs `body` with a way to get at the bytes of each phrase.
    func withTexts<Result>(_ body: (_ text: (Int) -> UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        table.text.withUnsafeBufferPointer { text in
            body { phrase in
                let start = Int(offsets[phrase])
                return UnsafeBufferPointer(rebasing: text[start..<start + Int(lengths[phrase])])
            }
        }
    }

    /// `scores`: of each entry.
    func sections(_ postings: PostingAssembly, scores: [UInt16]) -> [SectionBytes] {
        texts() + tree(postings, scores)
    }

    /// Front-coded in blocks: the first text of a block whole, of the others what differs from the one before.
    private func texts() -> [SectionBytes] {
        var blocks: [UInt32] = []
        var bytes: [UInt8] = []
        withTexts { text in
            for phrase in 0..<count {
                let current = text(phrase)
                if phrase % Layout.phraseBlock == 0 {
                    blocks.append(UInt32(truncatingIfNeeded: bytes.count))
                    bytes.append(UInt8(truncatingIfNeeded: current.count))
                    bytes.append(contentsOf: current)
                    continue
                }
                let previous = text(phrase - 1)
                var shared = 0
                while shared < previous.count, shared < current.count, previous[shared] == current[shared] {
                    shared += 1
                }
                bytes.append(UInt8(truncatingIfNeeded: shared))
                bytes.append(UInt8(truncatingIfNeeded: current.count - shared))
                bytes.append(contentsOf: current[shared...])
            }
        }
        return [SectionBytes(.phraseBlocks, blocks), SectionBytes(.phraseTexts, bytes)]
    }

    /// Level by level, so that the children of a node are neighbours.
    private func tree(_ postings: PostingAssembly, _ scores: [UInt16]) -> [SectionBytes] {
        var nodes: [TreeNode] = []
        var labels: [UInt8] = []
        withTexts { text in
            var root = TreeNode()
            root.end = UInt32(count)
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
                            let current = text(phrase)
                            if current.count > depth { nodes[index].add(next: current[depth]) }
                            if current.count > depth + 1 { nodes[index].add(second: current[depth + 1]) }
                        }
                        continue
                    }
                    let firstChild = nodes.count
                    var at = Int(node.first)
                    while at < Int(node.end) {
                        let current = text(at)
                        guard current.count > depth else {
                            at += 1
                            continue
                        }
                        let label = current[depth]
                        var child = TreeNode()
                        child.first = UInt32(at)
                        while at < Int(node.end), text(at)[depth] == label { at += 1 }
                        child.end = UInt32(at)
                        nodes.append(child)
                        labels.append(label)
                    }
                    nodes[index].setChildren(nodes.count - firstChild, from: firstChild)
                }
                level = next..<nodes.count
                depth += 1
            }
        }
        return [
            SectionBytes(.nodes, nodes), SectionBytes(.nodeLabels, labels),
            SectionBytes(.nodeScores, bests(nodes, postings.firsts).map { scores[Int($0)] }),
        ] + ReadyAssembly(nodes, postings).sections
    }

    /// The best entry below each node: entries are numbered by score. Children come after their parents.
    private func bests(_ nodes: [TreeNode], _ firsts: [UInt32]) -> [UInt32] {
        var bests = [UInt32](repeating: 0, count: nodes.count)
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
