import Cards
import EmulatorHTTP

import struct Foundation.Date

/// A conversation with its participants and its history.
struct EmulatedConversation: Sendable {
    let id: String
    var name: String
    var description: String?
    var roles: ConversationRoles
    var isPublic: Bool
    /// `a2p` or `p2p`, as the client sent it; nil if it did not.
    let messageScope: String?
    /// The participants, in the order in which they were added.
    var participants: [Participant]
    let createdOn: Date
    let createdBy: String
    var updatedOn: Date
    var updatedBy: String
    /// The number of changes.
    var revision = 0
    /// Whether the conversation is deleted. A deleted conversation keeps its data, and its identifier stays in use.
    var isDeleted = false
    /// All events. The number of an event is its index.
    private(set) var history: [HistoryEvent] = []
    private(set) var messageIDs: Set<String> = []
    /// The statuses that the history contains.
    private(set) var reported: Set<StatusUpdate.Key> = []
    /// The event number of the newest message; nil if there is none.
    private(set) var latestSentEventID: Int?

    /// The conversation in events.
    var details: JSONObject {
        var object: JSONObject = ["id": .string(id), "name": .string(name)]
        if let description { object["description"] = .string(description) }
        object["roles"] = roles.json
        object["isPublic"] = .bool(isPublic)
        return object
    }

    /// The conversation in responses. `description` is always present, and null if there is none.
    var representation: JSONObject {
        var object: JSONObject = [
            "id": .string(id), "name": .string(name), "description": description.map(JSONValue.string) ?? .null,
            "roles": roles.json, "isPublic": .bool(isPublic),
        ]
        if let messageScope { object["messageScope"] = .string(messageScope) }
        object["_createdOn"] = .string(WireTime.text(createdOn))
        object["_createdBy"] = .string(createdBy)
        object["_updatedOn"] = .string(WireTime.text(updatedOn))
        object["_updatedBy"] = .string(updatedBy)
        return object
    }

    /// The conversation in lists.
    var listItem: JSONObject {
        var object = representation
        object["participantCount"] = .number(JSONNumber(participants.count))
        if let latestSentEventID { object["latestSentEventId"] = .number(JSONNumber(latestSentEventID)) }
        object["_etag"] = .string(etag)
        return object
    }

    /// The entity tag. It depends only on the fields that clients write, and not on times, authors or participants:
    /// adding a participant does not change it.
    var etag: String {
        var object = JSONObject()
        for (key, value) in representation.members where key.first != "_" { object[key] = value }
        return EntityTag.of(.object(object))
    }

    var snapshot: ConversationSnapshot {
        ConversationSnapshot(id: id, details: details, version: Version(revision, etag: etag))
    }

    // MARK: History

    /// The number of the next event.
    var nextEventID: Int { history.count }

    mutating func append(_ event: HistoryEvent) {
        history.append(event)
        switch event.kind {
        case .message(let message):
            messageIDs.insert(message.id)
            latestSentEventID = event.number
        case .status(let update): reported.insert(update.key)
        case .other: break
        }
    }
}
