import Glibc
import PlacesImport
import PlacesIndex
import PlacesModel

/// Keeps what sources give.
final class RecordingSink: RecordSink {
    struct BadRow: Equatable {
        var line: Int
        var reason: String
    }

    private(set) var areas: [AreaRecord] = []
    private(set) var places: [PlaceRecord] = []
    private(set) var badRows: [BadRow] = []
    private(set) var attributions: [String] = []
    private(set) var fractions: [Double] = []
    /// Progress is answered with "stop" from this call on.
    var stopsAtCall = Int.max
    /// What the sink itself throws on the first place.
    var failure: PlacesError?

    func add(_ area: AreaRecord) throws(PlacesError) { areas.append(area) }

    func add(_ place: PlaceRecord) throws(PlacesError) {
        if let failure { throw failure }
        places.append(place)
    }

    func badRow(source: String, line: Int, reason: String) { badRows.append(BadRow(line: line, reason: reason)) }

    func attribution(_ text: String, source: String) throws(PlacesError) { attributions.append("\(source): \(text)") }

    func progress(source: String, fraction: Double) -> Bool {
        fractions.append(fraction)
        return fractions.count < stopsAtCall
    }

    func place(_ id: String) -> PlaceRecord? { places.first { $0.id == id } }
    func area(_ key: String) -> AreaRecord? { areas.first { $0.key == key } }
}

/// What the sources give, companions included. Paths are below Tests/Fixtures/import.
func read(_ specs: String..., into sink: RecordingSink = RecordingSink()) throws -> RecordingSink {
    try readSources(specs.map { try SourceSpec(fixture($0)) }, into: sink)
    return sink
}

/// `kind:path` with the path made whole.
func fixture(_ spec: String) -> String {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let parts = spec.split(separator: ":", maxSplits: 1)
    return "\(parts[0]):/\(folder)/Fixtures/import/\(parts[1])"
}

/// A file that is gone when this is.
final class TemporaryFile {
    let path: String

    init(_ bytes: [UInt8]) throws {
        var template = Array("/tmp/places-import-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
            }
            guard count > 0 else { throw PlacesError(.io, "the temporary file could not be written") }
            written += count
        }
        close(descriptor)
    }

    convenience init(_ text: String) throws { try self.init(Array(text.utf8)) }

    deinit { unlink(path) }
}

func name(_ text: String, _ language: String = "", _ kind: RecordName.Kind = .alternate) -> RecordName {
    RecordName(text, language: language, kind: kind)
}
