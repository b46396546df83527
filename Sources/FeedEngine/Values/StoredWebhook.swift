package import Cards
package import FeedAPI

/// A webhook as the server keeps it.
package struct StoredWebhook: Hashable, Sendable, Identifiable {
    package var id: WebhookID
    package var environment: EnvironmentID
    package var url: String
    /// Signs its deliveries.
    package var secret: String
    /// Empty for all but notifications.
    package var events: [WebhookEvent]
    /// Empty for all.
    package var streams: [StreamID]
    /// In milliseconds since 1970.
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
