package import Basics

package import struct Foundation.Date

/// A time to snooze until, as the snooze menu offers it.
package struct SnoozeChoice: Hashable, Sendable {
    package var label: String
    package var until: Date

    package init(label: String, until: Date) {
        self.label = label
        self.until = until
    }

    /// The time beside the label, which does not say again what the label says: "Tomorrow", "09:00".
    package func detail(at now: Date, in zone: LocalZone) -> String {
        let then = zone.civil(until)
        return switch label {
        case Strings.Snooze.tomorrow: then.timeText
        case Strings.Snooze.nextMonday: "\(then.day) \(Strings.Relative.month(then.month)) \(then.timeText)"
        default: TimeText.clock(until, at: now, in: zone)
        }
    }

    /// The hour the evening begins at.
    static let eveningHour = 18
    /// The hour at which work ends: what "eod" means.
    static let endOfDayHour = 17
    /// The hour the next day's and week's choices mean.
    static let morningHour = 9

    /// The choices at a moment, soonest first. "This evening" is missing once it has begun, and of two names for one time
    /// the nearer one is kept: next Monday on a Sunday is tomorrow.
    package static func all(at now: Date, in zone: LocalZone) -> [SnoozeChoice] {
        let today = zone.civil(now)
        let evening = zone.date(today.at(hour: eveningHour))
        let daysToMonday = 7 - today.weekday.rawValue
        var choices = [SnoozeChoice(label: Strings.Snooze.oneHour, until: now.addingTimeInterval(3600))]
        if evening > now { choices.append(SnoozeChoice(label: Strings.Snooze.thisEvening, until: evening)) }
        choices.append(
            SnoozeChoice(
                label: Strings.Snooze.tomorrow, until: zone.date(today.adding(days: 1).at(hour: morningHour))))
        choices.append(
            SnoozeChoice(
                label: Strings.Snooze.nextMonday,
                until: zone.date(today.adding(days: daysToMonday).at(hour: morningHour))
            ))
        // By hand: the standard library does not promise to keep the order of equals.
        return choices.enumerated().sorted { ($0.element.until, $0.offset) < ($1.element.until, $1.offset) }
            .map(\.element)
            .reduce(into: []) { kept, choice in if kept.last?.until != choice.until { kept.append(choice) } }
    }
}
