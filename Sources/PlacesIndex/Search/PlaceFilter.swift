import PlacesModel

/// A filter as one index can apply it.
struct PlaceFilter {
    let blockedFlags: UInt8
    /// Two-letter codes as numbers.
    private(set) var countries: [UInt16] = []
    /// A bit for each set of types that is wanted; nil for all.
    private(set) var typeSets: [UInt64]?
    let restriction: Restriction?
    /// What it asks of a place.
    let test: PlaceTest
    private let memory: PlaceTest.Memory?
    /// All that passes, where that is little.
    var selection: Selection?
    /// So much passes that it is never gathered.
    var isWide = false

    /// Most places may not pass.
    var isSelective: Bool { restriction != nil || !countries.isEmpty || typeSets != nil }

    /// What everybody asks for who sets no filter.
    var isPlain: Bool { !isSelective && blockedFlags == PlaceRow.blockedFlags }

    /// Lets everything pass that nobody has to ask for.
    init(_ view: IndexView) {
        blockedFlags = PlaceRow.blockedFlags
        restriction = nil
        memory = nil
        test = PlaceTest(view, PlaceRow.blockedFlags)
    }

    init(_ filter: Filter, _ index: PlaceIndex) {
        var blocked = PlaceRow.isDuplicate
        if !filter.includesPureServiceAreaBusinesses { blocked |= PlaceRow.isPureServiceArea }
        if !filter.includesFutureOpeningBusinesses { blocked |= PlaceRow.isFutureOpening }
        blockedFlags = blocked
        if !filter.countries.isEmpty {
            countries = filter.countries.map { UInt16($0.high) << 8 | UInt16($0.low) }
        }
        if !filter.types.isEmpty { typeSets = index.types.sets(matching: filter.types, mode: filter.mode) }
        restriction = filter.restriction.map(Restriction.init)
        let memory = PlaceTest.Memory(countries, typeSets, restriction)
        self.memory = memory
        test = PlaceTest(index.view, blocked, memory)
    }

    func passes(_ row: PlaceRow) -> Bool { test.passes(row) }
}

/// What a filter asks of a place, as plain memory that the filter keeps: thousands of places are asked for one text, and
/// counted references to lists would take longer than the answer.
struct PlaceTest: @unchecked Sendable {
    // @unchecked: points at memory that nobody writes any more.
    private let view: IndexView
    private let blockedFlags: UInt8
    /// A bit for each country, by the low five bits of both letters; nil for all.
    private let countries: UnsafePointer<UInt64>?
    /// A bit for each set of types; nil for all.
    private let typeSets: UnsafePointer<UInt64>?
    private let typeSetCount: Int
    private let restriction: UnsafePointer<Restriction>?

    final class Memory: @unchecked Sendable {
        // @unchecked: written in `init` alone.
        fileprivate var countries: UnsafeMutablePointer<UInt64>?
        fileprivate var typeSets: UnsafeMutablePointer<UInt64>?
        fileprivate var typeSetCount = 0
        fileprivate var restriction: UnsafeMutablePointer<Restriction>?

        init(_ countries: [UInt16], _ typeSets: [UInt64]?, _ restriction: Restriction?) {
            if !countries.isEmpty {
                let bits = UnsafeMutablePointer<UInt64>.allocate(capacity: PlaceTest.countryWords)
                bits.initialize(repeating: 0, count: PlaceTest.countryWords)
                for country in countries {
                    bits[PlaceTest.bit(country) >> 6] |= 1 << UInt64(PlaceTest.bit(country) & 63)
                }
                self.countries = bits
            }
            if let typeSets {
                let bits = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: typeSets.count)
                _ = bits.initialize(from: typeSets)
                self.typeSets = bits.baseAddress
                typeSetCount = typeSets.count * 64
            }
            if let restriction {
                self.restriction = .allocate(capacity: 1)
                self.restriction?.initialize(to: restriction)
            }
        }

