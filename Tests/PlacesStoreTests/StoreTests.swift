import Glibc
import PlacesModel
import Testing

@testable import PlacesStore

@Suite struct StoreTests {
    @Test func givesBackWhatWasKept() throws {
        let folder = try Folder()
        let kept = StoredPlace(
            placeID: "ChIJ1",
            primaryText: "Kauppatori",
            secondaryText: "Helsinki, Suomi",
            types: ["market", "point_of_interest"],
            location: Coordinate(uncheckedLatitude: 60.1674, longitude: 24.9526),
            isFavourite: true
        )
        try PlaceStore(path: folder.file).add(kept)
        #expect(try PlaceStore(path: folder.file).places() == [kept])
        // Nothing else is left when it is closed.
        #expect(folder.names == ["recent.db"])
    }

    @Test func worksInMemory() throws {
        let store = try PlaceStore(path: nil)
        try store.add(place("a"))
        #expect(store.ids == ["a"])
        #expect(store.setAsidePath == nil)
        #expect(!store.isReadOnly)
        #expect(try PlaceStore(path: nil).count == 0)
    }

    @Test func givesTheNewestFirstAndFavouritesBefore() throws {
        let store = try PlaceStore(path: nil)
        for id in ["a", "b", "c", "d"] { try store.add(place(id)) }
        #expect(store.ids == ["d", "c", "b", "a"])
        try store.add(place("b"))
        #expect(store.ids == ["b", "d", "c", "a"])
        try store.setFavourite("a", true)
        #expect(store.ids == ["a", "b", "d", "c"])
        #expect(store.places().map(\.isFavourite) == [true, false, false, false])
        try store.setFavourite("a", false)
        #expect(store.ids == ["b", "d", "c", "a"])
    }

    @Test func aPickDoesNotUndoAFavourite() throws {
        let store = try PlaceStore(path: nil)
        try store.add(place("a", isFavourite: true))
        try store.add(place("a", "New name"))
        #expect(store.places() == [place("a", "New name", isFavourite: true)])
    }

    @Test func keepsTheLocationWhereANewPickHasNone() throws {
        let store = try PlaceStore(path: nil)
        var found = place("a")
        found.location = Coordinate(uncheckedLatitude: 1, longitude: 2)
        try store.add(found)
        try store.add(place("a"))
        #expect(store.places().first?.location == found.location)
    }

    @Test func keepsFiftyRecentPlacesAndAllFavourites() throws {
        let store = try PlaceStore(path: nil)
        for number in 0..<5 { try store.add(place("favourite \(number)", isFavourite: true)) }
        for number in 0..<60 { try store.add(place("\(number)")) }
        #expect(store.count == 55)
        #expect(Array(store.ids.prefix(6)) == (0..<5).reversed().map { "favourite \($0)" } + ["59"])
        #expect(store.ids.last == "10")
        // One that is no favourite any longer is one too many.
        try store.setFavourite("favourite 0", false)
        #expect(store.count == 54)
        #expect(!store.ids.contains("favourite 0"))
    }

    @Test func forgets() throws {
        let store = try PlaceStore(path: nil)
        for id in ["a", "b", "c"] { try store.add(place(id)) }
        try store.remove("b")
        try store.remove("never there")
        #expect(store.ids == ["c", "a"])
        try store.setFavourite("a", true)
        try store.clear()
        #expect(store.ids == ["a"])
        #expect(status { () throws(PlacesError) in try store.setFavourite("c", true) } == .notFound)
    }

    @Test func bindsWhatWouldBeASQLText() throws {
        let store = try PlaceStore(path: nil)
        let hostile = "'); DROP TABLE place; --"
        try store.add(place(hostile, hostile))
        try store.setFavourite(hostile, true)
        #expect(store.places() == [place(hostile, hostile, isFavourite: true)])
    }

    @Test func refusesWhatIsNoPlace() throws {
        let store = try PlaceStore(path: nil)
        let long = String(repeating: "x", count: PlaceStore.maximumText + 1)
        #expect(throws: PlacesError.invalid("place_id", "is empty")) { try store.add(place("")) }
        #expect(throws: PlacesError.invalid("primary", "has more than 10000 bytes")) { try store.add(place("a", long)) }
        #expect(store.count == 0)
    }

    @Test func seesWhatAnotherOneWrites() throws {
        let folder = try Folder()
        let one = try PlaceStore(path: folder.file)
        let other = try PlaceStore(path: folder.file)
        try one.add(place("a"))
        #expect(other.ids == ["a"])
        try other.add(place("b"))
        #expect(one.ids == ["b", "a"])
    }

    @Test func isForSeveralThreads() throws {
        let folder = try Folder()
        let store = try PlaceStore(path: folder.file)
        try inThreads(4) { number in
            for index in 0..<10 { #expect(throws: Never.self) { try store.add(place("\(number) \(index)")) } }
        }
        #expect(Set(store.ids).count == 40)
        #expect(try PlaceStore(path: folder.file).ids == store.ids)
    }

    @Test func isRefusedInAForkedChild() throws {
        let folder = try Folder()
        let store = try PlaceStore(path: folder.file)
        try store.add(place("a"))
        let statuses = try inForkedChild {
            [
                status { () throws(PlacesError) in try store.add(place("b")) },
                status { () throws(PlacesError) in try store.clear() },
            ]
        }
        #expect(statuses == [.forked, .forked])
        #expect(store.ids == ["a"])
    }

    /// The statuses that `body` gives there, by way of a pipe.
    private func inForkedChild(_ body: () -> [Status]) throws -> [Status] {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let child = places_fork()
        if child == 0 {
            let numbers = body().map(\.rawValue)
            _ = numbers.withUnsafeBytes { Glibc.write(ends[1], $0.baseAddress, $0.count) }
            _exit(0)
        }
        close(ends[1])
        defer { close(ends[0]) }
        var numbers = [Int32](repeating: 0, count: 8)
        let count = numbers.withUnsafeMutableBytes { Glibc.read(ends[0], $0.baseAddress, $0.count) }
        var result: Int32 = 0
        waitpid(child, &result, 0)
        return numbers[..<max(0, count / 4)].compactMap { Status(rawValue: $0) }
    }
}

/// The overlay hides `fork` from Swift.
@_silgen_name("fork") private func places_fork() -> pid_t
