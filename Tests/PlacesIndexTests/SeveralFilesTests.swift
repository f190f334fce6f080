import PlacesEngine
import PlacesIndex
import PlacesModel
import Testing

/// Several files whose answers are ready, beside what a search in them finds: one that has to say why it ranks the rows
/// as it does uses nothing that is ready.
@Suite("Answers of several files")
struct SeveralFilesTests {
    private static let names = makeNames()

    private static func random(_ seed: UInt64) -> (_ bound: Int) -> Int {
        var state = seed
        return { bound in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }

    private static func makeNames() -> [String] {
        let random = random(11)
        let syllables = ["ka", "ló", "mi", "ru", "ten", "vo", "東", "京", "san", "1", "é", "st"]
        return (0..<4000).map { _ in
            (0..<1 + random(3)).map { _ in (0..<1 + random(4)).map { _ in syllables[random(12)] }.joined() }
                .joined(separator: " ")
        }
    }

    /// Places of all kinds; each with the same names, importance and point in whichever file it is.
    private static func record(_ number: Int) -> PlaceRecord {
        let random = random(UInt64(number) &* 7919 &+ 3)
        for _ in 0..<3 { _ = random(2) }
        var record = place(
            "\(number)",
            names[number],
            Double(random(160)) - 80,
            Double(random(360)) - 180,
            // Many are as important as others.
            importance: Float(random(70)) / 10,
            type: ["locality", "airport", "country"][random(40) / 19],
            areas: ["region:\(random(20))"]
        )
        if random(3) == 0 { record.names.append(RecordName("Ru\(number % 50)", language: "fr", kind: .translated)) }
        if random(4) == 0 { record.names.append(RecordName(names[random(4000)], kind: .alternate)) }
        // No name of its own: another name is the first.
        if random(50) == 0 { record.names = [RecordName(names[number], language: "fr", kind: .translated)] }
        // A code.
        if random(10) == 0 { record.names.append(RecordName(String(names[random(4000)].prefix(2)), kind: .alternate)) }
        return record
    }

    private static func file(_ numbers: some Sequence<Int>) throws -> TestIndex {
        try TestIndex(
            numbers.map(record),
            areas: (0..<20).map { area("region:\($0)", .region, "Mika \($0)") }
        )
    }

    /// Every beginning of some names, as it is typed, and with a space after it.
    private static var texts: [String] {
        var texts: Set<String> = []
        for name in names.prefix(260) + ["Ru1", "Ru12", "st ", "nowhere", "ru ru", "ka mika", "mi mika 1"] {
            for length in 1...name.count {
                texts.insert(String(name.prefix(length)))
                texts.insert(name.prefix(length) + " ")
            }
        }
        return texts.filter { $0.contains { $0 != " " } }.sorted()
    }

    private func compare(
        _ files: [TestIndex],
        _ change: (inout AutocompleteRequest) throws -> Void = { _ in }
    ) throws {
        let provider = EmbeddedProvider(files.map(\.index))
        var rows = 0
        for text in SeveralFilesTests.texts {
            let ready = try places(text, from: provider, change).map(\.id)
            let searched = try places(text, from: provider) { request in
                try change(&request)
                request.explains = true
            }
            #expect(ready == searched.map(\.id), "\(text)")
            rows += ready.count
        }
        #expect(rows > 5_000)
    }

    @Test("Files that share no place")
    func disjoint() throws {
        try compare((0..<2).map { part in try SeveralFilesTests.file((0..<4000).filter { $0 % 2 == part }) })
    }

    @Test("Files that share a third of their places")
    func overlapping() throws {
        try compare([SeveralFilesTests.file(0..<3000), SeveralFilesTests.file(1000..<4000)])
    }

    @Test("A file of very few places beside a large one, and four files")
    func manyFiles() throws {
        let few = try SeveralFilesTests.file(17..<25)
        try compare([few, SeveralFilesTests.file(0..<4000)])
        try compare((0..<4).map { part in try SeveralFilesTests.file((0..<4000).filter { ($0 / 7) % 4 <= part }) })
    }

    @Test("In a language, whose whole names count as much as the primary ones")
    func language() throws {
        let files = try (0..<2).map { part in try SeveralFilesTests.file((0..<4000).filter { $0 % 2 == part }) }
        try compare(files) { $0.filter.language = try LanguageTag("fr", field: "l") }
    }

    @Test("A later word of a name counts as a whole name where another of its names is just that")
    func laterWord() throws {
        let many = try TestIndex([
            place("ramat", "Ramat Gan", 10, 10, importance: 5.23, other: ["Gan"]),
            place("a", "Gandhidham", 20, 20, importance: 5.39), place("b", "Gandevi", 30, 20, importance: 4.2),
            place("c", "Ganderbal", 40, 20, importance: 4.4), place("d", "Ganx", 50, 20, importance: 3.3),
            place("e", "Gan B", 1, 2, importance: 5.4), place("f", "Gan C", 1, 3, importance: 4),
            place("g", "Gan D", 1, 4, importance: 4), place("h", "Gan E", 1, 5, importance: 4),
        ])
        let few = try TestIndex([place("z", "Zzz", 1, 1, importance: 2)])
        let provider = EmbeddedProvider([many.index, few.index])
        for text in ["gan", "gan "] {
            let alone = try many.rows(text).map(\.id)
            #expect(alone.first == "t:ramat", "\(text)")
            #expect(try places(text, from: provider).map(\.id) == alone, "\(text)")
        }
    }
}
