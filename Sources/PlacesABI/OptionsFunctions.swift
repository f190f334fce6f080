// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesEngine
import PlacesModel
import PlacesTyping

/// `places_client_options`.
final class OptionsHandle: Handle {
    typealias Opaque = places_client_options

    var engine = EngineOptions()
    var indexes: [IndexHandle] = []
    var provider: ProviderHandle?
    var web = ServiceSettings()
    var sources: [SourceHandle] = []
    var sourceMode = SourceMode.first
    var sourceWait: UInt32 = 1500
}

private func edit(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ error: ErrorPointer?,
    _ body: (OptionsHandle) throws(PlacesError) -> Void
) -> places_status {
    guarded(error) { () throws(PlacesError) in try body(try OptionsHandle.required(options, "options")) }
}

@_cdecl("places_client_options_new")
public func places_client_options_new() -> UnsafeMutablePointer<places_client_options>? { OptionsHandle().give() }

@_cdecl("places_client_options_free")
public func places_client_options_free(_ options: UnsafeMutablePointer<places_client_options>?) {
    OptionsHandle.release(options)
}

@_cdecl("places_client_options_set_delivery")
public func places_client_options_set_delivery(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ delivery: places_delivery,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (options) throws(PlacesError) in
        switch delivery {
        case PLACES_DELIVERY_THREAD: options.engine.delivery = .thread
        case PLACES_DELIVERY_PUMPED: options.engine.delivery = .pumped
        default: throw .invalid("delivery", "\(delivery.rawValue) is no way of delivery")
        }
    }
}

@_cdecl("places_client_options_set_max_pending")
public func places_client_options_set_max_pending(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ count: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (options) throws(PlacesError) in
        guard (1...1_000_000).contains(count) else {
            throw .invalid("count", "\(count) is outside 1 to 1000000 pending requests")
        }
        options.engine.maximumPending = Int(count)
    }
}

@_cdecl("places_client_options_add_index")
public func places_client_options_add_index(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ index: UnsafeMutablePointer<places_index>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (options) throws(PlacesError) in
        options.indexes.append(try IndexHandle.required(index, "index"))
    }
}

@_cdecl("places_client_options_set_provider")
public func places_client_options_set_provider(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ provider: UnsafeMutablePointer<places_provider>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (options) throws(PlacesError) in options.provider = ProviderHandle.borrow(provider) }
}

@_cdecl("places_client_options_set_time_zone_bias")
public func places_client_options_set_time_zone_bias(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ enabled: Bool,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (options) throws(PlacesError) in options.engine.usesTimeZoneBias = enabled }
}

/// A callback with its user data: C's to share between threads, as the header says.
private struct LogTarget: @unchecked Sendable {
    let callback: @convention(c) (UnsafeMutableRawPointer?, places_log_level, UnsafePointer<CChar>?) -> Void
    let userdata: UnsafeMutableRawPointer?
}

@_cdecl("places_client_options_set_log")
public func places_client_options_set_log(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ level: places_log_level,
    _ callback: (@convention(c) (UnsafeMutableRawPointer?, places_log_level, UnsafePointer<CChar>?) -> Void)?,
    _ userdata: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (options) throws(PlacesError) in
        guard let limit = Logger.Level(rawValue: Int32(truncatingIfNeeded: level.rawValue)) else {
            throw .invalid("level", "\(level.rawValue) is no level")
        }
        guard let callback else {
            options.engine.logger = .silent
            return
        }
        let target = LogTarget(callback: callback, userdata: userdata)
        options.engine.logger = Logger(level: limit) { level, message in
            let level = places_log_level(UInt32(truncatingIfNeeded: level.rawValue))
            message.withCString { target.callback(target.userdata, level, $0) }
        }
    }
}
