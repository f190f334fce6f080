import CSQLite
import PlacesModel

/// An open SQLite database. Not for two threads at once.
final class Connection {
    enum Value {
        case text(String)
        case integer(Int64)
        case real(Double?)
    }

    /// Whether a lock of another program is waited for.
    var waits: Bool {
        didSet { sqlite3_busy_timeout(database, waits ? Connection.busyMilliseconds : 0) }
    }

    private let database: OpaquePointer

    /// Opens for reading where it may not write.
    init(path: String) throws(PlacesError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened else { throw PlacesError(.internalError, "no memory is left for the store") }
        guard code == SQLITE_OK else {
            let system = sqlite3_system_errno(opened)
            sqlite3_close_v2(opened)
            throw Connection.error(code, system)
        }
        database = opened
        // No text of ours comes near; a file that was tampered with shall not cost all memory.
        sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 1 << 20)
        sqlite3_extended_result_codes(database, 1)
        waits = true
        sqlite3_busy_timeout(database, Connection.busyMilliseconds)
    }

    deinit { sqlite3_close_v2(database) }

    private static let busyMilliseconds: Int32 = 1000

    var cannotWrite: Bool { sqlite3_db_readonly(database, "main") != 0 }

    /// How the file begins: at most so many bytes. Read through SQLite's own descriptor (closing another one would drop its
    /// locks), and before SQLite looks at it: that might play a journal back.
    func head(_ count: Int) throws(PlacesError) -> [UInt8] {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
            let methods = file.pointee.pMethods, let sizeOf = methods.pointee.xFileSize,
            let read = methods.pointee.xRead
        else { return [] }
        var size: sqlite3_int64 = 0
        try check(sizeOf(file, &size))
        var bytes = [UInt8](repeating: 0, count: Int(max(0, min(size, sqlite3_int64(count)))))
        // The file may have become shorter: the rest is 0 then, and what cannot be read SQLite says itself.
        let code = read(file, &bytes, Int32(bytes.count), 0)
        if code & 0xFF != SQLITE_IOERR { try check(code) }
        return bytes
    }

    /// Runs one statement; `row` is given each of its rows.
    func run(_ sql: StaticString, _ values: [Value] = [], row: (Row) -> Void = { _ in }) throws(PlacesError) {
        var prepared: OpaquePointer?
        let text = UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
        try check(sqlite3_prepare_v2(database, text, Int32(sql.utf8CodeUnitCount), &prepared, nil))
        guard let prepared else { return }
        defer { sqlite3_finalize(prepared) }
        for (index, value) in values.enumerated() { try bind(value, Int32(index + 1), prepared) }
        while true {
            switch sqlite3_step(prepared) {
            case SQLITE_ROW: row(Row(statement: prepared))
            case SQLITE_DONE: return
            case let code: try check(code)
            }
        }
    }

    func integer(_ sql: StaticString) throws(PlacesError) -> Int64 {
        var result: Int64 = 0
        try run(sql) { result = $0.integer(0) }
        return result
    }

    func text(_ sql: StaticString) throws(PlacesError) -> String {
        var result = ""
        try run(sql) { result = $0.text(0) }
        return result
    }

    /// All of `body` or nothing. Takes the file's lock at once, so that what is read in it still holds when it writes.
    func transaction(_ body: () throws(PlacesError) -> Void) throws(PlacesError) {
        try run("BEGIN IMMEDIATE")
        do throws(PlacesError) {
            try body()
            try run("COMMIT")
        } catch {
            // Some failures have rolled back already.
            if sqlite3_get_autocommit(database) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    private func bind(_ value: Value, _ number: Int32, _ statement: OpaquePointer) throws(PlacesError) {
        let code =
            switch value {
            case .text(var text):
                text.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) { bytes in
                        // An empty Swift text may have no address, which would bind NULL.
                        guard let base = bytes.baseAddress, !bytes.isEmpty else {
                            return csqlite_bind_text(statement, number, "", 0)
                        }
                        return csqlite_bind_text(statement, number, base, Int32(clamping: bytes.count))
                    }
                }
            case .integer(let integer): sqlite3_bind_int64(statement, number, integer)
            case .real(.some(let real)): sqlite3_bind_double(statement, number, real)
            case .real(nil): sqlite3_bind_null(statement, number)
            }
        try check(code)
    }

    private func check(_ code: Int32) throws(PlacesError) {
        if code != SQLITE_OK { throw Connection.error(code, sqlite3_system_errno(database)) }
    }

    /// The words are ours: SQLite's may hold values.
    static func error(_ code: Int32, _ system: Int32) -> PlacesError {
        let detail = system == 0 ? "SQLite \(code)" : "SQLite \(code), errno \(system)"
        return switch code & 0xFF {
        case SQLITE_FULL: PlacesError(.diskFull, "no space is left for the store")
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: PlacesError(.io, "the store is locked by another program")
        case SQLITE_READONLY where code == SQLITE_READONLY | (4 << 8):
            PlacesError(.io, "the store's file was moved away while it was open")
        case SQLITE_READONLY, SQLITE_PERM: PlacesError(.io, "the store is read-only")
        case SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_ERROR, SQLITE_SCHEMA:
            PlacesError(.indexDamaged, "the store is damaged (\(detail))")
        case SQLITE_CANTOPEN: PlacesError(.io, "the store cannot be opened (\(detail))")
        case SQLITE_NOMEM: PlacesError(.internalError, "no memory is left for the store")
        case SQLITE_TOOBIG: PlacesError(.io, "the store holds a text that is too long")
        default: PlacesError(.io, "the store cannot be read or written (\(detail))")
        }
    }
}

/// A row while its statement stands on it.
struct Row {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func real(_ column: Int32) -> Double? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : sqlite3_column_double(statement, column)
    }

    func text(_ column: Int32) -> String {
        guard let bytes = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
