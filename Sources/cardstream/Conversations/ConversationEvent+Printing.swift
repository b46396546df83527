internal import CardStreamComapi
internal import Cards

import struct Foundation.Date

/// Formats the events of a conversation service for `events --source`.
extension ConversationEvent {
    /// The event as `cardstream schema source-event` describes it.
    func printed() -> JSONValue {
        var json: JSONObject = ["event": .string(name)]
        if !id.isEmpty { json["id"] = .string(id) }
        if let conversationID { json["conversation"] = .string(conversationID) }
        if let conversationEventID { json["number"] = .number(JSONNumber(conversationEventID)) }
        if let createdBy { json["by"] = .string(createdBy) }
        if let etag { json["etag"] = .string(etag) }
        if let publishedOn { json["published"] = .string(publishedOn.rfc3339) }
        switch kind {
        case .sent(let message, _): json["message"] = message.printed()
        case .status(let message, let reader, let update):
            json["status"] = [
                "message": .string(message), "profile": .string(reader), "status": .string(update.status.rawValue),
            ]
        case .participantAdded(let participant), .participantUpdated(let participant):
            json["participant"] = ["id": .string(participant.profileID), "role": .string(participant.role.rawValue)]
        case .participantRemoved(let profileID), .typing(let profileID), .typingStopped(let profileID),
            .profileUpdated(let profileID, _):
            json["profile"] = .string(profileID)
        case .created(let conversation, _), .updated(let conversation), .undeleted(let conversation):
            json["name"] = .string(conversation.name)
        case .deleted, .socketOpened, .unknown: break
        }
        if let payload = self.json["payload"]?.object { json["payload"] = .object(payload) }
        return .object(json)
    }

    /// `2026-11-21 09:30:00  conversationMessage.sent  release  ben: On my way`
    func line(at now: Date) -> String {
        let time = TextTable.time((publishedOn ?? now).rfc3339)
        return [time, name, conversationID ?? "", message].filter { !$0.isEmpty }.joined(separator: "  ")
            .split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private var message: String {
        switch kind {
        case .sent(let message, _): "\(message.senderName ?? message.senderID): \(message.text)"
        case .status(_, let reader, _): reader
        case .participantAdded(let participant), .participantUpdated(let participant):
            "\(participant.profileID), \(participant.role.rawValue)"
        case .participantRemoved(let profileID), .typing(let profileID), .typingStopped(let profileID),
            .profileUpdated(let profileID, _):
            profileID
        case .created(let conversation, _), .updated(let conversation), .undeleted(let conversation): conversation.name
        case .deleted, .socketOpened, .unknown: ""
        }
    }
}
