/// Whether a place is open.
package enum Openness: Int32, Sendable {
    case unknown = 0
    case closed = 1
    case open = 2
}

/// Opening hours of a place, asked for a time on the clock on its wall.
package struct OpeningHours {
    private let place: Place

    package init(_ place: Place) { self.place = place }

    /// - Parameter localSeconds: seconds since 1970 of the place's own wall clock.
    package func openness(at localSeconds: Int64) -> Openness {
        switch place["businessStatus"]?.stringValue {
        case "CLOSED_TEMPORARILY", "CLOSED_PERMANENTLY", "FUTURE_OPENING": return .closed
        default: break
        }
        if let dated = datedOpenness(at: localSeconds) { return dated }
        guard let periods = place.value(at: "regularOpeningHours.periods")?.arrayValue else { return .unknown }
        let day = Int64(CivilDate.weekday(daysSince1970: localSeconds.flooredDivision(by: 86_400)))
        let minute = day * 1440 + (localSeconds - localSeconds.flooredDivision(by: 86_400) * 86_400) / 60
        let isOpen = periods.contains { period in
            guard let opens = OpeningHours.minuteOfWeek(period["open"]) else { return false }
            // A period without an end: always open.
            guard let closes = OpeningHours.minuteOfWeek(period["close"]) else { return true }
            return opens < closes ? (opens..<closes).contains(minute) : minute >= opens || minute < closes
        }
        return isOpen ? .open : .closed
    }

    /// By the hours of the coming week, which have dates; nil outside of the days that they speak of.
    private func datedOpenness(at localSeconds: Int64) -> Openness? {
        guard let hours = place["currentOpeningHours"], let periods = hours["periods"]?.arrayValue else { return nil }
        let today = localSeconds.flooredDivision(by: 86_400)
        var days: [Int64] = []
        var isOpen = false
        for period in periods {
            guard let opens = OpeningHours.seconds(period["open"]) else { continue }
            days.append(opens.flooredDivision(by: 86_400))
            guard let closes = OpeningHours.seconds(period["close"]) else { continue }
            days.append((closes - 1).flooredDivision(by: 86_400))
            if (opens..<max(opens, closes)).contains(localSeconds) { isOpen = true }
        }
        if isOpen { return .open }
        if let first = days.min(), let last = days.max(), (first...last).contains(today) { return .closed }
        let isSpecial = (hours["specialDays"]?.arrayValue ?? []).contains { OpeningHours.day($0["date"]) == today }
        return isSpecial ? .closed : nil
    }

    private static func minuteOfWeek(_ point: JSONValue?) -> Int64? {
        guard let point, case .object = point else { return nil }
        let day = point["day"]?.integerValue ?? 0
        let minute = minuteOfDay(point)
        guard (0...6).contains(day), (0...1440).contains(minute) else { return nil }
        return day * 1440 + minute
    }

    private static func minuteOfDay(_ point: JSONValue) -> Int64 {
        let hour = point["hour"]?.integerValue ?? 0
        let minute = point["minute"]?.integerValue ?? 0
        guard (0...24).contains(hour), (0...59).contains(minute) else { return -1 }
        return hour * 60 + minute
    }

    /// On the wall clock since 1970.
    private static func seconds(_ point: JSONValue?) -> Int64? {
        guard let point, let day = day(point["date"]) else { return nil }
        let minute = minuteOfDay(point)
        return minute < 0 ? nil : day * 86_400 + minute * 60
    }

    private static func day(_ date: JSONValue?) -> Int64? {
        guard let year = date?["year"]?.integerValue, let month = date?["month"]?.integerValue,
            let day = date?["day"]?.integerValue, (1...9999).contains(year), (1...12).contains(month),
            (1...31).contains(day)
        else { return nil }
        return CivilDate(year: year, month: Int(month), day: Int(day)).daysSince1970
    }
}
