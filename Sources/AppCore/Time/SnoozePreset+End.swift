import Cards

import struct Foundation.Date

extension Card.ButtonAction.SnoozePreset {
    /// The end of the snooze; nil if the duration is not valid.
    func end(from now: Date) -> Date? {
        switch self {
        case .until(let date): date
        case .duration(let text): CardDuration(text)?.added(to: now)
        }
    }
}
