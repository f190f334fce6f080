import CPlaces
import CPlacesHandles
import PlacesModel

/// A Swift object with a C face. The only moves between the two are here; `Unmanaged` appears nowhere else.
protocol Handle: AnyObject {
    /// The C struct that stands for this class.
    associatedtype Opaque
}

extension Handle {
    /// Gives one reference to C; `release` takes it back.
    func give() -> UnsafeMutablePointer<Opaque> { Unmanaged.passRetained(self).pointer() }

    /// Lends the object to C for as long as `body` runs.
    func lend<Result>(_ body: (UnsafePointer<Opaque>) -> Result) -> Result {
        withExtendedLifetime(self) { body(UnsafePointer(Unmanaged.passUnretained(self).pointer())) }
    }

    static func borrow(_ pointer: UnsafePointer<Opaque>?) -> Self? {
        guard let pointer else { return nil }
        return Unmanaged<Self>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Looks at the object, which C keeps meanwhile, without counting a reference. Nil where there is none.
    @inline(__always)
    static func look<Result>(_ pointer: UnsafePointer<Opaque>?, _ body: (Self) -> Result) -> Result? {
        guard let pointer else { return nil }
        return Unmanaged<Self>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
    }

    /// The same for an argument that must be there.
    @inline(__always)
    static func lookAt<Result>(
        _ pointer: UnsafePointer<Opaque>?,
        _ name: StaticString,
        _ body: (Self) throws(PlacesError) -> Result
    ) throws(PlacesError) -> Result {
        guard let pointer else { throw .null(name) }
        let outcome = Unmanaged<Self>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
            (object) -> Swift.Result<Result, PlacesError> in
            do throws(PlacesError) { return .success(try body(object)) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    /// One more reference for C.
    static func retain(_ pointer: UnsafePointer<Opaque>?) -> UnsafeMutablePointer<Opaque>? {
        borrow(pointer)?.give()
    }

    /// Takes a reference back from C and hands it on, or drops it.
    @discardableResult
    static func release(_ pointer: UnsafeMutablePointer<Opaque>?) -> Self? {
        guard let pointer else { return nil }
        return Unmanaged<Self>.fromOpaque(pointer).takeRetainedValue()
    }

    /// Borrows an argument that must be there.
    static func required(_ pointer: UnsafePointer<Opaque>?, _ name: StaticString) throws(PlacesError) -> Self {
        guard let object = borrow(pointer) else { throw .null(name) }
        return object
    }
}

extension Unmanaged where Instance: Handle {
    fileprivate func pointer() -> UnsafeMutablePointer<Instance.Opaque> {
        toOpaque().assumingMemoryBound(to: Instance.Opaque.self)
    }
}

extension PlacesError {
    static func null(_ name: StaticString) -> PlacesError { .invalid("\(name)", "is NULL") }
}

typealias ErrorPointer = UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>

/// Runs the body of a function that can refuse: its error becomes a status and, where asked for, a `places_error`.
func guarded(_ error: ErrorPointer?, _ body: () throws(PlacesError) -> Void) -> places_status {
    do throws(PlacesError) {
        try body()
        error?.pointee = nil
        return PLACES_OK
    } catch let failure {
        error?.pointee = ErrorHandle(failure).give()
        return failure.status.c
    }
}

/// The same for a function that makes a new object.
func making<H: Handle>(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<H.Opaque>?>?,
    _ error: ErrorPointer?,
    _ body: () throws(PlacesError) -> H
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        out?.pointee = nil
        guard let out else { throw .null("out") }
        out.pointee = try body().give()
    }
}

extension Status {
    var c: places_status { places_status(rawValue) }
}
