/// A date and time of day as on a wall calendar, without a zone. Gregorian, proleptic.
///
/// Implemented here because Foundation's `Calendar` loads locale data, which costs milliseconds on the first key press.
/// The day count is Howard Hinnant's `days_from_civil`.
package struct CivilDate: Hashable, Sendable {
    package var year: Int
    /// The month, from 1 to 12.
    package var month: Int
    /// The day of the month, from 1.
    package var day: Int
    /// The hour, from 0 to 23.
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The wall-clock time this many seconds after 1970-01-01 00:00.
    package init(secondsSince1970 seconds: Int) {
        let days = Self.floorDivide(seconds, 86400)
        let rest = seconds - days * 86400
        self.init(daysSince1970: days)
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
    }

    /// Midnight of a day.
    package init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = Self.floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    package var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = Self.floorDivide(shiftedYear, 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Seconds since 1970-01-01 00:00 on the same wall calendar.
    package var secondsSince1970: Int { daysSince1970 * 86400 + hour * 3600 + minute * 60 + second }

    package var weekday: Weekday { Weekday(daysSince1970: daysSince1970) }

    /// Whether this day and time exist: false for 30 February or 25:00.
    package var isValid: Bool {
        (1...12).contains(month) && (1...daysInMonth).contains(day) && (0...23).contains(hour)
            && (0...59).contains(minute) && (0...59).contains(second)
    }

    /// The same day at another time.
    package func at(hour: Int, minute: Int = 0) -> CivilDate {
        CivilDate(year: year, month: month, day: day, hour: hour, minute: minute)
    }

    /// Days later at the same time of day.
    package func adding(days: Int) -> CivilDate {
        var result = CivilDate(daysSince1970: daysSince1970 + days)
        result.hour = hour
        result.minute = minute
        result.second = second
        return result
    }

    /// The same time of day some months later, on the last day of the month if the day does not exist there.
    package func adding(months: Int) -> CivilDate {
        var result = self
        let count = year * 12 + month - 1 + months
        result.year = Self.floorDivide(count, 12)
        result.month = count - result.year * 12 + 1
        result.day = min(day, result.daysInMonth)
        return result
    }

    /// The number of days in the month, from 28 to 31.
    package var daysInMonth: Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// `2026-12-24`; the year has four digits.
    package var dayText: String {
        let digits = "\(year)"
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + monthDayText
    }

    private var monthDayText: String { "-\(Self.twoDigits(month))-\(Self.twoDigits(day))" }

    /// `09:05`
    package var timeText: String { "\(Self.twoDigits(hour)):\(Self.twoDigits(minute))" }

    /// `07`.
    package static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The quotient, rounded towards the past.
    package static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        (value >= 0 ? value : value - divisor + 1) / divisor
    }
}

package enum Weekday: Int, Hashable, Sendable, CaseIterable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// 1970-01-01 was a Thursday.
    init(daysSince1970 days: Int) {
        self = Weekday(rawValue: (((days + 3) % 7) + 7) % 7) ?? .monday
    }
}
