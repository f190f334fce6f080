// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesImport
import PlacesIndex
import PlacesModel

/// `places_index_builder`.
final class BuilderHandle: Handle {
    typealias Opaque = places_index_builder

    var sources: [SourceSpec] = []
    var onProgress: ((String, Double, UInt64) -> Bool)?
    var onBadRow: ((String, UInt64, String) -> Void)?
    var placeCount: UInt64 = 0
    var badRowCount: UInt64 = 0

    func write(to path: String) throws(PlacesError) {
        guard !sources.isEmpty else { throw .invalid("builder", "has no source; add one before writing") }
        let target = try IndexTarget.resolve(path)
        for source in sources where IndexTarget.isSame(source.path, target) {
            throw .invalid("path", "\(quoted(path)) is one of the sources")
        }
        placeCount = 0
        badRowCount = 0
        let builder = IndexBuilder()
        builder.onProgress = { [onProgress] source, fraction, places in
            onProgress?(source, fraction, UInt64(places)) ?? true
        }
        builder.onBadRow = { [unowned self] source, line, reason in
            badRowCount += 1
            onBadRow?(source, UInt64(line), reason)
        }
        try readSources(sources, into: builder)
        try builder.write(to: target)
        placeCount = UInt64(builder.placeCount)
    }
}

@_cdecl("places_index_builder_new")
public func places_index_builder_new() -> UnsafeMutablePointer<places_index_builder>? { BuilderHandle().give() }

@_cdecl("places_index_builder_free")
public func places_index_builder_free(_ builder: UnsafeMutablePointer<places_index_builder>?) {
    BuilderHandle.release(builder)
}

@_cdecl("places_index_builder_add_source")
public func places_index_builder_add_source(
    _ builder: UnsafeMutablePointer<places_index_builder>?,
    _ source: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let handle = try BuilderHandle.required(builder, "builder")
        handle.sources.append(try SourceSpec(try InText.required(source, "source")))
    }
}

@_cdecl("places_index_builder_set_progress")
public func places_index_builder_set_progress(
    _ builder: UnsafeMutablePointer<places_index_builder>?,
    _ callback: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Double, UInt64) -> Bool)?,
    _ userdata: UnsafeMutableRawPointer?
) {
    guard let handle = BuilderHandle.borrow(builder) else { return }
    guard let callback else {
        handle.onProgress = nil
        return
    }
    handle.onProgress = { source, fraction, places in
        source.withCString { callback(userdata, $0, fraction, places) }
    }
}

@_cdecl("places_index_builder_set_bad_row")
public func places_index_builder_set_bad_row(
    _ builder: UnsafeMutablePointer<places_index_builder>?,
    _ callback: (
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UInt64, UnsafePointer<CChar>?) -> Void
    )?,
    _ userdata: UnsafeMutableRawPointer?
) {
    guard let handle = BuilderHandle.borrow(builder) else { return }
    guard let callback else {
        handle.onBadRow = nil
        return
    }
    handle.onBadRow = { source, line, reason in
        source.withCString { source in reason.withCString { callback(userdata, source, line, $0) } }
    }
}

@_cdecl("places_index_builder_write")
public func places_index_builder_write(
    _ builder: UnsafeMutablePointer<places_index_builder>?,
    _ path: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let handle = try BuilderHandle.required(builder, "builder")
        let path = try InText.required(path, "path")
        guard !path.isEmpty else { throw .invalid("path", "is empty") }
        try handle.write(to: path)
    }
}

@_cdecl("places_index_builder_place_count")
public func places_index_builder_place_count(_ builder: UnsafePointer<places_index_builder>?) -> UInt64 {
    BuilderHandle.borrow(builder)?.placeCount ?? 0
}

@_cdecl("places_index_builder_bad_row_count")
public func places_index_builder_bad_row_count(_ builder: UnsafePointer<places_index_builder>?) -> UInt64 {
    BuilderHandle.borrow(builder)?.badRowCount ?? 0
}
