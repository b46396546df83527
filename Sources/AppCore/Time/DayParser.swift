package import Basics

package import struct Foundation.Date

/// Parses the day for a date field, as people write it; see ``TimeParser``. Allows days in the past.
package struct DayParser: Sendable {
    package var now: Date
    package var zone: LocalZone
    /// The days that the field accepts. A day without a year is the nearest one in this range.
    package var range: DayRange

    package init(now: Date, zone: LocalZone, range: DayRange = DayRange()) {
        self.now = now
        self.zone = zone
        self.range = range
    }

    /// Parses a text. Returns midnight of the day.
    package func parse(_ text: String) throws(TimeParserError) -> CivilDate {
        let today = zone.civil(now).at(hour: 0)
        switch try TimeParser(now: now, zone: zone, prefersDays: true).meaning(of: text) {
        case .moment(let moment): return zone.civil(moment).at(hour: 0)
        case .time, .day(_, time: .some): throw .timeNotAsked
        case .day(let day, time: nil):
            guard (1...9999).contains(day.date.year) else { throw .tooFar }
            let date = day.date.at(hour: 0)
            switch day.recurrence {
            case .never: return date
            case .weekly: return date == today ? date.adding(days: 7) : date
            case .yearly:
                let before = date.adding(months: -12)
                return !range.contains(date) && before.day == date.day && range.contains(before) ? before : date
            }
        }
    }
}

/// The days that a field accepts, including the bounds. A bound that is nil is open.
package struct DayRange: Hashable, Sendable {
    package var earliest: CivilDate?
    package var latest: CivilDate?

    package init(earliest: CivilDate? = nil, latest: CivilDate? = nil) {
        self.earliest = earliest
        self.latest = latest
    }

    /// Whether the range contains the date, regardless of the time of day.
    package func contains(_ date: CivilDate) -> Bool {
        let day = date.daysSince1970
        return day >= earliest?.daysSince1970 ?? .min && day <= latest?.daysSince1970 ?? .max
    }
}
