import Cards
package import FeedAPI
package import FeedEngine

package import struct Foundation.Date

/// A due delivery to a webhook, with the current state of its subject.
package struct DueDelivery: Hashable, Sendable, Identifiable {
    /// The same for every attempt, so that a receiver can detect repetitions.
    package var id: DeliveryID
    package var event: WebhookEvent
    /// For a notification: the event that it follows from.
    package var cause: WebhookEvent?
    /// The number of the change; 0 if it is not delivered to the user.
    package var sequence: Int64
    /// The time of the event in milliseconds since 1970.
    package var at: Int64
    /// The number of attempts.
    package var attempts: Int
    package var card: StoredCard
    /// The user's action that caused the change; nil for other causes.
    package var action: StoredAction?
    /// For a notification: its recipient.
    package var user: StoredUser?
    /// For ``FeedAPI/WebhookEvent/askSettled``: the ask.
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
    /// - Parameter next: When to retry; nil means that the delivery has finally failed.
    case failed(reason: String, next: Date?)

    /// The maximum number of stored characters of a reason.
    package static let longestReason = 500
}
