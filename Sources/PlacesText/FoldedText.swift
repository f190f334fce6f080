/// Folded text: lower case, without accents, words apart by one space; with, for each byte, the code point of the
/// source that it came from, and where words begin. Memory is kept between uses. One thread uses it at a time (hence no
/// checks of exclusive access, which cost more than the folding).
package final class FoldedText {
    /// What is known of a byte of the folded text.
    package struct Mark {
        /// A word begins here.
        package static let word: UInt8 = 1
        /// A word may begin here too: after an apostrophe, or inside a run of a script without spaces.
        package static let inner: UInt8 = 2
        package static let anyStart: UInt8 = 3
        /// The byte belongs to a letter of a script without spaces.
        package static let ideograph: UInt8 = 4
        package static let digit: UInt8 = 8
    }

    @exclusivity(unchecked) package private(set) var bytes: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) package private(set) var marks: UnsafeMutablePointer<UInt8>
    /// Code point of the source, counted from its start.
    @exclusivity(unchecked) package private(set) var sources: UnsafeMutablePointer<UInt32>
    @exclusivity(unchecked) package private(set) var count = 0
    /// Code points of the source.
    @exclusivity(unchecked) package private(set) var sourceCount = 0
    /// The source ended with a separator: its last word is complete.
    @exclusivity(unchecked) package private(set) var endsComplete = false
    @exclusivity(unchecked) private var capacity: Int
    private let tables = FoldTables.shared

    package init(capacity: Int = 256) {
        self.capacity = max(64, capacity)
        bytes = .allocate(capacity: self.capacity)
        marks = .allocate(capacity: self.capacity)
        sources = .allocate(capacity: self.capacity)
    }

    deinit {
        bytes.deallocate()
        marks.deallocate()
        sources.deallocate()
    }

    package var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

    package func clear() {
        count = 0
        sourceCount = 0
        endsComplete = false
    }

    /// Whether the words of another text stand in this one, one after the other.
    package func contains(_ other: FoldedText) -> Bool {
        guard other.count > 0 else { return true }
        var start = 0
        while start &+ other.count <= count {
            if marks[start] & Mark.anyStart != 0 {
                var length = 0
                while length < other.count, bytes[start &+ length] == other.bytes[length] { length &+= 1 }
                let end = start &+ length
                if length == other.count, end == count || marks[end] & Mark.anyStart != 0 || bytes[end] == 0x20 {
                    return true
                }
            }
            start &+= 1
        }
        return false
    }

    private func reserve(_ needed: Int) {
        guard needed > capacity else { return }
        let larger = max(needed, capacity &* 2)
        let newBytes = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        let newMarks = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        let newSources = UnsafeMutablePointer<UInt32>.allocate(capacity: larger)
        newBytes.initialize(from: bytes, count: count)
        newMarks.initialize(from: marks, count: count)
        newSources.initialize(from: sources, count: count)
        bytes.deallocate()
        marks.deallocate()
        sources.deallocate()
        bytes = newBytes
        marks = newMarks
        sources = newSources
        capacity = larger
    }

    /// Folds the text; what was there before goes. Ill-formed UTF-8 counts as separators.
    package func fold(_ source: UnsafeBufferPointer<UInt8>) {
        clear()
        guard let base = source.baseAddress else { return }
        // A byte of source gives at most three of folded text and a space, but for a few long ligatures.
        reserve(source.count &* 4 &+ 96)
        let asciiFold = tables.ascii
        var state = State()
        var at = 0
        var point = UInt32(0)
        let end = source.count
        while at < end {
            let byte = base[at]
            if byte < 0x80 {
                let letter = asciiFold[Int(byte)]
                if letter > 0x39, state.previous == .letter, !state.pending, !state.follows {
                    // In the middle of a word, where nearly all letters are.
                    bytes[count] = letter
                    sources[count] = point
                    marks[count] = 0
                    count &+= 1
                    state.partLength &+= 1
                } else if letter > 0x20 {
                    let isDigit = letter < 0x3A
                    put(letter, point, isDigit ? .digit : .letter, &state)
                } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`") {
                    state.follows = state.hasWord && !state.pending
                } else if byte == UInt8(ascii: "."), isInsideAcronym(base, at, end, state) {
                    state.partLength = 0
                } else {
                    state.pending = true
                }
                at &+= 1
            } else {
                at &+= putUnicode(base, at, end, point, &state)
            }
            point &+= 1
        }
        sourceCount = Int(point)
        endsComplete = state.pending
    }

    /// Folds a text of ASCII letters, digits and blanks, as most names are, straight to where it is wanted: `bytes` has
    /// room for twice as many, and `starts`, where words begin, for `mostStarts`, which are all that are told. nil where
    /// the text has anything else, for `fold`.
    package func foldPlain(
        _ source: UnsafeBufferPointer<UInt8>,
        into bytes: UnsafeMutablePointer<UInt8>,
        starts: UnsafeMutablePointer<UInt32>,
        mostStarts: Int
    ) -> (size: Int, starts: Int)? {
        let asciiFold = tables.ascii
        var size = 0
        var startCount = 0
        var previous = FoldClass.separator
        for byte in source {
            guard byte < 0x80, byte != UInt8(ascii: "'"), byte != UInt8(ascii: "`"), byte != UInt8(ascii: ".") else {
                return nil
            }
            let letter = asciiFold[Int(byte)]
            guard letter > 0x20 else {
                previous = .separator
                continue
            }
            let kind = letter < 0x3A ? FoldClass.digit : .letter
            if kind != previous {
                if size > 0 {
                    bytes[size] = 0x20
                    size &+= 1
                }
                if startCount < mostStarts {
                    starts[startCount] = UInt32(truncatingIfNeeded: size)
                    startCount &+= 1
                }
                previous = kind
            }
            bytes[size] = letter
            size &+= 1
        }
        return (size, startCount)
    }

    private struct State {
        var previous = FoldClass.separator
        /// A separator was seen and not written yet.
        var pending = false
        /// An apostrophe was seen.
        var follows = false
        var hasWord = false
        /// Letters since the word, or its part after a dot, began.
        var partLength = 0
    }

    /// A dot between single letters (`D.C.`, `U.S.A.`) does not end the word.
    private func isInsideAcronym(_ base: UnsafePointer<UInt8>, _ at: Int, _ end: Int, _ state: State) -> Bool {
        guard state.partLength == 1, state.previous == .letter, at &+ 1 < end else { return false }
        let next = base[at &+ 1]
        guard next < 0x80, tables.ascii[Int(next)] > 0x39 else { return false }
        guard at &+ 2 < end else { return true }
        let after = base[at &+ 2]
        return after < 0x80 && tables.ascii[Int(after)] <= 0x20
    }

    /// One ASCII letter or digit.
    @inline(__always)
    private func put(_ byte: UInt8, _ point: UInt32, _ kind: FoldClass, _ state: inout State) {
        let mark = open(kind, point, &state)
        bytes[count] = byte
        sources[count] = point
        marks[count] = kind == .digit ? mark | Mark.digit : mark
        count &+= 1
    }

    /// Decides whether a word begins with a letter of this kind, and writes the space before it.
    @inline(__always)
    private func open(_ kind: FoldClass, _ point: UInt32, _ state: inout State) -> UInt8 {
        var mark: UInt8 = 0
        if state.pending || !state.hasWord {
            startWord(point, &state)
            mark = Mark.word
        } else if kind != state.previous {
            // Digits, letters and scripts without spaces are words of their own: `10e` is `10 e`.
            startWord(point, &state)
            mark = Mark.word
        } else if state.follows || kind == .ideograph {
            mark = Mark.inner
        }
        state.follows = false
        state.previous = kind
        state.partLength &+= 1
        return mark
    }

    private func startWord(_ point: UInt32, _ state: inout State) {
        if state.hasWord {
            bytes[count] = 0x20
            sources[count] = point
            marks[count] = 0
            count &+= 1
        }
        state.hasWord = true
        state.pending = false
        state.partLength = 0
    }

    /// One code point beyond ASCII; returns how many bytes it took.
    private func putUnicode(
        _ base: UnsafePointer<UInt8>,
        _ at: Int,
        _ end: Int,
        _ point: UInt32,
        _ state: inout State
    ) -> Int {
        let (codePoint, length) = decodeUTF8(base, at, end)
        if codePoint >= 0xAC00, codePoint <= 0xD7A3 {
            putHangul(codePoint, point, &state)
            return length
        }
        let entry = tables.entry(codePoint)
        let kind = FoldClass(rawValue: UInt8(truncatingIfNeeded: entry >> 29)) ?? .separator
        switch kind {
        case .separator: state.pending = true
        case .drop: break
        case .apostrophe: state.follows = state.hasWord && !state.pending
        case .letter, .digit, .ideograph, .continuation:
            let size = Int(entry >> 24 & 0x1F)
            reserve(count &+ size &+ 8 &+ (end &- at) &* 4)
            var mark: UInt8 = 0
            if kind != .continuation || !state.hasWord || state.pending { mark = open(kind, point, &state) }
            if kind == .ideograph { mark |= Mark.ideograph }
            if kind == .digit { mark |= Mark.digit }
            if size > 0 {
                append(tables.texts + Int(entry & 0xFF_FFFF), size, point, mark)
            } else {
                append(base + at, length, point, mark)
            }
        }
        return length
    }

    private func append(_ from: UnsafePointer<UInt8>, _ size: Int, _ point: UInt32, _ mark: UInt8) {
        var index = 0
        while index < size {
            bytes[count] = from[index]
            sources[count] = point
            marks[count] = index == 0 ? mark : mark & ~Mark.anyStart
            count &+= 1
            index &+= 1
        }
    }

    /// Hangul syllables become their letters, so that a syllable that is being typed is a prefix of the whole one.
    private func putHangul(_ codePoint: UInt32, _ point: UInt32, _ state: inout State) {
        let index = codePoint &- 0xAC00
        let tail = index % 28
        let mark = open(.ideograph, point, &state) | Mark.ideograph
        putJamo(0x1100 &+ index / 588, point, mark)
        putJamo(0x1161 &+ index % 588 / 28, point, Mark.ideograph)
        if tail > 0 { putJamo(0x11A7 &+ tail, point, Mark.ideograph) }
    }

    private func putJamo(_ jamo: UInt32, _ point: UInt32, _ mark: UInt8) {
        bytes[count] = 0xE1
        bytes[count &+ 1] = UInt8(truncatingIfNeeded: 0x80 | jamo >> 6 & 0x3F)
        bytes[count &+ 2] = UInt8(truncatingIfNeeded: 0x80 | jamo & 0x3F)
        marks[count] = mark
        marks[count &+ 1] = mark & ~Mark.anyStart
        marks[count &+ 2] = mark & ~Mark.anyStart
        sources[count] = point
        sources[count &+ 1] = point
        sources[count &+ 2] = point
        count &+= 3
    }
}

/// Decodes one code point; what is ill-formed comes back as U+FFFD, a byte long.
@inline(__always)
package func decodeUTF8(_ base: UnsafePointer<UInt8>, _ at: Int, _ end: Int) -> (codePoint: UInt32, length: Int) {
    let lead = base[at]
    if lead < 0x80 { return (UInt32(lead), 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead <= 0xF4, at &+ length <= end else { return (0xFFFD, 1) }
    var codePoint = UInt32(lead) & (0x7F >> UInt32(length))
    var index = 1
    while index < length {
        let next = base[at &+ index]
        guard next & 0xC0 == 0x80 else { return (0xFFFD, 1) }
        codePoint = codePoint << 6 | UInt32(next & 0x3F)
        index &+= 1
    }
    return (codePoint, length)
}
