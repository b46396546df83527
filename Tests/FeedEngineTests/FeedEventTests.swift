import Cards
import FeedAPI
import FeedEngine
import Testing

@Suite struct FeedEventTests {
    private static func event(_ event: WebhookEvent) -> FeedEvent {
        FeedEvent(
            event: event, cardID: "c", feed: FeedKey(environment: "e", user: "ana", streamID: "ops"), sequence: 1,
            at: 1)
    }

    @Test(
        arguments: [
            (.published, [], [], [.published]), (.published, [.notification], [], [.notification]),
            (.published, [.published, .notification], [], [.published, .notification]),
            (.published, [.completed], [], []), (.published, [], ["ops"], [.published]), (.published, [], ["hr"], []),
            (.published, [.notification], ["hr", "ops"], [.notification]), (.published, [.notification], ["hr"], []),
            (.unsnoozed, [.unsnoozed, .notification], [], [.unsnoozed, .notification]),
            (.completed, [], [], [.completed]), (.completed, [.notification], [], []),
            (.snoozed, [.notification], [], []), (.expired, [.expired, .completed], [], [.expired]),
        ] as [(WebhookEvent, [WebhookEvent], [StreamID], [WebhookEvent])])
    func `a webhook gets its subscribed events, and notifications only if it names them`(
        event: WebhookEvent, events: [WebhookEvent], streams: [StreamID], expected: [WebhookEvent]
    ) {
        #expect(Self.event(event).messages(events: events, streams: streams) == expected)
    }
}
