import Glibc

/// One at a time opens a store of a folder. Two that find the same damage would put each other's new store away, and
/// SQLite, which finds journals by their name, would play the new file's journal back into the old one.
///
/// On the folder: it leaves no file behind, and closing a descriptor of the store itself would drop SQLite's own locks.
struct FolderLock {
    private let folder: Int32
    /// Whether nobody else has it. (A file system that knows no such lock gives it to everybody.)
    let isHeld: Bool

    /// Waits for as long as others may take, and no longer: whatever else locks folders shall not keep a sound store shut.
    init(_ path: String) {
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        var isHeld = true
        if folder >= 0 {
            for _ in 0..<FolderLock.maximumTries {
                isHeld = flock(folder, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR)
                if isHeld { break }
                usleep(FolderLock.pauseMicroseconds)
            }
        }
        self.isHeld = isHeld
    }

    func release() { if folder >= 0 { close(folder) } }

    private static let maximumTries = 1000
    private static let pauseMicroseconds: UInt32 = 2000
}
