public import Cards

public import struct Foundation.Date

/// A user's action on its way to the server. `POST /v1/actions`.
///
/// JSON: `{"key","stream","card","action":"dismiss"|"submit"|"snooze"|"unsnooze"|"vote-up"|"vote-down","at",…}` with
/// `button` and `values` for submit, `until` for snooze, `reason` and `message` for votes.
public struct ActionRequest: Hashable, Sendable {
    /// Repeated delivery of one key has one effect and returns the first answer; the same key with another body is
    /// refused (``ProblemType/keyReused``).
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

/// The server's answer to an action: on its disk, with the card as it is now.
/// JSON: `{"key","card":"ID","status","seq"}`.
public struct ActionReceipt: Hashable, Sendable {
    public var key: ActionKey
    public var cardID: CardID
    public var status: CardStatus
    /// The sequence number of the change this action made.
    public var sequence: Int64

    public init(key: ActionKey, cardID: CardID, status: CardStatus, sequence: Int64) {
        self.key = key
        self.cardID = cardID
        self.status = status
        self.sequence = sequence
    }
}
