/// Text that somebody else wrote, fit to be drawn and read aloud in a row.
///
/// One code point stands for one, so that match ranges stay right.
package enum ShownText {
    /// Metres: half way round the Earth, and a little.
    static let longestDistance: Int32 = 20_040_000

    /// Line ends and tabs become spaces; other control characters (C0, DEL, C1), and marks of writing direction that are
    /// not closed or close nothing, become U+FFFD: they would reach into the texts beside them.
    package static func clean(_ text: String) -> String {
        var copy = text
        return copy.withUTF8(needsCleaning) ? cleaned(text) : text
    }

    /// No false negatives, and few positives.
    static func needsCleaning(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var before: UInt8 = 0
        for byte in text {
            if byte < 0x20 || byte == 0x7F { return true }
            // C2 80 ... C2 9F are C1; E2 80 and E2 81 begin the marks of direction.
            if before == 0xC2, byte < 0xA0 { return true }
            if before == 0xE2, byte == 0x80 || byte == 0x81 { return true }
            before = byte
        }
        return false
    }

    static func cleaned(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        var open: [Int] = []
        for (index, scalar) in scalars.enumerated() {
            switch scalar.value {
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: scalars[index] = " "
            case 0..<0x20, 0x7F..<0xA0: scalars[index] = "\u{FFFD}"
            case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066...0x2068: open.append(index)
            // Closes an embedding or an override.
            case 0x202C:
                if let last = open.last, scalars[last].value < 0x2066 {
                    open.removeLast()
                } else {
                    scalars[index] = "\u{FFFD}"
                }
            // Closes an isolate, and what was left open inside.
            case 0x2069:
                guard let start = open.lastIndex(where: { scalars[$0].value >= 0x2066 }) else {
                    scalars[index] = "\u{FFFD}"
                    continue
                }
                for left in open[(start + 1)...] { scalars[left] = "\u{FFFD}" }
                open.removeSubrange(start...)
            default: break
            }
        }
        for left in open { scalars[left] = "\u{FFFD}" }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars)
        return String(result)
    }
}

extension SuggestionList {
    /// The same rows, fit to be shown: texts as above, no distance that cannot be one, and no row that has nothing to read
    /// or, where it is to be a place, nothing to pick.
    package var shown: SuggestionList {
        if (0..<count).allSatisfy({ row($0).map(isFit) ?? true }) { return self }
        var builder = Builder(rowCapacity: count)
        // First, so that they keep their order.
        for line in attributions { _ = builder.attribution(line) }
        for position in 0..<count {
            guard var row = row(position), row.isQuery || row.placeID.count > 0 else { continue }
            if !isVisible(row.primaryText) {
                guard isVisible(row.fullText) else { continue }
                row.primaryText = row.fullText
                row.primaryMatches = row.fullMatches
            }
            builder.append(row, of: self, source: row.source, isShown: true)
        }
        return builder.finish(sources: sourceNames, isFallback: isFallback, isIncomplete: isIncomplete)
    }

    private func isFit(_ row: SuggestionRow) -> Bool {
        row.distanceMeters <= ShownText.longestDistance && (row.isQuery || row.placeID.count > 0)
            && isVisible(row.primaryText) && isClean(row.fullText) && isClean(row.primaryText)
            && isClean(row.secondaryText) && types(row.types).allSatisfy(isClean)
    }

    private func isClean(_ slice: Slice) -> Bool { !ShownText.needsCleaning(text(slice)) }

    private func isVisible(_ slice: Slice) -> Bool {
        let bytes = text(slice)
        if bytes.contains(where: { $0 > 0x20 && $0 < 0x7F }) { return true }
        return string(slice).unicodeScalars.contains { !QueryText.isInvisible($0) }
    }
}

extension SuggestionList.Builder {
    /// A text for people.
    package mutating func add(shown text: UnsafeBufferPointer<UInt8>) -> Slice {
        if !ShownText.needsCleaning(text) { return add(text: text) }
        return add(text: ShownText.cleaned(String(decoding: text, as: UTF8.self)))
    }

    package mutating func add(shown text: String) -> Slice {
        var copy = text
        return copy.withUTF8 { add(shown: $0) }
    }
}
