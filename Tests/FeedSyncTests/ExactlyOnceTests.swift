import Basics
import CardStore
import Cards
import FeedAPI
import FeedSync
import Foundation
import Support
import Testing

extension TestClock {
    var sync: SyncClock {
        SyncClock(now: { self.now }, uptime: { self.uptime }, sleep: { await self.sleep(until: $0) })
    }
}

/// A server that often fails, but respects idempotency keys.
actor UnreliableServer {
    enum Behaviour: CaseIterable { case appliesThenDrops, fails, conflicts, busy, hangs, answers }

    private(set) var applied: [ActionKey] = []
    private var attempts: [ActionKey: Int] = [:]
    private let behaviours: [Behaviour]

    init(behaviours: [Behaviour]) { self.behaviours = behaviours }

    func act(_ request: ActionRequest) async throws(FeedError) -> ActionReceipt {
        let attempt = attempts[request.key, default: 0]
        attempts[request.key] = attempt + 1
        switch attempt < behaviours.count ? behaviours[attempt] : .answers {
        case .appliesThenDrops:
            _ = apply(request)
            throw .network("connection reset")
        case .fails: throw .server(Problem(.internalError), retryAfter: nil)
        case .conflicts: throw .server(Problem(.unrecognised, status: 409), retryAfter: nil)
        case .busy: throw .server(Problem(.tooManyRequests), retryAfter: 7)
        case .hangs:
            // Waits until the caller gives up.
            await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
            throw .cancelled
        case .answers: return apply(request)
        }
    }

    private func apply(_ request: ActionRequest) -> ActionReceipt {
        if !applied.contains(request.key) { applied.append(request.key) }
        return ActionReceipt(
            key: request.key, cardID: request.cardID, status: request.response.resultingStatus ?? .active,
            sequence: 1000 + Int64(applied.count))
    }
}

@Suite struct ExactlyOnceTests {
    @Test(arguments: [
        [UnreliableServer.Behaviour.answers], [.appliesThenDrops], [.appliesThenDrops, .appliesThenDrops], [.fails],
        [.conflicts, .busy], [.fails, .appliesThenDrops, .busy],
    ])
    func `every intent is applied once`(behaviours: [UnreliableServer.Behaviour]) async throws {
        let clock = TestClock()
        let database = try CardDatabase.inMemory()
        let stream = StreamID("ops")
        let entries = (0..<12).map { makeEntry("c\($0)") }
        try await database.apply(
            FeedDelta(
                streamID: stream, cursor: FeedCursor(epoch: "e", sequence: 1), upserts: entries, serverTime: .fixed),
            at: .fixed)
        let server = UnreliableServer(behaviours: behaviours)
        let client = FeedClient(
            snapshot: { (_, _) throws(FeedError) in throw .network("unused") },
            changes: { (_, _) throws(FeedError) in throw .network("unused") },
            act: { (request) throws(FeedError) in try await server.act(request) },
            openSocket: { () throws(FeedError) in throw .network("unused") })
        let drainer = OutboxDrainer(
            source: FeedSource(client), database: database, clock: clock.sync, random: { 0.5 },
            events: .init(changed: {}, unauthorised: {}, synchronise: { _ in true }))
        var intents: Set<ActionKey> = []
        for entry in entries {
            let key = ActionKey(UUID())
            intents.insert(key)
            try await database.respond(.dismiss, to: entry.id, in: stream, key: key, at: clock.now)
        }
        await drainer.open()
        let deadline = ContinuousClock.now + .seconds(20)
        while try await database.outboxCounts() != OutboxCounts() {
            try #require(ContinuousClock.now < deadline, "never delivered")
            clock.advance(by: 1)
            await Task.yield()
        }
        let applied = await server.applied
        #expect(applied.count == intents.count)
        #expect(Set(applied) == intents)
        await drainer.hold()
    }
}
