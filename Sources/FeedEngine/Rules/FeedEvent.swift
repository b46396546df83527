package import Cards
package import FeedAPI

/// A change of a card that webhooks are told of.
package struct FeedEvent: Hashable, Sendable {
    package var event: WebhookEvent
    package var cardID: CardID
    package var feed: FeedKey
    /// The number of the change; 0 for one that the user is not told of.
    package var sequence: Int64
    /// In milliseconds since 1970.
    package var at: Int64

    package init(event: WebhookEvent, cardID: CardID, feed: FeedKey, sequence: Int64, at: Int64) {
        self.event = event
        self.cardID = cardID
        self.feed = feed
        self.sequence = sequence
        self.at = at
    }

    /// The event of a change; nil when webhooks are told nothing, as of a vote.
    ///
    /// - Parameter previous: nil for a card that is new.
    static func event(from previous: CardLife?, to life: CardLife) -> WebhookEvent? {
        if let previous, previous.status == life.status, previous.snoozedUntil == life.snoozedUntil { return nil }
        return WebhookEvent(from: previous?.status, to: life.status)
    }

    /// What a webhook is told of the change: the event, and for a card that became active the call of the user's devices.
    ///
    /// - Parameters:
    ///   - events: What the webhook asked for; empty for all but ``WebhookEvent/notification``.
    ///   - streams: The streams that it asked for; empty for all.
    package func messages(events: [WebhookEvent], streams: [StreamID]) -> [WebhookEvent] {
        guard streams.isEmpty || streams.contains(feed.streamID) else { return [] }
        let all = event.callsDevices ? [event, .notification] : [event]
        return all.filter { events.isEmpty ? $0 != .notification : events.contains($0) }
    }
}
