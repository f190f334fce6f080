package import PlacesModel

/// Many places that a source describes in the plainest way: an ID, one name, a point, an importance, and a kind and areas
/// that others have too. Made on one thread and collected on another: nothing is allocated or counted place by place.
/// What is not so plain lies between them as records.
package final class PlaceBlock {
    /// What a place is, which many are.
    package struct Kind {
        package var primaryType: String
        /// The primary one included.
        package var types: [String]

        package init(primaryType: String, types: [String]) {
            self.primaryType = primaryType
            self.types = types
        }
    }

    /// What a place is in, which many are.
    package struct Surroundings {
        package var country: String
        /// Keys, the smallest area first.
        package var areas: [String] = []

        package init(country: String) { self.country = country }
    }

    package struct Place: BitwiseCopyable {
        private var latitude: Double
        private var longitude: Double
        package var importance: Float
        /// Which of the block's kinds and surroundings.
        package var kind: UInt32
        package var surroundings: UInt32
        /// In the block's bytes; the name follows.
        fileprivate var id: UInt32 = 0
        fileprivate var idSize: UInt32 = 0
        fileprivate var nameSize: UInt32 = 0

        package var location: Coordinate { Coordinate(uncheckedLatitude: latitude, longitude: longitude) }

        package init(location: Coordinate, importance: Float, kind: UInt32, surroundings: UInt32) {
            latitude = location.latitude
            longitude = location.longitude
            self.importance = importance
            self.kind = kind
            self.surroundings = surroundings
        }
    }

    /// In boxes: the cases' contents side by side would leave bytes of one that the other never writes.
    package indirect enum Event {
        /// A place with more to it; which surroundings are its.
        case place(PlaceRecord, surroundings: UInt32)
        case badRow(source: String, line: Int, reason: String)
    }

    private(set) var places: [Place] = []
    private var bytes: [UInt8] = []
    /// What comes before the place of a number.
    private(set) var events: [(place: Int, event: Event)] = []
    package var kinds: [Kind] = []
    package var surroundings: [Surroundings] = []

    package init() {}

    package func reserve(places count: Int, bytes size: Int) {
        places.reserveCapacity(count)
        bytes.reserveCapacity(size)
    }

    /// The ID is `prefix` and `id`, the name is not empty, the location on the globe.
    package func append(
        _ place: Place,
        prefix: UnsafeBufferPointer<UInt8>,
        id: UnsafeBufferPointer<UInt8>,
        name: UnsafeBufferPointer<UInt8>
    ) {
        var place = place
        place.id = UInt32(truncatingIfNeeded: bytes.count)
        place.idSize = UInt32(truncatingIfNeeded: prefix.count &+ id.count)
        place.nameSize = UInt32(truncatingIfNeeded: name.count)
        if !prefix.isEmpty { bytes.append(contentsOf: prefix) }
        bytes.append(contentsOf: id)
        bytes.append(contentsOf: name)
        places.append(place)
    }

    package func append(_ event: Event) { events.append((places.count, event)) }

    /// Calls `body` with each place that is a record and what it is in; the record that it gives takes its place.
    package func updateRecords(
        _ body: (inout PlaceRecord, Surroundings) throws(PlacesError) -> Void
    ) throws(PlacesError) {
        for index in events.indices {
            guard case .place(var record, let number) = events[index].event else { continue }
            try body(&record, surroundings[Int(number)])
            events[index].event = .place(record, surroundings: number)
        }
    }

    /// Runs `body` with the bytes of all IDs and names.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer(body)
    }

    static func id(of place: Place, _ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[Int(place.id)..<Int(place.id) + Int(place.idSize)])
    }

    static func name(of place: Place, _ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let start = Int(place.id) + Int(place.idSize)
        return UnsafeBufferPointer(rebasing: bytes[start..<start + Int(place.nameSize)])
    }

    /// A place as a record.
    private func record(_ place: Place) -> PlaceRecord {
        let (id, name) = withBytes { bytes in
            (
                String(decoding: PlaceBlock.id(of: place, bytes), as: UTF8.self),
                String(decoding: PlaceBlock.name(of: place, bytes), as: UTF8.self)
            )
        }
        var record = PlaceRecord(id: id, names: [RecordName(name, kind: .primary)], location: place.location)
        record.primaryType = kinds[Int(place.kind)].primaryType
        record.types = kinds[Int(place.kind)].types
        record.importance = place.importance
        record.country = surroundings[Int(place.surroundings)].country
        record.areas = surroundings[Int(place.surroundings)].areas
        return record
    }

    /// Hands everything over in order, each plain place by `add`.
    func hand(
        to sink: any RecordSink,
        _ add: (Int) throws(PlacesError) -> Void
    ) throws(PlacesError) {
        var next = 0
        for number in 0...places.count {
            while next < events.count, events[next].place == number {
                switch events[next].event {
                case .place(let record, _): try sink.add(record)
                case .badRow(let source, let line, let reason):
                    sink.badRow(source: source, line: line, reason: reason)
                }
                next += 1
            }
            if number < places.count { try add(number) }
        }
    }

    fileprivate func handRecords(to sink: any RecordSink) throws(PlacesError) {
        try hand(to: sink) { (number) throws(PlacesError) in try sink.add(record(places[number])) }
    }
}

extension RecordSink {
    /// One place after the other, for those who have no better way.
    package func add(_ block: PlaceBlock) throws(PlacesError) { try block.handRecords(to: self) }
}
