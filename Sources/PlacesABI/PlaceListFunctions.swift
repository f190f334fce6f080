// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlacesHandles
import PlacesModel
import PlacesWire

/// `places_place_list`: places, each with a handle of its own that lives as long as the list.
final class PlaceListHandle: Handle, Sendable {
    typealias Opaque = places_place_list

    let list: PlaceList
    let places: [PlaceHandle]
    let nextPageToken: CText

    init(_ list: PlaceList) {
        self.list = list
        places = list.places.map { PlaceHandle($0) }
        nextPageToken = CText(list.nextPageToken)
    }
}

@_cdecl("places_place_list_retain")
public func places_place_list_retain(
    _ list: UnsafePointer<places_place_list>?
) -> UnsafeMutablePointer<places_place_list>? { PlaceListHandle.retain(list) }

@_cdecl("places_place_list_release")
public func places_place_list_release(_ list: UnsafeMutablePointer<places_place_list>?) {
    PlaceListHandle.release(list)
}

@_cdecl("places_place_list_count")
public func places_place_list_count(_ list: UnsafePointer<places_place_list>?) -> Int {
    PlaceListHandle.borrow(list)?.places.count ?? 0
}

@_cdecl("places_place_list_place")
public func places_place_list_place(
    _ list: UnsafePointer<places_place_list>?,
    _ index: Int
) -> UnsafePointer<places_place>? {
    guard let places = PlaceListHandle.borrow(list)?.places, places.indices.contains(index) else { return nil }
    return places[index].lend { $0 }
}

@_cdecl("places_place_list_next_page_token")
public func places_place_list_next_page_token(_ list: UnsafePointer<places_place_list>?) -> UnsafePointer<CChar>? {
    PlaceListHandle.borrow(list)?.nextPageToken.pointer
}

@_cdecl("places_place_list_to_json")
public func places_place_list_to_json(_ list: UnsafePointer<places_place_list>?) -> UnsafeMutablePointer<CChar>? {
    guard let list = PlaceListHandle.borrow(list)?.list else { return nil }
    return OutText.give(WireResponse.encode(list))
}
