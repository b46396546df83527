import Cards
import EmulatorHTTP

import struct Foundation.Date

/// Encodes events as frames of the socket. The structure follows the service with its irregularities: typing events and
/// messages have no `conversationId` at the top level, and message identifiers are only in the payload.
struct EventEnvelope: Sendable {
    let configuration: EmulatorConfiguration
    let eventID: String
    /// The profile whose request caused the event.
    let author: String
    let time: Date

    func frame(_ content: EventContent) -> JSONObject {
        var context: JSONObject = ["createdBy": .string(author)]
        if case .typing = content { context["createdOn"] = .string(WireTime.text(time)) }
        var frame: JSONObject = [
            "eventId": .string(eventID), "name": .string(content.name),
            "apiSpaceId": .string(configuration.apiSpaceID), "context": .object(context),
        ]
        for (key, value) in top(content).members { frame[key] = value }
        frame["publishedOn"] = .string(WireTime.text(time))
        if let payload = payload(content) { frame["payload"] = .object(payload) }
        return frame
    }

    private func top(_ content: EventContent) -> JSONObject {
        let account = JSONValue.number(JSONNumber(configuration.accountID))
        switch content {
        case .socketInfo(let socketID): return ["socketId": .string(socketID), "accountId": account]
        case .profileUpdate(let profileID, _, let version):
            return members("profileId", profileID, version)
        case .conversationCreate(let conversation, _): return ["conversationId": .string(conversation.id)]
        case .conversationUpdate(let conversation):
            return members("conversationId", conversation.id, conversation.version)
        case .conversationDelete(let conversation, _), .conversationUndelete(let conversation):
            return [
                "conversationId": .string(conversation.id),
                configuration.eventETagKey: .string(conversation.version.etag),
            ]
        case .participantAdded(_, let conversationID), .participantUpdated(_, let conversationID),
            .participantRemoved(_, let conversationID):
            return ["conversationId": .string(conversationID)]
        case .typing: return ["accountId": account]
        case .messageSent, .messageStatus: return [:]
        }
    }

    private func payload(_ content: EventContent) -> JSONObject? {
        switch content {
        case .socketInfo: nil
        case .profileUpdate(_, let changes, _): changes
        case .conversationCreate(let conversation, let participants):
            conversation.details.merging([
                "participants": .array(
                    participants.map { participant in
                        [
                            configuration.createEventParticipantKey: .string(participant.id),
                            "role": .string(participant.role.rawValue),
                        ]
                    })
            ])
        case .conversationUpdate(let conversation), .conversationUndelete(let conversation): conversation.details
        case .conversationDelete(_, let date): ["date": .string(WireTime.text(date))]
        case .participantAdded(let participant, let conversationID),
            .participantUpdated(let participant, let conversationID):
            [
                "profileId": .string(participant.id), "role": .string(participant.role.rawValue),
                "conversationId": .string(conversationID), "apiSpaceId": .string(configuration.apiSpaceID),
            ]
        case .participantRemoved(let profileID, let conversationID):
            [
                "profileId": .string(profileID), "conversationId": .string(conversationID),
                "apiSpaceId": .string(configuration.apiSpaceID),
            ]
        case .typing(_, let profileID, let conversationID):
            ["profileId": .string(profileID), "conversationId": .string(conversationID)]
        case .messageSent(let message): message.eventPayload
        case .messageStatus(let update): update.payload
        }
    }

    private func members(_ key: String, _ id: String, _ version: Version) -> JSONObject {
        [
            key: .string(id), "revision": .number(JSONNumber(version.revision)),
            configuration.eventETagKey: .string(version.etag),
        ]
    }
}

extension JSONObject {
    /// Returns this object with the members of another one added. Members of the other one win.
    func merging(_ other: JSONObject) -> JSONObject {
        var result = self
        for (key, value) in other.members { result[key] = value }
        return result
    }
}
