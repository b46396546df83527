public import Cards
import VendorClient

public import struct Foundation.Date

/// Something that happened at the service: to a conversation, one of its messages, or a profile.
public struct ConversationEvent: Sendable, Hashable {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// The WebSocket is open. The id is the socket's.
        case socketOpened(id: String?)
        /// A profile has changed. The attributes are the changed ones.
        case profileUpdated(profileID: String, attributes: JSONObject)
        /// A conversation was created.
        case created(Conversation, [Participant])
        /// Name, description, roles or visibility have changed.
        case updated(Conversation)
        /// A conversation was deleted.
        case deleted(at: Date?)
        /// A deleted conversation was restored.
        case undeleted(Conversation)
        /// A user was added. The service also sends this for the owner of a new conversation.
        case participantAdded(Participant)
        /// A participant's role has changed.
        case participantUpdated(Participant)
        /// A user no longer takes part.
        case participantRemoved(profileID: String)
        /// A participant is typing.
        case typing(profileID: String)
        /// A participant has stopped typing.
        case typingStopped(profileID: String)
        /// A message was sent. Its sender receives this event as well.
        case sent(ConversationMessage, MessageAlert?)
        /// A message was delivered to a reader, or read by one.
        case status(messageID: String, profileID: String, StatusUpdate)
        /// An event of a kind that this version does not know, or without the members that its kind requires.
        case unknown
    }

    /// The service's id of the event; empty if it has none.
    public var id: String
    /// The service's name of the event, such as `conversationMessage.sent`.
    public var name: String
    /// What happened.
    public var kind: Kind
    /// The conversation; nil for events of profiles and of the WebSocket.
    public var conversationID: String?
    /// The number of the event in its conversation; nil for typing, and for events without a conversation.
    public var conversationEventID: Int?
    /// The profile id of the user who caused it; nil if the service does not say.
    public var createdBy: String?
    /// The entity tag of the profile or conversation after the event; nil if the service does not say.
    public var etag: String?
    /// When the service published it; nil if the service does not say.
    public var publishedOn: Date?
    /// The event as it was received.
    public var json: JSONObject

    /// Reads an event; nil if it has no name.
    ///
    /// - Parameter conversationID: The conversation of a history, whose events may not name it.
    public init?(_ json: JSONObject, conversationID: String? = nil) {
        guard let name = json.text("name") else { return nil }
        let payload = (json.object("payload") ?? [:]).withoutNulls
        let context = json.object("context") ?? [:]
        let conversation =
            json.text("conversationId") ?? payload.text("conversationId")
            ?? payload.object("context")?.text("conversationId") ?? conversationID
        self.json = json
        self.name = name
        id = json.text(anyOf: "eventId", "id") ?? ""
        conversationEventID = json.int("conversationEventId")
        createdBy = context.text("createdBy")
        etag = json.text(anyOf: "etag", "eTag", "_etag")
        publishedOn = json.date("publishedOn") ?? context.date("createdOn")
        kind = Self.kind(name, json, payload, conversation) ?? .unknown
        self.conversationID = name.hasPrefix("conversation") ? conversation ?? payload.text("id") : nil
    }

    /// Reads an event from a text message of the WebSocket; nil if the message is not an event.
    init?(text: String) {
        // Unreadable messages are ignored, as the service's own clients do.
        guard let json = try? JSONParser.parse(text, depthLimit: JSONParser.maxDepthLimit),
            let object = json.object
        else { return nil }
        self.init(object)
    }

    private static func kind(
        _ name: String, _ json: JSONObject, _ payload: JSONObject, _ conversationID: String?
    ) -> Kind? {
        switch name {
        case "socket.info": .socketOpened(id: json.text("socketId"))
        case "profile.update":
            json.text("profileId").map { .profileUpdated(profileID: $0, attributes: payload) }
        case "conversation.create":
            described(payload, conversationID).map {
                .created($0, payload.objects("participants").compactMap(Participant.init))
            }
        case "conversation.update": described(payload, conversationID).map { .updated($0) }
        case "conversation.delete": .deleted(at: payload.date("date"))
        case "conversation.undelete": described(payload, conversationID).map { .undeleted($0) }
        case "conversation.participantAdded": Participant(payload).map { .participantAdded($0) }
        case "conversation.participantUpdated": Participant(payload).map { .participantUpdated($0) }
        case "conversation.participantRemoved":
            payload.text("profileId").map { .participantRemoved(profileID: $0) }
        case "conversation.participantTyping": payload.text("profileId").map { .typing(profileID: $0) }
        case "conversation.participantTypingOff": payload.text("profileId").map { .typingStopped(profileID: $0) }
        case "conversationMessage.sent":
            message(json, payload, conversationID).map {
                .sent($0, payload.object("alert").map(MessageAlert.init))
            }
        case "conversationMessage.delivered": status(.delivered, json, payload)
        case "conversationMessage.read": status(.read, json, payload)
        default: nil
        }
    }

    /// Reads the conversation of a payload. Its id may be only in the envelope.
    private static func described(_ payload: JSONObject, _ conversationID: String?) -> Conversation? {
        var payload = payload
        if payload.text("id") == nil, let conversationID { payload["id"] = .string(conversationID) }
        return Conversation(payload)
    }

    private static func message(
        _ json: JSONObject, _ payload: JSONObject, _ conversationID: String?
    ) -> ConversationMessage? {
        var message = ConversationMessage(payload, conversationID: conversationID)
        if message?.sentEventID == nil { message?.sentEventID = json.int("conversationEventId") }
        return message
    }

    private static func status(_ status: MessageStatus, _ json: JSONObject, _ payload: JSONObject) -> Kind? {
        guard let message = payload.text("messageId") ?? json.text("messageId"),
            let profile = payload.text("profileId") ?? json.text("profileId")
        else { return nil }
        return .status(messageID: message, profileID: profile, StatusUpdate(status, on: payload.date("timestamp")))
    }
}
