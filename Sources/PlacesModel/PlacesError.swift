/// Why a call was refused or a request failed.
///
/// The message is for people and names the argument and the limit. It never holds an API key or what somebody typed
/// (a refused *value* such as a type name or a radius is shown, cut to a sane length; the query never is).
package struct PlacesError: Error, Equatable, Sendable {
    /// One argument that was refused, in the words of `google.rpc.BadRequest.FieldViolation`.
    package struct Violation: Equatable, Sendable {
        package var field: String
        package var description: String

        package init(field: String, description: String) {
            self.field = field
            self.description = description
        }
    }

    package var status: Status
    package var message: String
    /// The argument at fault; empty where no single one is.
    package var field: String
    /// HTTP status of the service's answer; 0 where there was none.
    package var httpStatus: Int32 = 0
    /// Canonical status name that the service gave (`INVALID_ARGUMENT`), empty where there was none.
    package var canonicalStatus: String = ""
    /// Machine-readable reason that the service gave (`API_KEY_INVALID`), empty where there was none.
    package var reason: String = ""
    /// Milliseconds to wait before another try, as the service asked; -1 where it did not.
    package var retryAfterMilliseconds: Int64 = -1
    /// Violations that the service listed itself.
    package var serviceViolations: [Violation] = []

    package init(_ status: Status, _ message: String, field: String = "") {
        self.status = status
        self.message = message
        self.field = field
    }

    /// A refusal of an argument: `field` must fit `limit`.
    package static func invalid(_ field: String, _ fault: String) -> PlacesError {
        PlacesError(.invalidRequest, "\(field): \(fault)", field: field)
    }

    /// What was wrong, argument by argument: the service's own list, else our own single one.
    package var violations: [Violation] {
        if !serviceViolations.isEmpty { return serviceViolations }
        return field.isEmpty ? [] : [Violation(field: field, description: message)]
    }

    /// The same error, said of another name of the argument (the wire's name instead of the setter's).
    package func renamed(to newField: String) -> PlacesError {
        var copy = self
        if !field.isEmpty, message.hasPrefix(field) { copy.message = newField + message.dropFirst(field.count) }
        copy.field = newField
        return copy
    }
}

/// A refused value as it may be shown in a message: printable, and cut.
package func quoted(_ value: String) -> String {
    var shown = ""
    var count = 0
    for scalar in value.unicodeScalars {
        if count == 40 {
            shown += "..."
            break
        }
        let isControl = scalar.properties.generalCategory == .control
        shown.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
        count += 1
    }
    return "\"" + shown + "\""
}
