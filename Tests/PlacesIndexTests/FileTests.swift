import Glibc
import PlacesEngine
import PlacesIndex
import PlacesModel
import Testing

private func read(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let got = Glibc.read(descriptor, &chunk, chunk.count)
        guard got > 0 else { return bytes }
        bytes += chunk[..<got]
    }
}

private func write(_ bytes: [UInt8], _ path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
        let wrote = bytes.withUnsafeBytes {
            Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done)
        }
        guard wrote > 0 else { return }
        done += wrote
    }
}

private func names(in folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var result: [String] = []
    while let entry = readdir(handle) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { result.append(name) }
    }
    return result
}

/// A few hundred places that fill every section.
private func sample() -> [PlaceRecord] {
    var places: [PlaceRecord] = []
    var state: UInt64 = 7
    func random(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
    let words = ["new", "saint", "york", "maria", "berg", "dorf", "haven", "ton", "河", "東京", "straße", "port"]
    for number in 0..<400 {
        let name = (0...random(3)).map { _ in words[random(words.count)] }.joined(separator: " ")
        var record = place(
            "\(number)",
            name,
            Double(random(180)) - 90,
            Double(random(360)) - 180,
            importance: Float(random(70)) / 10,
            type: number % 3 == 0 ? "cafe" : "locality",
            areas: ["country:XX"],
            country: number % 2 == 0 ? "fi" : "se",
            other: number % 5 == 0 ? ["alias \(number)"] : []
        )
        if number % 7 == 0 {
            record.street = "Main Street"
            record.houseNumber = "\(number)"
            record.details = [.init("rating", .number(4)), .init("list", .array([.string("x"), .bool(true)]))]
            record.shape = [
                Coordinate(uncheckedLatitude: 1, longitude: 2), Coordinate(uncheckedLatitude: 1, longitude: 3),
            ]
        }
        if number % 11 == 0 { record.id = "t:name\(number)x" }
        record.timeZone = "Europe/Helsinki"
        places.append(record)
    }
    return places
}

private let queries = [
    "n", "new y", "york new", "straße", "東", "sant", "aria", "main st 7", "xx yy", "berg haven ton", "newyorkk",
]

/// Asks everything; what comes back does not matter.
private func exercise(_ index: PlaceIndex) throws {
    let provider = EmbeddedProvider([index])
    for query in queries {
        _ = try? places(query, from: provider)
        _ = try? places(query, from: provider) {
            try $0.filter.setBias(circle(10, 10, 5000), field: "b")
            $0.filter.language = try LanguageTag("en", field: "l")
        }
        _ = try? places(query, from: provider) {
            try $0.filter.setRestriction(rectangle(-50, -100, 50, 100), field: "r")
            try $0.filter.setTypes(["cafe"], field: "t")
            try $0.filter.setCountries(["fi"], field: "c")
        }
    }
    for id in ["t:3", "t:name11x", "t:77"] {
        var request = PlaceRequest()
        try request.setPlaceID(id, field: "id")
        request.fields = .all
        _ = try? provider.answer(.place(request), context: RequestContext())
    }
}

@Suite("Index files")
struct FileTests {
    @Test("The same records give the same bytes")
    func determinism() throws {
        let one = try TestIndex(sample(), areas: [area("country:XX", .country, "Testland")])
        let two = try TestIndex(sample(), areas: [area("country:XX", .country, "Testland")])
        #expect(read(one.path) == read(two.path))
        try one.index.verify()
    }

    @Test("Missing, empty, foreign, a folder: told apart, none opens")
    func notAnIndex() {
        let path = TestIndex.temporaryPath()
        defer { unlink(path) }
        #expect(throws: PlacesError.self) { try PlaceIndex.open(path: path) }
        let missing = #expect(throws: PlacesError.self) { try PlaceIndex.open(path: path) }
        #expect(missing?.status == .io)
        #expect(missing?.message.contains("No such file") == true)
        write([], path)
        let empty = #expect(throws: PlacesError.self) { try PlaceIndex.open(path: path) }
        #expect(empty?.status == .indexDamaged)
        write([UInt8](repeating: 65, count: 4096), path)
        let foreign = #expect(throws: PlacesError.self) { try PlaceIndex.open(path: path) }
        #expect(foreign?.status == .indexDamaged)
        let folder = #expect(throws: PlacesError.self) { try PlaceIndex.open(path: "/tmp") }
        #expect(folder?.status == .io)
    }

    @Test("A newer version is refused as such")
    func version() throws {
        let index = try TestIndex(sample())
        var bytes = read(index.path)
        bytes[8] = 99
        let path = TestIndex.temporaryPath()
        defer { unlink(path) }
        write(bytes, path)
        let error = #expect(throws: PlacesError.self) { try PlaceIndex.open(path: path) }
        #expect(error?.status == .indexVersion)
        #expect(error?.message.contains("99") == true)
    }

    @Test("A file cut at any 64th of its length does not open")
    func truncation() throws {
        let index = try TestIndex(sample())
        let bytes = read(index.path)
        let path = TestIndex.temporaryPath()
        defer { unlink(path) }
        for part in 0..<64 {
            write(Array(bytes[..<(bytes.count * part / 64)]), path)
            let error = #expect(throws: PlacesError.self) { try PlaceIndex.open(path: path) }
            #expect(error?.status == .indexDamaged)
        }
    }

    @Test("Any changed byte is noticed by verify, and harmless to every search", .timeLimit(.minutes(2)))
    func flips() throws {
        let index = try TestIndex(sample(), areas: [area("country:XX", .country, "Testland")])
        let bytes = read(index.path)
        let path = TestIndex.temporaryPath()
        defer { unlink(path) }
        var state: UInt64 = 20_261_130
        for round in 0..<1000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var damaged = bytes
            let at = Int(state >> 20) % bytes.count
            damaged[at] ^= UInt8(truncatingIfNeeded: 1 << (state >> 12 & 7))
            write(damaged, path)
            do throws(PlacesError) {
                let open = try PlaceIndex.open(path: path, privateMemory: round % 2 == 0)
                #expect(throws: PlacesError.self) { try open.verify() }
                // Searching costs more than opening: every fourth is enough here.
                if round % 4 == 0 { try? exercise(open) }
            } catch {
                #expect(error.status == .indexDamaged || error.status == .indexVersion)
            }
        }
    }

    /// Three-byte lists say themselves where their parts are, and how many items they have.
    @Test(
        "Lists of letters inside words that claim more than there is end",
        .timeLimit(.minutes(2)),
        arguments: [24, 49]
    )
    func endlessLists(section number: UInt8) throws {
        let words = (0..<600).map { number in
            "q" + (0..<6).map { ["ab", "ba", "na", "a", "n"][number / [1, 5, 25, 3, 11, 7][$0] % 5] }.joined()
        }
        let index = try TestIndex(Set(words).sorted().map { place($0, $0, importance: 3) })
        let bytes = read(index.path)
        let path = TestIndex.temporaryPath()
        defer { unlink(path) }
        func field(_ at: Int) -> Int { (0..<8).reduce(0) { $0 | Int(bytes[at + $1]) << ($1 * 8) } }
        let entry = try #require((0..<Int(bytes[12])).map { 64 + $0 * 32 }.first { bytes[$0] == number })
        let (offset, size) = (field(entry + 8), field(entry + 16))
        var looked = 0
        for at in stride(from: offset, to: offset + size, by: max(1, size / 400)) {
            for value: UInt8 in [4, 17, 0xFF] where bytes[at] != value {
                var damaged = bytes
                damaged[at] = value
                write(damaged, path)
                let provider = EmbeddedProvider([try PlaceIndex.open(path: path)])
                for text in ["aba", "ana", "nab", "aban"] {
                    _ = try? places(text, from: provider) { $0.explains = true }
                    _ = try? places(text, from: provider) {
                        try $0.filter.setRestriction(rectangle(-50, -100, 50, 100), field: "r")
                    }
                    looked += 1
                }
            }
        }
        #expect(looked > 1000)
    }

    @Test("Sections full of nonsense, with checksums that fit, are harmless", arguments: [0x00, 0xFF, 0x7F, 0x80])
    func nonsense(fill: Int) throws {
        let index = try TestIndex(sample(), areas: [area("country:XX", .country, "Testland")])
        let bytes = read(index.path)
        let path = TestIndex.temporaryPath()
        defer { unlink(path) }
        let sections = Int(bytes[12])
        for section in 0..<sections {
            let entry = 64 + section * 32
            func number(_ at: Int) -> Int { (0..<8).reduce(0) { $0 | Int(bytes[entry + at + $1]) << ($1 * 8) } }
            let offset = number(8)
            let size = number(16)
            guard size > 0, bytes[entry] != 1 else { continue }
            var damaged = bytes
            for at in offset..<offset + size { damaged[at] = UInt8(fill) }
            write(damaged, path)
            try exercise(PlaceIndex.open(path: path))
        }
    }

    @Test("An index in private memory survives the file's end")
    func privateMemory() throws {
        let index = try TestIndex(sample())
        let path = TestIndex.temporaryPath()
        defer { unlink(path) }
        write(read(index.path), path)
        let open = try PlaceIndex.open(path: path, privateMemory: true)
        truncate(path, 0)
        try open.verify()
        #expect(try !places("new", from: EmbeddedProvider([open])).isEmpty)
    }

    @Test("What cannot be written leaves nothing behind and what was there as it was")
    func failedWrite() throws {
        let folder = TestIndex.temporaryPath()
        mkdir(folder, 0o700)
        defer { rmdir(folder) }
        let path = folder + "/index.places"
        let builder = IndexBuilder()
        for record in sample() { try builder.add(record) }
        try builder.write(to: path)
        let before = read(path)
        for (code, status) in [(ENOSPC, Status.diskFull), (EIO, .io)] {
            // The system takes a part of what it is given, and the disk fails after some kilobytes.
            var left = 10_000
            let error = #expect(throws: PlacesError.self) {
                try builder.write(to: path) { descriptor, bytes, size in
                    guard left > 0 else {
                        errno = code
                        return -1
                    }
                    let part = min(size, 4096)
                    left -= part
                    return Glibc.write(descriptor, bytes, part)
                }
            }
            #expect(error?.status == status)
            #expect(read(path) == before)
            #expect(names(in: folder) == ["index.places"])
        }
        unlink(path)
        let nowhere = #expect(throws: PlacesError.self) { try builder.write(to: folder + "/no/index.places") }
        #expect(nowhere?.status == .io)
    }

    @Test("Building stops when the caller says so, and bad records are counted and named")
    func builderCallbacks() throws {
        let builder = IndexBuilder()
        var reasons: [String] = []
        builder.onBadRow = { _, _, reason in reasons.append(reason) }
        try builder.add(place("1", "One"))
        try builder.add(place("1", "One again"))
        try builder.add(place("2", ""))
        try builder.add(place("3", "Nowhere", .nan, 0))
        #expect(builder.placeCount == 1)
        #expect(builder.badRowCount == 3)
        #expect(reasons.count == 3 && reasons[0].contains("t:1"))
        builder.onProgress = { _, _, _ in false }
        let error = #expect(throws: PlacesError.self) { try builder.write(to: "/tmp/never.places") }
        #expect(error?.status == .cancelled)
        #expect(access("/tmp/never.places", F_OK) != 0)
    }

    @Test("No place, one place, many of one name, very long names, the poles")
    func extremes() throws {
        #expect(try TestIndex([]).ids("anything").isEmpty)
        #expect(try TestIndex([place("a", "Alone")]).ids("al") == ["a"])
        let same = try TestIndex(
            (0..<20_000).map { place("\($0)", "Main Street", Double($0 % 170) - 85, Double($0 % 350) - 175) }
        )
        #expect(try same.ids("main st").count == 5)
        #expect(try same.ids("main street") { try $0.filter.setBias(circle(3, 13, 1000), field: "b") }.count == 5)
        let long = String(repeating: "very long name ", count: 340)
        #expect(try TestIndex([place("l", long)]).rows("very long").first?.primary == long)
        let edges = try TestIndex([place("n", "North", 90, 180), place("s", "South", -90, -180)])
        #expect(
            try edges.ids("north") { try $0.filter.setRestriction(rectangle(80, -180, 90, 180), field: "r") } == ["n"]
        )
        #expect(try edges.ids("south") { try $0.filter.setBias(circle(-90, 0, 50_000), field: "b") } == ["s"])
        let crowd = try TestIndex((0..<3000).map { place("\($0)", "Spot \($0)", 1, 1) })
        #expect(try crowd.ids("spot") { try $0.filter.setRestriction(circle(1, 1, 10), field: "r") }.count == 5)
    }
}
