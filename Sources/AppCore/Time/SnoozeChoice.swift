package import Basics

package import struct Foundation.Date

/// A time in the snooze menu.
package struct SnoozeChoice: Hashable, Sendable {
    package var label: String
    package var until: Date

    package init(label: String, until: Date) {
        self.label = label
        self.until = until
    }

    /// The time next to the label, without information that the label already has: "09:00" for "Tomorrow".
    package func detail(at now: Date, in zone: LocalZone) -> String {
        let then = zone.civil(until)
        return switch label {
        case Strings.Snooze.tomorrow: then.timeText
        case Strings.Snooze.nextMonday: "\(then.day) \(Strings.Relative.month(then.month)) \(then.timeText)"
        default: TimeText.clock(until, at: now, in: zone)
        }
    }

    /// The hour at which the evening starts.
    static let eveningHour = 18
    /// The hour at which the work day ends, for "eod".
    static let endOfDayHour = 17
    /// The hour for choices on the next day and in the next week.
    static let morningHour = 9

    /// The choices at a given time, soonest first. Leaves out "This evening" once the evening has begun. If two choices
    /// have the same time, keeps the nearer one: next Monday on a Sunday is "Tomorrow".
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
        // Sorts with the index as a second key, because the standard library does not guarantee a stable sort.
        return choices.enumerated().sorted { ($0.element.until, $0.offset) < ($1.element.until, $1.offset) }
            .map(\.element)
            .reduce(into: []) { kept, choice in if kept.last?.until != choice.until { kept.append(choice) } }
    }
}
