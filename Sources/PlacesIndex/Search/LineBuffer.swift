/// Bytes that are put together and shown; memory is kept.
final class LineBuffer {
    @exclusivity(unchecked) private var bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 512)
    @exclusivity(unchecked) private var capacity = 512
    @exclusivity(unchecked) private var count = 0

    deinit { bytes.deallocate() }

    var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

    func clear() { count = 0 }

    func put(_ byte: UInt8) {
        reserve(1)
        bytes[count] = byte
        count &+= 1
    }

    func put(_ text: UnsafeBufferPointer<UInt8>) {
        guard let base = text.baseAddress else { return }
        reserve(text.count)
        (bytes + count).update(from: base, count: text.count)
        count &+= text.count
    }

    private func reserve(_ more: Int) {
        guard count &+ more > capacity else { return }
        let size = max(capacity &* 2, count &+ more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        larger.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = larger
        capacity = size
    }
}

/// Short texts of an index that rows repeat, as bytes.
final class IndexTexts: @unchecked Sendable {
    // @unchecked: written in `init` alone.
    private let blob: UnsafeMutablePointer<UInt8>
    private let types: [Range<Int>]
    private let prefixes: [Range<Int>]

    init(_ meta: Meta) {
        var bytes: [UInt8] = []
        func put(_ texts: [String]) -> [Range<Int>] {
            texts.map { text in
                let start = bytes.count
                bytes += Array(text.utf8)
                return start..<bytes.count
            }
        }
        types = put(meta.types)
        prefixes = put(meta.idPrefixes)
        blob = .allocate(capacity: bytes.count + 1)
        blob.update(from: bytes, count: bytes.count)
    }

    deinit { blob.deallocate() }

    func type(_ number: Int) -> UnsafeBufferPointer<UInt8> { text(types, number) }
    func idPrefix(_ number: Int) -> UnsafeBufferPointer<UInt8> { text(prefixes, number) }

    private func text(_ list: [Range<Int>], _ number: Int) -> UnsafeBufferPointer<UInt8> {
        guard number >= 0, number < list.count else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: blob + list[number].lowerBound, count: list[number].count)
    }
}
