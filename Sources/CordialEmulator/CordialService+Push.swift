package import Cards

extension CordialService {
    /// Creates the push notification for a message, as a program receives it from a push service. A terminal has no
    /// push service: a test or `cardstream push` passes the notification to the program.
    ///
    /// - Parameters:
    ///   - id: The id of an inbox message or an in-app message.
    ///   - contact: The contact key.
    ///   - carousel: The pictures with their links, such as `imageURL` and `deepLink`; empty for a notification without
    ///     pictures.
    /// - Returns: The payload; nil if the contact does not have the message.
    package func push(_ id: String, to contact: String, carousel: [JSONObject] = []) -> JSONObject? {
        let message = inboxes[contact]?.first { $0.id == id }
        let inApp = inApp[contact]?.first { $0.id == id }
        guard message != nil || inApp != nil else { return nil }
        var alert = JSONObject()
        alert["title"] = message?.metadata["title"]
        alert["body"] = message?.metadata["subtitle"]
        var aps: JSONObject = ["content-available": 1]
        if !alert.isEmpty { aps["alert"] = .object(alert) }
        var payload: JSONObject = ["aps": .object(aps), "mcID": .string(id)]
        if let link = message?.metadata["deepLink"] { payload["deepLink"] = ["url": link] }
        payload["imageURL"] = message?.metadata["imageUrl"]
        payload["system"] = inApp.map { ["iam": .object($0.parameters)] } ?? ["inbox": [:]]
        if !carousel.isEmpty { payload["carousel"] = .array(carousel.map(JSONValue.object)) }
        return payload
    }
}
