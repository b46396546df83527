internal import AppCore
internal import Basics
internal import Cards

import struct Foundation.Date

/// Reads a future time from the command line: any time that the viewer's prompt accepts, or a whole number of seconds.
/// A number with a dot, such as 14.30, is a time of day, as in the prompt.
struct TimeArgument {
    let now: Date
    let zone: LocalZone

    /// A reader for the current time and the time zone of this machine.
    static var here: TimeArgument {
        let now = Date()
        return TimeArgument(now: now, zone: .system(around: now))
    }

    /// Whether a text is a complete timestamp, in any time zone.
    static func isTimestamp(_ text: String) -> Bool { Date(rfc3339: text) != nil }

    /// The expected values, for messages.
    static let expected = "a future time, such as 90 (seconds), 2h or fri 14:00"

    func read(_ text: String) throws(TimeParserError) -> Date {
        guard !text.hasPrefix("-") else { throw .inThePast }
        guard let seconds = Int(text) else { return try SnoozeParser(now: now, zone: zone).parse(text) }
        guard seconds > 0 else { throw .inThePast }
        guard Double(seconds) <= SnoozeParser.furthest else { throw .tooFar }
        return now.addingTimeInterval(Double(seconds))
    }

    /// The end of a card as it is sent to a server.
    enum End: Equatable {
        /// A duration from the publish request, in the form of a ``CardDuration``. It is the same in each run of a
        /// command, so that the command can be repeated with the same key.
        case duration(String)
        case moment(Date)
    }

    func end(_ text: String) throws(TimeParserError) -> End {
        let date = try read(text)
        let duration = Int(text).map { "\($0)s" } ?? TimeParser.duration(text)
        return duration.map { .duration($0) } ?? .moment(date)
    }

    /// Why a text is not a future time. All commands and cards use the same message.
    ///
    /// - Parameter expected: The expected values.
    func explanation(of text: String, _ error: TimeParserError, expected: String = expected) -> String {
        switch error {
        case .empty: "\"\(text.escapingControls)\" is not a time; expected \(expected)"
        case .unreadable(let word): "\"\(word.escapingControls)\" is not a time; expected \(expected)"
        case .inThePast: "\"\(text.escapingControls)\" is in the past; expected \(expected)"
        default:
            // The viewer uses curly quotes; commands use straight ones.
            error.message(at: now, in: zone).uncapitalized.replacing("“", with: "\"").replacing("”", with: "\"")
        }
    }
}
