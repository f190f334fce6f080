// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesModel
import PlacesStore

/// `places_store`.
final class StoreHandle: Handle, Sendable {
    typealias Opaque = places_store

    let store: PlaceStore
    let setAsidePath: CText?

    init(_ store: PlaceStore) {
        self.store = store
        setAsidePath = store.setAsidePath.map(CText.init)
    }
}

private func change(
    _ store: UnsafeMutablePointer<places_store>?,
    _ error: ErrorPointer?,
    _ body: (PlaceStore) throws(PlacesError) -> Void
) -> places_status {
    guarded(error) { () throws(PlacesError) in try body(try StoreHandle.required(store, "store").store) }
}

@_cdecl("places_store_open")
public func places_store_open(
    _ path: UnsafePointer<CChar>?,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_store>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    making(out, error) { () throws(PlacesError) in
        StoreHandle(try PlaceStore(path: try InText.optional(path, "path")))
    }
}

@_cdecl("places_store_free")
public func places_store_free(_ store: UnsafeMutablePointer<places_store>?) { StoreHandle.release(store) }

@_cdecl("places_store_set_aside_path")
public func places_store_set_aside_path(_ store: UnsafePointer<places_store>?) -> UnsafePointer<CChar>? {
    StoreHandle.borrow(store)?.setAsidePath?.pointer
}

@_cdecl("places_store_is_read_only")
public func places_store_is_read_only(_ store: UnsafePointer<places_store>?) -> Bool {
    StoreHandle.borrow(store)?.store.isReadOnly ?? false
}

@_cdecl("places_store_add")
public func places_store_add(
    _ store: UnsafeMutablePointer<places_store>?,
    _ placeID: UnsafePointer<CChar>?,
    _ primary: UnsafePointer<CChar>?,
    _ secondary: UnsafePointer<CChar>?,
    _ types: UnsafePointer<CChar>?,
    _ latitude: Double,
    _ longitude: Double,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    change(store, error) { (store) throws(PlacesError) in
        // One of the two alone is a mistake, and refused as such.
        let hasLocation = !latitude.isNaN || !longitude.isNaN
        try store.add(
            StoredPlace(
                placeID: try InText.required(placeID, "place_id"),
                primaryText: try InText.required(primary, "primary"),
                secondaryText: try InText.optional(secondary, "secondary") ?? "",
                types: (try InText.optional(types, "types") ?? "").split(separator: ",").map(String.init),
                location: hasLocation
                    ? try Coordinate(latitude: latitude, longitude: longitude, field: "location") : nil
            )
        )
    }
}

@_cdecl("places_store_set_favourite")
public func places_store_set_favourite(
    _ store: UnsafeMutablePointer<places_store>?,
    _ placeID: UnsafePointer<CChar>?,
    _ favourite: Bool,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    change(store, error) { (store) throws(PlacesError) in
        try store.setFavourite(try InText.required(placeID, "place_id"), favourite)
    }
}

@_cdecl("places_store_remove")
public func places_store_remove(
    _ store: UnsafeMutablePointer<places_store>?,
    _ placeID: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    change(store, error) { (store) throws(PlacesError) in
        try store.remove(try InText.required(placeID, "place_id"))
    }
}

@_cdecl("places_store_clear")
public func places_store_clear(
    _ store: UnsafeMutablePointer<places_store>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    change(store, error) { (store) throws(PlacesError) in try store.clear() }
}

@_cdecl("places_store_count")
public func places_store_count(_ store: UnsafePointer<places_store>?) -> Int {
    StoreHandle.borrow(store)?.store.count ?? 0
}
