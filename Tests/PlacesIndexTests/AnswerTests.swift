import PlacesEngine
import PlacesIndex
import PlacesModel
import Testing

/// What is ready in the file, beside what a search finds: one that has to say why it ranks the rows as it does uses
/// nothing that is ready.
@Suite("Answers that are ready")
struct AnswerTests {
    private let index: TestIndex
    private var names: [String] = []

    init() throws {
        var state: UInt64 = 5
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let syllables = ["ka", "ló", "mi", "ru", "ten", "vo", "東", "京", "san", "1", "é", "st"]
        var places: [PlaceRecord] = []
        for number in 0..<4000 {
            let words = (0..<1 + random(3)).map { _ in (0..<1 + random(4)).map { _ in syllables[random(12)] }.joined() }
            let name = words.joined(separator: " ")
            names.append(name)
            var record = place(
                "\(number)",
                name,
                Double(random(160)) - 80,
                Double(random(360)) - 180,
                importance: Float(random(7000)) / 1000,
                type: ["locality", "airport", "country"][random(40) / 19],
                areas: ["region:\(random(20))"]
            )
            if random(3) == 0 { record.names.append(RecordName("Ru\(number % 50)", language: "fr", kind: .translated)) }
            places.append(record)
        }
        index = try TestIndex(
            places,
            areas: (0..<20).map { area("region:\($0)", .region, "Mika \($0)") }
        )
    }

    /// Every beginning of some names, as it is typed, and with a space after it.
    private var texts: [String] {
        var texts: Set<String> = []
        for name in names.prefix(600) + ["Ru1", "Ru12", "st ", "nowhere"] {
            for length in 1...name.count {
                texts.insert(String(name.prefix(length)))
                texts.insert(name.prefix(length) + " ")
            }
        }
        return texts.filter { $0.contains { $0 != " " } }.sorted()
    }

    private func compare(_ change: (inout AutocompleteRequest) throws -> Void) throws -> Int {
        var rows = 0
        for text in texts {
            let ready = try index.ids(text, change)
            let searched = try index.ids(text) { request in
                try change(&request)
                request.explains = true
            }
            #expect(ready == searched, "\(text)")
            rows += ready.count
        }
        return rows
    }

    @Test("Every beginning of a name has the rows that a search finds")
    func plain() throws { #expect(try compare { _ in } > 10_000) }

    @Test("In a language, whose whole names count as much as the primary ones")
    func language() throws {
        _ = try compare { $0.filter.language = try LanguageTag("fr", field: "l") }
    }

    @Test("Where what is ready is not what is asked for: fewer rows, a type, a place nearby, all businesses")
    func otherQuestions() throws {
        _ = try compare { try $0.setLimit(2, field: "limit") }
        _ = try compare { try $0.filter.setTypes(["airport"], field: "t") }
        _ = try compare { try $0.filter.setBias(circle(10, 10, 5000), field: "b") }
        _ = try compare { $0.filter.includesFutureOpeningBusinesses = true }
    }

    @Test("The same file twice: each place once, and something wherever one file has something")
    func sameFileTwice() throws {
        let twice = EmbeddedProvider([index.index, index.index])
        for text in texts {
            let ids = try places(text, from: twice).map { String($0.id.dropFirst(2)) }
            #expect(Set(ids).count == ids.count, "\(text)")
            #expect(try ids.isEmpty == index.ids(text).isEmpty, "\(text)")
        }
    }

    @Test("What was typed before, near the same place or another, changes no answer")
    func nothingIsLeft() throws {
        for (number, name) in names.prefix(300).enumerated() {
            let area = try circle(Double(number % 7) * 20 - 60, Double(number % 5) * 60 - 150, 10_000)
            for length in 1...name.count {
                let text = String(name.prefix(length))
                let kept = try index.ids(text) { try $0.filter.setBias(area, field: "b") }
                let new = try places(text, from: EmbeddedProvider([index.index])) { request in
                    try request.filter.setBias(area, field: "b")
                }
                #expect(kept == new.map { String($0.id.dropFirst(2)) }, "\(text)")
            }
        }
    }
}
