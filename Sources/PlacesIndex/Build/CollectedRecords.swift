import PlacesModel
import PlacesText

/// Records as they came in, in compact form.
final class CollectedRecords {
    var rows: [PlaceRow] = []
    var importances: [Float] = []
    var names = ByteWriter()
    var extras = ByteWriter()
    var idTexts = ByteWriter()
    let areas = CollectedAreas()
    var attributions: [String: String] = [:]
    var sources = TextNumbering()
    var sourceCounts: [Int] = []
    var languages = TextNumbering([""])
    var types = TextNumbering()
    var typeSets = ListNumbering()
    /// Country (two letters in the high word), then areas.
    var areaSets = ListNumbering()
    var timeZones = TextNumbering()
    var idPrefixes = TextNumbering()
    /// Open-addressed: the upper half of the ID's hash, and the row + 1 below; 0 for none.
    private var idSlots: [UInt64] = []
    /// Of no use, but that the reading of slots is not left out.
    private var fetched: UInt64 = 0
    // Rows in a row are mostly of one source, of one kind and in one area: what was found for the last one.
    private var lastPrimaryType = ""
    private var lastTypes: [String] = []
    private var lastTypeSet: UInt16?
    private var lastCountry = ""
    private var lastAreas: [String] = []
    private var lastAreaSet: UInt32?
    /// How many areas there were then: a key may have got its area since.
    private var lastAreaCount = 0
    private var lastSource = LastPrefix()
    private var lastIDPrefix = LastPrefix()

    /// Of most places.
    private static let roomForNames = 4096

    init() {
        // Offset 0 means "none" in both.
        extras.put(0)
        names.put(0)
    }

    /// False when the ID is there already.
    func add(_ place: PlaceRecord) throws(PlacesError) -> Bool {
        try checkRoom()
        var id = place.id
        guard var row = id.withUTF8({ newRow($0, place.location) }) else { return false }
        put(place.names)
        row.typeSet = typeSet(place.primaryType, place.types)
        row.areaSet = areaSet(place.country, place.areas)
        if !place.timeZone.isEmpty {
            row.timeZone = UInt16(truncatingIfNeeded: min(timeZones.number(of: place.timeZone) + 1, 65535))
        }
        if place.isPureServiceArea { row.flags |= PlaceRow.isPureServiceArea }
        if place.isFutureOpening { row.flags |= PlaceRow.isFutureOpening }
        if !place.shape.isEmpty { row.flags |= PlaceRow.hasShape }
        if Extras.isNeeded(place) {
            row.extras = UInt32(extras.count)
            Extras.write(place, into: &extras)
        }
        append(row, place.importance)
        return true
    }

    /// Asked before each place.
    func checkRoom() throws(PlacesError) {
        guard rows.count < 0x3FFF_FFFF, names.count < 0xFFF0_0000, extras.count < 0xFFF0_0000 else {
            throw PlacesError(.unsupported, "the places are too many for one index file")
        }
    }

    /// A row for a place of which the names come next; nil when the ID is there already.
    func newRow(_ id: UnsafeBufferPointer<UInt8>, _ location: Coordinate) -> PlaceRow? {
        var row = PlaceRow()
        (row.idLow, row.idHigh) = storeID(id)
        guard claim(id, row) else { return nil }
        row.latitude = CollectedRecords.fixed(location.latitude)
        row.longitude = CollectedRecords.fixed(location.longitude)
        row.names = UInt32(names.count)
        names.growLarge(by: CollectedRecords.roomForNames)
        let source = min(source(of: id), 255)
        if source == sourceCounts.count { sourceCounts.append(0) }
        sourceCounts[source] += 1
        row.source = UInt8(truncatingIfNeeded: source)
        return row
    }

    func append(_ row: PlaceRow, _ importance: Float) {
        rows.growLarge()
        rows.append(row)
        importances.growLarge()
        importances.append(importance.isFinite ? min(max(importance, 0), 12) : 0)
    }

    static func fixed(_ degrees: Double) -> Int32 { Int32((degrees * 1e7).rounded()) }

