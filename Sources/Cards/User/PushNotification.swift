/// A notification of a card, as passed to a device and to `cardstream watch --exec`.
///
/// JSON: `{"cardstream":{"id","card","stream","title","snoozed"?,"user"?,"detail"?}}`; other members beside
/// `cardstream` belong to the delivery service (Atomic SwiftUI SDK guide 25.4, "Perform a custom action when tapping on
/// a push notification").
public struct PushNotification: Hashable, Sendable {
    /// Globally unique and never reused; the same for repeated deliveries.
    public var id: String
    /// The card of the notification.
    public var cardID: CardID
    /// The stream of the card.
    public var streamID: StreamID
    /// The text to show; begins with ``snoozedPrefix`` if the card has returned from a snooze.
    public var title: String
    /// Whether the card has returned from a snooze.
    public var isSnoozed: Bool
    /// The recipient; nil if the sender does not know.
    public var user: String?
    /// The publisher's detail: the member `notificationDetail` of the card's metadata. Empty by default.
    public var detail: JSONObject

    /// The prefix of the title of a card that has returned from a snooze.
    public static let snoozedPrefix = "Snoozed: "

    /// - Parameter title: The card's title; ``snoozedPrefix`` is added if it has returned from a snooze.
    public init(
        id: String, cardID: CardID, streamID: StreamID, title: String, isSnoozed: Bool = false, user: String? = nil,
        detail: JSONObject = JSONObject()
    ) {
        self.id = id
        self.cardID = cardID
        self.streamID = streamID
        self.title = isSnoozed ? Self.snoozedPrefix + title : title
        self.isSnoozed = isSnoozed
        self.user = user
        self.detail = detail
    }

    /// Nil if the payload is from another program.
    public init?(payload: JSONValue) {
        guard let content = payload["cardstream"], let id = content["id"]?.string, !id.isEmpty,
            let card = content["card"]?.string.flatMap({ CardID($0) }),
            let stream = content["stream"]?.string.flatMap({ StreamID($0) }),
            let title = content["title"]?.string
        else { return nil }
        self.id = id
        cardID = card
        streamID = stream
        self.title = title
        isSnoozed = content["snoozed"]?.bool ?? false
        user = content["user"]?.string
        detail = content["detail"]?.object ?? JSONObject()
    }

    /// Nil if the bytes are not JSON, or a payload from another program.
    public init?(payload bytes: [UInt8]) {
        guard let json = try? JSONParser.parse(bytes) else { return nil }
        self.init(payload: json)
    }

    /// The payload as JSON, in the form that the initialisers read.
    public var payload: JSONValue {
        var content: JSONObject = [
            "id": .string(id), "card": .string(cardID.rawValue), "stream": .string(streamID.rawValue),
            "title": .string(title),
        ]
        if isSnoozed { content["snoozed"] = true }
        if let user { content["user"] = .string(user) }
        if !detail.isEmpty { content["detail"] = .object(detail) }
        return ["cardstream": .object(content)]
    }
}

/// Encoded as its ``payload``.
extension PushNotification: Codable {
    public init(from decoder: any Decoder) throws {
        guard let notification = PushNotification(payload: try JSONValue(from: decoder)) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "expected the payload of a card's notification")
            )
        }
        self = notification
    }

    public func encode(to encoder: any Encoder) throws { try payload.encode(to: encoder) }
}
