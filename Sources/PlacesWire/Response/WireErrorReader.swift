internal import PlacesJSON
package import PlacesModel

extension WireError {
    /// The error that an answer with a failing HTTP status means. Never fails itself: HTML, an empty body and unknown
    /// statuses are errors too.
    package static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ head: AnswerHead) -> PlacesError {
        do throws(PlacesError) {
            return try JSON.read(bytes, .response) { (root) throws(PlacesError) in
                refusal(in: root, head) ?? plain(head, isEmpty: false)
            }
        } catch { return plain(head, isEmpty: bytes.isEmpty) }
    }

    package static func decode(_ bytes: [UInt8], _ head: AnswerHead) -> PlacesError {
        bytes.withUnsafeBufferPointer { decode($0, head) }
    }

    /// The error in a body, whatever the HTTP status: `{"error": {...}}`, or an array of such.
    static func refusal(in root: JSONNode, _ head: AnswerHead) -> PlacesError? {
        let holder = root.kind == .array ? root[0] : root
        var report = ServiceReport(httpStatus: head.isSuccess ? 0 : head.httpStatus)
        guard let body = holder?.object("error") else { return otherRefusal(holder?["error"], report) }
        report.message = WireText.clean(body["message"]?.string ?? "")
        report.canonicalStatus = WireText.clean(body["status"]?.string ?? "", limit: 64)
        let code = body["code"]?.tolerantInt32 ?? 0
        if report.httpStatus == 0, (400...599).contains(code) { report.httpStatus = code }
        var violations: [PlacesError.Violation] = []
        var retryAfter = head.retryAfterMilliseconds
        if let details = body.array("details") {
            for index in 0..<details.count {
                guard let detail = details[index], detail.kind == .object else { continue }
                readInfo(detail, into: &report)
                violations.append(contentsOf: fieldViolations(detail))
                if retryAfter < 0, let delay = detail["retryDelay"]?.string { retryAfter = milliseconds(delay) }
            }
        }
        var error = PlacesError(report.status, report.shownMessage)
        error.httpStatus = report.httpStatus
        error.canonicalStatus = report.canonicalStatus
        error.reason = report.reason
        error.serviceViolations = violations
        error.field = violations.first?.field ?? ""
        error.retryAfterMilliseconds = retryAfter
        return error
    }

    /// `{"error": "..."}`, as proxies and token services answer.
    private static func otherRefusal(_ error: JSONNode?, _ report: ServiceReport) -> PlacesError? {
        guard let words = error?.string, !words.isEmpty else { return nil }
        var report = report
        report.message = WireText.clean(words)
        var result = PlacesError(report.status, report.shownMessage)
        result.httpStatus = report.httpStatus
        return result
    }

    /// `google.rpc.ErrorInfo`, told by its members: its `@type` may be missing.
    private static func readInfo(_ detail: JSONNode, into report: inout ServiceReport) {
        guard report.reason.isEmpty, let reason = detail["reason"]?.string else { return }
        report.reason = WireText.clean(reason, limit: 64)
        guard let metadata = detail.object("metadata") else { return }
        for name: StaticString in ["quota_unit", "quota_limit", "quota_metric"] {
            if let text = metadata[name]?.string { report.quota += " " + WireText.clean(text, limit: 200) }
        }
    }

    private static func fieldViolations(_ detail: JSONNode) -> [PlacesError.Violation] {
        guard let list = detail.array("fieldViolations") else { return [] }
        var violations: [PlacesError.Violation] = []
        for index in 0..<min(list.count, 100) {
            guard let item = list[index], item.kind == .object else { continue }
            violations.append(
                PlacesError.Violation(
                    field: WireText.clean(item["field"]?.string ?? "", limit: 200),
                    description: WireText.clean(item["description"]?.string ?? "")
                )
            )
        }
        return violations
    }

    /// `1.5s` in milliseconds; -1 for what is no such duration.
    private static func milliseconds(_ duration: String) -> Int64 {
        guard duration.utf8.last == UInt8(ascii: "s") else { return -1 }
        var digits = String(duration.dropLast())
        let seconds = digits.withUTF8 { ProtoValue.number($0) }
        guard let seconds, seconds >= 0, seconds < 1e12 else { return -1 }
        return Int64((seconds * 1000).rounded(.up))
    }

    /// An answer that is not the service's JSON: a proxy, a portal, a front end, or nothing at all.
    private static func plain(_ head: AnswerHead, isEmpty: Bool) -> PlacesError {
        var error: PlacesError
        switch head.httpStatus {
        case 400, 401, 403, 408, 429, 500...510, 512...599:
            let report = ServiceReport(httpStatus: head.httpStatus)
            let type = head.contentType.isEmpty ? "none given" : quoted(head.contentType)
            let what = isEmpty ? "an empty body" : "a body that is not the service's JSON (content type \(type))"
            error = PlacesError(report.status, "The service answered HTTP \(head.httpStatus) with \(what)")
        default:
            error = AnswerReader.unreadable(head, isEmpty ? "it is empty" : "it holds no error object")
        }
        error.httpStatus = head.httpStatus
        error.retryAfterMilliseconds = head.retryAfterMilliseconds
        return error
    }
}
