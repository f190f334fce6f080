/// Which places have a word, as bits. Where thousands of entries are looked at for the other words of the query, most
/// places are told to lack one without a look at their names.
extension IndexSearch {
    /// Conditions of which the places are noted, and the bits of each; places beyond share bits with others.
    static let notedConditions = 4
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
        let condition = scratch.conditions[index]
        scratch.conditions[index].notedPlaces = Int32(truncatingIfNeeded: notedCount)
        let bits = notedBits(notedCount)
        notedCount &+= 1
        bits.clear()
        noteNames(condition, bits)
        scratch.conditions[index].areasAreNoted = noteAreas(index, bits, most: most)
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
        var least = Int.max
        for index in 0..<conditionCount { least = min(least, looksToNote(index, most: min(least, total))) }
        guard least <= total else { return false }
        var isNoted = false
        for index in 0..<conditionCount {
            // What many have is not worth to be noted for the sake of few.
            let most = min(IndexSearch.looksOfPlace &* least, 2 &* total)
            if scratch.conditions[index].notedPlaces < 0, notedCount < IndexSearch.notedConditions,
                looksToNote(index, most: most) <= most
            {
                note(index, most: Int(Int32.max))
            }
            if scratch.conditions[index].areasAreNoted { isNoted = true }
        }
        guard isNoted else { return false }
        if !scratch.conditions[driver].areasAreNoted { noteDriver(driver, looks: min(2 &* least, total)) }
        walkNoted(extra, driver)
        driverIsNoted = false
        return true
    }

    /// To look at a place costs as much as to note so many.
    private static let looksOfPlace = 8
    /// Places of an area lie one after the other: so many are noted as fast as that of one entry.
    private static let placesOfEntry = 4

    /// `most`: what is more need not be counted.
    private mutating func looksToNote(_ index: Int, most: Int) -> Int {
        let left = most &- Int(scratch.conditions[index].entries)
        guard left >= 0 else { return .max }
        let places = areaPlaces(index, most: (left &+ 1) &* IndexSearch.placesOfEntry)
        if places == Int(Int32.max) { return .max }
        return Int(scratch.conditions[index].entries) &+ places / IndexSearch.placesOfEntry
    }

    /// Looks at the places that all conditions have of which the places are noted.
    private mutating func walkNoted(_ extra: Float, _ driver: Int) {
        withUnsafeTemporaryAllocation(of: PlaceBits.self, capacity: IndexSearch.notedConditions + 1) { sets in
            var count = 0
            if driverIsNoted {
                sets[0] = notedBits(IndexSearch.notedConditions)
                count = 1
            }
            for index in 0..<conditionCount where scratch.conditions[index].areasAreNoted && count < sets.count {
                sets[count] = notedBits(Int(scratch.conditions[index].notedPlaces))
                count &+= 1
            }
            guard count > 0 else { return }
            walkPlaces(inAll: UnsafeBufferPointer(rebasing: sets[..<count]), extra, driver)
        }
    }

    private mutating func walkPlaces(inAll sets: UnsafeBufferPointer<PlaceBits>, _ extra: Float, _ driver: Int) {
        let batch = scratch.batch
        var isDone = false
        var base = 0
        // Of a large index several places share a bit.
        while base < view.places.count, !isDone {
            var size = 0
            PlaceBits.walk(sets) { place in
                batch[size] = UInt32(truncatingIfNeeded: base) &+ place
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
            base &+= IndexSearch.notedPlaces
        }
    }

    /// Whether neither a place nor any that follows may come in.
    private func isPast(_ place: UInt32, _ extra: Float) -> Bool {
        rows.isFull && Ranking.decode(view.places[place].score) + extra < rows.threshold
    }

    // MARK: Bits

    @inline(__always)
    private func notedBits(_ number: Int) -> PlaceBits { PlaceBits(scratch.notedPlaces + number &* PlaceBits.size) }

    /// Room for `roomForBest` entries: where the driver's places are noted.
    var roomForEntries: UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(notedBits(IndexSearch.notedConditions).words).assumingMemoryBound(to: UInt32.self)
    }

    private func noteNames(_ condition: Condition, _ bits: PlaceBits) {
        for index in 0..<Int(condition.rangeCount) {
            let range = scratch.ranges[Int(condition.firstRange) &+ index]
            if let selection {
                for at in selection.indexes(Int(range.first), Int(range.end)) {
                    bits.insert(view.entryPlaces[selection.entry(at)])
                }
                continue
            }
            for entry in view.phraseFirsts.slice(Int(range.first), range.count) { bits.insert(view.entryPlaces[entry]) }
            let start = view.restStart(Int(range.first))
            for entry in view.rest.slice(start, view.restStart(Int(range.end)) &- start) {
                bits.insert(view.entryPlaces[entry])
            }
        }
    }

    /// False where the areas have more places than are listed, or than it is worth to read.
    private mutating func noteAreas(_ index: Int, _ bits: PlaceBits, most: Int) -> Bool {
        let condition = scratch.conditions[index]
        guard condition.areaBits >= 0 else { return true }
        guard areaPlaces(index, most: most) < most else { return false }
        let view = view
        var isRead = true
        walkAreas(condition) { _, area in
            var list = AreaList(view, area)
            var place: UInt32 = 0
            for _ in 0..<list.listed {
                place = list.next(after: place)
                bits.insert(place)
            }
            isRead = !list.failed
            return isRead
        }
        return isRead
    }

    /// Notes the places that have the driver's word in a name, before so many others are looked at for it.
    mutating func noteDriver(_ driver: Int, looks: Int) {
        let condition = scratch.conditions[driver]
        guard isSelective, looks >= IndexSearch.leastLooks, Int(condition.entries) <= 2 &* looks else { return }
        let bits = notedBits(IndexSearch.notedConditions)
        bits.clear()
        noteNames(condition, bits)
        driverIsNoted = true
    }

    /// Whether a place may have the driver's word in a name.
    @inline(__always)
    func mayHaveDriver(_ place: UInt32) -> Bool {
        !driverIsNoted || notedBits(IndexSearch.notedConditions).contains(place)
    }

    /// What the words cost at least that a place certainly lacks; infinity where it may not lack so many.
    @inline(__always)
    func lackingCost(_ place: UInt32, besides driver: Int) -> Float {
        var cost: Float = 0
        var allowed = missingAllowed
        var index = 0
        while index < conditionCount {
            let condition = scratch.conditions[index]
            if condition.notedPlaces >= 0, index != driver, lacks(place, condition) {
                allowed &-= 1
                if allowed < 0 { return .infinity }
                cost += condition.missingCost
            }
            index &+= 1
        }
        // Rounding shall lose nothing.
        return cost > 0 ? cost - 0.001 : 0
    }

    @inline(__always)
    private func lacks(_ place: UInt32, _ condition: Condition) -> Bool {
        if notedBits(Int(condition.notedPlaces)).contains(place) { return false }
        return condition.areasAreNoted || !isInArea(view.places[place], condition)
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

    /// The next number: of the places, and then of the leaves; the first of either comes after 0.
    @inline(__always)
    mutating func next(after last: UInt32) -> UInt32 { last &+ UInt32(truncatingIfNeeded: reader.variable()) }
}
