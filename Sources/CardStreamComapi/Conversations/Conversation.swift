public import Cards
import VendorClient

public import struct Foundation.Date

/// A conversation of several users.
public struct Conversation: Sendable, Hashable {
    /// The id, chosen by its creator.
    public var id: String
    /// The name, for people.
    public var name: String
    /// The description; nil for none.
    public var details: String?
    /// What its participants may do.
    public var roles: ConversationRoles
    /// Whether users who do not take part can find it.
    public var isPublic: Bool
    /// The number of participants; nil except in lists.
    public var participantCount: Int?
    /// The event number of the latest message; nil except in lists, and while there is no message.
    public var latestSentEventID: Int?
    /// The entity tag; nil except in lists.
    public var etag: String?
    /// When it was created.
    public var createdOn: Date?
    /// When its name, description or roles last changed.
    public var updatedOn: Date?

    /// Reads a conversation; nil without an id. A missing name is empty.
    public init?(_ json: JSONObject) {
        guard let id = json.text("id") else { return nil }
        self.id = id
        name = json.text("name") ?? ""
        details = json.text("description")
        roles = ConversationRoles(json.object("roles") ?? [:])
        isPublic = json.bool("isPublic") ?? false
        participantCount = json.int("participantCount")
        latestSentEventID = json.int("latestSentEventId")
        etag = json.text(anyOf: "_etag", "etag", "eTag")
        createdOn = json.date("_createdOn")
        updatedOn = json.date("_updatedOn")
    }
}

/// A conversation to be created.
public struct NewConversation: Sendable, Hashable {
    /// A unique id.
    public var id: String
    /// The name, for people.
    public var name: String
    /// The description; nil for none.
    public var details: String?
    /// What its participants may do.
    public var roles: ConversationRoles
    /// Whether users who do not take part can find it.
    public var isPublic: Bool
    /// The participants in addition to the creator, who becomes an owner.
    public var participants: [Participant]

    /// Creates a description of a conversation.
    public init(
        id: String, name: String, details: String? = nil, roles: ConversationRoles = ConversationRoles(),
        isPublic: Bool = false, participants: [Participant] = []
    ) {
        self.id = id
        self.name = name
        self.details = details
        self.roles = roles
        self.isPublic = isPublic
        self.participants = participants
    }

    var json: JSONObject {
        var json: JSONObject = ["id": .string(id), "name": .string(name)]
        json.set("description", details)
        json["roles"] = .object(roles.json)
        json["isPublic"] = .bool(isPublic)
        if !participants.isEmpty { json["participants"] = .array(participants.map { .object($0.json) }) }
        return json
    }
}

/// The new properties of a conversation.
public struct ConversationUpdate: Sendable, Hashable {
    /// The name, for people.
    public var name: String
    /// The description; nil removes it.
    public var details: String?
    /// What its participants may do.
    public var roles: ConversationRoles
    /// Whether users who do not take part can find it; nil leaves it as it is.
    public var isPublic: Bool?

    /// Creates an update.
    public init(name: String, details: String? = nil, roles: ConversationRoles, isPublic: Bool? = nil) {
        self.name = name
        self.details = details
        self.roles = roles
        self.isPublic = isPublic
    }

    /// Creates an update with the present properties of a conversation. Change some of them before you send it.
    public init(_ conversation: Conversation) {
        self.init(
            name: conversation.name, details: conversation.details, roles: conversation.roles,
            isPublic: conversation.isPublic)
    }

    func json(id: String) -> JSONObject {
        var json: JSONObject = ["id": .string(id), "name": .string(name)]
        json.set("description", details)
        json["roles"] = .object(roles.json)
        json.set("isPublic", isPublic)
        return json
    }
}