    /// The primary name first: it is the one to show.
    private func put(_ list: [RecordName]) {
        let usable = list.count == 1 ? list : list.filter { !$0.text.isEmpty }
        let first = usable.firstIndex { $0.kind == .primary } ?? 0
        if usable.count == 1, usable[0].kind == .primary, usable[0].language.isEmpty {
            var text = usable[0].text
            text.withUTF8 { names.put(onlyName: $0) }
            return
        }
        names.put(nameCount: usable.count)
        put(usable[first])
        for index in usable.indices where index != first { put(usable[index]) }
    }

    private func put(_ name: RecordName) {
        let language = UInt64(min(languages.number(of: name.language), 255))
        names.put(name: name.text, language: language, kind: name.kind.rawValue)
    }

    private func source(of id: UnsafeBufferPointer<UInt8>) -> Int {
        if let colon = IndexBuilder.colon(in: id) {
            let prefix = UnsafeBufferPointer(rebasing: id[..<colon])
            if let known = lastSource.number(of: prefix) { return known }
        }
        let name = IndexBuilder.sourceName(of: String(decoding: id, as: UTF8.self))
        let number = sources.number(of: name)
        lastSource.set(name, number)
        return number
    }

    func typeSet(_ primaryType: String, _ placeTypes: [String]) -> UInt16 {
        if let lastTypeSet, lastPrimaryType == primaryType, isSame(lastTypes, placeTypes) { return lastTypeSet }
        let set = newTypeSet(primaryType, placeTypes)
        lastPrimaryType = primaryType
        lastTypes = placeTypes
        lastTypeSet = set
        return set
    }

    private func newTypeSet(_ primaryType: String, _ placeTypes: [String]) -> UInt16 {
        var list: [UInt32] = []
        // The first is the primary type, `none` where there is none.
        list.append(primaryType.isEmpty ? TypeSets.none : UInt32(types.number(of: primaryType)))
        for type in placeTypes where type != primaryType {
            let number = UInt32(types.number(of: type))
            if !list.contains(number) { list.append(number) }
        }
        let number = typeSets.number(of: list)
        // More than 65,534 combinations: the place keeps its primary type only.
        if number > 0xFFFE { return UInt16(truncatingIfNeeded: min(typeSets.number(of: [list[0]]), 0xFFFE)) }
        return UInt16(truncatingIfNeeded: number)
    }

    func areaSet(_ country: String, _ keys: [String]) -> UInt32 {
        if let lastAreaSet, lastAreaCount == areas.rows.count, lastCountry == country,
            isSame(lastAreas, keys)
        {
            return lastAreaSet
        }
        let set = newAreaSet(country, keys)
        lastCountry = country
        lastAreas = keys
        lastAreaSet = set
        lastAreaCount = areas.rows.count
        return set
    }

    private func newAreaSet(_ countryText: String, _ keys: [String]) -> UInt32 {
        var list: [UInt32] = []
        list.reserveCapacity(keys.count + 1)
        list.append(0)
        var country = CollectedAreas.countryCode(countryText)
        for key in keys {
            guard let area = areas.number(of: key) else { continue }
            list.append(UInt32(area))
            if country == 0 { country = areas.rows[area].country }
        }
        list[0] = UInt32(country)
        return UInt32(areaSets.number(of: list))
    }

    // MARK: IDs

    /// `geonames:2988507` is a prefix's number and a number; what does not fit is kept as text.
    private func storeID(_ id: UnsafeBufferPointer<UInt8>) -> (UInt32, UInt32) {
        if let (number, start) = CollectedRecords.number(of: id),
            let prefix = idPrefix(UnsafeBufferPointer(rebasing: id[..<start]))
        {
            return CollectedRecords.halves(prefix, number)
        }
        let offset = UInt32(idTexts.count)
        idTexts.put(blob: UnsafeRawBufferPointer(id))
        return (offset, PlaceRow.noPrefix << 24)
    }

    private static func halves(_ prefix: Int, _ number: UInt64) -> (UInt32, UInt32) {
        (UInt32(truncatingIfNeeded: number), UInt32(prefix) << 24 | UInt32(number >> 32))
    }

