import Cards

import struct Foundation.Date

/// How a response is kept in the outbox: JSON of the store's own, independent of the wire's, since it may wait
/// through an update of the program.
enum StoredResponse {
    static func encode(_ response: CardResponse) -> [UInt8] {
        var object = JSONObject()
        switch response {
        case .dismiss: object["kind"] = .string("dismiss")
        case .submit(let buttonName, let values):
            object["kind"] = .string("submit")
            object["button"] = .string(buttonName)
            object["values"] = .object(values)
        case .snooze(let until):
            object["kind"] = .string("snooze")
            object["until"] = .number(JSONNumber(Int(until.milliseconds)))
        case .voteUp(let message):
            object["kind"] = .string("vote-up")
            object["message"] = message.map(JSONValue.string)
        case .voteDown(let reason, let message):
            object["kind"] = .string("vote-down")
            object["reason"] = .string(reason.rawValue)
            object["message"] = message.map(JSONValue.string)
        }
        return JSONValue.object(object).encoded()
    }

    /// Nil when the bytes were not written by ``encode(_:)``.
    static func decode(_ bytes: [UInt8]) -> CardResponse? {
        // What cannot be parsed is answered like what parses into nothing known.
        guard let value = try? JSONValue(parsing: bytes), case .object(let object) = value else { return nil }
        switch text(object["kind"]) {
        case "dismiss": return .dismiss
        case "submit":
            guard let button = text(object["button"]), case .object(let values)? = object["values"] else { return nil }
            return .submit(buttonName: button, values: values)
        case "snooze":
            guard case .number(let until)? = object["until"], let until = until.int else { return nil }
            return .snooze(until: Date(milliseconds: Int64(until)))
        case "vote-up": return .voteUp(message: text(object["message"]))
        case "vote-down":
            guard let reason = text(object["reason"]).flatMap(CardResponse.VoteReason.init) else { return nil }
            return .voteDown(reason: reason, message: text(object["message"]))
        default: return nil
        }
    }

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }
}