        deinit {
            countries?.deallocate()
            typeSets?.deallocate()
            restriction?.deinitialize(count: 1)
            restriction?.deallocate()
        }
    }

    fileprivate init(_ view: IndexView, _ blockedFlags: UInt8, _ memory: Memory? = nil) {
        self.view = view
        self.blockedFlags = blockedFlags
        countries = memory?.countries.map { UnsafePointer($0) }
        typeSets = memory?.typeSets.map { UnsafePointer($0) }
        typeSetCount = memory?.typeSetCount ?? 0
        restriction = memory?.restriction.map { UnsafePointer($0) }
    }

    private static let countryWords = 16

    @inline(__always)
    private static func bit(_ country: UInt16) -> Int { Int(country >> 3 & 0x3E0 | country & 0x1F) }

    @inline(__always)
    private static func has(_ country: UInt16, _ countries: UnsafePointer<UInt64>) -> Bool {
        // Other characters than letters share bits with these.
        let bit = bit(country)
        return countries[bit >> 6] >> UInt64(bit & 63) & 1 == 1 && country & 0x6060 == 0x6060
    }

    /// What tells a place's country is not beside it.
    @inline(__always)
    var mindsCountry: Bool { countries != nil }

    /// Whether an area may have places in the countries that are wanted.
    @inline(__always)
    func mayHold(_ area: AreaRow) -> Bool {
        guard let countries else { return true }
        return area.isOfCountry == 0 || PlaceTest.has(area.country, countries)
    }

    @inline(__always)
    func passes(_ row: PlaceRow) -> Bool { row.flags & blockedFlags == 0 && passesSelection(row) }

    /// Whether a place is in the countries, of the types and in the area that are wanted.
    func passesSelection(_ row: PlaceRow) -> Bool {
        if let typeSets {
            let set = Int(row.typeSet)
            guard set < typeSetCount, typeSets[set >> 6] >> UInt64(set & 63) & 1 == 1 else { return false }
        }
        if let countries, !PlaceTest.has(view.areaSets[row.areaSet].country, countries) { return false }
        if let restriction {
            if restriction.pointee.contains(row.coordinate) { return true }
            guard row.flags & PlaceRow.hasShape != 0 else { return false }
            return restriction.pointee.touches(Extras(view.extras, at: row.extras))
        }
        return true
    }
}

/// Where results must lie.
struct Restriction {
    private let area: Area
    /// One or two boxes that hold the area.
    let boxes: [Box]

    init(_ area: Area) {
        self.area = area
        boxes = Restriction.boxes(area)
    }

    func contains(_ point: Coordinate) -> Bool {
        switch area {
        case .circle(let circle):
            // Nothing lies in a circle without a radius.
            circle.radius > 0 && Geometry.distance(circle.center, point) <= circle.radius
        case .rectangle(let box): box.contains(point)
        }
    }

    /// Whether any part of a long thing lies inside.
    func touches(_ extras: Extras) -> Bool {
        var previous: Coordinate?
        for index in 0..<min(extras.shapeCount, 100_000) {
            let raw = extras.shapePoint(index)
            let point = Geometry.coordinate(raw.latitude, raw.longitude)
            if contains(point) { return true }
            if let previous, crosses(previous, point) { return true }
            previous = point
        }
        return false
    }

    /// Whether a short straight piece passes through: looked at in small steps near the area.
    private func crosses(_ a: Coordinate, _ b: Coordinate) -> Bool {
        switch area {
        case .circle(let circle):
            let scale = max(0.01, Geometry.cosine(circle.center.latitude))
            let ax = (a.longitude - circle.center.longitude) * scale
            let ay = a.latitude - circle.center.latitude
            let dx = (b.longitude - a.longitude) * scale
            let dy = b.latitude - a.latitude
            let length = dx * dx + dy * dy
            let part = length > 0 ? min(1, max(0, -(ax * dx + ay * dy) / length)) : 0
            let x = ax + part * dx
            let y = ay + part * dy
            return circle.radius > 0 && (x * x + y * y).squareRoot() * Geometry.metersPerDegree <= circle.radius
        case .rectangle(let box):
            // Liang and Barsky; a box over the antimeridian is looked at as it lies, a street does not cross it.
            var enter = 0.0
            var leave = 1.0
            let dx = b.longitude - a.longitude
            let dy = b.latitude - a.latitude
            for (p, q) in [
                (-dx, a.longitude - box.low.longitude), (dx, box.high.longitude - a.longitude),
                (-dy, a.latitude - box.low.latitude), (dy, box.high.latitude - a.latitude),
            ] {
                if p == 0 {
                    if q < 0 { return false }
                } else if p < 0 {
                    enter = max(enter, q / p)
                } else {
                    leave = min(leave, q / p)
                }
            }
            return enter <= leave
        }
    }

