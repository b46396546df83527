import Cards
package import FeedAPI
package import FeedEngine

package import struct Foundation.Date

/// A due delivery to a webhook, with the current state of its card.
package struct DueDelivery: Hashable, Sendable, Identifiable {
    /// The id. It is the same for every attempt, so that the receiver can detect repetitions.
    package var id: DeliveryID
    package var event: WebhookEvent
    /// The event that caused a notification; nil for other deliveries.
    package var cause: WebhookEvent?
    /// The sequence number of the change; 0 if the change is not delivered to the user.
    package var sequence: Int64
    /// The time of the event, in milliseconds since 1970.
    package var at: Int64
    /// The number of earlier attempts.
    package var attempts: Int
    package var card: StoredCard
    /// The user's action that caused the change; nil if something else did.
    package var action: StoredAction?
    /// The recipient of a notification; nil for other deliveries.
    package var user: StoredUser?
    /// The ask, for ``FeedAPI/WebhookEvent/askSettled``; otherwise nil.
    package var ask: Ask?

    package init(
        id: DeliveryID, event: WebhookEvent, cause: WebhookEvent? = nil, sequence: Int64, at: Int64, attempts: Int,
        card: StoredCard, action: StoredAction? = nil, user: StoredUser? = nil, ask: Ask? = nil
    ) {
        self.id = id
        self.event = event
        self.cause = cause
        self.sequence = sequence
        self.at = at
        self.attempts = attempts
        self.card = card
        self.action = action
        self.user = user
        self.ask = ask
    }
}

/// The result of an attempt to deliver.
package enum DeliveryAttempt: Hashable, Sendable {
    case arrived
    /// - Parameter next: When to retry; nil means that the delivery failed for good.
    case failed(reason: String, next: Date?)

    /// The maximum number of characters of a reason that are stored.
    package static let longestReason = 500
}
