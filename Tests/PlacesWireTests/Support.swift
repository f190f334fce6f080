import Glibc
import PlacesJSON
import PlacesModel
import PlacesWire
import Testing

func withBytes<Result>(
    _ text: String,
    _ body: (UnsafeBufferPointer<UInt8>) throws(PlacesError) -> Result
) throws(PlacesError) -> Result {
    try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(PlacesError) in try body(bytes) }
}

func request(_ text: String) throws(PlacesError) -> AutocompleteRequest {
    try withBytes(text) { (bytes) throws(PlacesError) in try WireRequest.decodeAutocomplete(bytes) }
}

func requestError(_ text: String) -> PlacesError? {
    do throws(PlacesError) {
        _ = try request(text)
        return nil
    } catch { return error }
}

func suggestions(_ text: String, _ head: AnswerHead = AnswerHead()) throws(PlacesError) -> SuggestionList {
    try withBytes(text) { (bytes) throws(PlacesError) in try WireResponse.decodeSuggestions(bytes, head: head) }
}

func answerError(_ text: String, _ head: AnswerHead = AnswerHead()) -> PlacesError? {
    do throws(PlacesError) {
        _ = try suggestions(text, head)
        return nil
    } catch { return error }
}

func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

func tree(_ bytes: [UInt8]) throws -> JSONValue { try JSON.parse(bytes, .response) }

/// A folder of `Tests/Fixtures/wire/<group>`.
struct Fixture: CustomTestStringConvertible, Sendable {
    let group: String
    let name: String

    var testDescription: String { name }

    private static var root: String {
        let components = "\(#filePath)".split(separator: "/").dropLast(2)
        return "/" + components.joined(separator: "/") + "/Fixtures/wire"
    }

    static func all(_ group: String) -> [Fixture] {
        var names: [String] = []
        if let folder = opendir("\(root)/\(group)") {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if !name.hasPrefix(".") { names.append(name) }
            }
            closedir(folder)
        }
        return names.sorted().map { Fixture(group: group, name: $0) }
    }

    func has(_ file: String) -> Bool { access(path(file), R_OK) == 0 }

    func bytes(_ file: String) throws -> [UInt8] {
        let stream = try #require(fopen(path(file), "r"), "\(path(file))")
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&block, 1, block.count, stream)
            if count == 0 { break }
            bytes.append(contentsOf: block[..<count])
        }
        return bytes
    }

    func text(_ file: String) throws -> String { string(try bytes(file)) }

    func tree(_ file: String) throws -> JSONValue { try JSON.parse(try bytes(file), .response) }

    private func path(_ file: String) -> String { "\(Fixture.root)/\(group)/\(name)/\(file)" }
}
