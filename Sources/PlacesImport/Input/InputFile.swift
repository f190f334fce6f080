internal import Glibc
internal import PlacesModel

/// A file that is read from front to back through one buffer, whatever its size. Pipes work too.
final class InputFile {
    let path: String
    /// Bytes of the file; 0 where nobody knows (a pipe).
    let size: Int64
    /// The longest piece that `need` can bring together.
    let limit: Int

    private let descriptor: Int32
    private var buffer: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var start = 0
    private var end = 0
    private var bytesRead: Int64 = 0
    private(set) var isAtEnd = false

    /// `limit` bounds the memory: a longer line is for the caller to skip.
    init(path: String, limit: Int) throws(PlacesError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputFile.fault(path, "cannot be opened") }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let fault = InputFile.fault(path, "cannot be examined")
            close(descriptor)
            throw fault
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            close(descriptor)
            throw PlacesError(.io, "\(path): is a directory", field: "source")
        }
        self.path = path
        self.descriptor = descriptor
        self.limit = limit
        size = status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : 0
        capacity = min(limit + 1, 1 << 18)
        buffer = .allocate(capacity: capacity)
        try fill()
        // A byte order mark says nothing in UTF-8.
        if buffered.starts(with: [0xEF, 0xBB, 0xBF]) { consume(3) }
    }

    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    /// What is read and not yet consumed. Valid until the next call of `fill`.
    var buffered: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: buffer + start, count: end - start) }

    /// How much of the file is consumed, 0 to 1.
    var fraction: Double {
        guard size > 0 else { return 0 }
        return min(1, Double(bytesRead - Int64(end - start)) / Double(size))
    }

    func consume(_ count: Int) { start = min(end, start + count) }

    /// Reads on. False when there is nothing more, or when more than `limit` bytes wait.
    @discardableResult
    func fill() throws(PlacesError) -> Bool {
        if isAtEnd { return false }
        if start > 0 {
            buffer.update(from: buffer + start, count: end - start)
            end -= start
            start = 0
        }
        if end == capacity {
            guard capacity <= limit else { return false }
            let larger = min(limit + 1, capacity * 2)
            let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
            grown.update(from: buffer, count: end)
            buffer.deallocate()
            buffer = grown
            capacity = larger
        }
        while true {
            let count = read(descriptor, buffer + end, capacity - end)
            if count > 0 {
                end += count
                bytesRead += Int64(count)
                return true
            }
            if count == 0 {
                isAtEnd = true
                return false
            }
            guard errno == EINTR else { throw InputFile.fault(path, "cannot be read") }
        }
    }

    private static func fault(_ path: String, _ what: String) -> PlacesError {
        let code = errno
        let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        return PlacesError(.io, "\(path): \(what): \(reason)", field: "source")
    }
}
