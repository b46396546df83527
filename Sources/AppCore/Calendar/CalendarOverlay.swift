package import Basics
package import Cards

package import struct Foundation.Date

/// A month to pick a day from, and a text field to type it into. For a snooze, also the time of day. Typing moves the
/// calendar, and moving the calendar updates the text field.
package struct CalendarOverlay: Equatable, Sendable {
    package var title: String
    package var card: CardID
    package var purpose: Purpose
    /// The marked cards to snooze, including ``card``; nil for that card alone.
    var plan: BulkPlan?
    /// The selected day; for a snooze, with the time of day.
    package var cursor: CivilDate
    package var field: TextField
    /// Whether characters are text. Otherwise they are keys of the calendar.
    package var isTyping = false
    /// The days that can be chosen, as far as whole days decide it.
    package var range: DayRange
    /// Why the cursor's day or time cannot be chosen; nil if it can. Checked again when the user accepts it.
    package var reason: String?
    /// Why the typed text was rejected, after the user tried to accept it.
    package var problem: String?
    /// Whether the typed text can be parsed.
    package var isRead: Bool
    /// Why the typed text cannot be parsed; nil while it can be, and for an empty field.
    package var misreading: TimeParserError?
    /// The end of a typed duration, to the second; nil once the calendar has moved.
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

    /// The cursor as it is written into the text field.
    var text: String { hasTime ? "\(cursor.dayText) \(cursor.timeText)" : cursor.dayText }

    /// The cursor as a sentence: "Thursday, 24 December 2026 · in 33 days", "Until Thu 09:00 · in 3 days".
    package func words(at now: Date, in zone: LocalZone) -> String {
        let days = cursor.daysSince1970 - zone.civil(now).daysSince1970
        guard hasTime else { return "\(Strings.Dates.day(cursor)) · \(Strings.Dates.distance(days: days))" }
        let date = moment ?? zone.date(cursor)
        return
            "\(Strings.Snooze.resolved(TimeText.clock(date, at: now, in: zone))) · \(TimeText.toTheMinute(date, to: now))"
    }

    /// A short form of the end of a snooze, shown next to the typed text; nil while the text is not a time that can be
    /// chosen.
    package func end(at now: Date, in zone: LocalZone) -> String? {
        guard hasTime, isRead, reason == nil, !field.text.isEmpty else { return nil }
        return TimeText.clock(moment ?? zone.date(cursor), at: now, in: zone)
    }

    /// Why the typed text is not a day or time so far; nil if there is nothing to report.
    package func misreading(at now: Date, in zone: LocalZone) -> String? {
        hasTime ? misreading?.message(at: now, in: zone) : misreading?.dayMessage
    }

    /// A short hint for the empty text field.
    package var placeholder: String { hasTime ? Strings.Snooze.placeholder : Strings.Dates.placeholder }

    /// A description of the accepted input.
    package var hint: String { hasTime ? Strings.Snooze.customHint : Strings.Dates.hint }
}
