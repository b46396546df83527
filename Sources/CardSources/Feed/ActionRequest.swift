public import Cards

public import struct Foundation.Date

/// A user's action to be sent to the source.
public struct ActionRequest: Hashable, Sendable {
    /// Repeated delivery with the same key has one effect and returns the first response. The same key with a different
    /// action is refused (``SourceRefusal/Reason/keyReused``).
    public var key: ActionKey
    /// The stream of the card.
    public var streamID: StreamID
    /// The card to act on.
    public var cardID: CardID
    /// The user's response.
    public var response: CardResponse
    /// When the user acted, by the client's clock; for the record only.
    public var at: Date
    /// Proof of which content of the card the user answered, with an optional signature; nil for none.
    public var proof: AnswerProof?

    /// Creates a request from its properties.
    public init(
        key: ActionKey, streamID: StreamID, cardID: CardID, response: CardResponse, at: Date, proof: AnswerProof? = nil
    ) {
        self.key = key
        self.streamID = streamID
        self.cardID = cardID
        self.response = response
        self.at = at
        self.proof = proof
    }
}

/// A source's confirmation that an action is stored permanently, with the resulting state of the card.
public struct ActionReceipt: Hashable, Sendable {
    /// The key of the request.
    public var key: ActionKey
    /// The card of the request.
    public var cardID: CardID
    /// The card's status after the action.
    public var status: CardStatus
    /// The card's version after the change that this action made.
    public var version: Int64

    /// Creates a receipt from its properties.
    public init(key: ActionKey, cardID: CardID, status: CardStatus, version: Int64) {
        self.key = key
        self.cardID = cardID
        self.status = status
        self.version = version
    }
}
