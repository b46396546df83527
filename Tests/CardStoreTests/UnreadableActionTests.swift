import CardStore
import Cards
import FeedAPI
import Foundation
import SQLite
import Support
import Testing

/// Actions whose stored response was damaged.
@Suite struct UnreadableActionTests {
    let directory: TemporaryDirectory
    var path: String { directory.file("cards.sqlite") }

    init() throws { directory = try TemporaryDirectory() }

    /// A store with this many answered cards. All their actions except the last are damaged.
    private func damagedStore(_ count: Int) async throws -> CardDatabase {
        let database = try CardDatabase.open(path: path, at: .fixed)
        try await database.apply(
            makeDelta((0..<count).map { makeEntry("c\($0)", sequence: Int64($0 + 1)) }), at: .fixed)
        for number in 0..<count {
            try await database.respond(
                .dismiss, to: CardID(stored: "c\(number)"), in: ops, key: ActionKey(stored: "k\(number)"), at: .fixed)
        }
        let other = try Connection(path)
        try other.accessNow { db in
            _ = try db.run("UPDATE outbox SET response = x'7b7b' WHERE key <> ?", ["k\(count - 1)"])
        }
        try other.close()
        return database
    }

    @Test func `unreadable actions do not prevent others from being sent`() async throws {
        let database = try await damagedStore(17)
        let work = try await database.outboxWork(at: .fixed, limit: 16)
        #expect(work.hasUnreadable)
        #expect(try await database.setUnreadableAside(at: .fixed).count == 16)
        let rest = try await database.outboxWork(at: .fixed, limit: 16)
        #expect(rest.due.map(\.key.rawValue) == ["k16"])
        #expect(!rest.hasUnreadable)
        #expect(try await database.setUnreadableAside(at: .fixed) == [])
        database.close()
    }

    @Test func `cards with unreadable actions can be answered again, and the history reports the loss`() async throws {
        let database = try await damagedStore(2)
        #expect(try database.ids() == [])
        let found = try await database.setUnreadableAside(at: .fixed)
        #expect(found.map(\.cardID) == ["c0"])
        #expect(try database.item("c0")?.delivery == CardWindow.Delivery.none)
        #expect(try await database.outboxCounts() == OutboxCounts(waiting: 1))
        #expect(try await database.history().map(\.state) == [.waiting, .unreadable])
        try await database.respond(.dismiss, to: "c0", in: ops, key: "again", at: .fixed)
        #expect(try await database.outboxWork(at: .fixed, limit: 9).due.map(\.key.rawValue) == ["k1", "again"])
        database.close()
        #expect(try CardDatabase.summary(at: path)?.unreadable == 1)
        // The damaged bytes are kept.
        let kept = try Connection(path).accessNow { db in
            try db.statement("SELECT key || ' ' || card || ' ' || hex(response) FROM unreadable_action").values(
                as: String.self)
        }
        #expect(kept == ["k0 c0 7B7B"])
    }

    @Test func `a caller that waits for an unreadable action gets an error`() async throws {
        let database = try await damagedStore(2)
        let waiting = database.awaitEnd(of: "k0")
        _ = try await database.setUnreadableAside(at: .fixed)
        #expect(waiting.end == .discarded(reason: "The stored action cannot be read and was not sent."))
        database.close()
    }

    @Test func `a file of the eighth version keeps what is on its way`() async throws {
        try await damagedStore(2).close()
        let connection = try Connection(path)
        try connection.accessNow {
            try $0.execute(
                """
                DROP TABLE unreadable_action;
                DELETE FROM grdb_migrations WHERE identifier = 'unreadable actions'; PRAGMA user_version = 8
                """)
        }
        try connection.close()
        #expect(try CardDatabase.summary(at: path)?.unreadable == 0)
        let database = try CardDatabase.open(path: path, at: .fixed)
        #expect(database.opening == .opened)
        #expect(try await database.setUnreadableAside(at: .fixed).count == 1)
        #expect(try await database.outboxWork(at: .fixed, limit: 9).due.map(\.key.rawValue) == ["k1"])
        database.close()
    }

    @Test func `an emptied store keeps no unreadable actions`() async throws {
        let database = try await damagedStore(2)
        _ = try await database.setUnreadableAside(at: .fixed)
        try await database.purge()
        database.close()
        #expect(try CardDatabase.summary(at: path)?.unreadable == 0)
    }
}
