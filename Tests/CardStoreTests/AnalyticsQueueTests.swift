import CardStore
import Cards
import FeedAPI
import Foundation
import SQLite
import Support
import Testing

@Suite struct AnalyticsQueueTests {
    private func record(_ number: Int, _ properties: JSONObject = [:]) -> AnalyticsRecord {
        AnalyticsRecord(
            id: "e\(number)", name: "video-played", at: .fixed(Double(number)), streamID: ops,
            card: AnalyticsRecord.CardContext(id: "a", status: .active, viewState: .topview), properties: properties,
            hostContext: ["tier": "gold"], clientAppVersion: "1.2")
    }

    private func ids(_ database: CardDatabase) async throws -> [String] {
        try await database.queuedRecords(limit: 100_000).map(\.id)
    }

    @Test func `records come back as they were, oldest first, until they are sent`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("cards.sqlite")
        var database = try CardDatabase.open(path: path, at: .fixed)
        let records = [record(1), record(2, ["mediaURL": "https://example.com/a.mp4"]), record(3)]
        #expect(try await database.queue(records) == 0)
        // The same record is not stored twice.
        #expect(try await database.queue([records[0]]) == 0)
        database.close()
        database = try CardDatabase.open(path: path, at: .fixed)
        #expect(try await database.queuedRecords(limit: 10).map(\.record) == records)
        #expect(try await database.queuedRecords(limit: 2).map(\.id) == ["e1", "e2"])
        // At least one record, regardless of its size.
        #expect(try await database.queuedRecords(limit: 10, bytes: 1).map(\.id) == ["e1"])
        try await database.removeRecords(["e1", "e3", "unknown"])
        #expect(try await ids(database) == ["e2"])
        #expect(try await database.queuedRecordCount() == 1)
        database.close()
    }

    @Test func `if records are not accepted, the oldest are dropped, and their number is reported`() async throws {
        let database = try CardDatabase.inMemory()
        let most = CardDatabase.maxRecords
        for start in stride(from: 0, to: most, by: 500) {
            #expect(try await database.queue((start..<start + 500).map { record($0) }) == 0)
        }
        #expect(try await database.queue([record(most), record(most + 1)]) == 2)
        let kept = try await ids(database)
        #expect(kept.count == most && kept.first == "e2" && kept.last == "e\(most + 1)")
    }

    @Test func `a user's records are removed with their cards, also those that arrive too late`() async throws {
        let database = try CardDatabase.inMemory()
        #expect(try await database.claim(for: "ana") == .granted)
        let ownerEpoch = database.ownerEpoch
        _ = try await database.queue([record(1)], of: ownerEpoch)
        #expect(try await database.claim(for: "ben") == .takenOver(from: UnsentData(owner: "ana", events: 1)))
        #expect(try await ids(database) == [])
        _ = try await database.queue([record(2)], of: ownerEpoch)
        #expect(try await ids(database) == [])
        _ = try await database.queue([record(3)], of: database.ownerEpoch)
        #expect(try await ids(database) == ["e3"])
        try await database.purge()
        #expect(try await ids(database) == [])
    }

    @Test func `a record that cannot be read is reported separately`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("cards.sqlite")
        var database = try CardDatabase.open(path: path, at: .fixed)
        _ = try await database.queue([record(1), record(2)])
        database.close()
        let connection = try Connection(path)
        try connection.accessNow { try $0.execute("UPDATE analytics SET content = x'7b22' WHERE id = 'e2'") }
        try connection.close()
        database = try CardDatabase.open(path: path, at: .fixed)
        #expect(try await database.queuedRecords(limit: 9).map(\.record) == [record(1), nil])
        database.close()
    }

    @Test func `a card is seen once, and its record has the publisher's metadata`() async throws {
        let database = try CardDatabase.inMemory()
        try await database.apply(
            makeDelta([makeEntry("a", body: makeBody(metadata: ["account": "123"]))]), at: .fixed)
        for round in 0..<2 {
            let news = try await database.markSeen(["a", "gone"], in: ops) { card, metadata in
                AnalyticsRecord(
                    id: "\(card)\(round)", name: "card-displayed", at: .fixed,
                    properties: ["payloadMetadata": .object(metadata)])
            }
            #expect(news.map(\.id) == (round == 0 ? ["a", "gone"] : []))
            #expect(news.first?.metadata == (round == 0 ? ["account": "123"] : nil))
        }
        let queued = try await database.queuedRecords(limit: 9).compactMap(\.record)
        #expect(queued.map(\.id) == ["a0", "gone0"])
        #expect(queued[0].properties == ["payloadMetadata": ["account": "123"]])
    }

    @Test func `an action's record is queued when the server has it, and never when it does not`() async throws {
        let database = try CardDatabase.inMemory()
        try await database.apply(makeDelta(["a", "b", "c", "d"].map { makeEntry($0) }), at: .fixed)
        for (card, key) in [("a", "k1"), ("b", "k2"), ("c", "k3"), ("d", "k4")] {
            try await database.respond(
                .dismiss, to: CardID(card), in: ops, key: ActionKey(key), at: .fixed,
                report: FeedCoder.encode(AnalyticsRecord(id: key, name: "card-dismissed", at: .fixed)))
        }
        #expect(try await ids(database) == [])
        let receipt = ActionReceipt(key: ActionKey("k1"), cardID: "a", status: .dismissed, sequence: 9)
        for _ in 0..<2 {
            try await database.settle(ActionKey("k1"), .accepted(receipt), at: .fixed)
        }
        try await database.settle(ActionKey("k2"), .refused(reason: "no"), at: .fixed)
        try await database.settle(ActionKey("k3"), .superseded, at: .fixed)
        _ = try await database.withdraw("d", in: ops, at: .fixed)
        #expect(try await ids(database) == ["k1"])
    }

    @Test func `a file of the previous version keeps its cards, actions and unsent events`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("cards.sqlite")
        let old = try CardDatabase.open(path: path, at: .fixed)
        try await old.apply(makeDelta([makeEntry("a"), makeEntry("b", sequence: 2)]), at: .fixed)
        try await old.respond(.dismiss, to: "b", in: ops, key: ActionKey("k"), at: .fixed)
        old.close()
        let connection = try Connection(path)
        try connection.accessNow {
            try $0.execute(
                """
                DROP INDEX outbox_source; DROP INDEX outbox_time; ALTER TABLE outbox DROP COLUMN source;
                ALTER TABLE stream DROP COLUMN source; DROP TABLE source;
                CREATE INDEX outbox_time ON outbox(next_attempt);
                DROP TABLE analytics; ALTER TABLE outbox DROP COLUMN report;
                CREATE TABLE event (
                    position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE CHECK (length(id) > 0),
                    kind TEXT NOT NULL, stream INTEGER NOT NULL REFERENCES stream(row), card TEXT NOT NULL,
                    time INTEGER NOT NULL, content BLOB NOT NULL);
                INSERT INTO event (id, kind, stream, card, time, content) VALUES
                    ('v', 'video-played', 1, 'a', 1000, '{"subviewId":"more","url":"https://example.com/a.mp4"}'),
                    ('d', 'card-displayed', 1, 'a', 2000, x'7b22');
                DELETE FROM grdb_migrations WHERE identifier IN ('analytics', 'sources'); PRAGMA user_version = 6
                """)
        }
        try connection.close()
        let database = try CardDatabase.open(path: path, at: .fixed)
        let records = try await database.queuedRecords(limit: 9).compactMap(\.record)
        #expect(records.map(\.id) == ["v", "d"] && records.map(\.name) == ["video-played", "card-displayed"])
        #expect(records[0].properties == ["subviewId": "more", "mediaURL": "https://example.com/a.mp4"])
        #expect(records[1].at == Date(milliseconds: 2000) && records[1].streamID == ops && records[1].card?.id == "a")
        #expect(try database.window(FeedQuery(streamID: ops)).totalCount == 1)
        #expect(try await database.outboxCounts().waiting == 1)
        database.close()
    }
}
