public import Cards

public import struct Foundation.Date

/// A user's action on its way to the source.
public struct ActionRequest: Hashable, Sendable {
    /// Repeated delivery of one key has one effect and returns the first answer; the same key with another action is
    /// refused (``SourceRefusal/Reason/keyReused``).
    public var key: ActionKey
    /// The stream of the card.
    public var streamID: StreamID
    /// The card that it is done to.
    public var cardID: CardID
    /// What was done.
    public var response: CardResponse
    /// When the user did it, by the client's clock; for the record only.
    public var at: Date

    /// See the properties.
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
    /// That of the request.
    public var key: ActionKey
    /// That of the request.
    public var cardID: CardID
    /// How the card stands after it.
    public var status: CardStatus
    /// The card's version after the change that this action made.
    public var version: Int64

    /// See the properties.
    public init(key: ActionKey, cardID: CardID, status: CardStatus, version: Int64) {
        self.key = key
        self.cardID = cardID
        self.status = status
        self.version = version
    }
}
