import Cards
import EmulatorHTTP

/// Messages and their statuses.
extension ComapiService {
    func getMessages(_ id: String, _ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let conversation = conversations[try conversationIndex(id, for: call.profileID)]
        let from = try call.target.integer("from", in: 0 ... .max)
        let limit = try call.target.integer("limit", in: MessagePage.limits) ?? MessagePage.limits.upperBound
        return .json(MessagePage(conversation.history, from: from, limit: limit).json)
    }

    mutating func sendMessage(_ id: String, _ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let index = try conversationIndex(id, for: call.profileID)
        try conversations[index].check(\.canSend, of: call.profileID)
        let fields = try MessageFields(call.request.body)
        var from: JSONObject = ["id": .string(call.profileID)]
        if let name = fields.senderName { from["name"] = .string(name) }
        let message = EmulatedMessage(
            id: identifiers(), metadata: fields.metadata,
            context: [
                "from": .object(from), "conversationId": .string(id), "sentBy": .string(call.profileID),
                "sentOn": .string(WireTime.text(now)),
            ], parts: fields.parts, alert: fields.alert)
        let number = conversations[index].nextEventID
        record(.messageSent(message), in: index, by: call.profileID)
        return .json(["id": .string(message.id), "eventId": .number(JSONNumber(number))])
    }

    /// Records statuses of messages. Ignores identifiers that are not of messages, and statuses that the profile has
    /// already reported. The response is plain text, not JSON.
    mutating func updateStatuses(_ id: String, _ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let index = try conversationIndex(id, for: call.profileID)
        try conversations[index].checkMembership(call.profileID)
        for report in try StatusUpdate.reports(call.request.body) {
            for messageID in report.messageIDs {
                let update = StatusUpdate(
                    messageID: messageID, conversationID: id, profileID: call.profileID, status: report.status,
                    timestamp: report.timestamp, isPublicConversation: conversations[index].isPublic)
                guard conversations[index].messageIDs.contains(messageID),
                    !conversations[index].reported.contains(update.key)
                else { continue }
                record(.messageStatus(update), in: index, by: call.profileID)
            }
        }
        return .text("OK")
    }
}
