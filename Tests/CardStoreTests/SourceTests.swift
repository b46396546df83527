import CardStore
import Cards
import Foundation
import SQLite
import Support
import Testing

/// Streams of several sources in one store.
@Suite struct SourceTests {
    let database: CardDatabase
    let talk: StreamID = "talk"
    init() throws { database = try CardDatabase.inMemory() }

    private func load(_ id: String, in stream: StreamID) async throws {
        try await database.apply(makeDelta([makeEntry(id)], stream: stream), at: .fixed)
    }
    private func dismiss(_ id: String, in stream: StreamID, hold: Double = 0) async throws {
        try await database.respond(
            .dismiss, to: CardID(id), in: stream, key: ActionKey("\(stream)-\(id)"), at: .fixed, hold: hold)
    }
    private func due(of source: StoredSource) async throws -> [String] {
        try await database.outboxWork(at: .fixed, limit: 10, of: source).due.map(\.key.rawValue)
    }

    @Test func `each source finds its own actions, times and counts`() async throws {
        let team = try await database.assign([talk], to: "team").get()
        for (id, stream) in [("a", ops), ("b", talk)] { try await load(id, in: stream) }
        try await dismiss("a", in: ops)
        try await dismiss("b", in: talk)
        #expect(try await due(of: .connection) == ["ops-a"])
        #expect(try await due(of: team) == ["talk-b"])
        #expect(try await database.outboxCounts(of: team).waiting == 1)
        #expect(try await database.outboxCounts().waiting == 2)
        try await database.settle(ActionKey("talk-b"), .retry(at: .fixed(60)), at: .fixed)
        #expect(try await database.outboxWork(at: .fixed, limit: 10, of: team).nextAttempt == .fixed(60))
        #expect(try await database.outboxWork(at: .fixed, limit: 10).nextAttempt == nil)
        #expect(try await database.isSending(dueAt: .fixed))
        #expect(try await !database.isSending(dueAt: .fixed, of: team))
        #expect(try await database.assignedStreams() == [talk: "team"])
    }

    @Test func `a stream that changes its source is emptied, unless it has unsent actions`() async throws {
        try await load("a", in: talk)
        try await dismiss("a", in: talk)
        let conflict = StreamConflict(stream: talk, source: nil, actions: 1)
        #expect(try await database.assign([talk], to: "team") == .failure(conflict))
        #expect(try await database.assignedStreams().isEmpty)
        #expect(try await database.withdraw(ActionKey("talk-a"), at: .fixed) == .withdrawn)
        _ = try await database.assign([talk], to: "team").get()
        #expect(try database.ids(FeedQuery(streamID: talk)).isEmpty)
        #expect(try await database.syncRecord(of: talk).cursor == nil)
        // The same source still has its cards.
        try await load("b", in: talk)
        _ = try await database.assign([talk], to: "team").get()
        #expect(try database.ids(FeedQuery(streamID: talk)) == ["b"])
    }

    @Test func `another user of a source sees nothing of the previous one, whose unsent actions block the change`()
        async throws
    {
        let team = try await database.assign([talk], to: "team").get()
        #expect(try await database.claim(team, for: "ana at x") == .granted)
        for (id, stream) in [("a", ops), ("b", talk), ("c", talk)] { try await load(id, in: stream) }
        #expect(try await database.claim(team, for: "ana at x") == .granted)
        try await dismiss("b", in: talk)
        let waiting = UnsentData(owner: "ana at x", actions: 1)
        #expect(try await database.claim(team, for: "ben at x") == .refused(waiting))
        #expect(try database.ids(FeedQuery(streamID: talk)) == ["c"])
        #expect(try await database.withdraw(ActionKey("talk-b"), at: .fixed) == .withdrawn)
        let former = UnsentData(owner: "ana at x")
        #expect(try await database.claim(team, for: "ben at x") == .takenOver(from: former))
        #expect(try database.ids(FeedQuery(streamID: talk)).isEmpty)
        #expect(try await database.syncRecord(of: talk).cursor == nil)
        #expect(try database.ids(FeedQuery(streamID: ops)) == ["a"])
    }

    @Test func `actions of a source can be discarded, and then another user can have it`() async throws {
        let team = try await database.assign([talk], to: "team").get()
        _ = try await database.claim(team, for: "ana at x")
        for (id, stream) in [("a", ops), ("b", talk), ("c", talk)] { try await load(id, in: stream) }
        try await dismiss("a", in: ops)
        try await dismiss("b", in: talk, hold: 5)
        try await database.discardActions(ofSource: "other", at: .fixed)
        #expect(try await database.outboxCounts(of: team).waiting == 1)
        try await database.discardActions(ofSource: "team", at: .fixed)
        #expect(try await database.outboxCounts(of: team).waiting == 0)
        #expect(try await database.outboxCounts().waiting == 1)
        #expect(try database.ids(FeedQuery(streamID: talk)) == ["b", "c"])
        #expect(try await database.claim(team, for: "ben at x") == .takenOver(from: UnsentData(owner: "ana at x")))
    }

    @Test func `a removed source leaves nothing, and its stream belongs to the connection again`() async throws {
        let team = try await database.assign([talk], to: "team").get()
        for (id, stream) in [("a", ops), ("b", talk), ("c", talk)] { try await load(id, in: stream) }
        try await dismiss("a", in: ops)
        try await dismiss("b", in: talk)
        try await database.removeSource("team")
        #expect(try await due(of: team).isEmpty)
        #expect(try await due(of: .connection) == ["ops-a"])
        #expect(try database.ids(FeedQuery(streamID: talk)).isEmpty)
        #expect(try await database.assignedStreams().isEmpty)
        #expect(try await database.history().map(\.state).contains(.sent) == false)
        try await load("d", in: talk)
        try await dismiss("d", in: talk)
        #expect(try await due(of: .connection) == ["ops-a", "talk-d"])
    }

    @Test func `actions of a source are found by an index, regardless of the number of others`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("cards.sqlite")
        try CardDatabase.open(path: path, at: .fixed).close()
        let plan = try Connection(path).accessNow { db in
            try db.statement(
                "EXPLAIN QUERY PLAN SELECT key FROM outbox INDEXED BY outbox_source WHERE source = 1 ORDER BY position"
            ).all { $0[3] as String }
        }
        #expect(plan == ["SEARCH outbox USING INDEX outbox_source (source=?)"])
    }

    @Test func `an action rescued from a damaged file keeps its source`() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("cards.sqlite")
        let first = try CardDatabase.open(path: path, at: .fixed)
        _ = try await first.assign([talk], to: "team").get()
        try await first.apply(makeDelta([makeEntry("b")], stream: talk), at: .fixed)
        try await first.respond(.dismiss, to: "b", in: talk, key: ActionKey("k"), at: .fixed)
        first.close()
        // A file without one of its tables counts as damaged.
        try Connection(path).accessNow { try $0.execute("DROP TABLE seen") }
        let second = try CardDatabase.open(path: path, at: .fixed)
        #expect(try await second.assignedStreams() == [talk: "team"])
        #expect(try await second.outboxWork(at: .fixed, limit: 10).due.isEmpty)
        let team = try await second.assign([talk], to: "team").get()
        #expect(try await second.outboxWork(at: .fixed, limit: 10, of: team).due.map(\.key.rawValue) == ["k"])
        second.close()
    }
}
