import Cards
import Foundation
import SQLite
import Support
import Testing

@testable import CardStore

/// Stores without some part of the schema.
@Suite struct SchemaTests {
    let directory: TemporaryDirectory
    var path: String { directory.file("store/cards.sqlite") }

    init() throws { directory = try TemporaryDirectory() }

    @Test func `the names of the schema are those of a new store`() throws {
        let database = try CardDatabase.inMemory()
        let names: [String] = try database.writer.accessNow { db in
            try db.statement(
                "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite%' AND name NOT LIKE 'grdb%'"
            ).values()
        }
        #expect(names.sorted() == Schema.names.sorted())
    }

    @Test(arguments: ["TABLE seen", "TABLE card", "INDEX card_order"])
    func `a store that lacks a table or an index is set aside, and its actions are saved`(part: String) async throws {
        do {
            let database = try CardDatabase.open(path: path, at: .fixed)
            try await database.apply(makeDelta([makeEntry("a")]), at: .fixed)
            try await database.respond(.dismiss, to: CardID("a"), in: ops, key: ActionKey("k"), at: .fixed)
            database.close()
        }
        let connection = try Connection(path)
        try connection.accessNow { try $0.execute("PRAGMA foreign_keys = OFF; DROP \(part)") }
        try connection.close()
        let database = try CardDatabase.open(path: path, at: .fixed)
        guard case .recovered(_, rescuedActions: 1) = database.opening else {
            Issue.record("\(database.opening)")
            return
        }
        #expect(try await database.outboxWork(at: .fixed, limit: 9).due.map(\.key.rawValue) == ["k"])
        database.close()
        #expect(try CardDatabase.summary(at: path)?.waiting == 1)
    }

    @Test func `a store of an earlier version learns from its cards which messages are unread`() async throws {
        do {
            let database = try CardDatabase.open(path: path, at: .fixed)
            for (id, isRead) in [("a", false), ("b", true)] {
                var body = makeBody()
                body.metadata[CardBody.readKey] = .bool(isRead)
                try await database.apply(makeDelta([makeEntry(id, body: body)]), at: .fixed)
            }
            try await database.markSeen(["a"], in: ops) { _, _ in nil }
            database.close()
        }
        let connection = try Connection(path)
        try connection.accessNow {
            try $0.execute(
                """
                INSERT INTO source (row, name) VALUES (1, 'team'); UPDATE stream SET source = 1;
                ALTER TABLE card DROP COLUMN is_read; DELETE FROM grdb_migrations WHERE identifier = 'read cards';
                PRAGMA user_version = 12;
                """)
        }
        try connection.close()
        let database = try CardDatabase.open(path: path, at: .fixed)
        defer { database.close() }
        #expect(database.opening == .opened)
        let window = try database.window(FeedQuery(streamID: ops))
        #expect(window.items.map { [$0.id.rawValue: $0.unseenCount] } == [["a": 1], ["b": 0]])
    }
}
