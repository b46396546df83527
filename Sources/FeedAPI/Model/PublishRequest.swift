public import CardSources
public import Cards

public import struct Foundation.Date

/// One card to publish to one or more users of a stream. `POST /v1/cards` with one JSON object, or with
/// `Content-Type: application/x-ndjson` one such object per line.
///
/// JSON: `{"stream","users":["ana"],"key"?,"card":{…}}`.
public struct PublishRequest: Hashable, Sendable {
    public var streamID: StreamID
    /// The users, at least one. Each user gets a separate card.
    public var users: [UserID]
    /// The publisher's idempotency key. Another request with the same key returns the receipt of the first request. Nil
    /// for none.
    public var key: PublicationKey?
    /// The ``CardBody`` as a JSON object in UTF-8. It is stored and delivered byte for byte.
    public var body: [UInt8]

    public init(streamID: StreamID, users: [UserID], key: PublicationKey? = nil, body: [UInt8]) {
        self.streamID = streamID
        self.users = users
        self.key = key
        self.body = body
    }
}

/// The result of publishing. JSON: `{"cards":[{"id","user","stream","status"}],"newUsers"?}`.
public struct PublishReceipt: Hashable, Sendable {
    public var cards: [Published]
    /// Users that the server did not know before: they had no card, profile, device or connection. This may reveal
    /// mistyped names. Empty by default.
    public var newUsers: [UserID] = []

    public struct Published: Hashable, Sendable {
        public var id: CardID
        public var user: UserID
        public var streamID: StreamID
        public var status: CardStatus

        public init(id: CardID, user: UserID, streamID: StreamID, status: CardStatus) {
            self.id = id
            self.user = user
            self.streamID = streamID
            self.status = status
        }
    }

    public init(cards: [Published]) { self.cards = cards }
}

/// The state of a published card and its user's responses. `GET /v1/cards/{id}` with a publisher key. JSON:
/// `{"id","user","stream","status","created","updated","outcome"?,"responses":[{"action","at","receivedAt",…}]}`.
public struct CardOutcome: Hashable, Sendable {
    public var id: CardID
    public var user: UserID
    public var streamID: StreamID
    public var status: CardStatus
    public var createdAt: Date
    public var updatedAt: Date
    /// The meaning of the answer that completed the card; nil, the default, if no submit button has ended the card.
    public var meaning: Outcome?
    /// The user's responses, oldest first.
    public var responses: [Response]
    /// Responses that could not be decoded. Empty by default.
    public var unreadable: [UnreadablePart] = []

    public struct Response: Hashable, Sendable {
        public var response: CardResponse
        public var at: Date
        public var receivedAt: Date

        public init(response: CardResponse, at: Date, receivedAt: Date) {
            self.response = response
            self.at = at
            self.receivedAt = receivedAt
        }
    }

    public init(
        id: CardID, user: UserID, streamID: StreamID, status: CardStatus, createdAt: Date, updatedAt: Date,
        responses: [Response]
    ) {
        self.id = id
        self.user = user
        self.streamID = streamID
        self.status = status
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.responses = responses
    }
}
