import PlacesEngine
import PlacesIndex
import PlacesModel
import Testing

extension TestIndex {
    /// The first row's terms by their names, "score" and "importance" among them.
    fileprivate func terms(
        _ query: String,
        row: Int = 0,
        _ change: (inout AutocompleteRequest) throws -> Void = { _ in }
    ) throws -> [String: Double] {
        var work = try request(query)
        work.explains = true
        try change(&work)
        guard case .suggestions(let list) = try provider.answer(.suggest(work), context: RequestContext()),
            let text = list.row(row).map({ list.string($0.explanation) }), !text.isEmpty
        else { return [:] }
        var terms: [String: Double] = [:]
        for part in text.split(whereSeparator: { $0 == ":" || $0 == "," }) {
            let words = part.split(separator: " ")
            guard let last = words.last, let value = Double(last) else { continue }
            terms[words.dropLast().joined(separator: " ")] = value
        }
        return terms
    }
}

/// One test a rule of the ranking: what `places suggest --explain` says of it, and what it does to the order.
@Suite("Why a row ranks where it does")
struct ExplanationTests {
    @Test("Nothing is said where nobody asks")
    func silent() throws {
        let index = try TestIndex([place("a", "Alone")])
        guard
            case .suggestions(let list) = try index.provider.answer(.suggest(request("al")), context: RequestContext())
        else { return #expect(Bool(false)) }
        #expect(list.row(0)?.explanation.count == 0)
    }

    @Test("The score is the sum of its terms", arguments: ["berlin", "berl", "neu ber", "brelin", "erlin", "zuhause"])
    func sum(query: String) throws {
        let index = try TestIndex([
            place("a", "Berlin", 52, 13, importance: 6, other: ["Zuhause"]),
            place("b", "Neu Berlin", 10, 10, importance: 3),
        ])
        let terms = try index.terms(query) { try $0.filter.setBias(circle(10, 10, 1000), field: "b") }
        let score = try #require(terms["score"])
        let sum = terms.filter { $0.key != "score" }.values.reduce(0, +)
        // Each term is rounded to a hundredth.
        #expect(abs(score - sum) < 0.03, "\(terms)")
    }

    @Test("1. Importance: of two of one name the more important comes first")
    func importance() throws {
        let index = try TestIndex([
            place("s", "Paris", 33, -95, importance: 4), place("l", "Paris", 48, 2, importance: 6),
        ])
        #expect(try index.ids("par") == ["l", "s"])
        #expect(try index.terms("par")["importance"] == 6)
        #expect(try index.terms("par", row: 1)["importance"] == 4)
    }

    @Test("2. Kind of name: another name than the primary one counts less")
    func kindOfName() throws {
        let index = try TestIndex([place("a", "Wien", 48, 16, importance: 5, other: ["Vienna"])])
        #expect(try index.terms("wie")["not the primary name"] == nil)
        #expect(try #require(index.terms("vien")["not the primary name"]) < -1)
    }

    @Test("3. Whole name: gains, and passes one that is a little more important")
    func wholeName() throws {
        let index = try TestIndex([
            place("part", "Yorkshire", 54, -1, importance: 5.2), place("whole", "York", 53, -1, importance: 5),
        ])
        #expect(try index.ids("yor") == ["part", "whole"])
        #expect(try index.ids("york") == ["whole", "part"])
        #expect(try #require(index.terms("york")["whole name"]) > 0)
    }

    @Test("4. Words: in another order they cost")
    func words() throws {
        let index = try TestIndex([place("a", "New Old York", importance: 4)])
        #expect(try index.terms("new old")["words"] == nil)
        #expect(try #require(index.terms("york new")["words"]) < 0)
        #expect(try #require(index.terms("york n")["words"]) < 0)
    }

    @Test("5. Letters inside a word, and typing errors, cost more than any of these")
    func errors() throws {
        let index = try TestIndex([place("a", "Amsterdam", importance: 4)])
        #expect(try #require(index.terms("sterda")["letters inside a word"]) <= -1)
        #expect(try #require(index.terms("amstredam")["typing error"]) <= -2)
        #expect(try #require(index.terms("bmstredam")["two typing errors"]) <= -4)
        #expect(try #require(index.terms("amsterdam qqqq")["missing words"]) <= -2)
    }

    @Test("6. Distance: costs the more the farther, and a near village passes a far town")
    func distance() throws {
        let index = try TestIndex([
            place("far", "Newton", 0, 0, importance: 4.5), place("near", "Newton", 50, 10, importance: 3),
        ])
        #expect(try index.ids("newt") == ["far", "near"])
        let there: (inout AutocompleteRequest) throws -> Void = {
            try $0.filter.setBias(circle(50.01, 10, 1000), field: "b")
        }
        #expect(try index.ids("newt", there) == ["near", "far"])
        let near = try index.terms("newt", there)["distance"] ?? 0
        let far = try #require(index.terms("newt", row: 1, there)["distance"])
        #expect(far < -3 && near > -1 && near <= 0)
    }
}
