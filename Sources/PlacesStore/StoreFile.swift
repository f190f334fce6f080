import Glibc
import PlacesModel

/// The file under a store: which one it is, and how it is put out of the way.
struct StoreFile {
    /// Tells a file from one that took its place.
    struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t
    }

    let path: String

    /// nil where there is none.
    func identity() throws(PlacesError) -> Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw StoreFile.failure("cannot be reached", errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PlacesError(.io, "the store is not a file", field: "path")
        }
        return Identity(device: status.st_dev, inode: status.st_ino)
    }

    /// Makes it where there is none. Where somebody goes concerns nobody else who uses the machine.
    func create() {
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if file >= 0 { close(file) }
    }

    /// SQLite's journal goes beside the file, so that a folder without writing makes a file without writing.
    var folderIsReadOnly: Bool { faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS) != 0 }

    /// Renames the file beside itself, with its journals; nil where another process was faster. Never overwrites.
    func setAside(_ damaged: Identity?) throws(PlacesError) -> String? {
        // Two processes that find the same damage: the second must not put the first one's new store away. A lock on
        // the folder, because closing a descriptor of the file itself would drop SQLite's own locks.
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if lock >= 0 { close(lock) } }
        if lock >= 0 { while flock(lock, LOCK_EX) != 0, errno == EINTR {} }
        guard try identity() == damaged else { return nil }
        for number in 1...StoreFile.maximumNames {
            let name = number == 1 ? "\(path).damaged" : "\(path).damaged-\(number)"
            if StoreFile.exists(name) { continue }
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

    private var folder: String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        let parent = path[..<slash]
        return parent.isEmpty ? "/" : String(parent)
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// `rename` would overwrite; a second name and then the first one gone does not.
    private static func rename(_ old: String, _ new: String) -> Bool {
        if link(old, new) == 0 { return unlink(old) == 0 }
        // File systems without hard links; the name was free a moment ago.
        guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS, !exists(new) else { return false }
        return Glibc.rename(old, new) == 0
    }

    private static func failure(_ words: String, _ code: Int32) -> PlacesError {
        PlacesError(.io, "the store \(words) (errno \(code))", field: "path")
    }
}
