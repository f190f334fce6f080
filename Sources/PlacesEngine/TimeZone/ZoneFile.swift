import Glibc

/// A time zone of the system's database (RFC 8536), read without touching the process's own zone.
package struct ZoneFile: Sendable {
    /// Seconds since 1970 at which the offset changes, ascending.
    private let transitions: [Int64]
    /// Seconds east of UTC from the transition on.
    private let offsets: [Int32]
    /// Before the first transition.
    private let firstOffset: Int32
    /// After the last one.
    private let rule: ZoneRule?

    /// `Europe/Helsinki`; nil where the system has no such zone.
    package init?(named name: String) {
        let isName =
            !name.isEmpty && name.utf8.count <= 64 && name.utf8.first != UInt8(ascii: "/")
            && !name.split(separator: "/").contains("..")
            && name.utf8.allSatisfy {
                (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "/_+-".utf8.contains($0)
            }
        guard isName else { return nil }
        for folder in ZoneFile.folders {
            if let bytes = ZoneFile.read(folder + "/" + name), let zone = ZoneFile(bytes) {
                self = zone
                return
            }
        }
        return nil
    }

    private static let folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"]

    /// The text of such a file; nil where it is none.
    package init?(_ bytes: [UInt8]) {
        var reader = ZoneReader(bytes: bytes)
        guard let first = reader.header() else { return nil }
        var width = 4
        var header = first
        if first.version >= UInt8(ascii: "2") {
            // A block with 32-bit times stands before the one that counts.
            guard reader.skip(first.length(timeWidth: 4)), let second = reader.header() else { return nil }
            header = second
            width = 8
        }
        var times: [Int64] = []
        for _ in 0..<header.timeCount {
            guard let time = reader.integer(width: width) else { return nil }
            times.append(time)
        }
        guard let kinds = reader.take(header.timeCount) else { return nil }
        var utOffsets: [Int32] = []
        for _ in 0..<header.typeCount {
            guard let offset = reader.integer(width: 4), reader.skip(2) else { return nil }
            utOffsets.append(Int32(truncatingIfNeeded: offset))
        }
        guard !utOffsets.isEmpty, kinds.allSatisfy({ Int($0) < utOffsets.count }) else { return nil }
        let rest = header.characterCount + header.leapCount * (width + 4) + header.standardCount + header.utCount
        guard reader.skip(rest) else { return nil }
        transitions = times
        offsets = kinds.map { utOffsets[Int($0)] }
        firstOffset = utOffsets[0]
        rule = width == 8 ? ZoneRule(reader.footer()) : nil
    }

    /// Seconds east of UTC at a time.
    package func offset(at time: Int64) -> Int32 {
        guard let last = transitions.last, let lastOffset = offsets.last else {
            return rule?.offset(at: time) ?? firstOffset
        }
        if time >= last { return rule?.offset(at: time) ?? lastOffset }
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? firstOffset : offsets[low - 1]
    }

    private static func read(_ path: String) -> [UInt8]? {
        let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard fd >= 0 else { return nil }
        defer { close(fd) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var count = 0
        while count < bytes.count {
            let room = bytes.count - count
            let got = bytes.withUnsafeMutableBytes { Glibc.read(fd, $0.baseAddress?.advanced(by: count), room) }
            if got < 0 { return nil }
            if got == 0 { break }
            count += got
        }
        return Array(bytes[..<count])
    }
}

/// Big-endian numbers, one after the other; nil past the end.
private struct ZoneReader {
    struct Header {
        let version: UInt8
        let utCount: Int
        let standardCount: Int
        let leapCount: Int
        let timeCount: Int
        let typeCount: Int
        let characterCount: Int

        func length(timeWidth: Int) -> Int {
            timeCount * timeWidth + timeCount + typeCount * 6 + characterCount + leapCount * (timeWidth + 4)
                + standardCount + utCount
        }
    }

    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    mutating func skip(_ count: Int) -> Bool { take(count) != nil }

    mutating func integer(width: Int) -> Int64? {
        guard let part = take(width) else { return nil }
        var value: UInt64 = 0
        for byte in part { value = value << 8 | UInt64(byte) }
        return width == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }

    mutating func header() -> Header? {
        guard let magic = take(4), magic.elementsEqual("TZif".utf8), let version = take(1)?.first, skip(15) else {
            return nil
        }
        var counts: [Int] = []
        for _ in 0..<6 {
            guard let count = integer(width: 4), (0...100_000).contains(count) else { return nil }
            counts.append(Int(count))
        }
        return Header(
            version: version,
            utCount: counts[0],
            standardCount: counts[1],
            leapCount: counts[2],
            timeCount: counts[3],
            typeCount: counts[4],
            characterCount: counts[5]
        )
    }

    /// The rule between the two line ends at the end of the file.
    func footer() -> String {
        let rest = bytes[min(position, bytes.count)...]
        let line = rest.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: line, as: UTF8.self)
    }
}
