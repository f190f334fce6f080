internal import PlacesModel

/// The plain part of OpenStreetMap's `opening_hours`: days and times of an ordinary week. Anything else (holidays,
/// months, dates, comments, sunset) makes the whole unknown: half of the hours would be wrong hours.
enum OpeningHours {
    private struct Period {
        var day: Int
        /// Minutes from the day's midnight; the end may be on the next day.
        var opens: Int
        var closes: Int
    }

    /// `regularOpeningHours` as Google's schema has it (day 0 is Sunday); nil for what is not understood.
    static func member(_ text: String) -> JSONValue.Member? {
        if text == "24/7" {
            let start = point(day: 0, minute: 0)
            return JSONValue.Member(
                "regularOpeningHours",
                .object([JSONValue.Member("periods", .array([.object([JSONValue.Member("open", start)])]))])
            )
        }
        var week = [[Period]](repeating: [], count: 7)
        for rule in text.split(separator: ";") {
            let words = rule.split(separator: " ", maxSplits: 1).map(String.init)
            guard let first = words.first else { continue }
            let startsWithDays = first.utf8.first.map { $0 >= 0x41 } ?? false
            guard let days = startsWithDays ? days(first) : Array(0..<7) else { return nil }
            let times = startsWithDays ? (words.count > 1 ? words[1] : "") : String(rule)
            let joined = String(times.filter { $0 != " " })
            if joined == "off" || joined == "closed" {
                for day in days { week[day] = [] }
                continue
            }
            guard let spans = spans(joined) else { return nil }
            // A later rule replaces an earlier one for its days.
            for day in days { week[day] = spans.map { Period(day: day, opens: $0.0, closes: $0.1) } }
        }
        let periods = week.flatMap { $0 }
        guard !periods.isEmpty else { return nil }
        let values = periods.map { period in
            JSONValue.object([
                JSONValue.Member("open", point(day: period.day, minute: period.opens)),
                JSONValue.Member(
                    "close",
                    point(day: (period.day + period.closes / 1440) % 7, minute: period.closes % 1440)
                ),
            ])
        }
        return JSONValue.Member("regularOpeningHours", .object([JSONValue.Member("periods", .array(values))]))
    }

    private static func point(day: Int, minute: Int) -> JSONValue {
        .object([
            JSONValue.Member("day", .integer(Int64(day))), JSONValue.Member("hour", .integer(Int64(minute / 60))),
            JSONValue.Member("minute", .integer(Int64(minute % 60))),
        ])
    }

    private static let dayNames = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"]

    /// `Mo-Fr`, `Sa,Su`, `Fr-Mo`.
    private static func days(_ text: String) -> [Int]? {
        var result: [Int] = []
        for part in text.split(separator: ",") {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            guard (1...2).contains(ends.count), let first = dayNames.firstIndex(of: String(ends[0])),
                let last = dayNames.firstIndex(of: String(ends[ends.count - 1]))
            else { return nil }
            var day = first
            while true {
                if !result.contains(day) { result.append(day) }
                if day == last { break }
                day = (day + 1) % 7
            }
        }
        return result.isEmpty ? nil : result
    }

    /// `09:00-12:00,13:00-17:00`; an end before its beginning is on the next day.
    private static func spans(_ text: String) -> [(Int, Int)]? {
        var result: [(Int, Int)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count == 2, let opens = minute(ends[0]), var closes = minute(ends[1]), opens < 1440 else {
                return nil
            }
            if closes <= opens { closes += 1440 }
            result.append((opens, closes))
        }
        return result.isEmpty ? nil : result
    }

    /// `09:00`, up to `26:00` for the small hours of the next day.
    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            let hour = UInt8(parts[0]), let minute = UInt8(parts[1]), hour <= 26, minute < 60
        else { return nil }
        return Int(hour) * 60 + Int(minute)
    }
}
