internal import PlacesJSON
internal import PlacesModel

/// Answers of services, read tolerantly: nothing that a service sends may do worse than fail its own request.
enum AnswerReader {
    /// Reads the body of a successful answer, which has to be an object; a refusal becomes the error that it means.
    static func read<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ head: AnswerHead,
        _ options: JSONOptions,
        _ body: (JSONNode) throws(PlacesError) -> Result
    ) throws(PlacesError) -> Result {
        guard head.isSuccess else { throw WireError.decode(bytes, head) }
        // Errors of `body` must not be taken for errors of the text.
        var outcome: Swift.Result<Result, PlacesError>?
        do throws(PlacesError) {
            try JSON.read(bytes, options) { (root) throws(PlacesError) in
                if let refusal = WireError.refusal(in: root, head) {
                    outcome = .failure(refusal)
                } else if root.kind != .object {
                    outcome = .failure(unreadable(head, "the JSON is \(root.kind.phrase), not an object"))
                } else {
                    do throws(PlacesError) {
                        outcome = .success(try body(root))
                    } catch { outcome = .failure(error) }
                }
            }
        } catch { throw unreadable(head, error.message) }
        guard let outcome else { throw unreadable(head, "it was not read") }
        return try outcome.get()
    }

    /// A body that is not what was expected; says the content type, never the body.
    static func unreadable(_ head: AnswerHead, _ reason: String) -> PlacesError {
        let type = head.contentType.isEmpty ? "none given" : quoted(head.contentType)
        let origin = head.isHTTP ? "answer (HTTP \(head.httpStatus), content type \(type))" : "provider's answer"
        var error = PlacesError(.badResponse, "The \(origin) is not the expected JSON: \(reason)")
        error.httpStatus = head.httpStatus
        error.retryAfterMilliseconds = head.retryAfterMilliseconds
        return error
    }
}

extension JSONNode {
    /// A member, where it is of the kind that is wanted; null and wrong kinds count as absent.
    func object(_ name: StaticString) -> JSONNode? { self[name].flatMap { $0.kind == .object ? $0 : nil } }

    func array(_ name: StaticString) -> JSONNode? { self[name].flatMap { $0.kind == .array ? $0 : nil } }

    /// The list that an answer is there for. Absent and null are "nothing found"; of another kind, or with entries of
    /// which none can be meant, it is not the answer that was asked for.
    func list(
        _ name: StaticString,
        _ head: AnswerHead,
        isEntry: (JSONNode) -> Bool = { $0.kind == .object }
    ) throws(PlacesError) -> JSONNode? {
        guard let list = self[name], !list.isNull else { return nil }
        guard list.kind == .array else {
            throw AnswerReader.unreadable(head, "\"\(name)\" is \(list.kind.phrase), not an array")
        }
        let hasEntry = (0..<list.count).contains { list[$0].map(isEntry) ?? false }
        guard list.count == 0 || hasEntry else {
            throw AnswerReader.unreadable(head, "nothing in \"\(name)\" is of the right kind")
        }
        return list
    }

    /// A whole number in any of its spellings (3, 3.0, "3"), clamped to 32 bits.
    var tolerantInt32: Int32? {
        if let integer { return Int32(clamping: integer) }
        let number: Double?
        if let double { number = double } else { number = text.flatMap(ProtoValue.number) }
        guard let number, number.isFinite else { return nil }
        return Int32(clamping: Int64(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max))
    }
}
