import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

@Suite struct LifecycleTests {
    private static func edition(publishAt: Double? = nil, expiresAt: Double? = nil) -> CardBody {
        var body = makeBody(lifecycleID: "order-1")
        body.publishAt = publishAt.map { .fixed($0) }
        body.expiresAt = expiresAt.map { .fixed($0) }
        return body
    }

    private static func status(_ card: CardID, _ test: TestServer) async throws -> CardStatus {
        try await test.server.outcome(of: card, environment: test.keys.environment).status
    }

    @Test func `a card that has expired when it is published replaces nothing`() async throws {
        let test = try await TestServer()
        let card = try await test.publish(Self.edition())
        let late = try await test.publish(Self.edition(expiresAt: -1))
        #expect(try await Self.status(late, test) == .expired)
        #expect(try await Self.status(card, test) == .active)
        #expect(try await test.ids() == [card])
    }

    /// The clock advances before the server starts its own, as after a night in which the server did not run.
    @Test func `a snoozed card does not return beside the card that replaced it`() async throws {
        let test = try await TestServer()
        let old = try await test.publish(Self.edition())
        _ = try await test.act(.snooze(until: .fixed(20)), on: old)
        let new = try await test.publish(Self.edition(publishAt: 10))
        test.clock.advance(by: 30)
        await test.server.startClock()
        try await eventually("the embargo ends") { try await test.ids().contains(new) }
        #expect(try await test.ids() == [new])
        #expect(try await Self.status(old, test) == .cancelled)
    }

    @Test func `a card that is replaced and expires in one moment is counted once`() async throws {
        let test = try await TestServer()
        try await test.publish(Self.edition(expiresAt: 20))
        let new = try await test.publish(Self.edition(publishAt: 10))
        test.clock.advance(by: 30)
        await test.server.startClock()
        try await eventually("the embargo ends") { try await test.ids() == [new] }
        #expect(try await test.client().snapshot("ops", nil).totalCount == 1)
        _ = try await test.act(.dismiss, on: new)
    }
}
