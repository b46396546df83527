package import struct Foundation.Date

/// Reads a time to snooze until, as people write it.
///
/// - a length: `45m`, `3h`, `2d`, `1w`, `1h30m`, `2 hours`, `in 3h`
/// - a time of day, today or else tomorrow: `14:30`, `9am`, `noon`
/// - a day, at nine unless a time follows: `today`, `tomorrow 9am`, `fri 14:00`, `next monday`, `2026-12-24 10:00`
///
/// A weekday is always in the future; the present one with a time still to come is today. Times are the user's own.
package struct SnoozeParser: Sendable {
    /// The longest snooze, in seconds: a year and a day.
    package static let furthest = 366.0 * 86400

    package var now: Date
    package var zone: LocalZone

    package init(now: Date, zone: LocalZone) {
        self.now = now
        self.zone = zone
    }

    package func parse(_ text: String) throws(SnoozeError) -> Date {
        var words = text.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
        words.removeAll { $0 == "at" || $0 == "on" }
        if words.first == "in" { words.removeFirst() }
        guard !words.isEmpty else { throw .empty }
        let until: Date
        if let length = try length(words) { until = length } else { until = try moment(words) }
        guard until > now else { throw .inThePast }
        guard until.timeIntervalSince(now) <= Self.furthest else { throw .tooFar }
        return until
    }

    // MARK: Lengths

    /// Nil unless the words are numbers with units.
    private func length(_ words: [String]) throws(SnoozeError) -> Date? {
        var rest = Substring(words.joined())
        var seconds = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest.removeFirst(digits.count)
            let unit = rest.prefix { $0.isLetter }
            rest.removeFirst(unit.count)
            guard let number = Double(digits), let size = Self.units[String(unit)] else { return nil }
            seconds += number * size
        }
        guard seconds > 0 else { throw .inThePast }
        guard seconds <= Self.furthest else { throw .tooFar }
        return now.addingTimeInterval(seconds)
    }

    private static let units: [String: Double] = {
        var units: [String: Double] = [:]
        for (names, seconds) in [
            ("m min mins minute minutes", 60.0), ("h hr hrs hour hours", 3600), ("d day days", 86400),
            ("w week weeks", 7 * 86400),
        ] {
            for name in names.split(separator: " ") { units[String(name)] = seconds }
        }
        return units
    }()

    // MARK: Days and times

    private func moment(_ words: [String]) throws(SnoozeError) -> Date {
        let today = zone.civil(now)
        var words = words
        var day: Day?
        if words.first == "next", words.count > 1 { words.removeFirst() }
        if let first = words.first, let named = try self.day(first, today: today) {
            day = named
            words.removeFirst()
        }
        var time: CivilDate?
        if let first = words.first {
            // "9 am" in two words.
            let isSplit = words.count > 1 && (words[1] == "am" || words[1] == "pm")
            let text = isSplit ? first + words[1] : first
            time = try self.time(text, on: day?.date ?? today)
            words.removeFirst(isSplit ? 2 : 1)
        }
        if let extra = words.first { throw .unreadable(extra) }
        return resolve(day, time, today: today)
    }

    private struct Day {
        var date: CivilDate
        /// A weekday comes again after a week; a date does not.
        var isWeekday = false
    }

    private func resolve(_ day: Day?, _ time: CivilDate?, today: CivilDate) -> Date {
        guard let day else {
            // A time of day that has passed means tomorrow's.
            let date = zone.date(time ?? today)
            return date > now ? date : zone.date((time ?? today).adding(days: 1))
        }
        let morning = day.date.at(hour: SnoozeChoice.morningHour)
        let civil = time.map { day.date.at(hour: $0.hour, minute: $0.minute) } ?? morning
        let date = zone.date(civil)
        return date <= now && day.isWeekday ? zone.date(civil.adding(days: 7)) : date
    }

    /// Nil when the word is no day.
    private func day(_ word: String, today: CivilDate) throws(SnoozeError) -> Day? {
        switch word {
        case "today": return Day(date: today)
        case "tomorrow", "tom", "tmr": return Day(date: today.adding(days: 1))
        default: break
        }
        if let weekday = Self.weekday(word) {
            let days = (weekday.rawValue - today.weekday.rawValue + 7) % 7
            return Day(date: today.adding(days: days), isWeekday: true)
        }
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        guard parts[0].count == 4, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) else {
            throw .unreadable(word)
        }
        let date = CivilDate(year: year, month: month, day: day)
        guard date.isValid else { throw .noSuchTime(word) }
        return Day(date: date)
    }

    /// At least three letters of an English weekday.
    private static func weekday(_ word: String) -> Weekday? {
        guard word.count >= 3 else { return nil }
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        return names.firstIndex { $0.hasPrefix(word) }.flatMap(Weekday.init(rawValue:))
    }

    private func time(_ word: String, on day: CivilDate) throws(SnoozeError) -> CivilDate {
        switch word {
        case "noon": return day.at(hour: 12)
        case "midnight": return day.at(hour: 0)
        case "morning": return day.at(hour: SnoozeChoice.morningHour)
        case "evening", "tonight": return day.at(hour: SnoozeChoice.eveningHour)
        default: break
        }
        let half = word.hasSuffix("am") ? "am" : word.hasSuffix("pm") ? "pm" : nil
        let digits = half == nil ? Substring(word) : word.dropLast(2)
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.count <= 2 && $0.allSatisfy(\.isASCII) ? Int($0) : nil }
        // A bare number could be an hour, a day or a slip: it needs ":" or am/pm.
        guard numbers.count == parts.count, parts.count == 2 || (parts.count == 1 && half != nil),
            let hour = numbers.first
        else { throw .unreadable(word) }
        let minute = numbers.count == 2 ? numbers[1] : 0
        guard (0...59).contains(minute), half == nil ? (0...23).contains(hour) : (1...12).contains(hour) else {
            throw .noSuchTime(word)
        }
        switch half {
        case "am": return day.at(hour: hour % 12, minute: minute)
        case "pm": return day.at(hour: hour % 12 + 12, minute: minute)
        default: return day.at(hour: hour, minute: minute)
        }
    }
}
