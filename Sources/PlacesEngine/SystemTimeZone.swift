import Glibc

/// The name of the system's time zone, from `TZ` or `/etc/localtime`: a hint of where a person is.
enum SystemTimeZone {
    /// An IANA name such as `Europe/Helsinki`; nil for UTC and where it cannot be told.
    static func name() -> String? {
        guard let name = fromEnvironment() ?? fromLink() else { return nil }
        let isPlace = name.contains("/") && !name.hasPrefix("Etc/")
        return isPlace ? name : nil
    }

    private static func fromEnvironment() -> String? {
        guard let value = getenv("TZ") else { return nil }
        var text = String(cString: value)
        if text.hasPrefix(":") { text.removeFirst() }
        return text.hasPrefix("/") ? zone(ofPath: text) : text
    }

    private static func fromLink() -> String? {
        guard let path = realpath("/etc/localtime", nil) else { return nil }
        defer { free(path) }
        return zone(ofPath: String(cString: path))
    }

    private static func zone(ofPath path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let root = parts.lastIndex(of: "zoneinfo"), root + 1 < parts.endIndex else { return nil }
        return parts[(root + 1)...].joined(separator: "/")
    }
}