    private static func boxes(_ area: Area) -> [Box] {
        switch area {
        case .rectangle(let box):
            if box.crossesAntimeridian {
                return [
                    make(box.low.latitude, box.low.longitude, box.high.latitude, 180),
                    make(box.low.latitude, -180, box.high.latitude, box.high.longitude),
                ]
            }
            var result = [make(box.low.latitude, box.low.longitude, box.high.latitude, box.high.longitude)]
            // 180 and -180 are one meridian.
            if box.low.longitude == -180 { result.append(make(box.low.latitude, 180, box.high.latitude, 180)) }
            if box.high.longitude == 180 { result.append(make(box.low.latitude, -180, box.high.latitude, -180)) }
            return result
        case .circle(let circle):
            // A little more, so that rounding leaves nothing out.
            let degrees = circle.radius / Geometry.metersPerDegree * 1.001 + 1e-6
            let south = circle.center.latitude - degrees
            let north = circle.center.latitude + degrees
            let reach = max(abs(south), abs(north))
            let width = reach >= 90 ? 360 : degrees / max(1e-6, Geometry.cosine(reach))
            if width >= 180 { return [make(max(south, -90), -180, min(north, 90), 180)] }
            let west = circle.center.longitude - width
            let east = circle.center.longitude + width
            var result = [make(max(south, -90), max(west, -180), min(north, 90), min(east, 180))]
            if west < -180 { result.append(make(max(south, -90), west + 360, min(north, 90), 180)) }
            if east > 180 { result.append(make(max(south, -90), -180, min(north, 90), east - 360)) }
            return result
        }
    }

    private static func make(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> Box {
        var box = Box()
        // Outwards, so that rounding leaves nothing out.
        box.south = Int32((south * 1e7).rounded(.down))
        box.west = Int32((west * 1e7).rounded(.down))
        box.north = Int32((north * 1e7).rounded(.up))
        box.east = Int32((east * 1e7).rounded(.up))
        return box
    }
}

extension Box {
    @inline(__always)
    func overlaps(_ other: Box) -> Bool {
        south <= other.north && other.south <= north && west <= other.east && other.west <= east
    }
}

extension Geometry {
    static func cosine(_ degrees: Double) -> Double {
        // Enough for boxes and short distances.
        let x = degrees * Double.pi / 180
        let s = x * x
        return max(0, 1 - s * (0.5 - s * (1.0 / 24 - s * (1.0 / 720 - s / 40320))))
    }
}

/// The types of an index's places.
struct IndexTypes: @unchecked Sendable {
    // @unchecked: `kinds` points at memory that nobody writes any more.
    private let numbers: [String: UInt32]
    private let lists: [[UInt32]]
    private let isArea: [Bool]
    /// By set; plain memory, which the search reads without a reference count.
    let kinds: Column<UInt8>
    private let kindBytes: UnsafeMutableRawBufferPointer

    /// Kinds of places that the ranking minds; `town` stands for all the others.
    enum Kind: UInt8 {
        case town
        case airport
        case region
    }

    private static let kinds: [String: Kind] = [
        "airport": .airport, "country": .region, "administrative_area_level_1": .region,
        "administrative_area_level_2": .region,
    ]

