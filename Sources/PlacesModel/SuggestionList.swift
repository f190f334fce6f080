/// A stretch of the text or of the ranges of a suggestion list.
package struct Slice: Sendable, BitwiseCopyable {
    package var offset: UInt32 = 0
    package var count: UInt32 = 0

    @inlinable @inline(__always)
    package init(offset: UInt32 = 0, count: UInt32 = 0) {
        self.offset = offset
        self.count = count
    }
}

/// A part of a text that the person typed: code points, `start` included, `end` not.
package struct MatchRange: Equatable, Sendable, BitwiseCopyable {
    package var start: UInt32
    package var end: UInt32

    @inlinable @inline(__always)
    package init(start: UInt32, end: UInt32) {
        self.start = start
        self.end = end
    }
}

/// One row. Texts are slices of the list's bytes (a NUL follows each), matches of its ranges, types of its names.
package struct SuggestionRow: Sendable, BitwiseCopyable {
    package var placeID = Slice()
    package var fullText = Slice()
    package var primaryText = Slice()
    package var secondaryText = Slice()
    package var fullMatches = Slice()
    package var primaryMatches = Slice()
    package var secondaryMatches = Slice()
    package var types = Slice()
    /// Metres from the origin; -1 without one.
    package var distanceMeters: Int32 = -1
    /// Index into the list's attributions; -1 for none.
    package var attribution: Int32 = -1
    /// A query prediction has no place.
    package var isQuery = false
    /// Index into the list's sources; of no meaning where it has none.
    package var source: UInt8 = 0
    /// The place's resource name where it is not `places/<placeID>`; an index leaves this alone.
    package var resourceName = Slice()
    /// What was unusual about a service's own message, so that it can be given back as it was; an index leaves this alone.
    package var peculiarities: Peculiarities = []
    /// Why it ranks where it does; empty where nobody asked.
    package var explanation = Slice()

    package struct Peculiarities: OptionSet, Sendable, BitwiseCopyable {
        package let rawValue: UInt8
        package static let emptyFullText = Peculiarities(rawValue: 1)
        package static let emptyStructuredFormat = Peculiarities(rawValue: 2)
        package static let emptyPrimaryText = Peculiarities(rawValue: 4)
        package static let emptySecondaryText = Peculiarities(rawValue: 8)
        /// The ID was taken from the resource name.
        package static let noPlaceID = Peculiarities(rawValue: 16)
        package static let noResourceName = Peculiarities(rawValue: 32)
        /// The primary text is the whole text, since nothing else was given.
        package static let noStructuredFormat = Peculiarities(rawValue: 64)

        package init(rawValue: UInt8) { self.rawValue = rawValue }
    }

    @inlinable @inline(__always)
    package init() {}
}