    /// The number that an ID ends with, and where it begins; nil where the two would not give the same text again.
    private static func number(of id: UnsafeBufferPointer<UInt8>) -> (number: UInt64, start: Int)? {
        var start = id.count
        var number: UInt64 = 0
        var scale: UInt64 = 1
        while start > 0, id.count &- start < 16 {
            let byte = id[start &- 1]
            guard byte >= 0x30, byte <= 0x39 else { break }
            number += UInt64(byte & 0x0F) * scale
            scale *= 10
            start &-= 1
        }
        let digits = id.count &- start
        // No leading zero, else the number would not give the same text.
        let canBeNumber = digits > 0 && (digits == 1 || number >= scale / 10) && number < 1 << 56
        return canBeNumber && start <= 32 ? (number, start) : nil
    }

    /// The number of a prefix of ASCII; nil for others, and where there are too many.
    private func idPrefix(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        if let last = lastIDPrefix.number(of: bytes) { return last }
        guard !bytes.contains(where: { $0 >= 0x80 }) else { return nil }
        let prefix = String(decoding: bytes, as: UTF8.self)
        guard
            let number = idPrefixes.known(prefix)
                ?? (idPrefixes.texts.count < 250 ? idPrefixes.number(of: prefix) : nil)
        else { return nil }
        lastIDPrefix.set(prefix, number)
        return number
    }

    private func claim(_ id: UnsafeBufferPointer<UInt8>, _ row: PlaceRow) -> Bool {
        if (rows.count + 1) * 4 > idSlots.count * 3 { growSlots() }
        let isNumber = row.idHigh >> 24 != PlaceRow.noPrefix
        let tag =
            (isNumber
                ? CollectedRecords.hash(row.idLow, row.idHigh) : id.baseAddress.map { Layout.hash($0, id.count) } ?? 0)
            >> 32
        return idSlots.withUnsafeMutableBufferPointer { slots in
            var slot = Int((tag &* UInt64(slots.count)) >> 32)
            while slots[slot] != 0 {
                if slots[slot] >> 32 == tag {
                    let other = rows[Int(slots[slot] & 0xFFFF_FFFF) - 1]
                    if isNumber {
                        if other.idLow == row.idLow, other.idHigh == row.idHigh { return false }
                    } else if other.idHigh == row.idHigh, isText(id, at: other.idLow) {
                        return false
                    }
                }
                slot = slot + 1 == slots.count ? 0 : slot + 1
            }
            slots[slot] = tag << 32 | UInt64(rows.count + 1)
            return true
        }
    }

    /// What finds an ID of the last prefix and a number; nil for others.
    func tag(ofNumber id: UnsafeBufferPointer<UInt8>) -> UInt64? {
        guard let (number, start) = CollectedRecords.number(of: id),
            let prefix = lastIDPrefix.number(of: UnsafeBufferPointer(rebasing: id[..<start]))
        else { return nil }
        let (low, high) = CollectedRecords.halves(prefix, number)
        return CollectedRecords.hash(low, high) >> 32
    }

    /// Reads where IDs with these tags are looked for, before they are.
    func fetchIDs(_ tags: UnsafeMutableBufferPointer<UInt64>) {
        idSlots.withUnsafeBufferPointer { slots in
            var all: UInt64 = 0
            for tag in tags where !slots.isEmpty { all |= slots[Int((tag &* UInt64(slots.count)) >> 32)] }
            fetched = all
        }
    }

    private func isText(_ id: UnsafeBufferPointer<UInt8>, at offset: UInt32) -> Bool {
        idTexts.bytes.withUnsafeBufferPointer { bytes in
            var reader = ByteReader(bytes, at: Int(offset))
            return reader.blob().elementsEqual(id)
        }
    }

    private func growSlots() {
        var larger = [UInt64].large(repeating: 0, count: max(1024, idSlots.count * 2))
        larger.withUnsafeMutableBufferPointer { larger in
            for entry in idSlots where entry != 0 {
                var slot = Int(((entry >> 32) &* UInt64(larger.count)) >> 32)
                while larger[slot] != 0 { slot = slot + 1 == larger.count ? 0 : slot + 1 }
                larger[slot] = entry
            }
        }
        idSlots = larger
    }