    /// Types that are areas and addresses, not businesses.
    private static let geocodes: Set<String> = [
        "administrative_area_level_1", "administrative_area_level_2", "administrative_area_level_3",
        "administrative_area_level_4", "administrative_area_level_5", "administrative_area_level_6",
        "administrative_area_level_7", "archipelago", "colloquial_area", "continent", "country", "floor", "geocode",
        "intersection", "locality", "natural_feature", "neighborhood", "plus_code", "political", "post_box",
        "postal_code", "postal_code_prefix", "postal_code_suffix", "postal_town", "premise", "room", "route",
        "street_address", "street_number", "sublocality", "sublocality_level_1", "sublocality_level_2",
        "sublocality_level_3", "sublocality_level_4", "sublocality_level_5", "subpremise",
    ]
    private static let addresses: Set<String> = ["street_address", "premise", "subpremise", "route", "intersection"]
    private static let cities: Set<String> = ["locality", "administrative_area_level_3"]
    private static let regions: Set<String> = [
        "locality", "sublocality", "postal_code", "country", "administrative_area_level_1",
        "administrative_area_level_2",
    ]

    init(_ meta: Meta, _ view: IndexView) {
        numbers = Dictionary(meta.types.enumerated().map { ($1, UInt32($0)) }, uniquingKeysWith: { first, _ in first })
        isArea = meta.types.map { IndexTypes.geocodes.contains($0) }
        let count = min(Int(view.typeSets[0]), view.typeSets.count, 65535)
        var lists: [[UInt32]] = []
        for set in 0..<count {
            let first = Int(view.typeSets[set + 1])
            let end = Int(view.typeSets[set + 2])
            lists.append(Array(view.typeSets.slice(first, min(end &- first, 256))))
        }
        self.lists = lists
        let named = meta.types.map { IndexTypes.kinds[$0] ?? .town }
        kindBytes = .allocate(byteCount: lists.count, alignment: 1)
        for (set, list) in lists.enumerated() {
            let kind = list.lazy.map { Int($0) < named.count ? named[Int($0)] : .town }.first { $0 != .town }
            kindBytes[set] = (kind ?? .town).rawValue
        }
        kinds = Column(UnsafeRawBufferPointer(kindBytes))
    }

    /// Gives the memory back; the index that has them goes.
    func deallocate() { kindBytes.deallocate() }

    func list(_ set: UInt16) -> [UInt32] { Int(set) < lists.count ? lists[Int(set)] : [] }

    /// A bit for each set that a filter wants.
    func sets(matching types: [String], mode: FilterMode) -> [UInt64] {
        var bits = [UInt64](repeating: 0, count: lists.count / 64 + 1)
        let wanted = Set(types.compactMap { numbers[$0] })
        for (set, list) in lists.enumerated() where matches(list, types, wanted, mode) {
            bits[set >> 6] |= 1 << UInt64(set & 63)
        }
        return bits
    }

    private func matches(_ list: [UInt32], _ types: [String], _ wanted: Set<UInt32>, _ mode: FilterMode) -> Bool {
        for type in types {
            switch type {
            case "(cities)": if holds(list, IndexTypes.cities) { return true }
            case "(regions)": if holds(list, IndexTypes.regions) { return true }
            case "geocode" where mode == .legacy: if isGeocode(list) { return true }
            case "establishment" where mode == .legacy: if !isGeocode(list) { return true }
            case "address" where mode == .legacy: if holds(list, IndexTypes.addresses) { return true }
            default: break
            }
        }
        if mode == .new { return list.first.map(wanted.contains) ?? false }
        return list.contains(where: wanted.contains)
    }

    private func holds(_ list: [UInt32], _ names: Set<String>) -> Bool {
        for name in names {
            if let number = numbers[name], list.contains(number) { return true }
        }
        return false
    }

    /// An area or an address: its primary type says so, or, without one, any of its types.
    private func isGeocode(_ list: [UInt32]) -> Bool {
        if let first = list.first, first != TypeSets.none { return isAreaType(first) }
        return list.contains(where: isAreaType)
    }

    func isAreaType(_ type: UInt32) -> Bool { Int(type) < isArea.count && isArea[Int(type)] }
}
