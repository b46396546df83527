package import Basics

package import struct Foundation.Date

/// Why a typed text is not a valid day or time.
package enum TimeParserError: Error, Equatable, Sendable {
    case empty
    /// The text is not valid.
    case unreadable(String)
    /// The text has the format of a time or date that does not exist: 25:00, 30 February.
    case noSuchTime(String)
    /// The month precedes the day, as in 12/31. `meant` is the text with the day first.
    case monthFirst(String, meant: String)
    case inThePast
    /// The time is too far in the future, more than ``SnoozeParser/furthest`` for a snooze. Most likely a typing
    /// mistake.
    case tooFar
    /// The card expires at this time, before the typed time.
    case afterExpiry(Date)
    /// A time of day was typed where only a day is expected.
    case timeNotAsked

    /// The message for a time to snooze until.
    package func message(at now: Date, in zone: LocalZone) -> String {
        switch self {
        case .empty: Strings.Snooze.empty
        case .unreadable(let word): Strings.Snooze.unreadable(word)
        case .noSuchTime(let text): Strings.Snooze.noSuchTime(text)
        case .monthFirst(let text, let meant): Strings.Snooze.monthFirst(text, meant: meant)
        case .inThePast: Strings.Snooze.inThePast
        case .tooFar: Strings.Snooze.tooFar
        case .afterExpiry(let expiry): Strings.Snooze.afterExpiry(TimeText.clock(expiry, at: now, in: zone))
        case .timeNotAsked: Strings.Dates.timeNotAsked
        }
    }

    /// The message for a date field.
    package var dayMessage: String {
        switch self {
        case .empty: Strings.Dates.empty
        case .unreadable(let word): Strings.Dates.unreadable(word)
        case .noSuchTime(let text): Strings.Snooze.noSuchTime(text)
        case .monthFirst(let text, let meant): Strings.Snooze.monthFirst(text, meant: meant)
        case .inThePast, .afterExpiry: Strings.Snooze.inThePast
        case .tooFar: Strings.Dates.tooFar
        case .timeNotAsked: Strings.Dates.timeNotAsked
        }
    }
}
