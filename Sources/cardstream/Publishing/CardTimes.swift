internal import AppCore
internal import Cards

/// Converts the times and durations of a card into forms that all versions of servers and viewers read (decision 0155).
/// Input such as `fri 14:00` depends on this machine's clock and time zone, which the server does not know.
struct CardTimes {
    /// The card with its times as timestamps. A member that is not a time stays unchanged; validation reports it.
    private(set) var card: JSONValue = .null
    /// The reasons why times cannot be read, by JSON pointer.
    private(set) var mistakes: [String: String] = [:]
    private let reader: TimeArgument

    /// - Parameter reader: The time from which durations count, and the zone of days and times of day.
    init(of card: JSONValue, _ reader: TimeArgument) {
        self.reader = reader
        guard var object = card.object else {
            self.card = card
            return
        }
        for key in ["publishAt", "expiresAt"] { readTime(key, in: &object, at: "") }
        Self.readDuration("expiresIn", in: &object)
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

    /// Converts a time into a timestamp. Existing timestamps stay unchanged, even if they are in the past.
    private mutating func readTime(_ key: String, in object: inout JSONObject, at pointer: String) {
        guard let text = object[key]?.string, !TimeArgument.isTimestamp(text) else { return }
        do throws(TimeParserError) { object[key] = .string(try reader.read(text).rfc3339) } catch {
            mistakes["\(pointer)/\(key)"] = reader.explanation(of: text, error)
        }
    }

    private static func readDuration(_ key: String, in object: inout JSONObject) {
        if let text = object[key].flatMap(CardDuration.text) { object[key] = .string(text) }
    }
}
