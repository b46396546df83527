package import Cards
package import FeedAPI

/// A change of a card that is sent to webhooks.
package struct FeedEvent: Hashable, Sendable {
    package var event: WebhookEvent
    package var cardID: CardID
    package var feed: FeedKey
    /// The number of the change; 0 if it is not delivered to the user.
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

    /// The event of a change; nil if webhooks are not informed, as for a vote.
    ///
    /// - Parameters:
    ///   - previous: Nil for a new card.
    ///   - response: The user's response that changed the card; nil for other changes.
    static func event(
        from previous: CardLife?, to life: CardLife, by response: CardResponse? = nil
    ) -> WebhookEvent? {
        if case .reply? = response { return .replied }
        if let previous, previous.status == life.status, previous.snoozedUntil == life.snoozedUntil { return nil }
        return WebhookEvent(from: previous?.status, to: life.status)
    }

    /// The messages for a webhook: the event, and for a card that became active the notification of the user's devices.
    ///
    /// - Parameters:
    ///   - events: The webhook's events; empty for all but ``WebhookEvent/notification``.
    ///   - streams: The webhook's streams; empty for all.
    package func messages(events: [WebhookEvent], streams: [StreamID]) -> [WebhookEvent] {
        guard streams.isEmpty || streams.contains(feed.streamID) else { return [] }
        let all = event.callsDevices ? [event, .notification] : [event]
        return all.filter { events.isEmpty ? $0 != .notification : events.contains($0) }
    }
}
