package import Basics
import Cards

package import struct Foundation.Date

/// Parses days and times as people write them.
///
/// - a duration: every form that ``CardDuration`` accepts, such as `90s`, `1h30m` and `PT1H`, and `+3h`, `1h30`,
///   `half an hour`, `2 hours`, `in 2 weeks`, `in a fortnight`, `in 3 months`, `3 days ago`
/// - a day: `today`, `tomorrow`, `yesterday`, `fri`, `next monday`, `3 dec`, `Dec 3rd 2027`, `24.12.`, `31/12`,
///   `2026-12-24`, `weekend` (its Saturday), `next week` (its Monday), `next month`
/// - a timestamp: `2026-12-24T18:00:00Z`, also without seconds, and without a zone
/// - a time of day: `14:30`, `14.30`, `9am`, `half past 3`, `noon`, `evening`, `eod`; after a day also only an hour, as
///   in `tomorrow 9`
///
/// In `31/12` the day comes first, as in `24.12.`
///
/// The result leaves open what depends on its purpose: the hour of a day without a time, and whether the time may be in
/// the past. A weekday is the next such day, which may be today. A day without a year is the next such day.
package struct TimeParser: Sendable {
    package var now: Date
    package var zone: LocalZone

    /// Whether two numbers with a dot between them are a day (`24.12`) even if they could be a time (`12.10`).
    package var prefersDays: Bool

    package init(now: Date, zone: LocalZone, prefersDays: Bool = false) {
        self.now = now
        self.zone = zone
        self.prefersDays = prefersDays
    }

    package enum Meaning: Equatable, Sendable {
        /// A moment relative to now, or a timestamp.
        case moment(Date)
        case day(Day, time: TimeOfDay?)
        /// A time of day without a day.
        case time(TimeOfDay)
    }

    package struct Day: Equatable, Sendable {
        package var date: CivilDate
        /// The interval at which such a day recurs; `never` for a full date.
        package var recurrence = Recurrence.never

        package enum Recurrence: Equatable, Sendable { case never, weekly, yearly }
    }

    package struct TimeOfDay: Equatable, Sendable {
        package var hour: Int
        package var minute: Int
    }

    package func meaning(of text: String) throws(TimeParserError) -> Meaning {
        do throws(TimeParserError) {
            return try read(text)
        } catch {
            // A part of a text says less than the whole: "a" of "in a jiffy".
            if case .unreadable = error { throw .unreadable(text.trimmed) }
            throw error
        }
    }

    private func read(_ text: String) throws(TimeParserError) -> Meaning {
        let text = Self.withoutSeconds(text.trimmed)
        if let timestamp = Self.timestamp(text) { return .moment(timestamp) }
        var words = Self.words(of: text)
        guard !words.isEmpty else { throw .empty }
        // The format of durations in cards, which includes "PT1H" and "1,5h".
        if let duration = CardDuration(text) { return .moment(duration.added(to: now)) }
        if let length = try Self.length(words) { return .moment(end(of: length)) }
        let day = try day(&words)
        let time = try time(&words, hasDay: day != nil)
        if let extra = words.first { throw .unreadable(extra) }
        if let day { return .day(day, time: time) }
        guard let time else { throw .empty }
        return .time(time)
    }

    /// The words that matter.
    static func words(of text: String) -> [String] {
        var words = text.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
        words.removeAll { $0 == "at" || $0 == "on" || $0 == "the" || $0 == "of" }
        if words.first == "in" { words.removeFirst() }
        return words
    }

    // MARK: Timestamps

    private static let localLength = "2026-12-24T18:00".utf8.count

    /// A timestamp with a zone, with or without seconds.
    private static func timestamp(_ text: String) -> Date? {
        if let date = Date(rfc3339: text) { return date }
        guard text.utf8.count > localLength else { return nil }
        return Date(rfc3339: text.prefix(localLength) + ":00" + text.dropFirst(localLength))
    }

    /// Converts a timestamp without a zone to the form that the rest of the parser reads: `2026-12-24T18:00:00` to
    /// `2026-12-24 18:00`.
    private static func withoutSeconds(_ text: String) -> String {
        let pattern = Array("0000-00-00T00:00:00".utf8)
        let bytes = Array(text.utf8)
        guard bytes.count == pattern.count || bytes.count == localLength,
            zip(bytes, pattern).allSatisfy({ byte, wanted in
                switch wanted {
                case UInt8(ascii: "0"): (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                case UInt8(ascii: "T"): byte | 0x20 == UInt8(ascii: "t") || byte == UInt8(ascii: " ")
                default: byte == wanted
                }
            })
        else { return text }
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }

    private var today: CivilDate { zone.civil(now) }

    // MARK: Durations

    /// A length of time from now, or before now.
    struct Length {
        var isPast: Bool
        var months = 0
        var seconds = 0.0
    }

    /// Parses a duration. Nil unless the words are numbers with units.
    static func length(_ words: [String]) throws(TimeParserError) -> Length? {
        var words = inNumbers(words)
        var length = Length(isPast: words.last == "ago")
        if length.isPast { words.removeLast() }
        guard !words.isEmpty else { return nil }
        var rest = Substring(words.joined())
        if rest.first == "+" { rest.removeFirst() }
        guard !rest.isEmpty else { return nil }
        var lastUnit = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest.removeFirst(digits.count)
            let unit = String(rest.prefix { $0.isLetter })
            rest.removeFirst(unit.count)
            guard let number = Double(digits) else { return nil }
            if let size = units[unit] {
                length.seconds += number * size
                lastUnit = size
            } else if unit.isEmpty, rest.isEmpty, lastUnit == 3600, digits.count == 2, number < 60 {
                // The minutes of "1h30".
                length.seconds += number * 60
            } else if let size = monthUnits[unit], number == number.rounded() {
                guard number <= most else { throw .tooFar }
                length.months += Int(number) * size
            } else {
                return nil
            }
        }
        guard length.seconds <= most * 366 * 86400, length.months <= Int(most) * 12 else { throw .tooFar }
        return length
    }

    private func end(of length: Length) -> Date {
        let sign = length.isPast ? -1 : 1
        let moment = now.addingTimeInterval(Double(sign) * length.seconds)
        return length.months == 0 ? moment : zone.date(zone.civil(moment).adding(months: sign * length.months))
    }

    /// Replaces words that stand for numbers with digits: "half an hour", "a week".
    private static func inNumbers(_ words: [String]) -> [String] {
        var result: [String] = []
        var isHalf = false
        for word in words {
            let isArticle = word == "a" || word == "an"
            if !(isArticle && isHalf) { result.append(word == "half" ? "0.5" : isArticle ? "1" : word) }
            isHalf = word == "half"
        }
        return result
    }

    /// The maximum number of years. A longer time is rejected as a mistake.
    private static let most = 1000.0

    private static let units = table([
        ("s sec secs second seconds", 1.0), ("m min mins minute minutes", 60.0), ("h hr hrs hour hours", 3600),
        ("d day days", 86400),
        ("w week weeks", 7 * 86400), ("fortnight fortnights", 14 * 86400),
    ])

    private static let monthUnits = table([("mo month months", 1), ("y yr yrs year years", 12)])

    private static func table<Value>(_ rows: [(names: String, value: Value)]) -> [String: Value] {
        var table: [String: Value] = [:]
        for row in rows { for name in row.names.split(separator: " ") { table[String(name)] = row.value } }
        return table
    }

    // MARK: Days

    /// Parses a day at the beginning of the words, and removes its words; nil if there is none.
    private func day(_ words: inout [String]) throws(TimeParserError) -> Day? {
        guard let first = words.first else { return nil }
        if first == "next", words.count > 1, let day = next(words[1]) {
            words.removeFirst(2)
            return day
        }
        if first == "this", words.count > 1 {
            // "this evening" is today's evening, even after it has begun.
            words.removeFirst()
            guard let day = named(words[0]) else { return Day(date: today) }
            words.removeFirst()
            return day
        }
        if let day = named(words[0]) {
            words.removeFirst()
            return day
        }
        // "tonight" is today's evening, even after it has begun; it never means tomorrow.
        if first == "tonight" { return Day(date: today) }
        return try numbered(&words)
    }

    private func next(_ word: String) -> Day? {
        switch word {
        case "week": Day(date: today.adding(days: 7 - today.weekday.rawValue))
        case "weekend": coming(.saturday)
        case "month": Day(date: today.adding(months: 1))
        case "year": Day(date: today.adding(months: 12))
        default: Self.weekday(word).map(coming).map { $0.date == today ? Day(date: today.adding(days: 7)) : $0 }
        }
    }

    private func named(_ word: String) -> Day? {
        switch word {
        case "today": Day(date: today)
        case "tomorrow", "tom", "tmr": Day(date: today.adding(days: 1))
        case "yesterday": Day(date: today.adding(days: -1))
        case "weekend": coming(.saturday)
        default: Self.weekday(word).map(coming)
        }
    }

    private func coming(_ weekday: Weekday) -> Day {
        let days = (weekday.rawValue - today.weekday.rawValue + 7) % 7
        return Day(date: today.adding(days: days), recurrence: .weekly)
    }

    /// Parses `2026-12-24`, `24.12.2026`, `24.12.`, `24/12`, `24 dec` or `dec 24th 2026`.
    private func numbered(_ words: inout [String]) throws(TimeParserError) -> Day? {
        let first = words[0]
        if let month = Self.month(first), words.count > 1, let number = Self.ordinal(words[1]) {
            return try consume(2, of: &words, day: number, month: month)
        }
        if let number = Self.ordinal(first), words.count > 1, let month = Self.month(words[1]) {
            return try consume(2, of: &words, day: number, month: month)
        }
        if first.contains("-" as Character) {
            let parts = first.split(separator: "-", omittingEmptySubsequences: false).map { Self.number($0, digits: 4) }
            guard parts.count == 3, first.prefix(while: { $0 != "-" }).count == 4, let year = parts[0],
                let month = parts[1],
                let day = parts[2]
            else { throw .unreadable(first) }
            words.removeFirst()
            return Day(date: try existing(CivilDate(year: year, month: month, day: day), first))
        }
        for separator: Character in [".", "/"] where first.contains(separator) {
            return try separated(by: separator, &words)
        }
        return nil
    }

    /// Parses `24.12.2026`, `24.12.`, `24/12/2026` or `24/12`; nil for two numbers with a dot between them that are a
    /// time.
    private func separated(by separator: Character, _ words: inout [String]) throws(TimeParserError) -> Day? {
        let text = words[0]
        var parts = text.split(separator: separator, omittingEmptySubsequences: false)
        if separator == ".", parts.count == 3, parts[2].isEmpty {
            parts.removeLast()
        } else if separator == ".", parts.count == 2 {
            guard let hour = Self.number(parts[0], digits: 2), prefersDays || hour > 23 else { return nil }
        }
        guard (2...3).contains(parts.count), let day = Self.number(parts[0], digits: 2),
            let month = Self.number(parts[1], digits: 2)
        else { return nil }
        if month > 12, day <= 12 {
            parts.swapAt(0, 1)
            throw .monthFirst(text, meant: parts.joined(separator: String(separator)))
        }
        if parts.count == 2 { return try consume(1, of: &words, day: day, month: month) }
        guard parts[2].count == 4, let year = Self.number(parts[2], digits: 4) else { throw .unreadable(text) }
        words.removeFirst()
        return Day(date: try existing(CivilDate(year: year, month: month, day: day), text))
    }

    /// Creates a date from a day and month, and a year if one follows.
    private func consume(_ count: Int, of words: inout [String], day: Int, month: Int) throws(TimeParserError) -> Day {
        let text = words.prefix(count).joined(separator: " ")
        words.removeFirst(count)
        if let word = words.first, word.count == 4, let year = Self.number(Substring(word), digits: 4) {
            words.removeFirst()
            return Day(date: try existing(CivilDate(year: year, month: month, day: day), "\(text) \(word)"))
        }
        // The 29th of February exists only in leap years, so later years are tried.
        for year in today.year...today.year + 8 {
            let date = CivilDate(year: year, month: month, day: day)
            if date.isValid, date.daysSince1970 >= today.daysSince1970 { return Day(date: date, recurrence: .yearly) }
        }
        throw .noSuchTime(text)
    }

    private func existing(_ date: CivilDate, _ text: String) throws(TimeParserError) -> CivilDate {
        guard date.isValid else { throw .noSuchTime(text) }
        return date
    }

    /// A weekday from at least three letters of its English name.
    private static func weekday(_ word: String) -> Weekday? {
        guard word.count >= 3 else { return nil }
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        return names.firstIndex { $0.hasPrefix(word) }.flatMap(Weekday.init(rawValue:))
    }

    /// A month, from 1 to 12, from at least three letters of its English name.
    private static func month(_ word: String) -> Int? {
        guard word.count >= 3 else { return nil }
        return Strings.Relative.months.firstIndex { $0.lowercased().hasPrefix(word) }.map { $0 + 1 }
    }

    /// Parses `3`, `3.` or `3rd`.
    private static func ordinal(_ word: String) -> Int? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard ["", ".", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) else { return nil }
        return number(digits, digits: 2)
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard (1...digits).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(text)
    }

    // MARK: Times

    /// Parses a time of day at the beginning of the words, and removes its words; nil if there is none.
    /// - Parameter hasDay: Whether a day precedes the words, so that a number alone is an hour.
    private func time(_ words: inout [String], hasDay: Bool) throws(TimeParserError) -> TimeOfDay? {
        guard let first = words.first else { return nil }
        switch first {
        case "noon": return consuming(TimeOfDay(hour: 12, minute: 0), &words)
        case "midnight": return consuming(TimeOfDay(hour: 0, minute: 0), &words)
        case "morning": return consuming(TimeOfDay(hour: SnoozeChoice.morningHour, minute: 0), &words)
        case "eod": return consuming(TimeOfDay(hour: SnoozeChoice.endOfDayHour, minute: 0), &words)
        case "evening", "tonight": return consuming(TimeOfDay(hour: SnoozeChoice.eveningHour, minute: 0), &words)
        default: break
        }
        if first == "half", words.count > 2, words[1] == "past" {
            words.removeFirst(2)
            guard var time = try time(&words, hasDay: true), time.minute == 0 else { throw .unreadable(first) }
            time.minute = 30
            return time
        }
        // Allows "9 am" as two words.
        let isSplit = words.count > 1 && (words[1] == "am" || words[1] == "pm")
        let text = isSplit ? first + words[1] : first
        let time = try clock(text, takesHour: hasDay)
        words.removeFirst(isSplit ? 2 : 1)
        return time
    }

    private func consuming(_ time: TimeOfDay, _ words: inout [String]) -> TimeOfDay {
        words.removeFirst()
        return time
    }

    /// - Parameter takesHour: Whether a number alone is an hour. Otherwise it is rejected, because it could also be a
    ///   day or a typing mistake.
    private func clock(_ word: String, takesHour: Bool) throws(TimeParserError) -> TimeOfDay {
        let half = word.hasSuffix("am") ? "am" : word.hasSuffix("pm") ? "pm" : nil
        let digits = half == nil ? Substring(word) : word.dropLast(2)
        let parts = digits.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
        let numbers = parts.compactMap { Self.number($0, digits: 2) }
        guard numbers.count == parts.count, parts.count == 2 || (parts.count == 1 && (half != nil || takesHour)),
            let hour = numbers.first, !digits.contains("." as Character) || parts[1].count == 2
        else { throw .unreadable(word) }
        let minute = numbers.count == 2 ? numbers[1] : 0
        guard (0...59).contains(minute), half == nil ? (0...23).contains(hour) : (1...12).contains(hour) else {
            throw .noSuchTime(word)
        }
        switch half {
        case "am": return TimeOfDay(hour: hour % 12, minute: minute)
        case "pm": return TimeOfDay(hour: hour % 12 + 12, minute: minute)
        default: return TimeOfDay(hour: hour, minute: minute)
        }
    }
}
