import Cards

/// A message as it was sent.
struct EmulatedMessage: Sendable {
    let id: String
    let metadata: JSONObject
    /// `from`, `conversationId`, `sentBy` and `sentOn`.
    let context: JSONObject
    let parts: [JSONValue]
    /// The content of the push notification; nil for none. Only the event has it.
    let alert: JSONObject?

    var eventPayload: JSONObject {
        var object: JSONObject = [
            "messageId": .string(id), "metadata": .object(metadata), "context": .object(context),
            "parts": .array(parts),
        ]
        if let alert { object["alert"] = .object(alert) }
        return object
    }

    /// The message in a page of messages, with its statuses by profile.
    func listed(number: Int, statuses: JSONObject) -> JSONObject {
        [
            "id": .string(id), "sentEventId": .number(JSONNumber(number)), "metadata": .object(metadata),
            "context": .object(context), "parts": .array(parts), "statusUpdates": .object(statuses),
        ]
    }
}
