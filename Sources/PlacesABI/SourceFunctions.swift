// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesEngine
import PlacesIndex
import PlacesModel
import PlacesProviders
import PlacesTyping

/// Indexes whose files may be opened anew under the same handles.
final class LiveIndexes: LocalProvider, IndexUser {
    private let handles: [IndexHandle]
    private let current: Lock<EmbeddedProvider>

    init(_ handles: [IndexHandle]) {
        self.handles = handles
        current = Lock(EmbeddedProvider(handles.map(\.index)))
        for handle in handles { handle.add(self) }
    }

    func indexChanged() {
        let fresh = EmbeddedProvider(handles.map(\.index))
        let old = current.withLock { current in
            let old = current
            current = fresh
            return old
        }
        withExtendedLifetime(old) {}
    }

    func check(_ work: Work) throws(PlacesError) { try current.withLock { $0 }.check(work) }

    func answer(_ work: Work, context: RequestContext) throws(PlacesError) -> Answer {
        try current.withLock { $0 }.answer(work, context: context)
    }
}

/// `places_source`: one of several places to ask.
final class SourceHandle: Handle, Sendable {
    typealias Opaque = places_source

    let source: NamedSource
    let service: WebProvider?

    init(_ options: OptionsHandle, name: String) throws(PlacesError) {
        guard options.sources.isEmpty else { throw .invalid("options", "hold sources themselves") }
        try ClientHandle.checkOneAnswerer(options)
        service = try ClientHandle.service(options)
        let provider: AnyProvider =
            if let service {
                .asynchronous(service)
            } else if let provider = options.provider {
                .asynchronous(provider)
            } else {
                // Without any index it still reads what is a point by itself.
                .local(LiveIndexes(options.indexes))
            }
        source = NamedSource(name: name, provider: provider)
    }

    deinit { service?.close() }
}

@_cdecl("places_source_new")
public func places_source_new(
    _ options: UnsafePointer<places_client_options>?,
    _ name: UnsafePointer<CChar>?,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<places_source>?>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    making(out, error) { () throws(PlacesError) in
        let name = try InText.required(name, "name")
        guard (1...64).contains(name.utf8.count) else {
            throw .invalid("name", "has \(name.utf8.count) bytes; a source's name has 1 to 64")
        }
        return try SourceHandle(OptionsHandle.borrow(options) ?? OptionsHandle(), name: name)
    }
}

@_cdecl("places_source_free")
public func places_source_free(_ source: UnsafeMutablePointer<places_source>?) { SourceHandle.release(source) }

@_cdecl("places_client_options_add_source")
public func places_client_options_add_source(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ source: UnsafeMutablePointer<places_source>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let options = try OptionsHandle.required(options, "options")
        let source = try SourceHandle.required(source, "source")
        guard options.sources.count < 8 else { throw .invalid("source", "is the ninth; a client has at most 8") }
        guard !options.sources.contains(where: { $0.source.name == source.source.name }) else {
            throw .invalid("source", "has the name of one that was added already")
        }
        options.sources.append(source)
    }
}

@_cdecl("places_client_options_set_source_mode")
public func places_client_options_set_source_mode(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ mode: places_source_mode,
    _ wait: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let options = try OptionsHandle.required(options, "options")
        guard let known = SourceMode(rawValue: Int32(truncatingIfNeeded: mode.rawValue)) else {
            throw .invalid("mode", "\(mode.rawValue) is no mode")
        }
        guard wait <= 60_000 else { throw .invalid("wait_ms", "\(wait) is outside 0 to 60000 ms") }
        options.sourceMode = known
        options.sourceWait = wait
    }
}

@_cdecl("places_result_row_source")
public func places_result_row_source(
    _ result: UnsafePointer<places_result>?,
    _ row: Int
) -> UnsafePointer<CChar>? {
    guard let list = ResultHandle.borrow(result), let row = list.row(row) else { return nil }
    return list.sourceNames.pointer(Int(row.source))
}

@_cdecl("places_result_is_fallback")
public func places_result_is_fallback(_ result: UnsafePointer<places_result>?) -> Bool {
    ResultHandle.borrow(result)?.isFallback ?? false
}
