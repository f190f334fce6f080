import Glibc
import PlacesModel

/// The bytes of a file, mapped or read into private memory, for as long as this lives.
final class FileBytes: @unchecked Sendable {
    // @unchecked: the memory is read-only once `init` is over.
    let bytes: UnsafeRawBufferPointer
    private let isMapped: Bool

    /// What the processor's tables of addresses hold at best in one item.
    static let largePage = 2 << 20

    init(path: String, privateMemory: Bool) throws(PlacesError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileBytes.failure("open", path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileBytes.failure("read", path, errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw FileBytes.failure("open", path, EISDIR) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PlacesError(.io, "cannot open the index \(quoted(path)): it is not a regular file")
        }
        let size = Int(status.st_size)
        guard size >= Layout.headerSize else {
            throw PlacesError(
                .indexDamaged,
                size == 0
                    ? "\(quoted(path)) is empty, not a place index"
                    : "\(quoted(path)) is not a place index: it has \(size) bytes only"
            )
        }
        if privateMemory {
            isMapped = false
            let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: FileBytes.alignment(size))
            FileBytes.preferLargePages(memory, size)
            var filled = 0
            while filled < size {
                let got = read(descriptor, memory + filled, min(size - filled, 1 << 30))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else {
                    let code = errno
                    memory.deallocate()
                    if got < 0 { throw FileBytes.failure("read", path, code) }
                    throw PlacesError(.indexDamaged, "\(quoted(path)) became shorter while it was read")
                }
                filled += got
            }
            bytes = UnsafeRawBufferPointer(start: memory, count: size)
        } else {
            isMapped = true
            let memory = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0)
            guard let memory, memory != MAP_FAILED else { throw FileBytes.failure("map", path, errno) }
            FileBytes.preferLargePages(memory, size)
            bytes = UnsafeRawBufferPointer(start: memory, count: size)
        }
    }

    deinit {
        guard let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress) else { return }
        if isMapped { munmap(start, bytes.count) } else { start.deallocate() }
    }

    private static func alignment(_ size: Int) -> Int { size >= largePage ? largePage : 4096 }

    /// A wish: systems that know no large pages of files answer with an error, which is of no matter.
    private static func preferLargePages(_ memory: UnsafeMutableRawPointer, _ size: Int) {
        if size >= largePage { madvise(memory, size, MADV_HUGEPAGE) }
    }

    static func failure(_ what: String, _ path: String, _ code: Int32) -> PlacesError {
        let reason = String(cString: strerror(code))
        let status: Status = code == ENOSPC || code == EDQUOT ? .diskFull : .io
        return PlacesError(status, "cannot \(what) the index \(quoted(path)): \(reason)")
    }
}
