internal import Glibc
package import PlacesModel

/// Language and country of the user, as the environment states them for messages.
package struct UserLocale: Equatable, Sendable {
    package let language: LanguageTag?
    package let region: RegionCode?

    package static func current() -> UserLocale {
        UserLocale { name in getenv(name).map { String(cString: $0) } }
    }

    /// The first variable that is set to something decides, as in setlocale(3).
    package init(variable: (String) -> String?) {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let value = variable(name), !value.isEmpty {
                self.init(value)
                return
            }
        }
        self.init("")
    }

    /// `language_REGION.encoding@modifier`; "C" and "POSIX" are nobody's language.
    package init(_ name: String) {
        let modifier = name.firstIndex(of: "@").map { name[name.index(after: $0)...].lowercased() } ?? ""
        let locale = name.prefix { $0 != "." && $0 != "@" }
        let parts = locale.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        // A longer name ("german") is an alias of this machine.
        guard parts.count <= 2, let first = parts.first, (2...3).contains(first.utf8.count) else {
            language = nil
            region = nil
            return
        }
        var subtags = [first.lowercased()]
        if let script = LanguageTag.scripts[modifier] { subtags.append(script) }
        let second = parts.count == 2 ? parts[1].uppercased() : ""
        let country = try? RegionCode(second, field: "region")
        // "es_419": Latin America.
        let isArea = second.utf8.count == 3 && second.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if country != nil || isArea { subtags.append(second) }
        if modifier == "valencia" { subtags.append(modifier) }
        language = try? LanguageTag(subtags.joined(separator: "-"), field: "language")
        region = language == nil ? nil : country
    }
}
