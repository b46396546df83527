/// A notification of a card, as it is handed to a device and to `cardstream watch --exec`.
///
/// JSON: `{"cardstream":{"id","card","stream","title","snoozed"?,"user"?,"detail"?}}`; other members beside `cardstream` are
/// left to whoever delivers it (Atomic SwiftUI SDK guide 25.4, "Perform a custom action when tapping on a push
/// notification").
public struct PushNotification: Hashable, Sendable {
    /// Unique for good: of one notification, however often it is delivered.
    public var id: String
    /// The card it is of.
    public var cardID: CardID
    /// The stream of the card.
    public var streamID: StreamID
    /// What to show; begins with ``snoozedPrefix`` when the card is back from snooze.
    public var title: String
    /// Whether the card is back from snooze.
    public var isSnoozed: Bool
    /// Whom it is for; nil where whoever sent it does not know.
    public var user: String?
    /// What the publisher gave along: the member `notificationDetail` of the card's metadata. Empty by default.
    public var detail: JSONObject

    /// Stands before the title of a card that is back from snooze.
    public static let snoozedPrefix = "Snoozed: "

    /// - Parameter title: Of the card; ``snoozedPrefix`` is put before it where it is back from snooze.
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

    /// Nil for a payload of somebody else's.
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

    /// Nil for bytes that are no JSON, or somebody else's.
    public init?(payload bytes: [UInt8]) {
        guard let json = try? JSONParser.parse(bytes) else { return nil }
        self.init(payload: json)
    }

    /// What the initialiser from a payload reads.
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
