import Glibc
import PlacesEngine
import PlacesModel

/// Puts sections into a file so that a reader never sees half of it.
package enum IndexFileWriter {
    /// `write(2)`, or what stands in for it in a test.
    package typealias Write = (Int32, UnsafeRawPointer, Int) -> Int

    /// What is there already is written while the later sections are made.
    static func write(
        _ blocks: [SectionBytes],
        _ later: LaterSections,
        to path: String,
        threads: Int,
        using write: Write
    ) throws(PlacesError) {
        let pending = PendingSections(later, threads: threads)
        defer { pending.end() }
        let folder = path.contains("/") ? String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
        var template = Array((path + ".tmp-XXXXXX").utf8CString)
        let descriptor = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { mkstemp($0) } ?? -1
        }
        guard descriptor >= 0 else { throw FileBytes.failure("write", path, errno) }
        let temporary = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        do throws(PlacesError) {
            try fill(blocks, pending, descriptor, path, write)
            guard rename(temporary, path) == 0 else { throw FileBytes.failure("write", path, errno) }
        } catch {
            unlink(temporary)
            throw error
        }
        // The name has to survive a crash too.
        let folderDescriptor = open(folder, O_RDONLY | O_CLOEXEC)
        if folderDescriptor >= 0 {
            fsync(folderDescriptor)
            close(folderDescriptor)
        }
    }

    /// Closes the descriptor whatever happens.
    private static func fill(
        _ blocks: [SectionBytes],
        _ pending: PendingSections,
        _ descriptor: Int32,
        _ path: String,
        _ write: Write
    ) throws(PlacesError) {
        do throws(PlacesError) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            try put(blocks, pending, descriptor, path, write)
            // mkstemp makes files that nobody else may read; an index is for everybody who may read its folder.
            guard fchmod(descriptor, 0o644) == 0, fsync(descriptor) == 0 else {
                throw FileBytes.failure("write", path, errno)
            }
        } catch {
            close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else { throw FileBytes.failure("write", path, errno) }
    }

    private static func put(
        _ blocks: [SectionBytes],
        _ pending: PendingSections,
        _ descriptor: Int32,
        _ path: String,
        _ write: Write
    ) throws(PlacesError) {
        let count = blocks.count + pending.count
        var table = ByteWriter()
        var offset = aligned(Layout.headerSize + count * Layout.sectionEntrySize)
        var output = LargePageOutput(descriptor)
        defer { output.end() }
        // The header is written when all is known that stands in it.
        var code = output.pad(offset, write)
        func put(_ block: SectionBytes) {
            guard code == 0 else { return }
            table.put(fixed: block.section.rawValue)
            table.put(fixed: UInt32(0))
            table.put(fixed: UInt64(offset))
            table.put(fixed: UInt64(block.byteCount))
            table.put(fixed: block.withBytes { Layout.checksum($0) })
            offset = aligned(offset + block.byteCount)
            code = block.withBytes { output.put($0, write) }
            if code == 0 { code = output.pad(aligned(block.byteCount) - block.byteCount, write) }
        }
        for block in blocks where !block.section.isSeldomRead { put(block) }
        if code == 0 { for block in pending.sections() { put(block) } }
        // What a search seldom asks for comes last, and in small pages: so it need not be in memory.
        if code == 0 { code = output.endLargePages(write) }
        for block in blocks where block.section.isSeldomRead { put(block) }
        if code == 0 { code = output.flush(write) }
        if code == 0 { code = output.rewind() }
        if code == 0 { code = header(table, count, size: offset).withUnsafeBytes { output.put($0, write) } }
        if code == 0 { code = output.flush(write) }
        guard code == 0 else { throw FileBytes.failure("write", path, code) }
    }

    /// Header and section table.
    private static func header(_ table: ByteWriter, _ count: Int, size: Int) -> [UInt8] {
        var header = ByteWriter()
        for byte in Layout.magic { header.put(byte) }
        header.put(fixed: Layout.version)
        header.put(fixed: UInt32(count))
        header.put(fixed: UInt64(size))
        header.put(fixed: UInt64(0))
        while header.count < Layout.headerSize { header.put(0) }
        var head = header.bytes + table.bytes
        let tableEnd = head.count
        let checksum = head.withUnsafeBytes { SectionTable.checksum($0, tableEnd: tableEnd) }
        head.withUnsafeMutableBytes { $0.storeBytes(of: checksum.littleEndian, toByteOffset: 24, as: UInt64.self) }
        return head
    }

    private static func aligned(_ offset: Int) -> Int { (offset + Layout.alignment - 1) & ~(Layout.alignment - 1) }
}

