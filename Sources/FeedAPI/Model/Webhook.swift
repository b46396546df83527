package import Cards

package import struct Foundation.Date

/// An event of a card that webhooks can receive.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum WebhookEvent: String, Hashable, Sendable, CaseIterable {
    /// The card became visible to the user: when it was published, or at the end of its embargo.
    case published = "card.published"
    case completed = "card.completed"
    /// The user sent a form with a button that keeps the card.
    case replied = "card.replied"
    case dismissed = "card.dismissed"
    case snoozed = "card.snoozed"
    /// A snoozed card became active again, automatically or by its user.
    case unsnoozed = "card.unsnoozed"
    case expired = "card.expired"
    case cancelled = "card.cancelled"
    /// An ask was settled. The card of the event is the one with the deciding answer, or the first card of the ask.
    case askSettled = "ask.settled"
    /// The user's devices should show a notification now: a card was published or its snooze ended, and the user allows
    /// notifications at this time. Sent only to webhooks that request it.
    case notification = "card.notification"

    /// Whether devices may be notified of the event. If so, ``notification`` follows it.
    package var callsDevices: Bool { self == .published || self == .unsnoozed }

    /// The event for a change of a card's status; nil if there is none.
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

/// An address to which a server sends the events of an environment's cards.
package struct Webhook: Hashable, Sendable, Identifiable {
    /// The id, chosen by the server.
    package var id: WebhookID
    package var url: String
    /// The events that are delivered; if empty, all except ``WebhookEvent/notification``.
    package var events: [WebhookEvent]
    /// The streams whose events are delivered; if empty, all.
    package var streams: [StreamID]
    package var createdAt: Date
    /// The secret that signs deliveries: `whsec_` and base64. Nil except in the response to the request that created
    /// the webhook.
    package var secret: String?
    /// The number of deliveries that are queued or will be retried.
    package var waiting: Int
    /// The number of deliveries that failed for good.
    package var dead: Int

    package init(
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

/// A request for a new webhook. JSON: `{"url","events"?,"streams"?}`.
package struct WebhookRequest: Hashable, Sendable {
    /// An `https://` address. `http://` is allowed only if the server delivers to private addresses.
    package var url: String
    /// The events to deliver; if empty, all except ``WebhookEvent/notification``.
    package var events: [WebhookEvent]
    /// The streams whose events to deliver; if empty, all.
    package var streams: [StreamID]

    package init(url: String, events: [WebhookEvent] = [], streams: [StreamID] = []) {
        self.url = url
        self.events = events
        self.streams = streams
    }
}

/// A delivery that failed for good.
package struct DeadDelivery: Hashable, Sendable, Identifiable {
    /// The value of the delivery's header `webhook-id`.
    package var id: DeliveryID
    package var event: WebhookEvent
    package var cardID: CardID
    /// The time of the event.
    package var at: Date
    package var attempts: Int
    /// The time of the last attempt.
    package var lastAt: Date?
    /// Why the last attempt failed, as text.
    package var reason: String?

    package init(
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
