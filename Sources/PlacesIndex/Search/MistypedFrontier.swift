import Glibc

/// Where in the prefix tree a text leads to with one typing error, letter by letter. It is kept from one keystroke to the
/// next: what the text so far leads to is all that its next letter can go on from. It hangs on the text alone, and so does
/// what is found, whatever was typed before.
final class MistypedFrontier {
    /// A node that the letters so far lead to with an error; or a leaf on the way.
    struct Item: BitwiseCopyable {
        var node: TreeNode
        var number: UInt32
        /// Letters of the phrases, and of the text, that lead to the node.
        var depth: UInt8
        var at: UInt8
        /// What comes next in the leaf is the letter before that of the text.
        var isSwapped = false
    }

    /// What is beyond is not looked for, so that no text takes long.
    private static let capacity = 1024

    private(set) var items = UnsafeMutablePointer<Item>.allocate(capacity: MistypedFrontier.capacity)
    private(set) var count = 0
    /// The nodes that the text itself leads to: after no letter, one letter and so on.
    private let path = UnsafeMutablePointer<UInt32>.allocate(capacity: Layout.maximumPhrase + 1)
    private var pathCount = 0
    private let text = UnsafeMutablePointer<UInt8>.allocate(capacity: Layout.maximumPhrase)
    private var size = 0
    private var fromFirst = false
    private var columns: UnsafePointer<IndexColumns>?
    private var last = TreeNode()
    private var nodeBeforeLast = TreeNode()

    deinit {
        items.deallocate()
        path.deallocate()
        text.deallocate()
    }

    /// Goes on to a text, of at most `Layout.maximumPhrase` letters; from the start where it does not begin with the last
    /// one.
    func extend(to target: UnsafePointer<UInt8>, _ targetSize: Int, fromFirst: Bool, _ view: IndexView) {
        if columns != view.columns || self.fromFirst != fromFirst || size > targetSize
            || memcmp(text, target, size) != 0
        {
            columns = view.columns
            self.fromFirst = fromFirst
            size = 0
            count = 0
            path[0] = 0
            pathCount = 1
            last = view.nodes[0]
        }
        while size < targetSize {
            text[size] = target[size]
            size &+= 1
            step(view)
        }
    }

    /// The last node that the text itself leads to, and the letters that do; a leaf, where there are others.
    var exact: (node: TreeNode, number: Int, at: Int)? {
        pathCount > 0 ? (last, Int(path[pathCount &- 1]), pathCount &- 1) : nil
    }

    /// The node with children that all letters but the last lead to, if an error may be in that.
    var beforeLast: (node: TreeNode, number: Int)? { node(after: size &- 1) }

    /// One of the last two nodes of the path, if an error may follow it.
    private func node(after letters: Int) -> (node: TreeNode, number: Int)? {
        guard letters >= (fromFirst ? 0 : 1), letters < pathCount else { return nil }
        let node = letters &+ 1 == pathCount ? last : nodeBeforeLast
        return node.isLeaf ? nil : (node, Int(path[letters]))
    }

    func remove(_ index: Int) {
        count &-= 1
        for at in index..<count { items[at] = items[at &+ 1] }
    }

    /// One letter on.
    private func step(_ view: IndexView) {
        let letter = text[size &- 1]
        let bits = TreeNode.LetterBits(letter)
        let known = count
        count = 0
        for index in 0..<known { advance(items[index], size &- 1, letter, bits, view) }
        if let (node, number) = node(after: size &- 2) { branch(node, number, size &- 2, letter, bits, view) }
        guard pathCount == size, !last.isLeaf, let child = view.child(of: last, letter, bits) else { return }
        nodeBeforeLast = last
        last = view.nodes[child]
        path[pathCount] = UInt32(truncatingIfNeeded: child)
        pathCount &+= 1
    }

    /// Takes in where an item leads to with the letter of the text at a place.
    @inline(__always)
    private func advance(_ item: Item, _ at: Int, _ letter: UInt8, _ bits: TreeNode.LetterBits, _ view: IndexView) {
        let node = item.node
        if node.isLeaf {
            let letters = at &- Int(item.at)
            if letters == 0, !node.canContinue(bits) { return }
            if letters == 1, !node.canContinueSecond(letter) { return }
            append(item)
        } else if let child = view.child(of: node, letter, bits) {
            append(view.nodes[child], child, depth: Int(item.depth) &+ 1, at: at &+ 1)
        }
    }

    @inline(__always)
    private func append(_ item: Item) {
        guard count < MistypedFrontier.capacity else { return }
        items[count] = item
        count &+= 1
    }

    @inline(__always)
    private func append(_ node: TreeNode, _ number: Int, depth: Int, at: Int) {
        append(item(node, number, depth: depth, at: at))
    }

    @inline(__always)
    private func item(_ node: TreeNode, _ number: Int, depth: Int, at: Int) -> Item {
        Item(
            node: node,
            number: UInt32(truncatingIfNeeded: number),
            depth: UInt8(truncatingIfNeeded: depth),
            at: UInt8(truncatingIfNeeded: at)
        )
    }

    /// Everything that one error at the letter before the last makes possible: `at` letters lead to the node.
    private func branch(
        _ node: TreeNode,
        _ number: Int,
        _ at: Int,
        _ next: UInt8,
        _ bitsOfNext: TreeNode.LetterBits,
        _ view: IndexView
    ) {
        let letter = text[at]
        let bitsOfLetter = TreeNode.LetterBits(letter)
        // A letter too many was typed.
        if letter != next { advance(item(node, number, depth: at, at: at &+ 1), at &+ 1, next, bitsOfNext, view) }
        let first = Int(node.child)
        let labels = view.nodeLabels.slice(first, Int(node.childCount))
        let children = view.nodes.slice(first, labels.count)
        var index = 0
        while index < children.count {
            let label = labels[index]
            let child = children[index]
            let number = first &+ index
            index &+= 1
            if label == letter { continue }
            // Another letter was typed.
            if child.canContinue(bitsOfNext) {
                advance(item(child, number, depth: at &+ 1, at: at &+ 1), at &+ 1, next, bitsOfNext, view)
            }
            guard child.canContinue(bitsOfLetter) else { continue }
            if child.isLeaf {
                // A letter was left out.
                if child.canContinueSecond(next) { append(child, number, depth: at &+ 1, at: at) }
                // Two letters changed places.
                if label == next {
                    var swapped = item(child, number, depth: at &+ 1, at: at &+ 1)
                    swapped.isSwapped = true
                    append(swapped)
                }
            } else if let second = view.child(of: child, letter, bitsOfLetter) {
                // The same two.
                let node = view.nodes[second]
                advance(item(node, second, depth: at &+ 2, at: at &+ 1), at &+ 1, next, bitsOfNext, view)
                if label == next { append(node, second, depth: at &+ 2, at: at &+ 2) }
            }
        }
    }
}
