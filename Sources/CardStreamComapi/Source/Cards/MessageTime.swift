package import Basics

package import struct Foundation.Date

/// Formats the time when a message was sent, in the user's time zone. It never says "today", because a card is not
/// written again when the day ends.
package enum MessageTime {
    /// Returns a time such as "Mon 23 Nov 2026 14:02".
    ///
    /// - Parameters:
    ///   - above: When the previous message was sent. On the same day, the result is only "14:02".
    ///   - latest: When the conversation's last message was sent. In the same year, the result has no year: "Mon 23 Nov
    ///     14:02".
    package static func text(
        _ date: Date, after above: Date? = nil, before latest: Date? = nil, in zone: LocalZone
    ) -> String {
        let civil = zone.civil(date)
        if let above, zone.civil(above).daysSince1970 == civil.daysSince1970 { return civil.timeText }
        let day = "\(days[civil.weekday.rawValue]) \(civil.day) \(months[civil.month - 1])"
        let isSameYear = latest.map { zone.civil($0).year == civil.year } ?? false
        return isSameYear ? "\(day) \(civil.timeText)" : "\(day) \(civil.year) \(civil.timeText)"
    }

    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
