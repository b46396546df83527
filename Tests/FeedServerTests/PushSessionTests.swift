import Cards
import FeedAPI
import FeedEngine
import Foundation
import SQLite
import Support
import Testing

@testable import FeedSQLite
@testable import FeedServer

@Suite struct PushSessionTests {
    private let hub = PushHub(connectionsPerUser: 8)
    private let storage: SQLiteStorage
    private let viewer = Viewer(environment: "e", user: "ana")

    init() throws { storage = try SQLiteStorage() }

    private func makeSession() -> PushSession {
        PushSession(
            viewer: viewer, reader: FeedReader(storage: storage, limits: ServerLimits()), hub: hub,
            clock: ManualClock().clock, limits: ServerLimits())
    }

    private func dropTable(_ table: String) throws {
        try storage.database.accessNow { try $0.execute("ALTER TABLE \(table) RENAME TO lost") }
    }

    /// After an error frame alone, the client would never receive the change.
    @Test(arguments: ["feed", "card"])
    func `a log that cannot be read ends the connection instead of hiding a change`(table: String) async throws {
        let request = PublishRequest(streamID: "ops", users: ["ana"], body: makeBody().encoded())
        _ = try await storage.run(
            PublishCards([Publication(request, now: .fixed)], in: "e", ids: ["c1"], now: .fixed))
        let session = makeSession()
        guard case .frame(.hello) = await session.next() else {
            Issue.record("no greeting")
            return
        }
        try dropTable(table)
        await session.receive(.subscribe([ClientFrame.Subscription(streamID: "ops", since: nil)]))
        #expect(await session.next() == .close(code: 1011, reason: "the feed cannot be read"))
        #expect(await session.next() == nil)
    }

    @Test func `a closing session frees its place`() async throws {
        let hub = PushHub(connectionsPerUser: 1)
        func session() -> PushSession {
            PushSession(
                viewer: viewer, reader: FeedReader(storage: storage, limits: ServerLimits()), hub: hub,
                clock: ManualClock().clock, limits: ServerLimits())
        }
        let (first, second, third) = (session(), session(), session())
        try await hub.enter(first, of: viewer)
        await #expect(throws: Problem.self) { try await hub.enter(second, of: viewer) }
        // The close frame has not been written yet.
        await first.close(code: 1000, reason: "")
        try await hub.enter(second, of: viewer)
        // A session that is closed later does not release its place twice.
        await first.end()
        await hub.leave(first, of: viewer)
        await #expect(throws: Problem.self) { try await hub.enter(third, of: viewer) }
        await second.end()
        try await hub.enter(third, of: viewer)
    }

    @Test func `a session that subscribes after its end is released`() async throws {
        weak var ended: PushSession?
        do {
            let session = makeSession()
            ended = session
            await session.end()
            await session.receive(.subscribe([ClientFrame.Subscription(streamID: "ops", since: nil)]))
        }
        #expect(ended == nil)
    }
}
