// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import Glibc
import PlacesModel
import PlacesWire

/// `places_error`: an error and its texts as C reads them.
final class ErrorHandle: Handle, Sendable {
    typealias Opaque = places_error

    let error: PlacesError
    let message: CText
    let field: CText
    let canonicalStatus: CText
    let reason: CText
    let violations: [(field: CText, description: CText)]

    init(_ error: PlacesError) {
        self.error = error
        message = CText(error.message)
        field = CText(error.field)
        canonicalStatus = CText(error.canonicalStatus)
        reason = CText(error.reason)
        violations = error.violations.map { (CText($0.field), CText($0.description)) }
    }
}

@_cdecl("places_error_retain")
public func places_error_retain(_ error: UnsafePointer<places_error>?) -> UnsafeMutablePointer<places_error>? {
    ErrorHandle.retain(error)
}

@_cdecl("places_error_release")
public func places_error_release(_ error: UnsafeMutablePointer<places_error>?) { ErrorHandle.release(error) }

@_cdecl("places_error_status")
public func places_error_status(_ error: UnsafePointer<places_error>?) -> places_status {
    ErrorHandle.borrow(error)?.error.status.c ?? PLACES_OK
}

@_cdecl("places_error_message")
public func places_error_message(_ error: UnsafePointer<places_error>?) -> UnsafePointer<CChar>? {
    ErrorHandle.borrow(error)?.message.pointer
}

@_cdecl("places_error_field")
public func places_error_field(_ error: UnsafePointer<places_error>?) -> UnsafePointer<CChar>? {
    ErrorHandle.borrow(error)?.field.pointer
}

@_cdecl("places_error_http_status")
public func places_error_http_status(_ error: UnsafePointer<places_error>?) -> Int32 {
    ErrorHandle.borrow(error)?.error.httpStatus ?? 0
}

@_cdecl("places_error_canonical_status")
public func places_error_canonical_status(_ error: UnsafePointer<places_error>?) -> UnsafePointer<CChar>? {
    ErrorHandle.borrow(error)?.canonicalStatus.pointer
}

@_cdecl("places_error_reason")
public func places_error_reason(_ error: UnsafePointer<places_error>?) -> UnsafePointer<CChar>? {
    ErrorHandle.borrow(error)?.reason.pointer
}

@_cdecl("places_error_retry_after_ms")
public func places_error_retry_after_ms(_ error: UnsafePointer<places_error>?) -> Int64 {
    ErrorHandle.borrow(error)?.error.retryAfterMilliseconds ?? -1
}

@_cdecl("places_error_violation_count")
public func places_error_violation_count(_ error: UnsafePointer<places_error>?) -> Int {
    ErrorHandle.borrow(error)?.violations.count ?? 0
}

@_cdecl("places_error_violation_field")
public func places_error_violation_field(
    _ error: UnsafePointer<places_error>?,
    _ index: Int
) -> UnsafePointer<CChar>? {
    guard let violations = ErrorHandle.borrow(error)?.violations, violations.indices.contains(index) else { return nil }
    return violations[index].field.pointer
}

@_cdecl("places_error_violation_description")
public func places_error_violation_description(
    _ error: UnsafePointer<places_error>?,
    _ index: Int
) -> UnsafePointer<CChar>? {
    guard let violations = ErrorHandle.borrow(error)?.violations, violations.indices.contains(index) else { return nil }
    return violations[index].description.pointer
}

@_cdecl("places_error_to_json")
public func places_error_to_json(_ error: UnsafePointer<places_error>?) -> UnsafeMutablePointer<CChar>? {
    guard let error = ErrorHandle.borrow(error)?.error else { return nil }
    return OutText.json { WireError.write(error, to: &$0) }
}

@_cdecl("places_string_release")
public func places_string_release(_ string: UnsafeMutablePointer<CChar>?) { free(string) }
