/// A day of the proleptic Gregorian calendar (after Howard Hinnant's algorithms).
package struct CivilDate: Equatable, Sendable {
    package let year: Int64
    package let month: Int
    package let day: Int

    package init(year: Int64, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    package init(daysSince1970 days: Int64) {
        let shifted = days &+ 719_468
        let era = shifted.flooredDivision(by: 146_097)
        let dayOfEra = shifted &- era &* 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0)
    }

    package var daysSince1970: Int64 {
        let shiftedYear = month <= 2 ? year &- 1 : year
        let era = shiftedYear.flooredDivision(by: 400)
        let yearOfEra = shiftedYear &- era &* 400
        let shiftedMonth = Int64(month > 2 ? month &- 3 : month &+ 9)
        let dayOfYear = (153 &* shiftedMonth &+ 2) / 5 &+ Int64(day) &- 1
        let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
        return era &* 146_097 &+ dayOfEra &- 719_468
    }

    /// 0 for Sunday.
    package static func weekday(daysSince1970 days: Int64) -> Int {
        let rest = (days &+ 4) % 7
        return Int(rest < 0 ? rest + 7 : rest)
    }
}

extension Int64 {
    package func flooredDivision(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
