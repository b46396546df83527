package import Cards

extension CordialService {
    /// The push that announces a message, as a push service hands it to a program. A terminal has no such service: a test or
    /// `cardstream push` hands it on.
    ///
    /// - Parameters:
    ///   - id: Of a message of the inbox or an in-app message.
    ///   - contact: The contact key.
    ///   - carousel: Pictures with what they open, such as `imageURL` and `deepLink`; none for other pushes.
    /// - Returns: Nil if the contact has no such message.
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
