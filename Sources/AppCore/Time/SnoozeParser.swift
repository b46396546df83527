package import Basics

package import struct Foundation.Date

/// Parses a time to snooze until, as people write it; see ``TimeParser``.
///
/// A day without a time means 9:00. A time without a day means today, or tomorrow if it has passed. Today's weekday
/// with a time that has not passed yet means today. Times are in the user's time zone.
package struct SnoozeParser: Sendable {
    /// The longest snooze in seconds: a year and a day.
    package static let furthest = 366.0 * 86400

    package var now: Date
    package var zone: LocalZone

    package init(now: Date, zone: LocalZone) {
        self.now = now
        self.zone = zone
    }

    package func parse(_ text: String) throws(TimeParserError) -> Date {
        let until =
            switch try TimeParser(now: now, zone: zone).meaning(of: text) {
            case .moment(let moment): moment
            case .time(let time): coming(time)
            case .day(let day, let time): coming(day, time)
            }
        guard until > now else { throw .inThePast }
        guard until.timeIntervalSince(now) <= Self.furthest else { throw .tooFar }
        return until
    }

    /// A time of day that has passed means tomorrow.
    private func coming(_ time: TimeParser.TimeOfDay) -> Date {
        let today = zone.civil(now).at(hour: time.hour, minute: time.minute)
        let date = zone.date(today)
        return date > now ? date : zone.date(today.adding(days: 1))
    }

    private func coming(_ day: TimeParser.Day, _ time: TimeParser.TimeOfDay?) -> Date {
        let civil = day.date.at(hour: time?.hour ?? SnoozeChoice.morningHour, minute: time?.minute ?? 0)
        let date = zone.date(civil)
        guard date <= now else { return date }
        return switch day.recurrence {
        case .never: date
        case .weekly: zone.date(civil.adding(days: 7))
        case .yearly: zone.date(civil.adding(months: 12))
        }
    }
}
