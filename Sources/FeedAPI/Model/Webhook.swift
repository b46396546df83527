public import Cards

public import struct Foundation.Date

/// What happens to a card that a webhook can be told of.
public enum WebhookEvent: String, Hashable, Sendable, CaseIterable {
    /// The user can see the card: at once, or when its embargo ends.
    case published = "card.published"
    case completed = "card.completed"
    case dismissed = "card.dismissed"
    case snoozed = "card.snoozed"
    /// The card is back from snooze, by time or by its user.
    case unsnoozed = "card.unsnoozed"
    case expired = "card.expired"
    case cancelled = "card.cancelled"
    /// Devices of the user are to be called for the card, now: it was published or is back from snooze, and the user wants
    /// notifications at this time. Only for webhooks that ask for it.
    case notification = "card.notification"

    /// Whether it calls devices; then ``notification`` follows from it.
    package var callsDevices: Bool { self == .published || self == .unsnoozed }

    /// Of a card that goes from one status to another; nil when nobody is told.
    package init?(from: CardStatus?, to: CardStatus) {
        switch (from, to) {
        case (.snoozed, .active): self = .unsnoozed
        case (.active, .active), (_, .embargoed): return nil
        case (_, .active): self = .published
        case (_, .snoozed): self = .snoozed
        case (_, .completed): self = .completed
        case (_, .dismissed): self = .dismissed
        case (_, .cancelled): self = .cancelled
        case (_, .expired): self = .expired
        }
    }
}

/// An address that a server tells what happens to an environment's cards.
public struct Webhook: Hashable, Sendable, Identifiable {
    /// The server's choice.
    public var id: WebhookID
    public var url: String
    /// Empty for all but ``WebhookEvent/notification``.
    public var events: [WebhookEvent]
    /// Empty for all.
    public var streams: [StreamID]
    public var createdAt: Date
    /// With which deliveries are signed, `whsec_` and base64; only in the answer to its making.
    public var secret: String?
    /// Deliveries that wait to be sent, or sent again.
    public var waiting: Int
    /// Deliveries that were given up.
    public var dead: Int

    public init(
        id: WebhookID, url: String, events: [WebhookEvent] = [], streams: [StreamID] = [], createdAt: Date,
        secret: String? = nil, waiting: Int = 0, dead: Int = 0
    ) {
        self.id = id
        self.url = url
        self.events = events
        self.streams = streams
        self.createdAt = createdAt
        self.secret = secret
        self.waiting = waiting
        self.dead = dead
    }
}

/// A webhook to make. JSON: `{"url","events"?,"streams"?}`.
public struct WebhookRequest: Hashable, Sendable {
    /// `https://…`; `http://` only where the server delivers to private addresses.
    public var url: String
    /// Empty for all but ``WebhookEvent/notification``.
    public var events: [WebhookEvent]
    /// Empty for all.
    public var streams: [StreamID]

    public init(url: String, events: [WebhookEvent] = [], streams: [StreamID] = []) {
        self.url = url
        self.events = events
        self.streams = streams
    }
}

/// A delivery that was given up.
public struct DeadDelivery: Hashable, Sendable, Identifiable {
    /// As in the delivery's header `webhook-id`.
    public var id: DeliveryID
    public var event: WebhookEvent
    public var cardID: CardID
    /// When it happened.
    public var at: Date
    public var attempts: Int
    /// When it was last tried.
    public var lastAt: Date?
    /// Why the last attempt failed, in words.
    public var reason: String?

    public init(
        id: DeliveryID, event: WebhookEvent, cardID: CardID, at: Date, attempts: Int, lastAt: Date? = nil,
        reason: String? = nil
    ) {
        self.id = id
        self.event = event
        self.cardID = cardID
        self.at = at
        self.attempts = attempts
        self.lastAt = lastAt
        self.reason = reason
    }
}
