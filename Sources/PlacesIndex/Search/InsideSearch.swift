/// Finds words that hold some letters, but not at their beginning; the word with the best entry first.
struct InsideSearch {
    private let view: IndexView
    private let text: UnsafePointer<UInt8>
    private let size: Int
    /// The rarest three letters' list.
    private var list = ByteReader(UnsafeBufferPointer(start: nil, count: 0))
    private var left = 0
    private var word: UInt64 = 0
    /// What has to follow the three, as `TrigramRow.code` tells it, in these bits; none where the text ends with them.
    private let wanted: UInt8
    private let wantedBits: UInt8
    private var lastFound = UInt64.max
    /// What alone may be found, where a filter is narrow.
    private let selection: Selection?
    /// Phrases of one word that are looked at: as many as `Selection.has64` tells of.
    static let phrasesOfWord = 64
    /// Phrases that begin with the word at the cursor, under a narrow filter.
    private(set) var phraseCount = 1

    /// Words of the rarest list that are looked at; under a narrow filter, those that are read.
    private var budget: Int
    /// Items of a list are read so much faster than words are looked at.
    private static let itemsOfWord = 4
    private var items: Int

    /// Nil where no word has them.
    init?(_ view: IndexView, _ text: UnsafePointer<UInt8>, _ size: Int, _ selection: Selection?, budget: Int) {
        guard size >= 3 else { return nil }
        self.view = view
        self.text = text
        self.size = size
        self.budget = budget
        self.selection = selection
        var best: TrigramRow?
        var start = 0
        var least = UInt32.max
        var at = 0
        while at &+ 3 <= size {
            let key = UInt32(text[at]) << 16 | UInt32(text[at &+ 1]) << 8 | UInt32(text[at &+ 2])
            guard let row = InsideSearch.row(view, key) else { return nil }
            // The fewer letters follow, the more is left of a list.
            let count = row.count &<< UInt32(at &+ 3 == size ? 4 : at &+ 4 == size ? 2 : 0)
            if count < least {
                best = row
                start = at
                least = count
            }
            at &+= 1
        }
        guard let best else { return nil }
        let following = size &- start &- 3
        wanted = TrigramRow.code(
            following > 0 ? text[start &+ 3] : nil,
            following > 1 ? text[start &+ 4] : nil
        )
        wantedBits = following > 1 ? .max : following > 0 ? TrigramRow.nextBits : 0
        items = budget &* InsideSearch.itemsOfWord
        left = Int(best.count)
        list = ByteReader(view.trigramWords.all, at: Int(best.first))
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
    var count: Int { left }

    /// Moves the cursor to the first phrase of the next word.
    mutating func next(_ cursor: inout PhraseCursor) -> Bool {
        while left > 0, budget > 0, items > 0, !list.failed {
            left &-= 1
            if selection == nil { items &-= 1 }
            word = word &+ list.variable()
            // Other letters follow, or it is the same word with others after another such place.
            if list.byte() & wantedBits != wanted || word == lastFound { continue }
            lastFound = word
            if selection == nil { budget &-= 1 }
            guard word < UInt64(view.words.count) else { return false }
            let phrase = Int(view.words[Int(word)])
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
