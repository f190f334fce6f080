import PlacesModel

/// A rule for all years, as POSIX writes it in `TZ`: `EET-2EEST,M3.5.0/3,M10.5.0/4`.
struct ZoneRule: Sendable {
    private struct Change: Sendable {
        enum Day: Sendable {
            case month(Int, week: Int, weekday: Int)
            /// 1 to 365, never 29 February.
            case julian(Int)
            /// 0 to 365.
            case ordinal(Int)
        }
        let day: Day
        /// Seconds after local midnight.
        let time: Int64
    }

    private let standard: Int32
    private let saving: (offset: Int32, start: Change, end: Change)?

    init?(_ text: String) {
        var scanner = RuleScanner(rest: Array(text.utf8)[...])
        guard scanner.skipName(), let west = scanner.offset() else { return nil }
        standard = Int32(truncatingIfNeeded: -west)
        guard !scanner.isAtEnd else {
            saving = nil
            return
        }
        guard scanner.skipName() else { return nil }
        var offset = standard &+ 3600
        if !scanner.isAt(",") {
            guard let west = scanner.offset() else { return nil }
            offset = Int32(truncatingIfNeeded: -west)
        }
        guard let start = ZoneRule.change(&scanner), let end = ZoneRule.change(&scanner), scanner.isAtEnd else {
            return nil
        }
        saving = (offset, start, end)
    }

    func offset(at time: Int64) -> Int32 {
        guard let saving else { return standard }
        let year = CivilDate(daysSince1970: (time &+ Int64(standard)).flooredDivision(by: 86_400)).year
        let start = ZoneRule.seconds(of: saving.start, year) &- Int64(standard)
        let end = ZoneRule.seconds(of: saving.end, year) &- Int64(saving.offset)
        // South of the equator the saving time spans the new year.
        let isSaving = start < end ? (start..<end).contains(time) : !(end..<start).contains(time)
        return isSaving ? saving.offset : standard
    }

    private static func change(_ scanner: inout RuleScanner) -> Change? {
        guard scanner.skip(",") else { return nil }
        let day: Change.Day
        if scanner.skip("M") {
            guard let month = scanner.number(), scanner.skip("."), let week = scanner.number(), scanner.skip("."),
                let weekday = scanner.number(), (1...12).contains(month), (1...5).contains(week),
                (0...6).contains(weekday)
            else { return nil }
            day = .month(Int(month), week: Int(week), weekday: Int(weekday))
        } else if scanner.skip("J") {
            guard let number = scanner.number(), (1...365).contains(number) else { return nil }
            day = .julian(Int(number))
        } else {
            guard let number = scanner.number(), (0...365).contains(number) else { return nil }
            day = .ordinal(Int(number))
        }
        guard scanner.skip("/") else { return Change(day: day, time: 7200) }
        guard let time = scanner.offset() else { return nil }
        return Change(day: day, time: time)
    }

    /// Of the change in a year, in local time since 1970.
    private static func seconds(of change: Change, _ year: Int64) -> Int64 {
        let days: Int64
        switch change.day {
        case .month(let month, let week, let weekday):
            let first = CivilDate(year: year, month: month, day: 1).daysSince1970
            let next = CivilDate(year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
            let weekdayOfFirst = CivilDate.weekday(daysSince1970: first)
            var day = first + Int64((weekday - weekdayOfFirst + 7) % 7) + Int64(week - 1) * 7
            // Week 5 is the last one.
            while day >= next.daysSince1970 { day -= 7 }
            days = day
        case .julian(let number):
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            days =
                CivilDate(year: year, month: 1, day: 1).daysSince1970 + Int64(number) - 1
                + (isLeap && number > 59 ? 1 : 0)
        case .ordinal(let number):
            days = CivilDate(year: year, month: 1, day: 1).daysSince1970 + Int64(number)
        }
        return days * 86_400 + change.time
    }
}

private struct RuleScanner {
    var rest: ArraySlice<UInt8>

    var isAtEnd: Bool { rest.isEmpty }

    func isAt(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(truncatingIfNeeded: character.value) }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard isAt(character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// `EET`, or `<+03>`.
    mutating func skipName() -> Bool {
        if skip("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[(end + 1)...]
            return true
        }
        let letters = rest.prefix { (0x61...0x7A).contains($0 | 0x20) }.count
        rest = rest.dropFirst(letters)
        return letters >= 3
    }

    mutating func number() -> Int64? {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard (1...4).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func offset() -> Int64? {
        let sign: Int64 = skip("-") ? -1 : 1
        _ = sign > 0 && skip("+")
        guard let hours = number(), hours <= 167 else { return nil }
        var seconds = hours * 3600
        if skip(":") {
            guard let minutes = number() else { return nil }
            seconds += minutes * 60
            if skip(":") {
                guard let rest = number() else { return nil }
                seconds += rest
            }
        }
        return sign * seconds
    }
}
