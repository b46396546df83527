internal import AppCore
internal import AppRuntime
internal import Basics
internal import Cards

import struct Foundation.Date

/// Parses the end of a snooze on a command line: the syntax of the viewer, or a number of seconds.
struct SnoozeArgument {
    let now: Date
    let zone: LocalZone

    /// - Parameter expiry: The card's expiry, which no snooze may pass; nil for none.
    func read(_ words: [String], before expiry: Date?) throws(CommandFailure) -> Date {
        // Everything after it is a value.
        let text = (words.first == "--" ? Array(words.dropFirst()) : words).joined(separator: " ")
        if text.hasPrefix("-") {
            throw CommandFailure(
                .usage, "\"\(text.escapingControls)\": expected a future time, such as 90 (seconds), 2h or fri 14:00")
        }
        let until: Date
        do throws(TimeParserError) {
            until = try TimeArgument(now: now, zone: zone).read(text)
            if let expiry, until > expiry { throw TimeParserError.afterExpiry(expiry) }
        } catch {
            throw CommandFailure(.usage, error.message(at: now, in: zone).uncapitalized)
        }
        return until
    }
}
