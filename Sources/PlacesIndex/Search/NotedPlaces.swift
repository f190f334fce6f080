/// Which places have a word, as bits. Where thousands of entries are looked at for the other words of the query, most
/// places are told to lack one without a look at their names.
extension IndexSearch {
    /// Conditions of which the places are noted, and the bits of each; places beyond share bits with others.
    static let notedConditions = 6
    static let notedPlaces = 1 << 19
    /// Fewer entries than these are looked at as they are.
    private static let leastLooks = 192
    /// Places in areas are not noted where there are more than these.
    private static let mostAreaPlaces = 1 << 16

    /// Notes the places of the conditions but two, where that costs less than to look for them at so many places.
    mutating func notePlaces(besides driver: Int, _ partner: Int = -1, looks: Int) {
        guard isSelective, looks >= IndexSearch.leastLooks else { return }
        for index in 0..<conditionCount where index != driver && index != partner {
            let condition = scratch.conditions[index]
            guard condition.notedPlaces < 0, notedCount < IndexSearch.notedConditions,
                Int(condition.entries) <= 2 &* looks
            else { continue }
            note(index, most: 4 &* looks)
        }
    }

    private mutating func note(_ index: Int, most: Int) {
        noteNames(ofCondition: index)
        noteAreas(ofCondition: index, most: most)
    }

    private mutating func noteNames(ofCondition index: Int) {
        scratch.conditions[index].notedPlaces = Int32(truncatingIfNeeded: notedCount)
        noteNames(scratch.conditions[index], notedNames(notedCount))
        scratch.notedWords[notedCount] = (Int32(truncatingIfNeeded: index), scratch.conditions[index])
        notedCount &+= 1
    }

    /// Takes over what was noted of the same words, when they are searched once more: those that may go on, and the last
    /// one, are looked for in the same phrases and areas again.
    mutating func keepNoted() {
        for index in 0..<conditionCount {
            let condition = scratch.conditions[index]
            for slot in 0..<notedCount where Int(scratch.notedWords[slot].word) == index {
                let noted = scratch.notedWords[slot].condition
                guard noted.rangeCount == condition.rangeCount, noted.entries == condition.entries,
                    noted.areaBits == condition.areaBits
                else { continue }
                scratch.conditions[index].notedPlaces = noted.notedPlaces
                scratch.conditions[index].areasAreNoted = noted.areasAreNoted
                scratch.conditions[index].areaPlaces = noted.areaPlaces
            }
        }
    }

    private mutating func noteAreas(ofCondition index: Int, most: Int) {
        let areas = notedAreas(Int(scratch.conditions[index].notedPlaces))
        areas.clear()
        scratch.conditions[index].areasAreNoted = noteAreas(index, areas, most: most)
        scratch.notedWords[Int(scratch.conditions[index].notedPlaces)].condition = scratch.conditions[index]
    }

    /// Places in the areas of a condition; the highest number where not all are listed, or more than `most`.
    private mutating func areaPlaces(_ index: Int, most: Int) -> Int {
        let condition = scratch.conditions[index]
        let unknown = Int(Int32.max)
        if condition.areaPlaces >= 0 { return Int(condition.areaPlaces) }
        var total = 0
        var isCut = false
        if condition.areaBits >= 0 {
            let view = view
            if view.areaPlaces.count == 0 { total = unknown }
            walkAreas(condition) { _, area in
                let list = AreaList(view, area)
                total &+= list.listed
                if !list.isComplete || total > IndexSearch.mostAreaPlaces { total = unknown }
                isCut = total > most && total < unknown
                return total < unknown && !isCut
            }
        }
        if isCut { return unknown }
        scratch.conditions[index].areaPlaces = Int32(truncatingIfNeeded: total)
        return total
    }

    // MARK: Places that have all words

