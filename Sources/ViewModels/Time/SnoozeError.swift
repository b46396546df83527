package import struct Foundation.Date

/// Why a card cannot be snoozed until the time that was typed.
package enum SnoozeError: Error, Equatable, Sendable {
    case empty
    /// The word that makes no sense.
    case unreadable(String)
    /// Written like a time, but there is none such: 25:00, 30 February.
    case noSuchTime(String)
    case inThePast
    /// More than ``SnoozeParser/furthest`` away, most likely a slip of the finger.
    case tooFar
    /// The card's life ends at that time, before the one that was typed.
    case afterExpiry(Date)

    package func message(at now: Date, in zone: LocalZone) -> String {
        switch self {
        case .empty: Strings.Snooze.empty
        case .unreadable(let word): Strings.Snooze.unreadable(word)
        case .noSuchTime(let text): Strings.Snooze.noSuchTime(text)
        case .inThePast: Strings.Snooze.inThePast
        case .tooFar: Strings.Snooze.tooFar
        case .afterExpiry(let expiry): Strings.Snooze.afterExpiry(TimeText.clock(expiry, at: now, in: zone))
        }
    }
}
