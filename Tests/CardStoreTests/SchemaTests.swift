import Cards
import Foundation
import SQLite
import Support
import Testing

@testable import CardStore

/// Stores that lack a part of the schema.
@Suite struct SchemaTests {
    let directory = TemporaryDirectory()
    var path: String { directory.file("store/cards.sqlite") }

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
        #expect(try CardDatabase.glance(at: path)?.waiting == 1)
    }
}