    /// Completes the search for all words along the places that have those of them which few have, the best place first.
    /// False, with nothing done, where that is not less than to look at so many entries of the driver.
    mutating func walkTogether(_ driver: Int, _ extra: Float, total: Int) -> Bool {
        // Where what passes is at hand, to look at that is as fast.
        guard isSelective, selection == nil, missingAllowed == 0, conditionCount > 1 else { return false }
        // The fewest places that are left to look at, and what it costs to note those.
        var least = Int(scratch.conditions[driver].entries)
        for index in 0..<conditionCount where index != driver { least = min(least, looksToNote(index, most: least)) }
        let most = IndexSearch.looksOfPlace &* min(least, total)
        guard least <= most else { return false }
        var isNoted = false
        // What many have is not worth to be noted for the sake of few.
        for index in 0..<conditionCount {
            if noteTogether(index, isDriver: index == driver, most: most) { isNoted = true }
        }
        guard isNoted else { return false }
        if !lackingIsNoted {
            lacking.clear()
            lackingIsNoted = true
        }
        walkNoted(extra, driver)
        return true
    }

    /// Notes the places of a condition where that costs little enough: of the driver, those that have it in a name.
    private mutating func noteTogether(_ index: Int, isDriver: Bool, most: Int) -> Bool {
        let condition = scratch.conditions[index]
        let isNoted = condition.notedPlaces >= 0
        if isNoted, isDriver || condition.areasAreNoted { return true }
        guard isNoted || notedCount < IndexSearch.notedConditions,
            isDriver ? Int(condition.entries) <= most : looksToNote(index, most: most) <= most
        else { return false }
        if !isNoted { noteNames(ofCondition: index) }
        if !isDriver { noteAreas(ofCondition: index, most: Int(Int32.max)) }
        return true
    }

    /// To look at a place costs as much as to note so many.
    private static let looksOfPlace = 8
    /// Names of the driver's word that are noted beside other words.
    private static let mostNamesBeside = 8192
    /// Places of an area lie one after the other: so many are noted as fast as that of one entry.
    private static let placesOfEntry = 8

    /// `most`: what is more need not be counted.
    private mutating func looksToNote(_ index: Int, most: Int) -> Int {
        let left = most &- Int(scratch.conditions[index].entries)
        guard left >= 0 else { return .max }
        let places = areaPlaces(index, most: (left &+ 1) &* IndexSearch.placesOfEntry)
        if places == Int(Int32.max) { return .max }
        return Int(scratch.conditions[index].entries) &+ places / IndexSearch.placesOfEntry
    }

    /// Looks at the places that all conditions have of which the places are noted; those of the driver, in a name.
    private mutating func walkNoted(_ extra: Float, _ driver: Int) {
        withUnsafeTemporaryAllocation(of: PlaceBits.self, capacity: 2 * IndexSearch.notedConditions + 2) { sets in
            var count = 0
            for index in 0..<conditionCount where count &+ 2 < sets.count {
                let condition = scratch.conditions[index]
                guard condition.notedPlaces >= 0, index == driver || condition.areasAreNoted else { continue }
                let names = notedNames(Int(condition.notedPlaces))
                sets[count] = names
                sets[count &+ 1] = index == driver ? names : notedAreas(Int(condition.notedPlaces))
                count &+= 2
            }
            guard count > 0 else { return }
            let noted = UnsafeBufferPointer(rebasing: sets[..<count])
            let condition = scratch.conditions[driver]
            if condition.notedPlaces < 0, notedCount < IndexSearch.notedConditions,
                Int(condition.entries) <= IndexSearch.mostNamesBeside,
                Int(condition.entries) < IndexSearch.looksOfPlace / 2 &* PlaceBits.count(noted)
            {
                // More are left than it costs to tell which of them have the driver's word.
                noteNames(ofCondition: driver)
                let names = notedNames(Int(scratch.conditions[driver].notedPlaces))
                sets[count] = names
                sets[count &+ 1] = names
                count &+= 2
            }
            walkPlaces(inAll: UnsafeBufferPointer(rebasing: sets[..<count]), extra, driver)
        }
    }

