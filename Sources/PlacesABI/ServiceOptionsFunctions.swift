// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPlaces
public import CPlacesHandles
import PlacesModel
import PlacesProviders
import PlacesTransport

/// What a client needs to ask a web service.
struct ServiceSettings {
    var service = ServiceOptions()
    var transport = TransportOptions()
    /// The host's own name, before ours.
    var userAgent = ""
}

private func edit(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ error: ErrorPointer?,
    _ body: (inout ServiceSettings) throws(PlacesError) -> Void
) -> places_status {
    guarded(error) { () throws(PlacesError) in
        let handle = try OptionsHandle.required(options, "options")
        try body(&handle.web)
    }
}

@_cdecl("places_client_options_set_service")
public func places_client_options_set_service(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ service: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (settings) throws(PlacesError) in
        let name = try InText.optional(service, "service") ?? ""
        guard name.isEmpty || ServiceRegistry.names.contains(name) else {
            throw .invalid(
                "service",
                "\(quoted(name)) is no service; there are \(ServiceRegistry.names.joined(separator: " and "))"
            )
        }
        settings.service.name = name
    }
}

@_cdecl("places_client_options_set_api_key")
public func places_client_options_set_api_key(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ key: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (settings) throws(PlacesError) in
        try settings.service.setAPIKey(try InText.optional(key, "key") ?? "", field: "key")
    }
}

@_cdecl("places_client_options_set_base_url")
public func places_client_options_set_base_url(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ url: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (settings) throws(PlacesError) in
        try settings.service.setBaseURL(try InText.optional(url, "url") ?? "", field: "url")
    }
}

@_cdecl("places_client_options_set_header")
public func places_client_options_set_header(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (settings) throws(PlacesError) in
        try settings.service.setHeader(try InText.required(name, "name"), try InText.optional(value, "value"))
    }
}

/// A callback with its user data: C's to share between threads, as the header says.
private struct BearerTarget: @unchecked Sendable {
    let callback: @convention(c) (UnsafeMutableRawPointer?, Bool) -> UnsafePointer<CChar>?
    let userdata: UnsafeMutableRawPointer?
}

@_cdecl("places_client_options_set_bearer")
public func places_client_options_set_bearer(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ callback: (@convention(c) (UnsafeMutableRawPointer?, Bool) -> UnsafePointer<CChar>?)?,
    _ userdata: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (settings) throws(PlacesError) in
        guard let callback else {
            settings.service.bearer = nil
            return
        }
        let target = BearerTarget(callback: callback, userdata: userdata)
        settings.service.bearer = { renew in
            target.callback(target.userdata, renew).flatMap { String(validatingCString: $0) }
        }
    }
}

@_cdecl("places_client_options_set_ca_file")
public func places_client_options_set_ca_file(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ path: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (settings) throws(PlacesError) in
        settings.transport.authorityFile = try given(path, "path")
    }
}

@_cdecl("places_client_options_set_ca_folder")
public func places_client_options_set_ca_folder(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ path: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (settings) throws(PlacesError) in
        settings.transport.authorityFolder = try given(path, "path")
    }
}

private func given(_ text: UnsafePointer<CChar>?, _ name: String) throws(PlacesError) -> String? {
    let text = try InText.optional(text, name) ?? ""
    return text.isEmpty ? nil : text
}

@_cdecl("places_client_options_set_proxy")
public func places_client_options_set_proxy(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ proxy: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (settings) throws(PlacesError) in
        settings.transport.proxy = try InText.optional(proxy, "proxy")
    }
}

@_cdecl("places_client_options_set_timeouts")
public func places_client_options_set_timeouts(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ connect: UInt32,
    _ total: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (settings) throws(PlacesError) in
        guard connect > 0, connect <= 600_000 else {
            throw .invalid("connect_milliseconds", "\(connect) is outside 1 to 600000")
        }
        guard total <= 3_600_000 else { throw .invalid("total_milliseconds", "\(total) is outside 0 to 3600000") }
        settings.transport.connectTimeoutMilliseconds = connect
        settings.service.timeoutMilliseconds = total
    }
}

@_cdecl("places_client_options_set_max_answer_bytes")
public func places_client_options_set_max_answer_bytes(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ bytes: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (settings) throws(PlacesError) in
        guard (1024...(1 << 30)).contains(bytes) else {
            throw .invalid("bytes", "\(bytes) is outside 1024 to 1073741824")
        }
        settings.transport.maximumBodyBytes = Int(bytes)
    }
}

@_cdecl("places_client_options_set_retries")
public func places_client_options_set_retries(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ count: UInt32,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (settings) throws(PlacesError) in
        guard count <= 10 else { throw .invalid("count", "\(count) is outside 0 to 10") }
        settings.service.retries = count
    }
}

@_cdecl("places_client_options_set_user_agent")
public func places_client_options_set_user_agent(
    _ options: UnsafeMutablePointer<places_client_options>?,
    _ userAgent: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<places_error>?>?
) -> places_status {
    edit(options, error) { (settings) throws(PlacesError) in
        let text = try InText.optional(userAgent, "user_agent") ?? ""
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
            throw .invalid("user_agent", "holds a line end or another character outside ASCII")
        }
        settings.userAgent = text
    }
}
