internal import AppCore
internal import Cards

import struct Foundation.Date

/// Converts the times and durations of a card into forms that all versions of servers and viewers read (decision 0155).
/// Input such as `fri 14:00` depends on this machine's clock and time zone, which the server does not know. An expiry
/// that counts from now, such as `2h`, is sent as a duration, so that a repeated command sends the same card
/// (decision 0184).
struct CardTimes {
    /// The card with its times as timestamps. A member that is not a time stays unchanged; validation reports it.
    private(set) var card: JSONValue = .null
    /// Whether ``card`` has the text of `expiresAt` as the duration `expiresIn`.
    private(set) var isExpiryDuration = false
    /// The times that differ in each run although their texts are the same, such as a `publishAt` of `2h`, by JSON
    /// pointer.
    private(set) var movingTimes: [String: String] = [:]
    /// The reasons why times cannot be read, by JSON pointer.
    private(set) var mistakes: [String: String] = [:]
    private let reader: TimeArgument

    /// The expected values in JSON, for messages.
    static let expected = #"a future time, such as "90" (seconds), "2h" or "fri 14:00""#

    /// - Parameter reader: The time from which durations count, and the zone of days and times of day.
    init(of card: JSONValue, _ reader: TimeArgument) {
        self.reader = reader
        guard var object = card.object else {
            self.card = card
            return
        }
        readTime("publishAt", in: &object, at: "")
        Self.readDuration("expiresIn", in: &object)
        readExpiry(in: &object)
        if let seconds = object["autoDismiss"].flatMap(CardBody.autoDismiss) {
            object["autoDismiss"] = .number(JSONNumber(seconds))
        }
        for key in ["content", "subviews", "pages"] {
            guard let value = object[key] else { continue }
            object[key] = snoozes(in: value, at: "/\(key)")
        }
        self.card = .object(object)
    }

    /// Converts the times of snooze actions, which buttons and images can have.
    private mutating func snoozes(in json: JSONValue, at pointer: String) -> JSONValue {
        switch json {
        case .array(let values):
            return .array(values.enumerated().map { snoozes(in: $1, at: "\(pointer)/\($0)") })
        case .object(var object):
            if object["type"]?.string == "snooze" {
                readTime("until", in: &object, at: pointer)
                Self.readDuration("for", in: &object)
                return .object(object)
            }
            // The values that a button sends are the publisher's own data and stay unchanged.
            for (key, value) in object.members where key != "values" && key != "payload" {
                object[key] = snoozes(in: value, at: "\(pointer)/\(Self.escaped(key))")
            }
            return .object(object)
        default: return json
        }
    }

    /// Escapes a key for use in a JSON pointer (RFC 6901).
    private static func escaped(_ key: String) -> String { key.replacing("~", with: "~0").replacing("/", with: "~1") }

    /// Converts `expiresAt` into a timestamp, or into `expiresIn` if it counts from now.
    private mutating func readExpiry(in object: inout JSONObject) {
        // A text that is not a time is reported by `readTime`.
        guard let text = object["expiresAt"]?.string, case .duration(let duration)? = try? reader.end(text),
            let length = CardDuration(duration)
        else { return readTime("expiresAt", in: &object, at: "") }
        let end = length.added(to: reader.now)
        // The validation refuses a card that expires before it becomes active only if both times are timestamps.
        if let start = object["publishAt"]?.string.flatMap({ Date(rfc3339: $0) }), end <= start {
            return readTime("expiresAt", in: &object, at: "")
        }
        if let other = object["expiresIn"] {
            // The earlier end counts. A member that is not a duration is reported.
            guard let other = CardDuration.text(of: other).flatMap({ CardDuration($0) }) else { return }
            if other.added(to: reader.now) < end {
                object["expiresAt"] = nil
                return
            }
        }
        object["expiresAt"] = nil
        object["expiresIn"] = .string(duration)
        isExpiryDuration = true
    }

    /// Converts a time into a timestamp. Existing timestamps stay unchanged, even if they are in the past.
    private mutating func readTime(_ key: String, in object: inout JSONObject, at pointer: String) {
        let pointer = "\(pointer)/\(key)"
        guard let text = object[key]?.string else {
            if let value = object[key] { mistakes[pointer] = "expected \(Self.expected), found \(value.text())" }
            return
        }
        guard !TimeArgument.isTimestamp(text) else { return }
        do throws(TimeParserError) {
            let end = try reader.end(text)
            object[key] = .string(try reader.read(text).rfc3339)
            if case .duration = end { movingTimes[pointer] = text }
        } catch {
            mistakes[pointer] = reader.explanation(of: text, error, expected: Self.expected)
        }
    }

    private static func readDuration(_ key: String, in object: inout JSONObject) {
        if let text = object[key].flatMap(CardDuration.text) { object[key] = .string(text) }
    }
}