    private mutating func walkPlaces(
        inAll sets: UnsafeBufferPointer<PlaceBits>,
        _ extra: Float,
        _ driver: Int
    ) {
        let batch = scratch.batch
        var isDone = false
        var base: UInt32 = 0
        // Of a large index several places share a bit.
        while Int(base) < view.places.count, !isDone {
            var size = 0
            PlaceBits.walk(sets, goesOn: { place in !isPast(base &+ place, extra) }) { place in
                batch[size] = base &+ place
                size &+= 1
                guard size == IndexSearch.batchSize else { return true }
                isDone = isPast(batch[0], extra)
                if isDone { return false }
                acceptPlaces(ofBatch: size, extra, driver)
                size = 0
                return true
            }
            if size > 0, !isDone {
                if isPast(batch[0], extra) { return }
                acceptPlaces(ofBatch: size, extra, driver)
            }
            base &+= UInt32(IndexSearch.notedPlaces)
        }
    }

    /// Whether neither a place nor any that follows may come in.
    private func isPast(_ place: UInt32, _ extra: Float) -> Bool {
        rows.isFull && Ranking.decode(view.places[place].score) + extra < rows.threshold
    }

    // MARK: Bits

    @inline(__always)
    private func places(_ number: Int) -> PlaceBits { PlaceBits(scratch.notedPlaces + number &* PlaceBits.size) }

    /// The places that have a noted word in a name.
    @inline(__always)
    private func notedNames(_ number: Int) -> PlaceBits { places(2 &* number) }

    /// Those in the areas that have it.
    @inline(__always)
    private func notedAreas(_ number: Int) -> PlaceBits { places(2 &* number &+ 1) }

    private var driverNames: PlaceBits { places(2 &* IndexSearch.notedConditions) }

    /// Those that lack one of the words.
    private var lacking: PlaceBits { places(2 &* IndexSearch.notedConditions &+ 1) }

    /// Sets of places that there is room for.
    static let notedSets = 2 * IndexSearch.notedConditions + 2

    /// Remembers that a place lacks a word, whichever is the driver's.
    @inline(__always)
    func noteLacking(_ place: UInt32) {
        if lackingIsNoted, view.places.count <= IndexSearch.notedPlaces { lacking.insert(place) }
    }

    @inline(__always)
    func isLacking(_ place: UInt32) -> Bool { lackingIsNoted && lacking.contains(place) }

