package import PlacesModel

/// A place index that is open for reading. Shared between clients and threads; immutable.
package final class PlaceIndex: Sendable {
    /// Where some of the places come from.
    package struct Source: Sendable, Equatable {
        /// The part of the place IDs before the colon.
        package let name: String
        package let placeCount: Int
        /// What must be shown with them; may be empty.
        package let attribution: String
    }

    package struct Info: Sendable {
        package let placeCount: Int
        package let nameCount: Int
        package let formatVersion: Int
        package let fileBytes: Int
        package let sources: [Source]
        /// BCP-47 tags of the names.
        package let languages: [String]
    }

    package let path: String
    package let info: Info
    let meta: Meta
    let view: IndexView
    let types: IndexTypes
    let texts: IndexTexts
    var parts: IndexParts { IndexParts(view: view, kinds: types.kinds, texts: texts) }
    private let file: FileBytes

    /// Checks the header and the section table, in time that does not depend on the size of the file.
    package static func open(path: String, privateMemory: Bool = false) throws(PlacesError) -> PlaceIndex {
        try PlaceIndex(path: path, file: FileBytes(path: path, privateMemory: privateMemory))
    }

    private init(path: String, file: FileBytes) throws(PlacesError) {
        self.path = path
        self.file = file
        let table = try SectionTable(file.bytes, path: path)
        let readMeta = try Meta(table.bytes(.meta, of: file.bytes), path: path)
        let columns = UnsafeMutablePointer<IndexColumns>.allocate(capacity: 1)
        columns.initialize(to: IndexColumns { table.bytes($0, of: file.bytes) })
        let view = IndexView(columns: columns)
        self.view = view
        meta = readMeta
        types = IndexTypes(meta, view)
        texts = IndexTexts(meta)
        info = Info(
            placeCount: view.places.count,
            nameCount: view.entryCount,
            formatVersion: Int(Layout.version),
            fileBytes: file.bytes.count,
            sources: meta.sources,
            languages: meta.languages
        )
    }

    deinit {
        view.columns.deallocate()
        types.deallocate()
        texts.deallocate()
    }

    /// Checks every byte of the file, padding included.
    package func verify() throws(PlacesError) {
        try SectionTable(file.bytes, path: path).verify(file.bytes)
    }
}

/// What the search needs of an open index: plain pointers, which cost no reference count. `PlaceIndex` keeps the memory.
struct IndexParts {
    let view: IndexView
    /// By set of types.
    let kinds: Column<UInt8>
    let texts: IndexTexts

    @inline(__always)
    func kind(_ set: UInt16) -> IndexTypes.Kind { IndexTypes.Kind(rawValue: kinds[Int(set)]) ?? .town }
}

/// The header and the section table.
struct SectionTable {
    private struct Entry {
        var offset = 0
        var size = 0
        var checksum: UInt64 = 0
    }

    private var entries: [Layout.Section: Entry] = [:]
    /// In the order of the file.
    private var order: [Layout.Section] = []
    private let path: String
    private let tableEnd: Int

    init(_ file: UnsafeRawBufferPointer, path: String) throws(PlacesError) {
        self.path = path
        let damaged = PlacesError(.indexDamaged, "\(quoted(path)) is damaged: its header does not add up")
        guard file.count >= Layout.headerSize, file.starts(with: Layout.magic) else {
            throw PlacesError(.indexDamaged, "\(quoted(path)) is not a place index")
        }
        let version = file.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        let count = Int(file.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        let size = file.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
        let checksum = file.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
        guard version == Layout.version else {
            throw PlacesError(
                .indexVersion,
                "\(quoted(path)) has format version \(version); this library reads version \(Layout.version)"
            )
        }
        guard count <= 1024 else { throw damaged }
        tableEnd = Layout.headerSize + count * Layout.sectionEntrySize
        guard tableEnd <= file.count else { throw damaged }
        guard SectionTable.checksum(file, tableEnd: tableEnd) == checksum else { throw damaged }
        guard size == UInt64(file.count) else {
            throw PlacesError(
                .indexDamaged,
                "\(quoted(path)) is damaged: it has \(file.count) bytes and should have \(size)"
            )
        }
        for index in 0..<count {
            let at = Layout.headerSize + index * Layout.sectionEntrySize
            let id = file.loadUnaligned(fromByteOffset: at, as: UInt32.self)
            let offset = file.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self)
            let length = file.loadUnaligned(fromByteOffset: at + 16, as: UInt64.self)
            let sum = file.loadUnaligned(fromByteOffset: at + 24, as: UInt64.self)
            guard offset >= UInt64(tableEnd), offset <= size, length <= size - offset,
                offset % UInt64(Layout.alignment) == 0
            else { throw damaged }
            guard let section = Layout.Section(rawValue: id), entries[section] == nil else { throw damaged }
            entries[section] = Entry(offset: Int(offset), size: Int(length), checksum: sum)
            order.append(section)
        }
        guard entries[.meta] != nil, entries[.places] != nil else { throw damaged }
    }

