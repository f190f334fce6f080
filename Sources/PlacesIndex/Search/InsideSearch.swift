/// Finds words that hold some letters, but not at their beginning; the word with the best entry first.
struct InsideSearch {
    private let view: IndexView
    private let text: UnsafePointer<UInt8>
    private let size: Int
    private var rare = ByteReader(UnsafeBufferPointer(start: nil, count: 0))
    private var other = ByteReader(UnsafeBufferPointer(start: nil, count: 0))
    private var rareLeft = 0
    private var otherLeft = 0
    private var rareWord: UInt64 = 0
    private var otherWord: UInt64 = 0
    private let hasOther: Bool
    /// What alone may be found, where a filter is narrow.
    private let selection: Selection?
    /// Phrases of one word that are looked at: as many as `Selection.has64` tells of.
    static let phrasesOfWord = 64
    /// Phrases that begin with the word at the cursor, under a narrow filter.
    private(set) var phraseCount = 1

    /// Words of the rarest list that are looked at; under a narrow filter, those that are read.
    private var budget: Int
    private static let longerList = 24

    /// Nil where no word has them.
    init?(_ view: IndexView, _ text: UnsafePointer<UInt8>, _ size: Int, _ selection: Selection?, budget: Int) {
        guard size >= 3 else { return nil }
        self.view = view
        self.text = text
        self.size = size
        self.budget = budget
        self.selection = selection
        var best: TrigramRow?
        var second: TrigramRow?
        var at = 0
        while at &+ 3 <= size {
            let key = UInt32(text[at]) << 16 | UInt32(text[at &+ 1]) << 8 | UInt32(text[at &+ 2])
            guard let row = InsideSearch.row(view, key) else { return nil }
            if best.map({ row.count < $0.count }) ?? true {
                second = best
                best = row
            } else if row.key != best?.key, second.map({ row.count < $0.count }) ?? true {
                second = row
            }
            at &+= 1
        }
        guard let best else { return nil }
        // Reading on a list that is much longer costs more than looking at the words.
        if let other = second, Int(other.count) > min(Int(best.count), budget) &* InsideSearch.longerList {
            second = nil
        }
        hasOther = second != nil
        rareLeft = Int(best.count)
        rare = ByteReader(view.trigramWords.all, at: Int(best.first))
        if let second {
            otherLeft = Int(second.count)
            other = ByteReader(view.trigramWords.all, at: Int(second.first))
            if otherLeft > 0 {
                otherWord = other.variable()
                otherLeft &-= 1
            }
        }
    }

    private static func row(_ view: IndexView, _ key: UInt32) -> TrigramRow? {
        var low = 0
        var high = view.trigrams.count
        while low < high {
            let middle = (low &+ high) / 2
            if view.trigrams[middle].key < key { low = middle &+ 1 } else { high = middle }
        }
        guard low < view.trigrams.count else { return nil }
        let row = view.trigrams[low]
        return row.key == key ? row : nil
    }

    /// Words of the rarest list.
    var count: Int { rareLeft }

    /// Moves the cursor to the first phrase of the next word.
    mutating func next(_ cursor: inout PhraseCursor) -> Bool {
        while rareLeft > 0, budget > 0, !rare.failed {
            if selection == nil { budget &-= 1 }
            rareLeft &-= 1
            rareWord = rareWord &+ rare.variable()
            if hasOther {
                while otherWord < rareWord, otherLeft > 0, !other.failed {
                    otherLeft &-= 1
                    otherWord = otherWord &+ other.variable()
                }
                if otherWord != rareWord {
                    if otherWord < rareWord { return false }
                    continue
                }
            }
            guard rareWord < UInt64(view.words.count) else { return false }
            let phrase = Int(view.words[Int(rareWord)])
            guard phrase < view.phraseCount else { return false }
            if let selection {
                // A look at the bits, and none at the texts, tells most words that nothing passes.
                let present = selection.has64(from: phrase)
                if present == 0 { continue }
                budget &-= 1
                phraseCount = view.phrases(ofWord: phrase, most: InsideSearch.phrasesOfWord)
                guard present << UInt64(64 &- phraseCount) != 0 else { continue }
            }
            cursor.seek(phrase)
            if size == 3 || holds(cursor) { return true }
        }
        return false
    }

    func holds(_ cursor: PhraseCursor) -> Bool {
        var start = 1
        while start &+ size <= cursor.length {
            if cursor.buffer[start] == 0x20 { return false }
            var length = 0
            while length < size, cursor.buffer[start &+ length] == text[length] { length &+= 1 }
            if length == size { return true }
            start &+= 1
        }
        return false
    }
}
