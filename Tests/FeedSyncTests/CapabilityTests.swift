import Basics
import CardStore
import Cards
import FeedAPI
import FeedSync
import Foundation
import Support
import Testing

/// A source that supports less than the source it wraps.
struct LimitedSource: CardSource {
    var capabilities: SourceCapabilities
    var source: any CardSource

    func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
        try await source.snapshot(of: stream, page: page)
    }

    func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
        try await source.changes(of: stream, since: cursor)
    }

    func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt {
        try await source.perform(action)
    }
}

@Suite struct CapabilityTests {
    private func rig(_ capabilities: SourceCapabilities) async throws -> OutboxRig {
        try await OutboxRig(cards: ["a"]) { LimitedSource(capabilities: capabilities, source: $0) }
    }

    @Test func `a local snooze is not sent, and ends at its time`() async throws {
        let rig = try await rig(SourceCapabilities(actions: [.dismiss], snooze: .local))
        await rig.drainer.open()
        try await rig.respond(.snooze(until: rig.clock.now.addingTimeInterval(60)), to: "a")
        await rig.drainer.wake()
        try await eventually("it is settled") { try await rig.database.outboxCounts() == OutboxCounts() }
        #expect(try rig.delivery(of: "a") == nil)
        // A repeated version from the source changes nothing.
        try await rig.database.apply(
            FeedDelta(
                streamID: "ops", cursor: FeedCursor(epoch: "e", sequence: 2), upserts: [makeEntry("a")],
                serverTime: .fixed), at: .fixed)
        #expect(try rig.delivery(of: "a") == nil)
        try await rig.database.advance(to: rig.clock.now.addingTimeInterval(60))
        #expect(try rig.delivery(of: "a") == CardWindow.Delivery.none)
        #expect(await rig.script.requests.isEmpty)
    }

    @Test func `a local snooze is ended locally, and a change of the source overrides it`() async throws {
        let rig = try await rig(SourceCapabilities(actions: [.dismiss], snooze: .local))
        await rig.drainer.open()
        try await rig.respond(.snooze(until: rig.clock.now.addingTimeInterval(60)), to: "a")
        await rig.drainer.wake()
        try await eventually("it is settled") { try await rig.database.outboxCounts() == OutboxCounts() }
        try await rig.respond(.unsnooze, to: "a")
        await rig.drainer.wake()
        try await eventually("it is woken") { try await rig.database.outboxCounts() == OutboxCounts() }
        #expect(try rig.delivery(of: "a") == CardWindow.Delivery.none)
        try await rig.respond(.snooze(until: rig.clock.now.addingTimeInterval(60)), to: "a")
        await rig.drainer.wake()
        try await eventually("it is settled") { try await rig.database.outboxCounts() == OutboxCounts() }
        try await rig.database.apply(
            FeedDelta(
                streamID: "ops", cursor: FeedCursor(epoch: "e", sequence: 2), upserts: [makeEntry("a", sequence: 2)],
                serverTime: .fixed), at: .fixed)
        #expect(try rig.delivery(of: "a") == CardWindow.Delivery.none)
        #expect(await rig.script.requests.isEmpty)
    }

    @Test func `unsupported actions are not sent, and the user decides`() async throws {
        let rig = try await rig(SourceCapabilities(actions: [.dismiss]))
        await rig.drainer.open()
        try await rig.respond(.voteUp(message: nil), to: "a")
        await rig.drainer.wake()
        try await eventually("it is refused") { try await rig.database.outboxCounts().refused == 1 }
        #expect(try rig.delivery(of: "a") == .refused(reason: "This feed accepts no votes"))
        #expect(await rig.script.requests.isEmpty)
    }

    @Test func `a source without a live feed is polled, regardless of the setting`() async throws {
        let rig = try await SyncRig(wrapping: {
            LimitedSource(capabilities: SourceCapabilities(actions: [.dismiss]), source: $0)
        })
        await rig.server.publish("a")
        await rig.engine.start()
        try await rig.wait(for: .polling(.chosen))
        #expect(await rig.status?.capabilities == SourceCapabilities(actions: [.dismiss]))
        await rig.engine.setDeliveryMode(.push)
        await rig.server.publish("b")
        try await rig.pass(until: "b is fetched") { try rig.shown == ["a", "b"] }
        #expect(await rig.server.count(.socket) == 0)
        await rig.end()
    }
}