    /// Room for `roomForBest` entries: where the driver's places are noted.
    var roomForEntries: UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(driverNames.words).assumingMemoryBound(to: UInt32.self)
    }

    private func noteNames(_ condition: Condition, _ bits: PlaceBits) {
        guard Int(condition.entries) >= IndexSearch.manyEntries, selection == nil else {
            bits.clear()
            forEachEntry(condition) { bits.insert($0) }
            return
        }
        bits.clearAll(view.places.count)
        forEachEntry(condition) { bits.insertCleared($0) }
    }

    /// To set the bits of more entries takes longer than to clear all.
    private static let manyEntries = 512

    @inline(__always)
    private func forEachEntry(_ condition: Condition, _ body: (_ place: UInt32) -> Void) {
        let places = view.entryPlaces
        for index in 0..<Int(condition.rangeCount) {
            let range = scratch.ranges[Int(condition.firstRange) &+ index]
            if let selection {
                for at in selection.indexes(Int(range.first), Int(range.end)) { body(places[selection.entry(at)]) }
                continue
            }
            for entry in view.phraseFirsts.slice(Int(range.first), range.count) { body(places[entry]) }
            let start = view.restStart(Int(range.first))
            let rest = view.rest.slice(start, view.restStart(Int(range.end)) &- start)
            for entry in rest { body(places[entry]) }
        }
    }

    /// False where the areas have more places than are listed, or than it is worth to read.
    private mutating func noteAreas(_ index: Int, _ bits: PlaceBits, most: Int) -> Bool {
        let condition = scratch.conditions[index]
        guard condition.areaBits >= 0 else { return true }
        let total = areaPlaces(index, most: most)
        guard total < most else { return false }
        let view = view
        bits.clearAll(view.places.count)
        var isRead = true
        walkAreas(condition) { _, area in
            var list = AreaList(view, area)
            isRead = list.insertAll(into: bits)
            return isRead
        }
        return isRead
    }

    /// Notes the places that have the driver's word in a name, before so many others are looked at for it.
    mutating func noteDriver(_ driver: Int, looks: Int) {
        let condition = scratch.conditions[driver]
        guard isSelective, looks >= IndexSearch.leastLooks, Int(condition.entries) <= 2 &* looks else { return }
        noteNames(condition, driverNames)
        driverIsNoted = true
    }

    /// Whether a place may have the driver's word in a name.
    @inline(__always)
    func mayHaveDriver(_ place: UInt32) -> Bool {
        !driverIsNoted || driverNames.contains(place)
    }

    /// What the words cost at least that are noted: those that a place certainly lacks, or that only its areas have;
    /// infinity where it may not lack so many.
    @inline(__always)
    func leastCost(_ place: UInt32, besides driver: Int) -> Float {
        var cost: Float = 0
        var allowed = missingAllowed
        var index = 0
        while index < conditionCount {
            let condition = scratch.conditions[index]
            if condition.notedPlaces >= 0, index != driver,
                !notedNames(Int(condition.notedPlaces)).contains(place)
            {
                // No name begins with it.
                if index == 0, mindsFirstWord { cost += Ranking.notFirstWord }
                if isInNotedArea(place, condition) {
                    cost += Ranking.contextWord
                } else {
                    allowed &-= 1
                    if allowed < 0 { return .infinity }
                    cost += condition.missingCost
                }
            }
            index &+= 1
        }
        // Rounding shall lose nothing.
        return cost > 0 ? cost - 0.001 : 0
    }

    @inline(__always)
    private func isInNotedArea(_ place: UInt32, _ condition: Condition) -> Bool {
        condition.areasAreNoted
            ? notedAreas(Int(condition.notedPlaces)).contains(place) : isInArea(view.places[place], condition)
    }
}

/// The best places of an area, and the leaves that it has places in where those are not all.
struct AreaList {
    private var reader: ByteReader
    let leaves: UInt64
    /// Places that are listed.
    let listed: Int
    let isComplete: Bool

    init(_ view: IndexView, _ area: AreaRow) {
        reader = ByteReader(view.areaPlaces.all, at: Int(area.list))
        leaves = reader.variable()
        listed = Int(min(reader.variable(), UInt64(view.places.count)))
        isComplete = reader.byte() == 0
    }

    /// About so many places have to be looked at: the best ones will often do.
    var looks: Int {
        let few = min(listed, Layout.areaPlaces)
        return few &+ (listed &- few) / 4
    }

    var failed: Bool { reader.failed }

    /// Inserts the places that are listed into a set that is cleared; false where the file is damaged.
    mutating func insertAll(into bits: PlaceBits) -> Bool {
        var place: UInt32 = 0
        var left = listed
        let bytes = reader.rest
        if let base = bytes.baseAddress {
            var at = 0
            // Each number has three bytes at most where there are fewer than 2^21 places.
            while left > 0, at &+ 3 <= bytes.count {
                let low = UInt32(base[at])
                let high = UInt32(base[at &+ 1])
                var step = low
                var size = 1
                if low >= 0x80 {
                    step = low & 0x7F | (high & 0x7F) << 7
                    size = 2
                    if high >= 0x80 {
                        let highest = UInt32(base[at &+ 2])
                        guard highest < 0x80 else { break }
                        step |= highest << 14
                        size = 3
                    }
                }
                at &+= size
                place &+= step
                bits.insertCleared(place)
                left &-= 1
            }
            reader.skip(at)
        }
        while left > 0 {
            place = next(after: place)
            bits.insertCleared(place)
            left &-= 1
        }
        return !reader.failed
    }

    /// The next number: of the places, and then of the leaves; the first of either comes after 0.
    @inline(__always)
    mutating func next(after last: UInt32) -> UInt32 { last &+ UInt32(truncatingIfNeeded: reader.variable()) }
}
