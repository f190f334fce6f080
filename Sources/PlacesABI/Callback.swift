import CPlaces
import CPlacesHandles
import PlacesModel

/// A C callback with its user data: the caller's to share with our thread.
struct Target<Callback>: @unchecked Sendable {
    let callback: Callback
    let userdata: UnsafeMutableRawPointer?
}

/// Lends an error to C.
func fail(_ error: PlacesError, _ body: (places_status, UnsafePointer<places_error>) -> Void) {
    ErrorHandle(error).lend { body(error.status.c, $0) }
}