    /// Of an ID that is a prefix and a number: for the builder's own table numbers are not made texts.
    private static func hash(_ low: UInt32, _ high: UInt32) -> UInt64 {
        let state = UInt64(high) << 32 | UInt64(low)
        let mixed = (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ mixed << 32
    }

    func text(ofID row: PlaceRow) -> String {
        let prefix = row.idHigh >> 24
        if prefix == PlaceRow.noPrefix {
            return idTexts.bytes.withUnsafeBufferPointer { bytes in
                var reader = ByteReader(bytes, at: Int(row.idLow))
                return reader.text()
            }
        }
        return idPrefixes.texts[Int(prefix)] + String(UInt64(row.idHigh & 0xFF_FFFF) << 32 | UInt64(row.idLow))
    }

    /// `Layout.hash` of the text of an ID, without making the text. `prefixes`: the bytes of `idPrefixes`.
    func hash(ofID row: PlaceRow, prefixes: [[UInt8]]) -> UInt64 {
        let prefix = row.idHigh >> 24
        if prefix == PlaceRow.noPrefix {
            return idTexts.bytes.withUnsafeBufferPointer { bytes in
                var reader = ByteReader(bytes, at: Int(row.idLow))
                let text = reader.blob()
                return text.baseAddress.map { Layout.hash($0, text.count) } ?? 0
            }
        }
        // A prefix has at most 32 bytes, a number at most 17.
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { text in
            guard let base = text.baseAddress else { return 0 }
            var start = 64
            var number = UInt64(row.idHigh & 0xFF_FFFF) << 32 | UInt64(row.idLow)
            repeat {
                start &-= 1
                text[start] = UInt8(truncatingIfNeeded: number % 10) | 0x30
                number /= 10
            } while number > 0
            var left = prefixes[Int(prefix)].count
            while left > 0, start > 0 {
                left &-= 1
                start &-= 1
                text[start] = prefixes[Int(prefix)][left]
            }
            return Layout.hash(base + start, 64 &- start)
        }
    }

    /// Where the search for an ID begins.
    @inline(__always)
    static func slot(of hash: UInt64, count: Int) -> Int {
        Int(hash.multipliedFullWidth(by: UInt64(count)).high)
    }
}

/// Whether two lists are equal. That they are one and the same is seen by where they are: nothing of a list is read that
/// a reader on another thread counts references of.
private func isSame(_ a: [String], _ b: [String]) -> Bool {
    unsafeBitCast(a, to: UInt.self) == unsafeBitCast(b, to: UInt.self) || a == b
}

/// The prefix that was looked up last, as bytes: comparing these makes no text.
private struct LastPrefix {
    private var bytes: [UInt8] = []
    private var found: Int?

    func number(of prefix: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let found, prefix.count == bytes.count else { return nil }
        for index in 0..<bytes.count where prefix[index] != bytes[index] { return nil }
        return found
    }

    mutating func set(_ prefix: String, _ number: Int) {
        bytes = Array(prefix.utf8)
        found = number
    }
}

enum TypeSets {
    static let none: UInt32 = 0xFFFF_FFFF
}

/// Areas as they came in.
final class CollectedAreas {
    private var numbers = TextNumbering()
    var rows: [AreaRow] = []
    var records: [AreaRecord] = []

    func number(of key: String) -> Int? { numbers.known(key) }

    /// An area that several sources describe gets the names of all.
    func add(_ area: AreaRecord) {
        if let known = numbers.known(area.key) {
            for name in area.names where !name.text.isEmpty && !records[known].names.contains(name) {
                records[known].names.append(name)
            }
            return
        }
        _ = numbers.number(of: area.key)
        var row = AreaRow()
        row.country = CollectedAreas.countryCode(area.country)
        row.level = area.level.rawValue
        rows.append(row)
        records.append(area)
    }

    /// Two letters as a number; 0 for anything else.
    static func countryCode(_ text: String) -> UInt16 {
        var copy = text
        return copy.withUTF8 { bytes in
            guard bytes.count == 2, let code = RegionCode(known: bytes[0] | 0x20, bytes[1] | 0x20) else { return 0 }
            return UInt16(code.high) << 8 | UInt16(code.low)
        }
    }
}
