import PlacesModel
import PlacesText

/// Turns collected records into the sections of a file.
final class IndexAssembly {
    /// An entry: one name of one place.
    struct Entry: BitwiseCopyable {
        /// Number of the place by importance.
        var place: UInt32
        var name: UInt32
        var score: UInt16
        var language: UInt8
    }

    let collected: CollectedRecords
    private let onProgress: (Double) -> Bool
    let table = NameTable()
    var rows: [PlaceRow] = []
    var entries: [Entry] = []
    /// Of each word of `table`, the number of the phrase that begins there.
    var wordPhrases: [UInt32] = []

    init(_ collected: CollectedRecords, onProgress: @escaping (Double) -> Bool) {
        self.collected = collected
        self.onProgress = onProgress
    }

    private func step(_ fraction: Double) throws(PlacesError) {
        guard onProgress(fraction) else { throw PlacesError(.cancelled, "the building of the index was stopped") }
    }

    func sections() throws(PlacesError) -> [SectionBytes] {
        try step(0)
        orderPlaces()
        makeEntries()
        try step(0.2)
        var phrases = PhraseAssembly(table)
        wordPhrases = phrases.number()
        try step(0.5)
        let postings = PostingAssembly(entries, table, wordPhrases, phraseCount: phrases.count)
        var areas = AreaAssembly(collected)
        try step(0.6)
        let spatial = SpatialAssembly(self)
        areas.addPlaces(rows, leafSets: spatial.leafSets, leafStarts: spatial.leafStarts)
        try step(0.8)
        let inner = TrigramAssembly(phrases, firsts: postings.firsts)
        let facets = FacetAssembly(self)
        try step(0.9)
        var result: [SectionBytes] = [
            SectionBytes(.meta, meta().write()), SectionBytes(.places, rows),
            SectionBytes(.names, areas.names.bytes), SectionBytes(.extras, collected.extras.bytes),
            SectionBytes(.ids, idSlots()), SectionBytes(.idTexts, collected.idTexts.bytes),
            SectionBytes(.entryPlaces, entries.map(\.place)), SectionBytes(.entryScores, entries.map(\.score)),
            SectionBytes(.entryLanguages, entries.map(\.language)),
        ]
        result +=
            spatial.sections + phrases.sections(postings, scores: entries.map(\.score)) + postings.sections(phrases)
            + inner.sections + areas.sections
        result += [SectionBytes(.typeSets, typeSets()), SectionBytes(.facets, facets.rows)]
        result += [SectionBytes(.facetEntries, facets.entries)]
        return result
    }

    /// Numbers the places by importance; equal ones keep their order.
    private func orderPlaces() {
        let hidden = Duplicates.find(collected)
        let importances = collected.importances
        // Descending by importance: the bits of a float that is not negative are in its order.
        var keys = importances.enumerated().map { UInt64(~$1.bitPattern) << 32 | UInt64($0) }
        RadixSort.sort(&keys)
        rows = keys.map { key in
            let index = Int(key & 0xFFFF_FFFF)
            var row = collected.rows[index]
            row.score = Ranking.encode(importances[index])
            if hidden[index] { row.flags |= PlaceRow.isDuplicate }
            return row
        }
    }

    private func makeEntries() {
        var made: [Entry] = []
        made.reserveCapacity(rows.count)
        var address = ByteWriter()
        let names = collected.names.bytes
        names.withUnsafeBufferPointer { names in
            for (number, row) in rows.enumerated() where row.flags & PlaceRow.isDuplicate == 0 {
                let importance = Ranking.decode(row.score)
                var reader = ByteReader(names, at: Int(row.names))
                var count = reader.variable()
                let first = made.count
                while count > 0 {
                    count -= 1
                    let tag = reader.variable()
                    let text = reader.blob()
                    guard let name = table.number(of: text) else { continue }
                    // The same name in two languages is one entry.
                    if made[first...].contains(where: { $0.name == UInt32(name) }) { continue }
                    let score = importance - IndexAssembly.cost(ofKind: UInt8(tag & 3), importance)
                    made.append(
                        Entry(
                            place: UInt32(number),
                            name: UInt32(name),
                            score: Ranking.encode(score),
                            language: UInt8(truncatingIfNeeded: min(tag >> 2, 255))
                        )
                    )
                }
                guard row.extras > 0 else { continue }
                addressText(row, names, &address)
                guard address.count > 0 else { continue }
                let name = address.bytes.withUnsafeBufferPointer { table.number(of: $0) }
                guard let name else { continue }
                let score = importance - Ranking.addressName
                made.append(
                    Entry(place: UInt32(number), name: UInt32(name), score: Ranking.encode(score), language: 0)
                )
            }
        }
        var keys = [UInt64](unsafeUninitializedCapacity: made.count) { target, filled in
            for index in 0..<made.count {
                target.initializeElement(at: index, to: UInt64(~made[index].score) << 32 | UInt64(index))
            }
            filled = made.count
        }
        RadixSort.sort(&keys)
        entries = keys.map { made[Int($0 & 0xFFFF_FFFF)] }
    }

    static func cost(ofKind kind: UInt8, _ importance: Float) -> Float {
        let share = Ranking.otherNameShare * max(0, importance)
        switch kind {
        case RecordNameKind.primary: return 0
        case RecordNameKind.translated: return Ranking.translatedName + share
        default: return Ranking.alternateName + share
        }
    }