/// Suggestions as they are handed out: immutable, safe on any thread, all text in one block so that a keystroke costs a
/// few allocations and not a few dozen.
package final class SuggestionList: @unchecked Sendable {
    // @unchecked: the block is written in `init` alone.
    private let block: UnsafeMutableRawPointer
    private let rowBlock: UnsafeBufferPointer<SuggestionRow>
    private let typeBlock: UnsafeBufferPointer<Slice>
    private let attributionBlock: UnsafeBufferPointer<Slice>
    private let rangeBlock: UnsafeBufferPointer<MatchRange>
    private let textBlock: UnsafeBufferPointer<UInt8>

    /// Names of the sources that rows come from; none where there is but one.
    package var sources: [String] { sourceNames.names }
    package var sourceNames: SourceNames { severalSources ?? .none }
    /// Nil for none: threads would fight over the reference count of something that all answers have.
    private let severalSources: SourceNames?
    /// The rows come from a source that stands in for one before it.
    package let isFallback: Bool
    /// Another source failed, or was not waited for: asked again, there may be more.
    package let isIncomplete: Bool

    package var count: Int { rowBlock.count }
    package var attributionCount: Int { attributionBlock.count }

    /// Copies everything into one block. The text begins with a NUL, so that an empty slice (offset 0) is an empty C
    /// string too.
    package init(
        rows: UnsafeBufferPointer<SuggestionRow>,
        text: UnsafeBufferPointer<UInt8>,
        ranges: UnsafeBufferPointer<MatchRange>,
        types: UnsafeBufferPointer<Slice>,
        attributions: UnsafeBufferPointer<Slice>,
        sources: SourceNames? = nil,
        isFallback: Bool = false,
        isIncomplete: Bool = false
    ) {
        severalSources = sources
        self.isFallback = isFallback
        self.isIncomplete = isIncomplete
        // In order of alignment; all of these are multiples of it but the text, which comes last.
        let typeStart = rows.count &* MemoryLayout<SuggestionRow>.stride
        let attributionStart = typeStart &+ types.count &* MemoryLayout<Slice>.stride
        let rangeStart = attributionStart &+ attributions.count &* MemoryLayout<Slice>.stride
        let textStart = rangeStart &+ ranges.count &* MemoryLayout<MatchRange>.stride
        let block = UnsafeMutableRawPointer.allocate(byteCount: textStart &+ text.count &+ 1, alignment: 8)
        self.block = block
        rowBlock = SuggestionList.copy(rows, to: block)
        typeBlock = SuggestionList.copy(types, to: block + typeStart)
        attributionBlock = SuggestionList.copy(attributions, to: block + attributionStart)
        rangeBlock = SuggestionList.copy(ranges, to: block + rangeStart)
        textBlock = SuggestionList.copy(text, to: block + textStart)
    }

    @inline(__always)
    private static func copy<Item: BitwiseCopyable>(
        _ items: UnsafeBufferPointer<Item>,
        to place: UnsafeMutableRawPointer
    ) -> UnsafeBufferPointer<Item> {
        guard let source = items.baseAddress, items.count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        let target = place.initializeMemory(as: Item.self, from: source, count: items.count)
        return UnsafeBufferPointer(start: target, count: items.count)
    }

    deinit { block.deallocate() }

    /// The row, or nil past the end.
    package func row(_ index: Int) -> SuggestionRow? {
        index >= 0 && index < count ? rowBlock[index] : nil
    }

    /// What must be shown with these rows, without doubles: the text with that index, or nil past the end.
    package func attribution(_ index: Int) -> Slice? {
        index >= 0 && index < attributionCount ? attributionBlock[index] : nil
    }

    package var attributions: [String] { attributionBlock.prefix(attributionCount).map(string) }

    /// NUL-terminated; lives as long as the list.
    package func text(_ slice: Slice) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: textBlock[Int(slice.offset)..<Int(slice.offset) + Int(slice.count)])
    }

    package func string(_ slice: Slice) -> String { String(decoding: text(slice), as: UTF8.self) }

    package func ranges(_ slice: Slice) -> UnsafeBufferPointer<MatchRange> {
        UnsafeBufferPointer(rebasing: rangeBlock[Int(slice.offset)..<Int(slice.offset) + Int(slice.count)])
    }

    /// The names of a row's types; each is a slice of the text.
    package func types(_ slice: Slice) -> UnsafeBufferPointer<Slice> {
        UnsafeBufferPointer(rebasing: typeBlock[Int(slice.offset)..<Int(slice.offset) + Int(slice.count)])
    }

    /// Collects rows.
    package struct Builder: ~Copyable {
        private var rows: Block<SuggestionRow>
        private var bytes: Block<UInt8>
        private var matches: Block<MatchRange>
        private var typeNames: Block<Slice>
        private var attributions: Block<Slice>

        package init(rowCapacity: Int = AutocompleteRequest.maximumSuggestions) {
            rows = Block<SuggestionRow>(capacity: max(1, rowCapacity))
            bytes = Block<UInt8>(capacity: 1024)
            matches = Block<MatchRange>(capacity: 32)
            typeNames = Block<Slice>(capacity: 32)
            attributions = Block<Slice>(capacity: 4)
            // An empty slice (offset 0) then is an empty C string too.
            bytes.append(0)
        }

        package var count: Int { rows.count }

        /// Adds a text and the NUL after it.
        package mutating func add(text: UnsafeBufferPointer<UInt8>) -> Slice {
            let start = bytes.count
            bytes.append(text)
            bytes.append(0)
            return Slice(offset: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: text.count))
        }

        package mutating func add(text: String) -> Slice {
            var copy = text
            return copy.withUTF8 { add(text: $0) }
        }

        /// Starts a text that is put together from parts; end it with `endText`.
        package mutating func beginText() -> Int { bytes.count }

        package mutating func append(_ part: UnsafeBufferPointer<UInt8>) { bytes.append(part) }

        package mutating func append(_ byte: UInt8) { bytes.append(byte) }

        package mutating func endText(from start: Int) -> Slice {
            let slice = Slice(
                offset: UInt32(truncatingIfNeeded: start),
                count: UInt32(truncatingIfNeeded: bytes.count &- start)
            )
            bytes.append(0)
            return slice
        }

        package mutating func beginMatches() -> Int { matches.count }

        package mutating func append(match: MatchRange) { matches.append(match) }

        package mutating func endMatches(from start: Int) -> Slice {
            Slice(offset: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: matches.count &- start))
        }

        package mutating func beginTypes() -> Int { typeNames.count }

        package mutating func append(type: Slice) { typeNames.append(type) }

        package mutating func endTypes(from start: Int) -> Slice {
            Slice(
                offset: UInt32(truncatingIfNeeded: start),
                count: UInt32(truncatingIfNeeded: typeNames.count &- start)
            )
        }

        /// The index of an attribution to put in a row.
        package mutating func attribution(_ text: String) -> Int32 {
            var copy = text
            return copy.withUTF8 { text in
                for index in 0..<attributions.count {
                    let known = attributions.element(index)
                    if bytes.equals(text, at: Int(known.offset), count: Int(known.count)) {
                        return Int32(truncatingIfNeeded: index)
                    }
                }
                attributions.append(add(text: text))
                return Int32(truncatingIfNeeded: attributions.count &- 1)
            }
        }

        package mutating func append(_ row: SuggestionRow) { rows.append(row) }

        /// Adds a row of another list, with all that belongs to it; with `isShown` fit to be shown.
        package mutating func append(
            _ row: SuggestionRow,
            of list: SuggestionList,
            source: UInt8,
            isShown: Bool = false
        ) {
            var copy = row
            copy.placeID = add(text: list.text(row.placeID))
            copy.fullText = add(list.text(row.fullText), isShown)
            copy.primaryText = add(list.text(row.primaryText), isShown)
            copy.secondaryText = add(list.text(row.secondaryText), isShown)
            if isShown, row.distanceMeters > ShownText.longestDistance { copy.distanceMeters = -1 }
            copy.resourceName = add(text: list.text(row.resourceName))
            copy.explanation = add(text: list.text(row.explanation))
            copy.fullMatches = add(matches: list.ranges(row.fullMatches))
            copy.primaryMatches = add(matches: list.ranges(row.primaryMatches))
            copy.secondaryMatches = add(matches: list.ranges(row.secondaryMatches))
            let names = list.types(row.types).map { add(list.text($0), isShown) }
            let start = beginTypes()
            for name in names { append(type: name) }
            copy.types = endTypes(from: start)
            copy.attribution = list.attribution(Int(row.attribution)).map { attribution(list.string($0)) } ?? -1
            copy.source = source
            append(copy)
        }

        private mutating func add(_ text: UnsafeBufferPointer<UInt8>, _ isShown: Bool) -> Slice {
            isShown ? add(shown: text) : add(text: text)
        }

        package mutating func add(matches ranges: UnsafeBufferPointer<MatchRange>) -> Slice {
            let start = beginMatches()
            for range in ranges { append(match: range) }
            return endMatches(from: start)
        }

        package consuming func finish(
            sources: SourceNames? = nil,
            isFallback: Bool = false,
            isIncomplete: Bool = false
        ) -> SuggestionList {
            SuggestionList(
                rows: rows.elements,
                text: bytes.elements,
                ranges: matches.elements,
                types: typeNames.elements,
                attributions: attributions.elements,
                sources: sources,
                isFallback: isFallback,
                isIncomplete: isIncomplete
            )
        }
    }
}

