package import Cards
package import FeedAPI

/// A change of a card that is sent to webhooks.
package struct FeedEvent: Hashable, Sendable {
    package var event: WebhookEvent
    package var cardID: CardID
    package var feed: FeedKey
    /// The sequence number of the change; 0 if the change is not delivered to the user.
    package var sequence: Int64
    /// The time of the change, in milliseconds since 1970.
    package var at: Int64

    package init(event: WebhookEvent, cardID: CardID, feed: FeedKey, sequence: Int64, at: Int64) {
        self.event = event
        self.cardID = cardID
        self.feed = feed
        self.sequence = sequence
        self.at = at
    }

    /// The event for a change; nil if webhooks are not notified, for example of a vote.
    ///
    /// - Parameters:
    ///   - previous: The state before the change; nil for a new card.
    ///   - response: The user's response that changed the card; nil for other changes.
    static func event(
        from previous: CardLife?, to life: CardLife, by response: CardResponse? = nil
    ) -> WebhookEvent? {
        if case .reply? = response { return .replied }
        if let previous, previous.status == life.status, previous.snoozedUntil == life.snoozedUntil { return nil }
        return WebhookEvent(from: previous?.status, to: life.status)
    }

    /// The messages for a webhook: the event, and for a card that became active, the notification for the user's
    /// devices.
    ///
    /// - Parameters:
    ///   - events: The events that the webhook wants; if empty, all except ``WebhookEvent/notification``.
    ///   - streams: The streams that the webhook wants; if empty, all.
    package func messages(events: [WebhookEvent], streams: [StreamID]) -> [WebhookEvent] {
        guard streams.isEmpty || streams.contains(feed.streamID) else { return [] }
        let all = event.callsDevices ? [event, .notification] : [event]
        return all.filter { events.isEmpty ? $0 != .notification : events.contains($0) }
    }
}
