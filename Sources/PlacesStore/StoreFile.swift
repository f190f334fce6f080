import Glibc
import PlacesModel

/// The file under a store, and how it is put out of the way.
struct StoreFile {
    let path: String

    func exists() throws(PlacesError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw StoreFile.failure("cannot be reached", errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PlacesError(.io, "the store is not a file", field: "path")
        }
        return true
    }

    /// Makes it where there is none. Where somebody goes concerns nobody else who uses the machine.
    func create() {
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if file >= 0 { close(file) }
    }

    /// SQLite's journal goes beside the file, so that a folder without writing makes a file without writing.
    var folderIsReadOnly: Bool { faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS) != 0 }

    /// Renames the file beside itself, with its journals. Never overwrites.
    func setAside() throws(PlacesError) -> String {
        for number in 1...StoreFile.maximumNames {
            let name = number == 1 ? "\(path).damaged" : "\(path).damaged-\(number)"
            if StoreFile.isTaken(name) { continue }
            guard StoreFile.rename(path, name) else {
                if errno == EEXIST { continue }
                throw StoreFile.failure("is damaged and cannot be set aside", errno)
            }
            // A new file with an old journal beside it would be "recovered" from it.
            for journal in ["-journal", "-wal", "-shm"] { _ = StoreFile.rename(path + journal, name + journal) }
            return name
        }
        throw PlacesError(.io, "the store is damaged and cannot be set aside: too many lie there", field: "path")
    }

    private static let maximumNames = 1000

    var folder: String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        let parent = path[..<slash]
        return parent.isEmpty ? "/" : String(parent)
    }

    private static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// `rename` would overwrite; a second name and then the first one gone does not.
    private static func rename(_ old: String, _ new: String) -> Bool {
        if link(old, new) == 0 { return unlink(old) == 0 }
        // File systems without hard links; the name was free a moment ago.
        guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS, !isTaken(new) else { return false }
        return Glibc.rename(old, new) == 0
    }

    private static func failure(_ words: String, _ code: Int32) -> PlacesError {
        PlacesError(.io, "the store \(words) (errno \(code))", field: "path")
    }
}
