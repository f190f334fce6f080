import CSQLite
import Glibc
import PlacesModel
import PlacesStore
import Testing

/// A folder of its own, gone with the object.
final class Folder {
    let path: String

    init() throws {
        var template = Array("/tmp/places-store-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit {
        for name in names { unlink(path + "/" + name) }
        rmdir(path)
    }

    var file: String { path + "/recent.db" }

    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func write(_ bytes: [UInt8], to path: String) throws {
        let file = try #require(fopen(path, "w"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        fclose(file)
    }

    func read(_ path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }
}

/// Another program that uses the file.
final class OtherProgram {
    private let database: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        #expect(sqlite3_open(path, &opened) == SQLITE_OK)
        database = try #require(opened)
    }

    deinit { sqlite3_close(database) }

    func run(_ sql: String) { #expect(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK) }
}

func place(_ id: String, _ name: String = "", isFavourite: Bool = false) -> StoredPlace {
    StoredPlace(placeID: id, primaryText: name.isEmpty ? "Name of \(id)" : name, isFavourite: isFavourite)
}

extension PlaceStore {
    var ids: [String] { places().map(\.placeID) }
}

func status(_ body: () throws(PlacesError) -> Void) -> Status {
    do throws(PlacesError) {
        try body()
        return .ok
    } catch {
        return error.status
    }
}

/// The administrator may write whatever the modes say, so that tests of them run as nobody, on this thread alone.
func withoutPrivileges(_ body: () throws -> Void) rethrows {
    let before = setfsuid(65534)
    defer { _ = setfsuid(uid_t(bitPattern: before)) }
    try body()
}

@_silgen_name("setfsuid") private func setfsuid(_ user: uid_t) -> Int32

/// Runs `body` on so many threads at once.
func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) throws {
    final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var threads: [pthread_t] = []
    for number in 0..<count {
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            },
            Unmanaged.passRetained(Work { body(number) }).toOpaque()
        )
        try #require(code == 0)
        threads.append(thread)
    }
    for thread in threads { pthread_join(thread, nil) }
}
