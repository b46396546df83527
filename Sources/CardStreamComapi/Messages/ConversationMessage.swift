public import Cards
import VendorClient

public import struct Foundation.Date

/// A message of a conversation.
public struct ConversationMessage: Sendable, Hashable {
    /// The name of the metadata member with the sender's own id of a message. With it, a sender recognises its message
    /// in the service's event and replaces the local copy.
    public static let temporaryIDKey = "ComapiMessageTempId"

    /// The service's id of the message.
    public var id: String
    /// The number of its event in the conversation; nil if the service does not say.
    public var sentEventID: Int?
    /// The id of the conversation.
    public var conversationID: String
    /// The id of the sender's profile; empty if the service does not say.
    public var senderID: String
    /// The sender's name in the message; nil if it has none.
    public var senderName: String?
    /// When it was sent; nil if the service does not say.
    public var sentOn: Date?
    /// Data that the sender's program attached.
    public var metadata: JSONObject
    /// The texts and files.
    public var parts: [MessagePart]
    /// The status for each reader, by profile id.
    public var statusUpdates: [String: StatusUpdate]

    /// Reads a message; nil if it has no id. A missing sender or conversation is empty.
    ///
    /// - Parameter conversationID: The id to use for a message that does not name its conversation.
    public init?(_ json: JSONObject, conversationID: String? = nil) {
        guard let id = json.text(anyOf: "id", "messageId") else { return nil }
        let context = json.object("context") ?? [:]
        let sender = context.object("from") ?? [:]
        self.id = id
        sentEventID = json.int("sentEventId") ?? json.int("conversationEventId")
        self.conversationID = context.text("conversationId") ?? json.text("conversationId") ?? conversationID ?? ""
        senderID = sender.text("id") ?? context.text("sentBy") ?? ""
        senderName = sender.text("name")
        sentOn = context.date("sentOn")
        metadata = json.object("metadata") ?? [:]
        parts = json.objects("parts").map(MessagePart.init)
        statusUpdates = [:]
        for (profile, update) in (json.object("statusUpdates") ?? [:]).members {
            statusUpdates[profile] = update.object.flatMap(StatusUpdate.init)
        }
    }

    /// The texts of all parts, one per line.
    public var text: String { parts.compactMap(\.text).joined(separator: "\n") }

    /// The sender's own id of the message; nil if it was sent without one.
    public var temporaryID: String? { metadata.text(Self.temporaryIDKey) }

    /// Applies a new status of a reader. The same or a lower status has no effect.
    public mutating func apply(_ update: StatusUpdate, by profileID: String) {
        statusUpdates[profileID] = statusUpdates[profileID]?.folded(with: update) ?? update
    }

    /// The status of the message for its sender: ``MessageStatus/read`` if all readers have read it,
    /// ``MessageStatus/delivered`` if at least one has received it, nil otherwise.
    ///
    /// - Parameter readers: The profile ids of the participants. The sender is ignored.
    public func status(among readers: [String]) -> MessageStatus? {
        let others = readers.filter { $0 != senderID }
        guard !others.isEmpty else { return nil }
        let reached = others.map { statusUpdates[$0]?.status }
        if reached.allSatisfy({ $0 == .read }) { return .read }
        return reached.contains { $0 != nil } ? .delivered : nil
    }
}

/// A message to send.
public struct SendableMessage: Sendable, Hashable {
    /// Data that the program attaches.
    public var metadata: JSONObject
    /// The texts and files, at least one.
    public var parts: [MessagePart]
    /// The push notification for participants whose program is closed; nil for the API space's default.
    public var alert: MessageAlert?

    /// Creates a message.
    public init(parts: [MessagePart], metadata: JSONObject = [:], alert: MessageAlert? = nil) {
        self.parts = parts
        self.metadata = metadata
        self.alert = alert
    }

    /// Creates a message with one text.
    public init(_ text: String, metadata: JSONObject = [:]) { self.init(parts: [.text(text)], metadata: metadata) }

    var json: JSONObject {
        var json = JSONObject()
        if !metadata.isEmpty { json["metadata"] = .object(metadata) }
        json["parts"] = .array(parts.map { .object($0.json) })
        if let alert { json["alert"] = .object(alert.json) }
        return json
    }
}

/// The push notification of a message. A platform without content of its own gets the title and the text.
public struct MessageAlert: Sendable, Hashable {
    /// The title; nil for none.
    public var title: String?
    /// The text; nil for none.
    public var body: String?
    /// The content for Apple's push service, in the format that it documents; nil for none.
    public var apns: JSONObject?
    /// The content for Google's push service, in the format that it documents; nil for none.
    public var fcm: JSONObject?

    /// Creates an alert.
    public init(title: String? = nil, body: String? = nil, apns: JSONObject? = nil, fcm: JSONObject? = nil) {
        self.title = title
        self.body = body
        self.apns = apns
        self.fcm = fcm
    }

    init(_ json: JSONObject) {
        let platforms = json.object("platforms") ?? [:]
        self.init(
            title: json.text("title"), body: json.text("body"), apns: platforms.object("apns"),
            fcm: platforms.object("fcm"))
    }

    var json: JSONObject {
        var json = JSONObject()
        json.set("title", title)
        json.set("body", body)
        if apns != nil || fcm != nil {
            var platforms = JSONObject()
            platforms.set("apns", apns)
            platforms.set("fcm", fcm)
            json["platforms"] = .object(platforms)
        }
        return json
    }
}

/// The service's confirmation of a message.
public struct SentMessage: Sendable, Hashable {
    /// The service's id of the message.
    public var id: String
    /// The number of its event in the conversation; nil if the service does not say.
    public var eventID: Int?

    /// Creates a confirmation.
    public init(id: String, eventID: Int?) {
        self.id = id
        self.eventID = eventID
    }
}
