import struct Foundation.Date

extension CardResponse: JSONConvertible {
    /// `{"action": "submit", "button": "approve", "values": {…}}`, and likewise `reply`, `dismiss`, `unsnooze`,
    /// `snooze` with `until`, `vote-up` with `message`, `vote-down` with `reason` and `message`. Other members are
    /// ignored, so the object may be part of a larger one.
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        switch try fields.requireString("action") {
        case "dismiss": self = .dismiss
        case "unsnooze": self = .unsnooze
        case "submit":
            let values: JSONObject = try fields.optional("values", "an object") { $0.object } ?? [:]
            self = .submit(buttonName: try fields.requireString("button"), values: values)
        case "reply":
            let values: JSONObject = try fields.optional("values", "an object") { $0.object } ?? [:]
            self = .reply(buttonName: try fields.requireString("button"), values: values)
        case "snooze": self = .snooze(until: try fields.requireDate("until"))
        case "vote-up": self = .voteUp(message: try Self.message(&fields))
        case "vote-down":
            let reason: VoteReason = try fields.requireChoice("reason")
            self = .voteDown(reason: reason, message: try Self.message(&fields))
        default: throw fields.problem("action", "one of dismiss, submit, reply, snooze, unsnooze, vote-up, vote-down")
        }
    }

    private static func message(_ fields: inout FieldReader) throws(CardProblem) -> String? {
        try fields.optional("message", "a string of at most \(voteMessageLimit) characters") {
            $0.string.flatMap { $0.count <= voteMessageLimit ? $0 : nil }
        }
    }

    public var json: JSONValue {
        var object: JSONObject = ["action": .string(actionName)]
        switch self {
        case .dismiss, .unsnooze: break
        case .submit(let buttonName, let values), .reply(let buttonName, let values):
            object["button"] = .string(buttonName)
            object["values"] = .object(values)
        case .snooze(let until): object["until"] = .string(until.rfc3339)
        case .voteUp(let message): object.set("message", message)
        case .voteDown(let reason, let message):
            object["reason"] = .string(reason.rawValue)
            object.set("message", message)
        }
        return .object(object)
    }

    /// The name of the action on the wire and on disk.
    public var actionName: String { kind.rawValue }
}
