import Cards
package import FeedAPI
package import FeedEngine

package import struct Foundation.Date

/// A delivery to a webhook whose time has come, with what it tells as it is now.
package struct DueDelivery: Hashable, Sendable, Identifiable {
    /// The same for every attempt, so that a receiver that gets it twice can recognise it.
    package var id: DeliveryID
    package var event: WebhookEvent
    /// Of a notification: the event that it follows from.
    package var cause: WebhookEvent?
    /// The number of the change; 0 for one that the user is not told of.
    package var sequence: Int64
    /// When it happened, in milliseconds since 1970.
    package var at: Int64
    /// How often it was tried.
    package var attempts: Int
    package var card: StoredCard
    /// What the user did that made the change; nil when it was not the user.
    package var action: StoredAction?
    /// Of a notification: the user that it is for.
    package var user: StoredUser?

    package init(
        id: DeliveryID, event: WebhookEvent, cause: WebhookEvent? = nil, sequence: Int64, at: Int64, attempts: Int,
        card: StoredCard, action: StoredAction? = nil, user: StoredUser? = nil
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
    }
}

/// How a delivery went.
package enum DeliveryAttempt: Hashable, Sendable {
    case arrived
    /// - Parameter next: When to try again; nil gives it up.
    case failed(reason: String, next: Date?)

    /// So many characters of a reason are kept.
    package static let longestReason = 500
}
