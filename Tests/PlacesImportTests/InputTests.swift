import PlacesImport
import PlacesIndex
import PlacesModel
import Testing

/// What holds for every source.
@Suite struct InputTests {
    private static let header = "id\tname\tlat\tlon\n"

    private func readTSV(_ bytes: [UInt8], into sink: RecordingSink = RecordingSink()) throws -> RecordingSink {
        let file = try TemporaryFile(Array(InputTests.header.utf8) + bytes)
        try readSources([SourceSpec("tsv:\(file.path)")], into: sink)
        return sink
    }

    @Test func skipsIllFormedTextAndNUL() throws {
        let rows =
            Array("1\tGood\t1\t2\n2\tBad \u{0} NUL\t1\t2\n3\t".utf8) + [0xC3, 0x28, 0xFF]
            + Array("\t1\t2\n4\tSur".utf8) + [0xED, 0xA0, 0x80] + Array("rogate\t1\t2\n5\tÄ\t1\t2".utf8)
        let sink = try readTSV(rows)
        #expect(sink.places.map(\.id) == ["tsv:1", "tsv:5"])
        #expect(
            sink.badRows == [
                RecordingSink.BadRow(line: 3, reason: "holds a NUL byte"),
                RecordingSink.BadRow(line: 4, reason: "is not valid UTF-8"),
                RecordingSink.BadRow(line: 5, reason: "is not valid UTF-8"),
            ]
        )
    }

    @Test(arguments: ["tsv", "csv", "geonames", "osm", "places"])
    func survivesRandomBytes(kind: String) throws {
        var state: UInt64 = 1
        var bytes =
            kind.hasSuffix("sv") ? Array("id,name,lat,lon\n".utf8.map { $0 == 0x2C && kind == "tsv" ? 9 : $0 }) : []
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let byte = UInt8(truncatingIfNeeded: state >> 40)
            // Enough line ends, quotes and separators to get anywhere.
            bytes.append(byte < 40 ? [10, 13, 34, 44, 9, 123, 125, 30][Int(byte % 8)] : byte)
        }
        let file = try TemporaryFile(bytes)
        let sink = RecordingSink()
        try readSources([SourceSpec("\(kind):\(file.path)")], into: sink)
        #expect(sink.places.isEmpty)
        #expect(sink.badRows.count > 100)
    }

    @Test(arguments: ["tsv", "csv"])
    func skipsOverlongLines(kind: String) throws {
        let comma = kind == "csv" ? "," : "\t"
        let row = { (id: Int, name: String) in "\(id)\(comma)\(name)\(comma)1\(comma)2\n" }
        let text =
            "id\(comma)name\(comma)lat\(comma)lon\n" + row(1, "A")
            + row(2, String(repeating: "x", count: 3 << 20)) + row(3, "B")
            // Long is not too long.
            + row(4, String(repeating: "y", count: 900_000))
        let file = try TemporaryFile(text)
        let sink = RecordingSink()
        try readSources([SourceSpec("\(kind):\(file.path)")], into: sink)
        #expect(sink.places.map(\.id) == ["\(kind):1", "\(kind):3", "\(kind):4"])
        #expect(sink.badRows == [RecordingSink.BadRow(line: 3, reason: "is longer than 1 MB")])
    }

    @Test func readsAcrossBufferBorders() throws {
        var text = ""
        for id in 1...40_000 { text += "\(id)\tPlace \(id) ä\t1.5\t2.5\n" }
        let sink = try readTSV(Array(text.utf8))
        #expect(sink.places.count == 40_000)
        #expect(sink.badRows.isEmpty)
        let isIntact = sink.places.enumerated().allSatisfy { $1.names[0].text == "Place \($0 + 1) ä" }
        #expect(isIntact)
    }

    @Test func reportsProgressUpToTheEnd() throws {
        let text = String(repeating: "1\tA\t1\t2\n", count: 100_000)
        let fractions = try readTSV(Array(text.utf8)).fractions
        #expect(fractions.count > 3)
        #expect(fractions.first == 0 && fractions.last == 1)
        #expect(fractions == fractions.sorted())
    }

    @Test func stopsWhenAskedTo() throws {
        let sink = RecordingSink()
        sink.stopsAtCall = 3
        let text = String(repeating: "1\tA\t1\t2\n", count: 200_000)
        let error = #expect(throws: PlacesError.self) { try readTSV(Array(text.utf8), into: sink) }
        #expect(error?.status == .cancelled)
        #expect(sink.places.count > 0 && sink.places.count < 200_000)
    }

    @Test func passesOnTheSinksError() throws {
        let sink = RecordingSink()
        sink.failure = PlacesError(.diskFull, "no space")
        let error = #expect(throws: PlacesError.self) { try readTSV(Array("1\tA\t1\t2\n".utf8), into: sink) }
        #expect(error?.status == .diskFull)
    }

    @Test(arguments: [("csv:/nowhere/at/all.csv", "cannot be opened"), ("csv:/tmp", "is a directory")])
    func saysWhichFileCannotBeRead(spec: String, reason: String) {
        let error = #expect(throws: PlacesError.self) { try readSources([SourceSpec(spec)], into: RecordingSink()) }
        #expect(error?.status == .io)
        #expect(error?.message.contains(reason) == true)
    }
}
