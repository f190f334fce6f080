import PlacesModel

/// The first page of a file: whose it is.
///
/// A path that names another program's database is a mistake of the caller's, and that file is in use: to rename it would
/// lose it to them. What is no database at all may be what damage left of a store, which can be any bytes: it is set aside.
struct FileHead {
    static let size = 4096

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func refuseOthers() throws(PlacesError) {
        if !isDatabase || hasOurTable { return }
        let application = integer(at: 68)
        if application == Schema.applicationID { return }
        // SQLite writes such a head for a database in which nothing was made yet.
        if application == 0, integer(at: 40) == 0, integer(at: 60) == 0 { return }
        throw PlacesError(
            .io,
            "the file is a database of another program and was left as it is; give another path, or move it away",
            field: "path"
        )
    }

    private static let magic = Array("SQLite format 3\0".utf8)
    private static let headSize = 100

    private var isDatabase: Bool { bytes.count >= FileHead.headSize && bytes.starts(with: FileHead.magic) }

    /// The definition of our table stands in the first page, also where the head before it is damaged.
    private var hasOurTable: Bool {
        let mark = Array("CREATE TABLE place (place_id TEXT NOT NULL PRIMARY KEY".utf8)
        guard bytes.count >= mark.count else { return false }
        return (0...(bytes.count - mark.count)).contains { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
    }

    /// Big-endian, 32 bits.
    private func integer(at offset: Int) -> Int64 { bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int64($1) } }
}