/// Writes a file in pieces of a large page each: the system then keeps them in large pages where it can, and a search
/// that jumps about in the mapped file finds its way with a few translations of addresses instead of thousands.
private struct LargePageOutput {
    private let descriptor: Int32
    private let page = UnsafeMutableRawPointer.allocate(byteCount: FileBytes.largePage, alignment: 4096)
    private var filled = 0
    /// Bytes of the file so far, and how many of them the system was told to write to the disk.
    private var written = 0
    private var sent = 0
    /// So many at once.
    private static let sentAtOnce = 8 << 20
    private var size = FileBytes.largePage
    private static let smallSize = 1 << 16

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// What follows is written in small pieces.
    mutating func endLargePages(_ write: IndexFileWriter.Write) -> Int32 {
        guard size > LargePageOutput.smallSize else { return 0 }
        size = LargePageOutput.smallSize
        return flush(write)
    }

    func end() { page.deallocate() }

    /// What follows is written from the beginning of the file on.
    func rewind() -> Int32 { lseek(descriptor, 0, SEEK_SET) == 0 ? 0 : errno }

    /// The error's number, 0 for none.
    mutating func put(_ bytes: UnsafeRawBufferPointer, _ write: IndexFileWriter.Write) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(size - filled)
            UnsafeMutableRawBufferPointer(start: page + filled, count: part.count)
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
            filled += part.count
            rest = rest.dropFirst(part.count)
            if filled == size {
                let code = flush(write)
                guard code == 0 else { return code }
            }
        }
        return 0
    }

    mutating func pad(_ count: Int, _ write: IndexFileWriter.Write) -> Int32 {
        [UInt8](repeating: 0, count: count).withUnsafeBytes { put($0, write) }
    }

    mutating func flush(_ write: IndexFileWriter.Write) -> Int32 {
        var done = 0
        while done < filled {
            let wrote = write(descriptor, page + done, filled - done)
            if wrote < 0, errno == EINTR { continue }
            guard wrote > 0 else { return wrote < 0 ? errno : ENOSPC }
            done += wrote
        }
        written += filled
        filled = 0
        if written - sent >= LargePageOutput.sentAtOnce {
            // While the rest is made and written; `fsync` waits for what is left then.
            startWriting(descriptor, from: sent, count: written - sent)
            sent = written
        }
        return 0
    }
}

/// The content of a section: an array of plain items.
struct SectionBytes {
    let section: Layout.Section
    let byteCount: Int
    private let access: ((UnsafeRawBufferPointer) -> Void) -> Void

    @inline(never)
    init<Item: BitwiseCopyable>(_ section: Layout.Section, _ items: [Item]) {
        self.section = section
        byteCount = items.count * MemoryLayout<Item>.stride
        access = { body in items.withUnsafeBytes { body($0) } }
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var result: Result?
        access { result = body($0) }
        // `access` always calls back.
        guard let result else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return result
    }
}

/// Sections that are made while others are written.
struct LaterSections {
    let count: Int
    let make: () -> [SectionBytes]
}

/// Makes later sections on a thread of its own where there is more than one.
private final class PendingSections: @unchecked Sendable {
    // @unchecked: what the thread makes is read when it has ended.
    let count: Int
    private var make: (() -> [SectionBytes])?
    private var made: [SectionBytes] = []
    private var thread: LibraryThread?

    init(_ later: LaterSections, threads: Int) {
        count = later.count
        make = later.make
        if threads > 1 { thread = LibraryThread { self.run() } }
    }

    private func run() {
        made = make?() ?? []
        make = nil
    }

    func sections() -> [SectionBytes] {
        end()
        if make != nil { run() }
        return made
    }

    /// Waits for the thread.
    func end() {
        thread?.join()
        thread = nil
    }
}
