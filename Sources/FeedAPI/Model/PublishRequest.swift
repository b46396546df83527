public import CardSources
public import Cards

public import struct Foundation.Date

/// One card to publish to one or more users of a stream. `POST /v1/cards` with one JSON object, or with
/// `Content-Type: application/x-ndjson` one such object per line.
///
/// JSON: `{"stream","users":["ana"],"key"?,"card":{…}}`.
public struct PublishRequest: Hashable, Sendable {
    public var streamID: StreamID
    /// At least one; each user gets their own instance.
    public var users: [UserID]
    /// The publisher's idempotency key: publishing again with it returns the first answer.
    public var key: PublicationKey?
    /// The UTF-8 JSON object of the ``CardBody``, stored and delivered byte for byte.
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
    /// Users of whom the server knew nothing before: no card, no profile, no device and no connection. A hint about
    /// mistyped names; empty by default.
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
    /// What the answer that completed the card means; nil by default, for a card that no submit button has ended.
    public var meaning: Outcome?
    /// The user's responses, oldest first.
    public var responses: [Response]
    /// Responses that could not be read; none by default.
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
