package import Basics

package import struct Foundation.Date

/// Why what was typed is no day or time that can be taken.
package enum TimeParserError: Error, Equatable, Sendable {
    case empty
    /// The word that is not valid.
    case unreadable(String)
    /// Written like a time, but there is none such: 25:00, 30 February.
    case noSuchTime(String)
    /// A month before its day, as in 12/31, and the same the other way round.
    case monthFirst(String, meant: String)
    case inThePast
    /// More than ``SnoozeParser/furthest`` away, most likely a slip of the finger.
    case tooFar
    /// The card's life ends at that time, before the one that was typed.
    case afterExpiry(Date)
    /// A time of day where only a day is asked for.
    case timeNotAsked

    /// For a time to snooze until.
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

    /// For a day asked for by a field.
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
