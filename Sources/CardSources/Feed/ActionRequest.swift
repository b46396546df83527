public import Cards

public import struct Foundation.Date

/// A user's action on its way to the source.
public struct ActionRequest: Hashable, Sendable {
    /// Repeated delivery of one key has one effect and returns the first answer; the same key with another action is
    /// refused (``SourceRefusal/Reason/keyReused``).
    public var key: ActionKey
    public var streamID: StreamID
    public var cardID: CardID
    public var response: CardResponse
    /// When the user did it, by the client's clock; for the record only.
    public var at: Date

    public init(key: ActionKey, streamID: StreamID, cardID: CardID, response: CardResponse, at: Date) {
        self.key = key
        self.streamID = streamID
        self.cardID = cardID
        self.response = response
        self.at = at
    }
}

/// A source's answer to an action: it is kept for good, and this is the card as it is now.
public struct ActionReceipt: Hashable, Sendable {
    public var key: ActionKey
    public var cardID: CardID
    public var status: CardStatus
    /// The card's version after the change that this action made.
    public var version: Int64

    public init(key: ActionKey, cardID: CardID, status: CardStatus, version: Int64) {
        self.key = key
        self.cardID = cardID
        self.status = status
        self.version = version
    }
}
