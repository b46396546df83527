internal import AppCore
internal import AppRuntime
internal import Basics
internal import Cards

import struct Foundation.Date

/// Parses the end of a snooze on a command line: the syntax of the viewer, or a number of seconds.
struct SnoozeArgument {
    let now: Date
    let zone: LocalZone

    /// - Parameter expiry: The card's expiry, which the snooze must not exceed; nil if the card does not expire.
    func read(_ words: [String], before expiry: Date?) throws(CommandFailure) -> Date {
        // `--` ends the options: everything after it is a value.
        let text = (words.first == "--" ? Array(words.dropFirst()) : words).joined(separator: " ")
        let reader = TimeArgument(now: now, zone: zone)
        do throws(TimeParserError) {
            let until = try reader.read(text)
            if let expiry, until > expiry { throw .afterExpiry(expiry) }
            return until
        } catch {
            throw CommandFailure(.usage, reader.explanation(of: text, error))
        }
    }
}
