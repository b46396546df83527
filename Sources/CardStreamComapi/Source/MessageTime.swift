package import Basics

package import struct Foundation.Date

/// When a message was sent, on the user's clock: "22 Nov 14:02". The day is always named, because a card is not written
/// again when the day ends.
package enum MessageTime {
    package static func text(_ date: Date, in zone: LocalZone) -> String {
        let civil = zone.civil(date)
        return "\(civil.day) \(months[civil.month - 1]) \(civil.timeText)"
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
