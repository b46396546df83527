package import Basics
package import Cards

package import struct Foundation.Date

/// A month to pick a day from, for a snooze with its time of day, and a line to type it into. What is typed moves the
/// calendar, what the calendar does is written into the line.
package struct CalendarOverlay: Equatable, Sendable {
    package var title: String
    package var card: CardID
    package var purpose: Purpose
    /// The marked cards to be snoozed, of which ``card`` is one; nil for that card alone.
    var plan: BulkPlan?
    /// The day the keys act on; for a snooze with the time of day.
    package var cursor: CivilDate
    package var field: TextField
    /// Whether characters are text; otherwise they are keys of the calendar.
    package var isTyping = false
    /// The days that can be taken, as far as whole days decide it.
    package var range: DayRange
    /// Why the cursor's day or time cannot be taken, and so is not when it is tried.
    package var reason: String?
    /// Why what was typed cannot be taken, once that was tried.
    package var problem: String?
    /// Whether what is typed means something.
    package var isRead: Bool
    /// Why it means nothing as far as it is typed; nil while it does, and for an empty line.
    package var misreading: TimeParserError?
    /// The moment a typed length comes to, to the second; nil once the calendar moved.
    var moment: Date?

    package enum Purpose: Hashable, Sendable {
        case input(name: String)
        case snooze
    }

    package var hasTime: Bool { purpose == .snooze }

    init(
        title: String, card: CardID, purpose: Purpose, cursor: CivilDate, text: String, range: DayRange
    ) {
        self.title = title
        self.card = card
        self.purpose = purpose
        self.cursor = cursor
        field = TextField(text)
        self.range = range
        isRead = true
    }

    /// The cursor as it is written into the line.
    var text: String { hasTime ? "\(cursor.dayText) \(cursor.timeText)" : cursor.dayText }

    /// The cursor in words: "Thursday, 24 December 2026 · in 33 days", "Until Thu 09:00 · in 3 days".
    package func words(at now: Date, in zone: LocalZone) -> String {
        let days = cursor.daysSince1970 - zone.civil(now).daysSince1970
        guard hasTime else { return "\(Strings.Dates.day(cursor)) · \(Strings.Dates.distance(days: days))" }
        let date = moment ?? zone.date(cursor)
        return
            "\(Strings.Snooze.resolved(TimeText.clock(date, at: now, in: zone))) · \(TimeText.toTheMinute(date, to: now))"
    }

    /// The end of a snooze in few words, to stand beside what is typed; nil while that means no time that can be taken.
    package func end(at now: Date, in zone: LocalZone) -> String? {
        guard hasTime, isRead, reason == nil, !field.text.isEmpty else { return nil }
        return TimeText.clock(moment ?? zone.date(cursor), at: now, in: zone)
    }

    /// Why what is typed means no day or time so far; nil where there is nothing to say.
    package func misreading(at now: Date, in zone: LocalZone) -> String? {
        hasTime ? misreading?.message(at: now, in: zone) : misreading?.dayMessage
    }

    /// The same in few words, for the empty line.
    package var placeholder: String { hasTime ? Strings.Snooze.placeholder : Strings.Dates.placeholder }

    /// What may be typed.
    package var hint: String { hasTime ? Strings.Snooze.customHint : Strings.Dates.hint }
}