    func bytes(_ section: Layout.Section, of file: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard let entry = entries[section] else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: file[entry.offset..<entry.offset + entry.size])
    }

    /// Checksum of the header (its own field left out) and the table.
    static func checksum(_ file: UnsafeRawBufferPointer, tableEnd: Int) -> UInt64 {
        let before = Layout.checksum(UnsafeRawBufferPointer(rebasing: file[0..<24]))
        let after = Layout.checksum(UnsafeRawBufferPointer(rebasing: file[32..<tableEnd]))
        return before &* 3 ^ after
    }

    func verify(_ file: UnsafeRawBufferPointer) throws(PlacesError) {
        var end = tableEnd
        for section in order {
            guard let entry = entries[section] else { continue }
            guard entry.offset >= end, entry.offset - end < Layout.alignment else { throw fault("gap") }
            try checkPadding(file, from: end, to: entry.offset)
            guard Layout.checksum(bytes(section, of: file)) == entry.checksum else {
                throw fault("section \(section.rawValue)")
            }
            end = entry.offset + entry.size
        }
        guard file.count >= end, file.count - end < Layout.alignment else { throw fault("end") }
        try checkPadding(file, from: end, to: file.count)
    }

    private func checkPadding(_ file: UnsafeRawBufferPointer, from: Int, to: Int) throws(PlacesError) {
        for byte in file[from..<to] where byte != 0 { throw fault("padding") }
    }

    private func fault(_ what: String) -> PlacesError {
        PlacesError(.indexDamaged, "\(quoted(path)) is damaged (\(what))")
    }
}

/// What is read once, at open: short lists of texts.
struct Meta: Sendable {
    var sources: [PlaceIndex.Source] = []
    /// ID prefixes, the separator included (`geonames:`, `osm:n`).
    var idPrefixes: [String] = []
    /// The first is empty: language not known.
    var languages: [String] = []
    var types: [String] = []
    var timeZones: [String] = []
    /// Best place of each time zone, one past its number.
    var timeZonePlaces: [UInt32] = []

    init() {}

    init(_ bytes: UnsafeRawBufferPointer, path: String) throws(PlacesError) {
        var reader = ByteReader(bytes.bindMemory(to: UInt8.self))
        for _ in 0..<Meta.size(&reader) {
            let name = reader.text()
            let count = Int(min(reader.variable(), UInt64(UInt32.max)))
            sources.append(PlaceIndex.Source(name: name, placeCount: count, attribution: reader.text()))
        }
        idPrefixes = Meta.texts(&reader)
        languages = Meta.texts(&reader)
        types = Meta.texts(&reader)
        timeZones = Meta.texts(&reader)
        for _ in 0..<Meta.size(&reader) { timeZonePlaces.append(UInt32(truncatingIfNeeded: reader.variable())) }
        // These lists are short; nothing in a whole file comes near this.
        guard !reader.failed else { throw PlacesError(.indexDamaged, "\(quoted(path)) is damaged (meta)") }
    }

    private static func size(_ reader: inout ByteReader) -> Int { Int(min(reader.variable(), 1 << 20)) }

    private static func texts(_ reader: inout ByteReader) -> [String] {
        var result: [String] = []
        for _ in 0..<size(&reader) where !reader.failed { result.append(reader.text()) }
        return result
    }

    func write() -> [UInt8] {
        var writer = ByteWriter()
        writer.put(variable: UInt64(sources.count))
        for source in sources {
            writer.put(source.name)
            writer.put(variable: UInt64(source.placeCount))
            writer.put(source.attribution)
        }
        for list in [idPrefixes, languages, types, timeZones] {
            writer.put(variable: UInt64(list.count))
            for text in list { writer.put(text) }
        }
        writer.put(variable: UInt64(timeZonePlaces.count))
        for place in timeZonePlaces { writer.put(variable: UInt64(place)) }
        return writer.bytes
    }
}
