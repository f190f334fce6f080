package import PlacesModel

/// How a text is read.
package struct JSONOptions: Sendable {
    /// Longer texts are refused unread.
    package var maximumBytes: Int
    /// Arrays and objects inside each other; protobuf's own readers stop at 100.
    package var maximumDepth: Int
    /// Whether a name that occurs twice in one object is an error; otherwise the last one counts.
    package var rejectsDuplicates: Bool
    /// The status of the errors: the caller knows whose text it is.
    package var failure: Status
    /// What the messages call the text.
    package var subject: StaticString

    package init(
        maximumBytes: Int,
        maximumDepth: Int = 128,
        rejectsDuplicates: Bool,
        failure: Status,
        subject: StaticString
    ) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.rejectsDuplicates = rejectsDuplicates
        self.failure = failure
        self.subject = subject
    }

    /// What somebody asks of us. 8 MiB hold the longest query, each character of it written as `\uXXXX`.
    package static let request = JSONOptions(
        maximumBytes: 8 << 20,
        rejectsDuplicates: true,
        failure: .invalidRequest,
        subject: "JSON payload"
    )

    /// What a service answered.
    package static let response = JSONOptions(
        maximumBytes: 32 << 20,
        rejectsDuplicates: false,
        failure: .badResponse,
        subject: "JSON answer"
    )
}

/// Reading JSON (RFC 8259), by a reader of our own: docs/decisions/0003-json.md.
///
/// - Text must be valid UTF-8 (a byte order mark in front is skipped); one value, of any kind, and nothing after it.
/// - `\u0000` in a string is read (what it means is for the reader of the string); in a member's name it is an error.
/// - Numbers do not depend on the process's locale. An integer outside 64 bits is read as a double; a number that is
///   larger than any double is an error.
/// - Errors say where (line, column, byte) and never repeat the text: it may be what a person typed, or a key.
package enum JSON {
    /// Reads a text into a tree.
    package static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ options: JSONOptions
    ) throws(PlacesError) -> JSONValue {
        try read(bytes, options) { (root) throws(PlacesError) in root.value }
    }

    /// Reads a text into a tree.
    package static func parse(_ bytes: [UInt8], _ options: JSONOptions) throws(PlacesError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { (buffer) throws(PlacesError) in try parse(buffer, options) }
    }

    /// Reads a text and lets `body` walk it without a tree of Swift values; no node may leave `body`.
    package static func read<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ options: JSONOptions,
        _ body: (JSONNode) throws(PlacesError) -> Result
    ) throws(PlacesError) -> Result {
        guard bytes.count <= options.maximumBytes else {
            throw fault(options, "it has \(bytes.count) bytes; the limit is \(options.maximumBytes)")
        }
        let markLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = UnsafeBufferPointer(rebasing: bytes[markLength...])
        guard let base = text.baseAddress, text.contains(where: { !isSpace($0) }) else {
            throw fault(options, "it is empty")
        }
        var parser = JSONParser(
            base,
            count: text.count,
            maximumDepth: options.maximumDepth,
            rejectsDuplicates: options.rejectsDuplicates
        )
        do throws(JSONParser.Fault) { try parser.parse() } catch {
            throw fault(options, error, at: parser.position, in: text, offset: markLength)
        }
        let view = parser.view
        return try withUnsafePointer(to: view) { (view) throws(PlacesError) in try body(JSONNode(view, 0)) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}

// MARK: - Errors

extension JSON {
    private static func fault(_ options: JSONOptions, _ reason: String) -> PlacesError {
        PlacesError(options.failure, "Invalid \(options.subject) received: \(reason)")
    }

    private static func fault(
        _ options: JSONOptions,
        _ fault: JSONParser.Fault,
        at position: Int,
        in text: UnsafeBufferPointer<UInt8>,
        offset: Int
    ) -> PlacesError {
        let reason =
            switch fault {
            case .endsTooEarly: "it ends too early"
            case .somethingAfterItsEnd: "there is something after its end"
            case .badUTF8: "it is not well-formed UTF-8"
            case .nul: "it holds a NUL character"
            case .doubledName: "a name occurs twice in one object"
            case .tooLargeNumber: "a number is too large"
            case .tooDeep: "it is nested more than \(options.maximumDepth) deep"
            case .syntax: "there is a syntax error"
            }
        var line = 1
        var column = 1
        for byte in text.prefix(position) {
            if byte == 0x0A {
                line &+= 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column &+= 1
            }
        }
        return self.fault(options, "\(reason) at line \(line), column \(column) (byte \(position &+ offset))")
    }
}
