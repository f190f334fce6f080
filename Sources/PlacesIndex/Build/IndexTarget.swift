import Glibc
package import PlacesModel

/// Where an index is to be written.
package enum IndexTarget {
    /// The file behind the path: a link is followed, so that its target is replaced and not the link. Refused where
    /// something is there that is no file (a device, a pipe, a folder): taking its name would destroy it.
    package static func resolve(_ path: String) throws(PlacesError) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return path }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PlacesError(.io, "cannot write the index \(quoted(path)): it is not a regular file", field: "path")
        }
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Whether both paths name one and the same file.
    package static func isSame(_ path: String, _ other: String) -> Bool {
        var one = stat()
        var two = stat()
        guard stat(path, &one) == 0, stat(other, &two) == 0 else { return false }
        return one.st_dev == two.st_dev && one.st_ino == two.st_ino
    }
}
