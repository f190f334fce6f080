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
        let parts = name.prefix { $0 != "." && $0 != "@" }.split(separator: "_", omittingEmptySubsequences: false)
        let second = parts.count == 2 ? parts[1] : ""
        let country = try? RegionCode(String(second), field: "region")
        // "es_419": Latin America.
        let isArea = second.utf8.count == 3 && second.utf8.allSatisfy { (0x30...0x39).contains($0) }
        // A country that there is not is left out.
        let known = second.isEmpty || country != nil || isArea ? name : String(parts[0])
        language = parts.count <= 2 ? try? LanguageTag(known, field: "language") : nil
        region = language == nil ? nil : country
    }
}
