package import Cards
package import FeedAPI

/// A webhook as stored by the server.
package struct StoredWebhook: Hashable, Sendable, Identifiable {
    package var id: WebhookID
    package var environment: EnvironmentID
    package var url: String
    /// The secret that signs deliveries.
    package var secret: String
    /// The events that are delivered; if empty, all except notifications.
    package var events: [WebhookEvent]
    /// The streams whose events are delivered; if empty, all.
    package var streams: [StreamID]
    /// When the webhook was added, in milliseconds since 1970.
    package var createdAt: Int64

    package init(
        id: WebhookID, environment: EnvironmentID, url: String, secret: String, events: [WebhookEvent],
        streams: [StreamID], createdAt: Int64
    ) {
        self.id = id
        self.environment = environment
        self.url = url
        self.secret = secret
        self.events = events
        self.streams = streams
        self.createdAt = createdAt
    }
}
