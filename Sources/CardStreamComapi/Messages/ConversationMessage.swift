public import Cards
import VendorClient

public import struct Foundation.Date

/// A message of a conversation.
public struct ConversationMessage: Sendable, Hashable {
    /// The metadata member with the sender's own id of a message, by which the echo replaces the local copy.
    public static let temporaryIDKey = "ComapiMessageTempId"

    /// The service's id.
    public var id: String
    /// The number of its event in the conversation; nil if the service does not say.
    public var sentEventID: Int?
    /// The conversation.
    public var conversationID: String
    /// The sender's profile.
    public var senderID: String
    /// The sender's name as the service shows it; nil for none.
    public var senderName: String?
    /// When it was sent.
    public var sentOn: Date?
    /// What the sender's program attached.
    public var metadata: JSONObject
    /// Texts and files.
    public var parts: [MessagePart]
    /// The status for each reader, by profile.
    public var statusUpdates: [String: StatusUpdate]

    /// Reads a message; nil without an id. The sender and the conversation are empty if they are missing.
    ///
    /// - Parameter conversationID: The conversation, for messages whose context does not say.
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

    /// The texts of all parts, one below the other.
    public var text: String { parts.compactMap(\.text).joined(separator: "\n") }

    /// The sender's own id of the message; nil if it was sent without one.
    public var temporaryID: String? { metadata.text(Self.temporaryIDKey) }

    /// Adds an update of a reader's status. An update that is older than the present status has no effect.
    public mutating func apply(_ update: StatusUpdate, by profileID: String) {
        statusUpdates[profileID] = statusUpdates[profileID]?.folded(with: update) ?? update
    }

    /// The status that all readers but the sender have reached; nil if the message has reached none yet.
    ///
    /// - Parameter readers: The other participants.
    public func status(among readers: [String]) -> MessageStatus? {
        let others = readers.filter { $0 != senderID }
        guard !others.isEmpty else { return nil }
        let reached = others.map { statusUpdates[$0]?.status }
        if reached.allSatisfy({ $0 == .read }) { return .read }
        return reached.contains { $0 != nil } ? .delivered : nil
    }
}

/// A message to be sent.
public struct SendableMessage: Sendable, Hashable {
    /// What the program attaches.
    public var metadata: JSONObject
    /// Texts and files, at least one.
    public var parts: [MessagePart]
    /// The push notification for participants whose program is closed; nil for the API space's usual one.
    public var alert: MessageAlert?

    /// Creates a message.
    public init(parts: [MessagePart], metadata: JSONObject = [:], alert: MessageAlert? = nil) {
        self.parts = parts
        self.metadata = metadata
        self.alert = alert
    }

    /// A message with one text.
    public init(_ text: String, metadata: JSONObject = [:]) { self.init(parts: [.text(text)], metadata: metadata) }

    var json: JSONObject {
        var json = JSONObject()
        if !metadata.isEmpty { json["metadata"] = .object(metadata) }
        json["parts"] = .array(parts.map { .object($0.json) })
        if let alert { json["alert"] = .object(alert.json) }
        return json
    }
}

/// The push notification of a message. Title and text are used where no platform has its own.
public struct MessageAlert: Sendable, Hashable {
    /// The title.
    public var title: String?
    /// The text.
    public var body: String?
    /// What goes to Apple's push service, as it documents; nil for none.
    public var apns: JSONObject?
    /// What goes to Google's push service, as it documents; nil for none.
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
