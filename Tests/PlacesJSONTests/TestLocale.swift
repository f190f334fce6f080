import Glibc

/// A locale for this thread, compiled from the C library's sources: a machine seldom has those that a test needs.
struct TestLocale {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    private let locale: locale_t
    private let previous: locale_t

    init(_ name: String) throws {
        let categories = Int32(1 << LC_CTYPE | 1 << LC_NUMERIC)
        let fullName = "\(name).UTF-8"
        // Compiled before it is asked for: the C library remembers that a locale was not there.
        try TestLocale.compile(name, as: fullName)
        guard let locale = newlocale(categories, fullName, nil), let previous = uselocale(locale) else {
            throw Missing(description: "no locale \(fullName), and localedef gave none: install the package locales")
        }
        self.locale = locale
        self.previous = previous
    }

    /// What C thinks of the decimal point now.
    var decimalPoint: String {
        guard let conventions = localeconv(), let point = conventions.pointee.decimal_point else { return "" }
        return String(cString: point)
    }

    func end() {
        uselocale(previous)
        freelocale(locale)
    }

    private static func compile(_ name: String, as fullName: String) throws {
        let folder = "/tmp/places-test-locales-\(getuid())"
        mkdir(folder, 0o700)
        setenv("LOCPATH", folder, 1)
        if access("\(folder)/\(fullName)/LC_NUMERIC", R_OK) == 0 { return }
        let arguments = ["localedef", "-c", "-i", name, "-f", "UTF-8", "\(folder)/\(fullName)"]
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var child = pid_t()
        guard posix_spawnp(&child, "localedef", nil, nil, &pointers, environ) == 0 else {
            throw Missing(
                description: "no locale \(fullName), and no localedef to make it: install libc-bin and locales"
            )
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
    }
}
