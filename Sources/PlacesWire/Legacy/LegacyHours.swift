internal import PlacesModel

/// Opening hours and reviews of the legacy service in the shape of `Place`.
enum LegacyHours {
    static func openingHours(_ value: JSONValue) -> JSONValue? {
        guard case .object(let members) = value else { return nil }
        return .object(
            members.map { member in
                switch member.name {
                case "open_now": JSONValue.Member("openNow", member.value)
                case "weekday_text": JSONValue.Member("weekdayDescriptions", member.value)
                case "type": JSONValue.Member("secondaryHoursType", member.value)
                case "periods": JSONValue.Member("periods", array(member.value, period))
                case "special_days": JSONValue.Member("specialDays", array(member.value, specialDay))
                default: member
                }
            }
        )
    }

    private static func array(_ value: JSONValue, _ convert: (JSONValue) -> JSONValue?) -> JSONValue {
        guard let elements = value.arrayValue else { return value }
        return .array(elements.map { convert($0) ?? $0 })
    }

    private static func period(_ value: JSONValue) -> JSONValue? {
        guard case .object(let members) = value else { return nil }
        return .object(
            members.map { member in
                let isPoint = member.name == "open" || member.name == "close"
                return isPoint ? JSONValue.Member(member.name, point(member.value) ?? member.value) : member
            }
        )
    }

    /// `{day, time: "hhmm", date?, truncated?}` becomes `{day, hour, minute, date?, truncated?}`.
    private static func point(_ value: JSONValue) -> JSONValue? {
        guard case .object(let members) = value, let time = value["time"]?.stringValue, time.utf8.count == 4,
            time.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(time)
        else { return nil }
        var result: [JSONValue.Member] = []
        for member in members {
            switch member.name {
            case "time":
                result.append(JSONValue.Member("hour", .integer(number / 100)))
                result.append(JSONValue.Member("minute", .integer(number % 100)))
            case "date": result.append(JSONValue.Member("date", date(member.value) ?? member.value))
            default: result.append(member)
            }
        }
        return .object(result)
    }

    private static func specialDay(_ value: JSONValue) -> JSONValue? {
        guard case .object(let members) = value else { return nil }
        return .object(
            members.map {
                $0.name == "date" ? JSONValue.Member("date", date($0.value) ?? $0.value) : $0
            }
        )
    }

    /// `YYYY-MM-DD` becomes a `google.type.Date`.
    private static func date(_ value: JSONValue) -> JSONValue? {
        guard let parts = value.stringValue?.split(separator: "-"), parts.count == 3, let year = Int64(parts[0]),
            let month = Int64(parts[1]), let day = Int64(parts[2])
        else { return nil }
        return .object([
            JSONValue.Member("year", .integer(year)), JSONValue.Member("month", .integer(month)),
            JSONValue.Member("day", .integer(day)),
        ])
    }
}

enum LegacyReview {
    static func review(_ value: JSONValue) -> JSONValue? {
        guard case .object(let members) = value else { return nil }
        var author: [JSONValue.Member] = []
        var result: [JSONValue.Member] = []
        for member in members {
            switch member.name {
            case "author_name": author.append(JSONValue.Member("displayName", member.value))
            case "author_url": author.append(JSONValue.Member("uri", member.value))
            case "profile_photo_url": author.append(JSONValue.Member("photoUri", member.value))
            case "relative_time_description":
                result.append(JSONValue.Member("relativePublishTimeDescription", member.value))
            case "text":
                var text = [JSONValue.Member("text", member.value)]
                if let language = value["language"] { text.append(JSONValue.Member("languageCode", language)) }
                result.append(JSONValue.Member("text", .object(text)))
            // Of the text, if there is one.
            case "language": if value["text"] == nil { result.append(member) }
            case "time": result.append(JSONValue.Member("publishTime", timestamp(member.value) ?? member.value))
            default: result.append(member)
            }
        }
        if !author.isEmpty { result.append(JSONValue.Member("authorAttribution", .object(author))) }
        return .object(result)
    }

    /// Seconds since 1970 as RFC 3339 text (days to civil date after Howard Hinnant's algorithm).
    private static func timestamp(_ value: JSONValue) -> JSONValue? {
        guard let seconds = value.integerValue, (0..<253_402_300_800).contains(seconds) else { return nil }
        let days = seconds / 86_400
        let rest = seconds % 86_400
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        return .string("\(date)T\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))Z")
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
