import PlacesImport
import PlacesIndex
import PlacesModel
import Testing

/// Reading on a thread of its own is not to be noticed.
@Suite struct PipeTests {
    /// Bad rows of both kinds, in turn: what the reader faults, and what the builder does.
    private static let table: [UInt8] = {
        var text = "id,name,lat,lon,locality\n"
        for number in 0..<5000 {
            switch number % 10 {
            case 3: text += "t:\(number),,60,24,Town \(number % 7)\n"
            case 6: text += "t:\(number - 6),Again \(number),60,24,Town \(number % 7)\n"
            case 8: text += "t:\(number),North Pole,9\(number),24,Town\n"
            default: text += "t:\(number),Place \(number),60,24,Town \(number / 100)\n"
            }
        }
        return Array(text.utf8)
    }()

    private func reasons(threads: Int) throws -> [String] {
        let file = try TemporaryFile(PipeTests.table)
        let builder = IndexBuilder()
        var reasons: [String] = []
        builder.onBadRow = { source, line, reason in
            reasons.append("\(line) \(reason) after \(builder.placeCount) places")
        }
        try readSources([SourceSpec("csv:\(file.path)")], into: builder, threads: threads)
        return reasons
    }

    @Test func badRowsComeInTheirOrder() throws {
        let one = try reasons(threads: 1)
        #expect(one.count == 1500)
        #expect(one[0] == "5 has no name after 3 places")
        #expect(one[1].hasPrefix("0 the ID \"t:0\" is there already"))
        #expect(try reasons(threads: 2) == one)
    }

    @Test(arguments: [1, 2]) func whatTheSinkThrowsEndsTheReading(threads: Int) throws {
        let file = try TemporaryFile(PipeTests.table)
        let sink = RecordingSink()
        sink.failure = PlacesError(.diskFull, "no space")
        #expect(throws: PlacesError(.diskFull, "no space")) {
            try readSources([SourceSpec("csv:\(file.path)")], into: sink, threads: threads)
        }
        #expect(sink.places.isEmpty)
    }

    @Test(arguments: [1, 2]) func stopsWhenAsked(threads: Int) throws {
        let file = try TemporaryFile(PipeTests.table)
        let sink = RecordingSink()
        sink.stopsAtCall = 2
        #expect { try readSources([SourceSpec("csv:\(file.path)")], into: sink, threads: threads) } throws: { error in
            (error as? PlacesError)?.status == .cancelled
        }
        #expect(sink.fractions.count == 2)
    }

    @Test(arguments: [1, 2]) func whatTheReaderThrowsComesAfterWhatItRead(threads: Int) throws {
        let file = try TemporaryFile(PipeTests.table)
        let sink = RecordingSink()
        #expect(throws: PlacesError.self) {
            try readSources(
                [SourceSpec("csv:\(file.path)"), SourceSpec("csv:\(file.path).missing")],
                into: sink,
                threads: threads
            )
        }
        #expect(sink.places.count == 4000)
    }
}
