import Cards

import struct Foundation.Date

extension Card.ButtonAction.SnoozePreset {
    /// When the snooze ends; nil when the duration cannot be read.
    func end(from now: Date) -> Date? {
        switch self {
        case .until(let date): date
        case .duration(let text): CardDuration(text)?.added(to: now)
        }
    }
}
