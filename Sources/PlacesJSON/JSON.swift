internal import CJansson
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
        self.maximumDepth = min(maximumDepth, 1024)  // jansson itself stops at 2048
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

/// Reading JSON, by jansson.
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
        guard text.contains(where: { !isSpace($0) }) else { throw fault(options, "it is empty") }
        // Before jansson, which recurses: a host's thread may have a small stack.
        guard !isDeeper(text, than: options.maximumDepth) else {
            throw fault(options, "it is nested more than \(options.maximumDepth) deep")
        }
        let root = try load(text, options, offset: markLength)
        defer { json_decref(root) }
        return try body(JSONNode(root))
    }

    private static func load(
        _ text: UnsafeBufferPointer<UInt8>,
        _ options: JSONOptions,
        offset: Int
    ) throws(PlacesError) -> UnsafeMutablePointer<json_t> {
        // jansson asks localeconv() for the decimal point and cannot take one of several bytes (ps_AF has such), so this
        // thread reads in the C locale.
        let previous = cLocale.flatMap { uselocale($0) }
        defer { if let previous { _ = uselocale(previous) } }

        var flags = Int(JSON_DECODE_ANY | JSON_ALLOW_NUL)
        if options.rejectsDuplicates { flags |= Int(JSON_REJECT_DUPLICATES) }
        var error = json_error_t()
        let characters = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
        if let root = json_loadb(characters, text.count, flags, &error) { return root }
        if cjansson_error_code(&error) == Int32(json_error_numeric_overflow.rawValue) {
            // Most likely an integer outside 64 bits; as a double it is no fault of the rest.
            if let root = json_loadb(characters, text.count, flags | Int(JSON_DECODE_INT_AS_REAL), &error) {
                return root
            }
        }
        throw fault(options, at: error, offset: offset)
    }

    /// nil only where the C locale itself cannot be had.
    private nonisolated(unsafe) static let cLocale: locale_t? = cjansson_c_locale()

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Whether arrays and objects are nested deeper than the limit. As long as the text is well formed this is exact;
    /// where it is not, jansson gets no deeper than to the fault.
    private static func isDeeper(_ text: UnsafeBufferPointer<UInt8>, than limit: Int) -> Bool {
        var openers = 0
        for byte in text where byte & 0xDF == UInt8(ascii: "[") { openers &+= 1 }
        if openers <= limit { return false }

        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in text {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""):
                    isInString = true
                case UInt8(ascii: "["), UInt8(ascii: "{"):
                    depth &+= 1
                    if depth > limit { return true }
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                    depth &-= 1
                default:
                    break
                }
            }
        }
        return false
    }
}

// MARK: - Errors

extension JSON {
    private static func fault(_ options: JSONOptions, _ reason: String) -> PlacesError {
        PlacesError(options.failure, "Invalid \(options.subject) received: \(reason)")
    }

    private static func fault(_ options: JSONOptions, at error: json_error_t, offset: Int) -> PlacesError {
        var copy = error
        let code = UInt32(bitPattern: cjansson_error_code(&copy))
        let reason =
            switch code {
            case json_error_premature_end_of_input.rawValue: "it ends too early"
            case json_error_end_of_input_expected.rawValue: "there is something after its end"
            case json_error_invalid_utf8.rawValue: "it is not well-formed UTF-8"
            case json_error_null_character.rawValue, json_error_null_byte_in_key.rawValue: "it holds a NUL character"
            case json_error_duplicate_key.rawValue: "a name occurs twice in one object"
            case json_error_numeric_overflow.rawValue: "a number is too large"
            case json_error_stack_overflow.rawValue: "it is nested too deep"
            case json_error_out_of_memory.rawValue: "there is no memory for it"
            default: "there is a syntax error"
            }
        let position = max(0, Int(error.position)) + offset
        return fault(options, "\(reason) at line \(error.line), column \(error.column) (byte \(position))")
    }
}
