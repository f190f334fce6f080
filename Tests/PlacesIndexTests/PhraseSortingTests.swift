import Testing

@testable import PlacesIndex

/// Phrases are sorted by their first 96 bytes, and equal ones are known as such.
@Suite struct PhraseSortingTests {
    @Test(arguments: [(1, 1), (2, 2), (3, 2)])
    func phrasesAreInOrder(pieces: Int, threads: Int) {
        // Many that begin alike over several heads, some that differ only behind what is sorted by, short ones.
        var texts: [[UInt8]] = []
        for number in 0..<6000 {
            let start = String(repeating: "abcdefgh", count: number % 14)
            let end = ["", "z\(number * 7919 % 50)", "\(number % 3) b", String(repeating: "q", count: number % 9)]
            texts.append(Array((["a", "saint ", "b"][number % 3] + start + end[number % 4]).utf8))
        }
        var bytes: [UInt8] = []
        var offsets: [UInt32] = []
        for text in texts {
            offsets.append(UInt32(bytes.count))
            bytes += text + [0]
        }
        bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            let sorting = PhraseSorting(text: base, size: bytes.count)
            let (keys, borders) = sorting.sort(pieces: pieces, threads: threads) { piece, body in
                for number in texts.count * piece / pieces..<texts.count * (piece + 1) / pieces {
                    body(offsets[number], UInt32(number))
                }
            }
            #expect(Set(keys.map(\.word)).count == texts.count)
            #expect(borders.first == 0 && borders.last == texts.count)
            func text(_ at: Int) -> [UInt8] { Array(texts[Int(keys[at].word)].prefix(Layout.maximumPhrase)) }
            for at in 1..<keys.count {
                let isAgain = text(at) == text(at - 1)
                #expect(isAgain || text(at - 1).lexicographicallyPrecedes(text(at)))
                #expect((keys[at].head == PhraseKey.again) == isAgain)
            }
            for border in borders.dropFirst().dropLast() where border > 0 && border < keys.count {
                #expect(text(border) != text(border - 1))
            }
        }
    }
}
