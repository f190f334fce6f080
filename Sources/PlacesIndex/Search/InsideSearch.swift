/// Finds words that hold some letters, but not at their beginning.
struct InsideSearch {
    private let view: IndexView
    private let text: UnsafePointer<UInt8>
    private let size: Int
    private var list: InsideList?
    /// Of a long text, other letters of it: a word is only read where both lists have it.
    private var other: InsideList?
    private var otherWord: UInt64 = 0
    private var otherItems = 0
    private var isOtherBegun = false
    /// For three letters, of which the list is long; under a narrow filter, which leaves little of it, in any order.
    private var groups: InsideGroups?
    private var walk: InsideGroupWalk?
    /// What alone may be found, where a filter is narrow.
    private let selection: Selection?
    private var cursor: PhraseCursor
    /// Whether the list does not tell all of the letters, so that words must be read.
    private let readsWords: Bool
    private var lastFound = UInt64.max

    /// Phrases of one word that are looked at: as many as `Selection.has64` tells of.
    private static let phrasesOfWord = 64
    /// What was found: the phrases that begin with the word, and whether it ends with the letters.
    private(set) var phrase = 0
    private(set) var phraseCount = 1
    private(set) var ends = false

    /// Words that are looked at; under a narrow filter, those that are read.
    private var budget: Int
    /// Items of a list are read so much faster than words are looked at.
    private static let itemsOfWord = 4
    private var items: Int
    /// To read a word takes as long as so many items.
    private static let itemsOfRead = 16
    /// Words of the list, about.
    let cost: Int

    /// Nil where no word has them.
    init?(
        _ view: IndexView,
        _ text: UnsafePointer<UInt8>,
        _ size: Int,
        _ selection: Selection?,
        budget: Int,
        _ buffer: UnsafeMutablePointer<UInt8>
    ) {
        guard size >= 3, let row = InsideList.row(view, text) else { return nil }
        var start = 0
        groups = size == 3 && selection == nil ? InsideGroups(view, row) : nil
        walk = size == 3 && selection != nil ? InsideGroupWalk(view, row) : nil
        if groups == nil, walk == nil {
            guard var best = InsideList(view, text, size) else { return nil }
            var second: InsideList?
            var at = 1
            // Of longer texts, five bytes that few words have; and other five.
            while at &+ InsideSearch.bytesOfList <= size {
                guard let list = InsideList(view, text + at, size &- at) else { return nil }
                if list.cost < best.cost {
                    second = best
                    best = list
                    start = at
                } else if list.cost < second?.cost ?? .max {
                    second = list
                }
                at &+= 1
            }
            list = best
            if let second, second.cost < InsideSearch.itemsOfRead &* best.cost { other = second }
        }
        cost = list?.cost ?? Int(row.count)
        self.view = view
        self.text = text
        self.size = size
        self.budget = budget
        self.selection = selection
        cursor = PhraseCursor(view, buffer)
        // No list of a sound file has more items than there are bytes; a damaged one may go on and on.
        items = selection == nil ? budget &* InsideSearch.itemsOfWord : view.insideWords.count
        otherItems = view.insideWords.count
        var isExact = start == 0 && size <= InsideSearch.bytesOfList
        var at = 3
        while isExact, at < size {
            isExact = TrigramRow.isExact(text[at])
            at &+= 1
        }
        readsWords = !isExact
    }

    /// So many bytes of a text a list tells.
    private static let bytesOfList = 5

    /// The word with the best entry comes first.
    var isOrdered: Bool { walk == nil }

    private mutating func nextItem() -> InsideList.Item? {
        if list != nil { return list?.next(&items) }
        items &-= 1
        guard items >= 0 else { return nil }
        return walk == nil ? groups?.next() : walk?.next()
    }

    /// Whether the other letters are in a word too, as far as there are such.
    @inline(__always)
    private mutating func otherHas(_ word: UInt64) -> Bool {
        guard other != nil else { return true }
        while !isOtherBegun || otherWord < word {
            isOtherBegun = true
            // Past the end there are no such words.
            otherWord = other?.next(&otherItems)?.word ?? .max
        }
        return otherWord == word
    }

    /// Finds the next word.
    mutating func next() -> Bool {
        while budget > 0, let item = nextItem() {
            if item.word == lastFound { continue }
            lastFound = item.word
            guard otherHas(item.word) else { continue }
            if selection == nil { budget &-= 1 }
            guard item.word < UInt64(view.words.count) else { return false }
            phrase = Int(view.words[Int(item.word)])
            guard phrase < view.phraseCount else { return false }
            // A look at the bits, and none at the texts, tells most words that nothing passes.
            let present = selection?.has64(from: phrase) ?? .max
            if present == 0 { continue }
            phraseCount = view.phrases(ofWord: phrase, most: InsideSearch.phrasesOfWord)
            if selection != nil {
                budget &-= 1
                guard present << UInt64(64 &- phraseCount) != 0 else { continue }
            }
            ends = item.ends
            if !readsWords { return true }
            cursor.seek(phrase)
            if holds(cursor) { return true }
        }
        return false
    }

    /// Whether the first word of a phrase has the letters inside.
    mutating func holds(_ cursor: PhraseCursor) -> Bool {
        var start = 1
        var isFound = false
        while start &+ size <= cursor.length {
            if cursor.buffer[start] == 0x20 { return isFound }
            var length = 0
            while length < size, cursor.buffer[start &+ length] == text[length] { length &+= 1 }
            if length == size {
                isFound = true
                ends = start &+ size == cursor.length || cursor.buffer[start &+ size] == 0x20
                if ends { return true }
            }
            start &+= 1
        }
        return isFound
    }
}