    private let foldedName = FoldedText()
    private let foldedStreet = FoldedText()

    /// Street, number and postcode as further words of a place, but for what its name has already.
    private func addressText(_ row: PlaceRow, _ names: UnsafeBufferPointer<UInt8>, _ text: inout ByteWriter) {
        text = ByteWriter()
        collected.extras.bytes.withUnsafeBytes { bytes in
            let extras = Extras(Column<UInt8>(bytes), at: row.extras)
            var reader = ByteReader(names, at: Int(row.names))
            _ = reader.variable()
            _ = reader.variable()
            foldedName.fold(reader.blob())
            if !extras.street.isEmpty {
                foldedStreet.fold(extras.street)
                if !foldedName.contains(foldedStreet) {
                    text.put(raw: UnsafeRawBufferPointer(extras.houseNumber))
                    text.put(0x20)
                    text.put(raw: UnsafeRawBufferPointer(extras.street))
                }
            }
            if !extras.postcode.isEmpty {
                text.put(0x20)
                text.put(raw: UnsafeRawBufferPointer(extras.postcode))
            }
        }
    }

    private func meta() -> Meta {
        var meta = Meta()
        for (index, name) in collected.sources.texts.enumerated() {
            meta.sources.append(
                PlaceIndex.Source(
                    name: name,
                    placeCount: index < collected.sourceCounts.count ? collected.sourceCounts[index] : 0,
                    attribution: collected.attributions[name] ?? ""
                )
            )
        }
        meta.idPrefixes = collected.idPrefixes.texts
        meta.languages = collected.languages.texts
        meta.types = collected.types.texts
        meta.timeZones = collected.timeZones.texts
        meta.timeZonePlaces = Array(repeating: 0, count: meta.timeZones.count)
        for (number, row) in rows.enumerated() where row.timeZone > 0 {
            let zone = Int(row.timeZone) - 1
            if zone < meta.timeZonePlaces.count, meta.timeZonePlaces[zone] == 0 {
                meta.timeZonePlaces[zone] = UInt32(number + 1)
            }
        }
        return meta
    }

    /// Open-addressed: place + 1.
    private func idSlots() -> [UInt32] {
        var slots = [UInt32](repeating: 0, count: rows.count + rows.count / 3 + 1)
        for (number, row) in rows.enumerated() {
            var slot = CollectedRecords.slot(of: collected.text(ofID: row), count: slots.count)
            while slots[slot] != 0 { slot = slot + 1 == slots.count ? 0 : slot + 1 }
            slots[slot] = UInt32(number + 1)
        }
        return slots
    }

    /// First one offset a set, and one more; then each set's types.
    private func typeSets() -> [UInt32] {
        let lists = collected.typeSets.lists
        var result: [UInt32] = [UInt32(lists.count)]
        var at = UInt32(lists.count + 2)
        for list in lists {
            result.append(at)
            at += UInt32(list.count)
        }
        result.append(at)
        for list in lists { result += list }
        return result
    }
}

enum RecordNameKind {
    static let primary: UInt8 = 0
    static let translated: UInt8 = 1
    static let alternate: UInt8 = 2
}

/// Sorts 64-bit numbers, byte by byte.
enum RadixSort {
    static func sort(_ keys: inout [UInt64]) {
        let count = keys.count
        guard count > 1 else { return }
        var other = [UInt64](repeating: 0, count: count)
        keys.withUnsafeMutableBufferPointer { keys in
            other.withUnsafeMutableBufferPointer { other in
                if let keys = keys.baseAddress, let other = other.baseAddress { sort(keys, other, count) }
            }
        }
    }

    /// `other` has room for as many. By the bits from `from` on; what is equal in them keeps its order.
    static func sort(
        _ keys: UnsafeMutablePointer<UInt64>,
        _ other: UnsafeMutablePointer<UInt64>,
        _ count: Int,
        from: UInt64 = 0
    ) {
        if count <= 32 {
            insert(keys, count, from)
            return
        }
        var all: UInt64 = 0
        var common = UInt64.max
        for index in 0..<count {
            all |= keys[index]
            common &= keys[index]
        }
        var source = keys
        var target = other
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 257) { starts in
            guard let starts = starts.baseAddress else { return }
            for shift in stride(from: from, to: 64, by: 8) where (all ^ common) >> shift & 0xFF != 0 {
                starts.initialize(repeating: 0, count: 257)
                for index in 0..<count { starts[Int(source[index] >> shift & 0xFF) &+ 1] &+= 1 }
                for index in 1...256 { starts[index] &+= starts[index &- 1] }
                for index in 0..<count {
                    let key = source[index]
                    let part = Int(key >> shift & 0xFF)
                    target[starts[part]] = key
                    starts[part] &+= 1
                }
                swap(&source, &target)
            }
        }
        if source != keys { keys.update(from: source, count: count) }
    }

    private static func insert(_ keys: UnsafeMutablePointer<UInt64>, _ count: Int, _ from: UInt64) {
        var index = 1
        while index < count {
            let key = keys[index]
            var at = index
            while at > 0, keys[at &- 1] >> from > key >> from {
                keys[at] = keys[at &- 1]
                at &-= 1
            }
            keys[at] = key
            index &+= 1
        }
    }
}