/// A growing block of plain values.
private struct Block<Element: BitwiseCopyable>: ~Copyable {
    private var storage: UnsafeMutableBufferPointer<Element>
    private(set) var count = 0

    init(capacity: Int) { storage = .allocate(capacity: capacity) }

    deinit { storage.deallocate() }

    mutating func append(_ element: Element) {
        if count == storage.count { grow(to: count &+ 1) }
        storage.initializeElement(at: count, to: element)
        count &+= 1
    }

    mutating func append(_ elements: UnsafeBufferPointer<Element>) {
        guard let source = elements.baseAddress, let target = storage.baseAddress else { return }
        if storage.count &- count < elements.count {
            grow(to: count &+ elements.count)
            storage.baseAddress?.advanced(by: count).initialize(from: source, count: elements.count)
        } else {
            target.advanced(by: count).initialize(from: source, count: elements.count)
        }
        count &+= elements.count
    }

    func element(_ index: Int) -> Element { storage[index] }

    private mutating func grow(to needed: Int) {
        let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(needed, storage.count &* 2))
        if let source = storage.baseAddress { larger.baseAddress?.initialize(from: source, count: count) }
        storage.deallocate()
        storage = larger
    }

    /// Valid until the next change.
    var elements: UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(rebasing: UnsafeBufferPointer(storage)[..<count])
    }
}

extension Block<UInt8> {
    func equals(_ text: UnsafeBufferPointer<UInt8>, at offset: Int, count: Int) -> Bool {
        text.count == count && (0..<count).allSatisfy { text[$0] == element(offset &+ $0) }
    }
}

/// The names of a client's sources, made once and shared by its answers.
package final class SourceNames: @unchecked Sendable {
    // @unchecked: the texts are never written after they are made.
    package static let none = SourceNames([])

    package let names: [String]
    /// NUL-terminated, one after the other; "" first.
    private let texts: UnsafeMutableBufferPointer<CChar>
    private let offsets: [Int]

    package init(_ names: [String]) {
        self.names = names
        var bytes: [CChar] = [0]
        var offsets: [Int] = []
        for name in names {
            offsets.append(bytes.count)
            bytes += name.utf8.map { CChar(bitPattern: $0) } + [0]
        }
        self.offsets = offsets
        texts = .allocate(capacity: bytes.count)
        _ = texts.initialize(fromContentsOf: bytes)
    }

    deinit { texts.deallocate() }

    /// "" where there is no such name. Lives as long as this object.
    package func pointer(_ number: Int) -> UnsafePointer<CChar>? {
        let offset = offsets.indices.contains(number) ? offsets[number] : 0
        return texts.baseAddress.map { UnsafePointer($0 + offset) }
    }
}
