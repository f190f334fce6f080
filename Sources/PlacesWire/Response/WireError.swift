package import PlacesJSON
package import PlacesModel

/// Errors as bodies: `{"error": {"code", "message", "status", "details"}}` (google.rpc.Status).
package enum WireError {
    static let badRequestType: StaticString = "type.googleapis.com/google.rpc.BadRequest"
    static let errorInfoType: StaticString = "type.googleapis.com/google.rpc.ErrorInfo"
    static let retryInfoType: StaticString = "type.googleapis.com/google.rpc.RetryInfo"

    package static func encode(_ error: PlacesError) -> [UInt8] {
        var writer = JSONWriter()
        write(error, to: &writer)
        return writer.finish()
    }

    /// The service's own numbers and names where it gave some; else ours for the status.
    package static func write(_ error: PlacesError, to writer: inout JSONWriter) {
        let ours = error.status.http
        writer.beginObject()
        writer.key("error")
        writer.beginObject()
        writer.key("code")
        writer.integer((400...599).contains(error.httpStatus) ? Int64(error.httpStatus) : Int64(ours.code))
        writer.member("message", error.message)
        writer.member("status", error.canonicalStatus.isEmpty ? "\(ours.name)" : error.canonicalStatus)
        let violations = error.violations
        if !violations.isEmpty || !error.reason.isEmpty || error.retryAfterMilliseconds >= 0 {
            writer.key("details")
            writer.beginArray()
            if !violations.isEmpty { write(violations, to: &writer) }
            if !error.reason.isEmpty {
                writer.beginObject()
                writer.member("@type", "\(errorInfoType)")
                writer.member("reason", error.reason)
                writer.member("domain", "googleapis.com")
                writer.endObject()
            }
            if error.retryAfterMilliseconds >= 0 {
                writer.beginObject()
                writer.member("@type", "\(retryInfoType)")
                writer.member("retryDelay", duration(error.retryAfterMilliseconds))
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endObject()
        writer.endObject()
    }

    private static func write(_ violations: [PlacesError.Violation], to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("@type", "\(badRequestType)")
        writer.key("fieldViolations")
        writer.beginArray()
        for violation in violations {
            writer.beginObject()
            if !violation.field.isEmpty { writer.member("field", violation.field) }
            if !violation.description.isEmpty { writer.member("description", violation.description) }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }

    /// A `google.protobuf.Duration`: seconds with 0 or 3 decimals.
    private static func duration(_ milliseconds: Int64) -> String {
        let rest = String(milliseconds % 1000)
        if milliseconds % 1000 == 0 { return "\(milliseconds / 1000)s" }
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest + "s"
    }
}
