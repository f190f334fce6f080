import Glibc
import PlacesIndex
import PlacesModel
import Testing

/// What several threads make is what one makes.
@Suite struct ParallelTests {
    @Test func anyNumberOfThreadsGivesTheSameFile() throws {
        let one = try file(threads: 1)
        #expect(one.count > 100_000)
        for threads in [2, 3] { #expect(try file(threads: threads) == one) }
    }

    /// Enough places that the work is shared, some of them twice, some with addresses and several names, names
    /// that several parts of them have.
    private func file(threads: Int) throws -> [UInt8] {
        let builder = IndexBuilder(threads: threads)
        for number in 0..<20 {
            try builder.add(
                AreaRecord(
                    key: "a\(number)",
                    level: .locality,
                    names: [RecordName("Area Number \(number % 7)", kind: .primary)],
                    country: number % 2 == 0 ? "fi" : "se"
                )
            )
        }
        for number in 0..<4200 {
            let name = ["Kirkkokatu \(number % 900)", "North St \(number)", "North Street \(number - 1)"][number % 3]
            var names = [RecordName(name, kind: .primary)]
            if number % 5 == 0 { names.append(RecordName("Kyrkogatan \(number)", language: "sv", kind: .translated)) }
            if number % 11 == 0 { names.append(RecordName("---", kind: .alternate)) }
            // One text, in which words begin at other places.
            let text = "bilisi \(number % 31)"
            if number % 13 == 0 {
                names.append(RecordName(number % 2 == 0 ? "T'\(text)" : "T\(text)", kind: .alternate))
            }
            let row = Double(number / 3)
            var place = PlaceRecord(
                id: number % 4 == 0 ? "t:x\(number)" : "t:\(number)",
                names: names,
                location: Coordinate(uncheckedLatitude: 60 + row * 1e-4, longitude: 24 + (row / 7).rounded() * 1e-3)
            )
            place.primaryType = number % 3 == 0 ? "route" : "premise"
            place.types = [place.primaryType]
            place.importance = Float(number % 97) / 20
            place.areas = ["a\(number % 20)"]
            if number % 6 == 0 { place.street = "Rautatienkatu \(number % 13)" }
            if number % 6 == 0 { place.houseNumber = "\(number % 40)" }
            try builder.add(place)
        }
        let path = TestIndex.temporaryPath()
        defer { unlink(path) }
        try builder.write(to: path)
        return bytes(path)
    }

    private func bytes(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let got = Glibc.read(descriptor, &chunk, chunk.count), got > 0 { result += chunk[..<got] }
        return result
    }
}
