package import Basics

package import struct Foundation.Date

/// Times as text, and when these texts change.
package enum TimeText {
    /// A relative time in whole units: "in 2 h", "12 min ago", "now". Past times are rounded down. Future times are
    /// rounded down to minutes below an hour, and to the nearest unit from an hour on, so that two hours do not become
    /// one immediately.
    package static func relative(_ date: Date, to now: Date) -> String {
        let distance = date.timeIntervalSince(now)
        let minutes = Int((abs(distance) / 60).rounded(.down))
        if minutes == 0 { return Strings.Relative.now }
        return distance > 0
            ? Strings.Relative.future(amountToCome(distance)) : Strings.Relative.past(amount(minutes: minutes))
    }

    /// An age, for a column of ages: "now", "12 min", "3 h", "26 days". Changes at ``nextChange(of:after:)``.
    package static func age(of date: Date, at now: Date) -> String {
        let minutes = Int((abs(now.timeIntervalSince(date)) / 60).rounded(.down))
        return minutes == 0 ? Strings.Relative.now : amount(minutes: minutes)
    }

    /// A relative time with hours and minutes: "in 1 h 30 min".
    package static func toTheMinute(_ date: Date, to now: Date) -> String {
        let minutes = Int((date.timeIntervalSince(now) / 60).rounded(.down))
        guard minutes > 60, minutes < 48 * 60, minutes % 60 > 0 else { return relative(date, to: now) }
        return Strings.Relative.future(
            "\(Strings.Relative.hours(minutes / 60)) \(Strings.Relative.minutes(minutes % 60))")
    }

    /// A card's expiry: "expires in 2 h", finally "expires in under 1 min", and then "expired". Changes at
    /// ``nextChange(of:after:)``.
    package static func expiry(_ date: Date, at now: Date) -> String {
        let left = date.timeIntervalSince(now)
        if left <= 0 { return Strings.Card.expired }
        return Strings.Card.expires(left < 60 ? nil : relative(date, to: now))
    }

    /// When the text of ``relative(_:to:)`` may change next.
    package static func nextChange(of date: Date, after now: Date) -> Date {
        let distance = date.timeIntervalSince(now)
        let unit = unitSeconds(abs(distance))
        // Future times change just below these distances, and past times change at whole units from `date`.
        let boundary =
            distance > 0
            ? date.addingTimeInterval(-lastDistance(sameAs: distance))
            : date.addingTimeInterval(((-distance / unit).rounded(.down) + 1) * unit)
        // Adds a moment, so that the new text is valid when the deadline fires.
        return max(boundary.addingTimeInterval(0.01), now.addingTimeInterval(0.5))
    }

    /// A time in the user's time zone: "14:02", "tomorrow 09:00", "Mon 09:00", "24 Dec 10:00", "24 Dec 2027 10:00".
    package static func clock(_ date: Date, at now: Date, in zone: LocalZone) -> String {
        let then = zone.civil(date)
        let today = zone.civil(now)
        let days = then.daysSince1970 - today.daysSince1970
        switch days {
        case 0: return then.timeText
        case 1: return "\(Strings.Relative.tomorrow) \(then.timeText)"
        case 2...6: return "\(Strings.Relative.weekday(then.weekday)) \(then.timeText)"
        default:
            let day = "\(then.day) \(Strings.Relative.month(then.month))"
            return then.year == today.year ? "\(day) \(then.timeText)" : "\(day) \(then.year) \(then.timeText)"
        }
    }

    private static func amount(minutes: Int) -> String {
        if minutes < 60 { return Strings.Relative.minutes(minutes) }
        if minutes < 48 * 60 { return Strings.Relative.hours(minutes / 60) }
        return Strings.Relative.days(minutes / (24 * 60))
    }

    private static func amountToCome(_ seconds: Double) -> String {
        if seconds < 3600 { return Strings.Relative.minutes(Int((seconds / 60).rounded(.down))) }
        if seconds < firstDays { return Strings.Relative.hours(Int((seconds / 3600).rounded())) }
        return Strings.Relative.days(Int((seconds / 86400).rounded()))
    }

    /// The shortest future distance that has the same text.
    private static func lastDistance(sameAs seconds: Double) -> Double {
        if seconds < 3600 { return (seconds / 60).rounded(.down) * 60 }
        if seconds < firstDays { return max(((seconds / 3600).rounded() - 0.5) * 3600, 3600) }
        return max(((seconds / 86400).rounded() - 0.5) * 86400, firstDays)
    }

    /// The number of seconds from which a future time is in days: where it would round to 48 hours.
    private static let firstDays = 47.5 * 3600

    private static func unitSeconds(_ distance: Double) -> Double {
        if distance < 3600 { return 60 }
        if distance < 48 * 3600 { return 3600 }
        return 86400
    }
}
