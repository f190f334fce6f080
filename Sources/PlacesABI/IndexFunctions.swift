// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesEngine
import PlacesIndex
import PlacesJSON
import PlacesModel

/// Somebody who answers from an index and must hear when its file is opened anew.
protocol IndexUser: AnyObject, Sendable {
    func indexChanged()
}

/// `places_index`: an open file that can be opened anew under the same handle.
final class IndexHandle: Handle, Sendable {
    typealias Opaque = places_index

    private struct WeakUser {
        weak var user: (any IndexUser)?
    }

    let path: String
    private let isPrivate: Bool
    private let current: Lock<PlaceIndex>
    private let users = Lock<[WeakUser]>([])

    init(path: String, isPrivate: Bool) throws(PlacesError) {
        self.path = path
        self.isPrivate = isPrivate
        current = Lock(try PlaceIndex.open(path: path, privateMemory: isPrivate))
    }

    var index: PlaceIndex { current.withLock { $0 } }

    func add(_ user: any IndexUser) {
        users.withLock { users in
            users.removeAll { $0.user == nil }
            users.append(WeakUser(user: user))
        }
    }

    func reload() throws(PlacesError) {
        let fresh = try PlaceIndex.open(path: path, privateMemory: isPrivate)
        let old = current.withLock { current in
            let old = current
            current = fresh
            return old
        }
        for user in users.withLock({ $0.compactMap(\.user) }) { user.indexChanged() }
        withExtendedLifetime(old) {}
    }
}

@_cdecl("places_index_open")
public func places_index_open(
    _ path: UnsafePointer<CChar>?,
    _ flags: UInt32,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_index>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    making(out, error) { () throws(PlacesError) in
        guard flags & ~1 == 0 else { throw .invalid("flags", "\(flags) holds a bit that means nothing") }
        let path = try InText.required(path, "path")
        guard !path.isEmpty else { throw .invalid("path", "is empty") }
        return try IndexHandle(path: path, isPrivate: flags & 1 != 0)
    }
}

@_cdecl("places_index_free")
public func places_index_free(_ index: UnsafeMutablePointer<places_index>?) { IndexHandle.release(index) }

@_cdecl("places_index_reload")
public func places_index_reload(
    _ index: UnsafeMutablePointer<places_index>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in try IndexHandle.required(index, "index").reload() }
}

@_cdecl("places_index_verify")
public func places_index_verify(
    _ index: UnsafePointer<places_index>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in try IndexHandle.required(index, "index").index.verify() }
}

@_cdecl("places_index_place_count")
public func places_index_place_count(_ index: UnsafePointer<places_index>?) -> UInt64 {
    IndexHandle.borrow(index).map { UInt64($0.index.info.placeCount) } ?? 0
}

@_cdecl("places_index_info_json")
public func places_index_info_json(_ index: UnsafePointer<places_index>?) -> UnsafeMutablePointer<CChar>? {
    guard let handle = IndexHandle.borrow(index) else { return nil }
    let info = handle.index.info
    let sources = info.sources.map { source in
        JSONValue.object([
            .init("name", .string(source.name)), .init("placeCount", .integer(Int64(source.placeCount))),
            .init("attribution", .string(source.attribution)),
        ])
    }
    let root = JSONValue.object([
        .init("path", .string(handle.path)), .init("formatVersion", .integer(Int64(info.formatVersion))),
        .init("placeCount", .integer(Int64(info.placeCount))), .init("fileBytes", .integer(Int64(info.fileBytes))),
        .init("languages", .array(info.languages.filter { !$0.isEmpty }.map(JSONValue.string))),
        .init("sources", .array(sources)),
    ])
    return OutText.json { $0.value(root) }
}
