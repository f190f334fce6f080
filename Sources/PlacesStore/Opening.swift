import PlacesModel

/// How a store is opened: what the file is decides.
struct Opening {
    var connection: Connection
    var isReadOnly = false
    var setAsidePath: String?

    private enum Verdict {
        case ready
        case new
        case damaged
    }

    static func open(_ path: String?) throws(PlacesError) -> Opening {
        guard let path else {
            let connection = try Connection(path: ":memory:")
            try connection.run(Schema.create)
            return Opening(connection: connection)
        }
        if path.isEmpty { throw .invalid("path", "is empty") }
        if path.utf8.contains(0) { throw .invalid("path", "holds a NUL") }
        // A name that begins so means something else to SQLite.
        let isSpecial = path.utf8.first == UInt8(ascii: ":") || path.hasPrefix("file:")
        let file = StoreFile(path: isSpecial ? "./" + path : path)
        do throws(PlacesError) {
            return try open(file)
        } catch {
            throw error.ofStore
        }
    }

    private static func open(_ file: StoreFile) throws(PlacesError) -> Opening {
        let lock = FolderLock(file.folder)
        defer { lock.release() }
        if try !file.exists() { file.create() }
        // Where that failed, SQLite says why.
        if let (connection, isReadOnly) = try openUndamaged(file) {
            return Opening(connection: connection, isReadOnly: isReadOnly)
        }
        guard lock.isHeld else { throw PlacesError(.io, "the store is locked by another program") }
        let setAsidePath = try file.setAside()
        file.create()
        guard let (connection, isReadOnly) = try openUndamaged(file) else {
            throw PlacesError(.io, "the store is damaged again at once", field: "path")
        }
        return Opening(connection: connection, isReadOnly: isReadOnly, setAsidePath: setAsidePath)
    }

    /// nil for a damaged store. The connection is closed then.
    private static func openUndamaged(_ file: StoreFile) throws(PlacesError) -> (Connection, isReadOnly: Bool)? {
        let connection = try Connection(path: file.path)
        try FileHead(try connection.head(FileHead.size)).refuseOthers()
        let isReadOnly = connection.cannotWrite || file.folderIsReadOnly
        do throws(PlacesError) {
            try connection.run("PRAGMA trusted_schema = OFF")
            switch try examine(connection) {
            case .ready: break
            case .damaged: return nil
            case .new:
                if !isReadOnly { try create(connection) }
            }
            // A file that another program has switched to a write-ahead log comes back.
            if !isReadOnly { try? connection.run("PRAGMA journal_mode = DELETE") }
            return (connection, isReadOnly)
        } catch {
            if error.status == .indexDamaged { return nil }
            throw error
        }
    }

    private static func create(_ connection: Connection) throws(PlacesError) {
        try connection.transaction { () throws(PlacesError) in
            // Two processes may have found it empty.
            guard try examine(connection) == .new else { return }
            try connection.run(Schema.setApplicationID)
            try connection.run(Schema.setVersion)
            try connection.run(Schema.create)
        }
    }

    private static func examine(_ connection: Connection) throws(PlacesError) -> Verdict {
        let application = try connection.integer("PRAGMA application_id")
        let version = try connection.integer("PRAGMA user_version")
        let definitions = try connection.text(Schema.definitions)
        if application == 0, version == 0, definitions.isEmpty { return .new }
        guard application == Schema.applicationID else { return .damaged }
        guard version <= Schema.version else {
            throw PlacesError(
                .io,
                "the store has version \(version), of a newer library; this one reads \(Schema.version)",
                field: "path"
            )
        }
        guard version == Schema.version, definitions == "\(Schema.create)" else { return .damaged }
        return try connection.text("PRAGMA quick_check(1)") == "ok" ? .ready : .damaged
    }
}
