import Glibc
import PlacesEngine
import PlacesModel
import Testing

@testable import PlacesStore

/// Files that are locked, cannot be written, or are no store.
@Suite struct DamageTests {
    private func filled(_ folder: Folder) throws {
        let store = try PlaceStore(path: folder.file)
        for number in 0..<50 { try store.add(place("\(number)", String(repeating: "name \(number) ", count: 20))) }
    }

    /// The damaged file lies beside as it was; a new one works in its place and is no longer reported.
    private func expectSetAside(_ folder: Folder, as name: String = "recent.db.damaged") throws {
        let damaged = try folder.read(folder.file)
        let store = try PlaceStore(path: folder.file)
        let path = folder.path + "/" + name
        #expect(store.setAsidePath == path)
        #expect(try folder.read(path) == damaged)
        #expect(store.ids == [])
        try store.add(place("new"))
        let again = try PlaceStore(path: folder.file)
        #expect(again.ids == ["new"])
        #expect(again.setAsidePath == nil)
    }

    /// What was a store once: its head is gone.
    private static let damaged =
        Array("????CREATE TABLE place (place_id TEXT NOT NULL PRIMARY KEY, primary_text TEXT".utf8)

    /// Refused with these words, and neither changed nor renamed, nor anything beside it.
    private func expectRefused(_ folder: Folder, _ words: String) throws {
        let names = folder.names
        let before = try names.map { try folder.read(folder.path + "/" + $0) }
        #expect {
            _ = try PlaceStore(path: folder.file)
        } throws: { error in
            guard let error = error as? PlacesError else { return false }
            return error.status == .io && error.field == "path" && error.message.hasPrefix(words)
                && error.message.hasSuffix("was left as it is; give another path, or move it away")
        }
        #expect(folder.names == names)
        #expect(try names.map { try folder.read(folder.path + "/" + $0) } == before)
    }

    @Test(arguments: ["Dear diary\n", "\u{89}PNG\r\n", String(repeating: "x", count: 100_000)])
    func setsWhatIsNoDatabaseAside(text: String) throws {
        let folder = try Folder()
        try folder.write(Array(text.utf8), to: folder.file)
        try expectSetAside(folder)
    }

    @Test func setsWhatACrashLeftAside() throws {
        let folder = try Folder()
        try folder.write([UInt8](repeating: 0, count: 8192), to: folder.file)
        try expectSetAside(folder)
        // Never over what lies there.
        try folder.write(DamageTests.damaged, to: folder.file)
        try expectSetAside(folder, as: "recent.db.damaged-2")
        #expect(try folder.read(folder.file + ".damaged") == [UInt8](repeating: 0, count: 8192))
    }

    /// None of those who find the damage at once puts another one's new store away.
    @Test func isSetAsideOnce() throws {
        let folder = try Folder()
        try folder.write(DamageTests.damaged, to: folder.file)
        let path = folder.file
        try inThreads(8) { number in
            #expect(throws: Never.self) { try PlaceStore(path: path).add(place("\(number)")) }
        }
        #expect(folder.names == ["recent.db", "recent.db.damaged"])
        #expect(try Set(PlaceStore(path: path).ids) == Set((0..<8).map { "\($0)" }))
    }

    @Test func setsADamagedHeaderAside() throws {
        let folder = try Folder()
        try filled(folder)
        var bytes = try folder.read(folder.file)
        bytes[0] ^= 0xFF
        try folder.write(bytes, to: folder.file)
        try expectSetAside(folder)
    }

    @Test func setsADamagedMiddleAside() throws {
        let folder = try Folder()
        try filled(folder)
        var bytes = try folder.read(folder.file)
        for index in 4096..<4128 { bytes[index] = 0xFF }
        try folder.write(bytes, to: folder.file)
        try expectSetAside(folder)
    }

    @Test(arguments: [50, 100, 4096, 5000])
    func setsATruncatedFileAside(size: Int) throws {
        let folder = try Folder()
        try filled(folder)
        try folder.write(Array(try folder.read(folder.file)[..<size]), to: folder.file)
        try expectSetAside(folder)
    }

    @Test(arguments: [
        "CREATE TABLE visits (url TEXT)", "PRAGMA user_version = 1", "PRAGMA application_id = 7",
        "PRAGMA journal_mode = WAL; CREATE TABLE visits (url TEXT)", "CREATE TABLE place (name TEXT)",
    ])
    func refusesTheDatabaseOfAnotherProgram(sql: String) throws {
        let folder = try Folder()
        try OtherProgram(folder.file).run(sql)
        try expectRefused(folder, "the file is a database of another program")
        // Neither while that program has it open.
        let other = try OtherProgram(folder.file)
        other.run("PRAGMA user_version = 3")
        try expectRefused(folder, "the file is a database of another program")
    }

    @Test(arguments: [
        "PRAGMA application_id = 1349280099", "PRAGMA application_id = 1349280099; PRAGMA user_version = 1",
    ])
    func setsAStoreWithoutItsTableAside(sql: String) throws {
        let folder = try Folder()
        try OtherProgram(folder.file).run(sql)
        try expectSetAside(folder)
    }

    @Test func setsAStoreWithoutItsNumberAside() throws {
        let folder = try Folder()
        try filled(folder)
        try OtherProgram(folder.file).run("PRAGMA application_id = 7")
        try expectSetAside(folder)
    }

    @Test func setsATamperedStoreAside() throws {
        let folder = try Folder()
        try filled(folder)
        try OtherProgram(folder.file).run(
            "CREATE TRIGGER t AFTER INSERT ON place BEGIN DELETE FROM place WHERE is_favourite = 1; END"
        )
        try expectSetAside(folder)
    }

    @Test func takesAnEmptyFile() throws {
        let folder = try Folder()
        try folder.write([], to: folder.file)
        let store = try PlaceStore(path: folder.file)
        #expect(store.setAsidePath == nil)
        try store.add(place("a"))
        #expect(store.ids == ["a"])
    }

    /// A journal that stayed would be played back into the new store.
    @Test(arguments: ["-journal", "-wal"])
    func leavesNoJournalOfTheDamagedFile(suffix: String) throws {
        let folder = try Folder()
        try folder.write(DamageTests.damaged, to: folder.file)
        try folder.write(Array("no journal".utf8), to: folder.file + suffix)
        _ = try PlaceStore(path: folder.file)
        #expect(!folder.names.contains("recent.db" + suffix))
        #expect(folder.names.contains("recent.db.damaged"))
    }

    @Test func refusesTheStoreOfANewerVersion() throws {
        let folder = try Folder()
        try filled(folder)
        try OtherProgram(folder.file).run("PRAGMA user_version = 2")
        let before = try folder.read(folder.file)
        #expect {
            _ = try PlaceStore(path: folder.file)
        } throws: { error in
            guard let error = error as? PlacesError else { return false }
            return error.status == .io && error.message.hasPrefix("the store has version 2, of a newer library")
        }
        #expect(try folder.read(folder.file) == before)
        #expect(folder.names == ["recent.db"])
    }

    @Test func saysThatItIsLocked() throws {
        let folder = try Folder()
        let store = try PlaceStore(path: folder.file)
        try store.add(place("a"))
        let other = try OtherProgram(folder.file)
        other.run("BEGIN EXCLUSIVE")
        #expect(throws: PlacesError(.io, "the store is locked by another program")) { try store.add(place("b")) }
        #expect(throws: PlacesError(.io, "the store is locked by another program")) {
            _ = try PlaceStore(path: folder.file)
        }
        // What was known is still there.
        #expect(store.ids == ["a"])
        other.run("COMMIT")
        try store.add(place("b"))
        #expect(store.ids == ["b", "a"])
        #expect(folder.names == ["recent.db"])
    }

    @Test func notesAPickLaterWhereAnotherProgramHoldsTheFile() throws {
        let folder = try Folder()
        let store = try PlaceStore(path: folder.file)
        try store.add(place("a"))
        let other = try OtherProgram(folder.file)
        other.run("BEGIN EXCLUSIVE")
        store.note(place("b"))
        store.note(place("c"))
        #expect(store.ids == ["a"])
        other.run("COMMIT")
        #expect(store.ids == ["c", "b", "a"])
        #expect(try PlaceStore(path: folder.file).ids == ["c", "b", "a"])
    }

    @Test func saysThatTheDiskIsFull() throws {
        let folder = try Folder()
        let store = try PlaceStore(path: folder.file)
        try store.add(place("a"))
        try store.state.withLock { try $0.connection.run("PRAGMA max_page_count = 1") }
        let text = String(repeating: "x", count: 9000)
        #expect(throws: PlacesError(.diskFull, "no space is left for the store")) { try store.add(place("b", text)) }
        #expect(store.ids == ["a"])
    }

    @Test func saysThatTheFileWasMovedAway() throws {
        let folder = try Folder()
        let store = try PlaceStore(path: folder.file)
        try store.add(place("a"))
        #expect(rename(folder.file, folder.file + ".moved") == 0)
        #expect(status { () throws(PlacesError) in try store.add(place("b")) } == .io)
        #expect(store.ids == ["a"])
    }

    @Test(arguments: [(0o444, 0o777), (0o666, 0o555), (0o444, 0o555)])
    func opensForReadingWhatCannotBeWritten(fileMode: mode_t, folderMode: mode_t) throws {
        let folder = try Folder()
        try PlaceStore(path: folder.file).add(place("a"))
        let before = try folder.read(folder.file)
        #expect(chmod(folder.file, fileMode) == 0)
        #expect(chmod(folder.path, folderMode) == 0)
        try withoutPrivileges {
            let store = try PlaceStore(path: folder.file)
            #expect(store.isReadOnly)
            #expect(store.ids == ["a"])
            #expect(throws: PlacesError(.io, "the store is read-only")) { try store.add(place("b")) }
            #expect(throws: PlacesError(.io, "the store is read-only")) { try store.clear() }
            #expect(store.ids == ["a"])
        }
        #expect(chmod(folder.path, 0o700) == 0)
        #expect(try folder.read(folder.file) == before)
    }

    @Test func refusesADamagedFileThatCannotBeSetAside() throws {
        let folder = try Folder()
        try folder.write(DamageTests.damaged, to: folder.file)
        #expect(chmod(folder.path, 0o555) == 0)
        withoutPrivileges {
            #expect(throws: PlacesError(.io, "the store is damaged and cannot be set aside (errno 13)", field: "path"))
            {
                _ = try PlaceStore(path: folder.file)
            }
        }
        #expect(chmod(folder.path, 0o700) == 0)
        #expect(folder.names == ["recent.db"])
    }

    @Test func refusesANewFileInAFolderThatCannotBeWritten() throws {
        let folder = try Folder()
        #expect(chmod(folder.path, 0o555) == 0)
        withoutPrivileges {
            #expect(status { () throws(PlacesError) in _ = try PlaceStore(path: folder.file) } == .io)
        }
    }

    @Test(arguments: ["", "/nowhere/at/all/recent.db", "/tmp", "/dev/null"])
    func refusesWhatIsNoPath(path: String) {
        #expect(throws: PlacesError.self) { _ = try PlaceStore(path: path) }
    }

    @Test func keepsTheFileFromOtherUsers() throws {
        let folder = try Folder()
        _ = try PlaceStore(path: folder.file)
        var status = stat()
        #expect(stat(folder.file, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }
}
