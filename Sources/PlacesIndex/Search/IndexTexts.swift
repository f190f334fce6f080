import PlacesModel

/// Short texts of an index that rows repeat, as bytes: plain memory, which the search reads without a reference count.
struct IndexTexts: @unchecked Sendable {
    // @unchecked: written in `init` alone.
    private let blob: UnsafeMutablePointer<UInt8>
    /// Each text is `blob[offsets[number] ..< offsets[number + 1]]`.
    private let offsets: UnsafeMutablePointer<Int>
    private let typeCount: Int
    private let prefixCount: Int
    private let sourceCount: Int

    init(_ meta: Meta) {
        typeCount = meta.types.count
        prefixCount = meta.idPrefixes.count
        sourceCount = meta.sources.count
        let texts = meta.types + meta.idPrefixes + meta.sources.map(\.attribution)
        var bytes: [UInt8] = []
        offsets = .allocate(capacity: texts.count + 1)
        for (number, text) in texts.enumerated() {
            offsets[number] = bytes.count
            bytes += Array(text.utf8)
        }
        offsets[texts.count] = bytes.count
        blob = .allocate(capacity: bytes.count + 1)
        blob.update(from: bytes, count: bytes.count)
    }

    /// Gives the memory back; the index that has them goes.
    func deallocate() {
        blob.deallocate()
        offsets.deallocate()
    }

    func type(_ number: Int) -> UnsafeBufferPointer<UInt8> { text(number, 0, typeCount) }
    func idPrefix(_ number: Int) -> UnsafeBufferPointer<UInt8> { text(number, typeCount, prefixCount) }
    /// What must be shown with places of a source; may be empty.
    func attribution(_ source: Int) -> UnsafeBufferPointer<UInt8> {
        text(source, typeCount &+ prefixCount, sourceCount)
    }

    @inline(__always)
    private func text(_ number: Int, _ first: Int, _ count: Int) -> UnsafeBufferPointer<UInt8> {
        guard number >= 0, number < count else { return UnsafeBufferPointer(start: nil, count: 0) }
        let start = offsets[first &+ number]
        return UnsafeBufferPointer(start: blob + start, count: offsets[first &+ number &+ 1] &- start)
    }
}
