import Cards
import FeedAPI
import FeedEngine
import FeedSQLite
import FeedStorage
import Foundation
import SQLite
import Support
import Testing

/// The audit record of asks in a file that was changed by hand.
@Suite struct AuditFileTests {
    private static let environment: EnvironmentID = "e"

    /// Creates a file with an audit record of eight rows, damages it, and returns the finding of a check.
    private func finding(expecting keepsLast: Bool = false, damage: String) async throws -> AuditCheck.Finding? {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let storage = try SQLiteStorage(directory: directory)
        let body = CardBody(components: [
            .headline(Card.Headline(text: "Release?")),
            .buttons(
                Card.ButtonContainer(buttons: [Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes")))])),
        ])
        for number in 0..<4 {
            let id = AskID(stored: "a\(number)")
            let request = AskRequest(streamID: "ops", users: ["ana"], body: body.encoded())
            _ = try await storage.run(
                MakeAsk(
                    try CheckedAsk(request, now: .fixed), id: id, in: Self.environment,
                    ids: [CardID(stored: "c\(number)")], now: .fixed))
            _ = try await storage.run(WithdrawAsk(id, in: Self.environment, now: .fixed(1)))
        }
        let last = try #require(try await storage.audit(of: Self.environment, in: AuditQuery()).last)
        #expect(last.number == 8)
        try await storage.close()
        let file = try Connection(directory + "/feed.sqlite", ConnectionOptions())
        try file.accessNow { database in
            try database.execute("DROP TRIGGER auditChange; DROP TRIGGER auditRemoval; \(damage)")
            let triggers = """
                CREATE TRIGGER auditChange BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'x'); END;
                CREATE TRIGGER auditRemoval BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'x'); END;
                """
            try database.execute(triggers)
        }
        try file.close()
        let again = try SQLiteStorage(directory: directory)
        var check = AuditCheck(expecting: keepsLast ? last.hash : nil)
        var found: AuditCheck.Finding?
        for row in try await again.audit(of: Self.environment, in: AuditQuery()) where found == nil {
            found = check.add(.object(row.json))
        }
        if found == nil, !check.hasExpected { found = .missing(check.last + 1) }
        try await again.close()
        return found
    }

    @Test(arguments: [
        "UPDATE audit SET user = 'bo' WHERE number = 3", "UPDATE audit SET ask = 'a9' WHERE number = 3",
        "UPDATE audit SET at = at + 1 WHERE number = 3", "UPDATE audit SET event = 'settled' WHERE number = 3",
        "UPDATE audit SET event = 'nothing' WHERE number = 3", "UPDATE audit SET card = 'c' WHERE number = 3",
        "UPDATE audit SET detail = NULL WHERE number = 3", "UPDATE audit SET detail = '{' WHERE number = 3",
        "UPDATE audit SET previous = hash WHERE number = 3", "UPDATE audit SET hash = previous WHERE number = 3",
    ])
    func `a changed row is named`(damage: String) async throws {
        #expect(try await finding(damage: damage) == .changed(3))
    }

    @Test func `removed and moved rows are named`() async throws {
        #expect(try await finding(damage: "DELETE FROM audit WHERE number = 3") == .missing(3))
        #expect(try await finding(damage: "DELETE FROM audit WHERE number < 3") == .missing(1))
        let swap = """
            UPDATE audit SET number = 99 WHERE number = 3; UPDATE audit SET number = 3 WHERE number = 5;
            UPDATE audit SET number = 5 WHERE number = 99
            """
        #expect(try await finding(damage: swap) == .changed(3))
        let closed = "DELETE FROM audit WHERE number = 3; UPDATE audit SET number = number - 1 WHERE number > 3"
        #expect(try await finding(damage: closed) == .changed(3))
    }

    @Test func `a truncated record is detected with a saved hash`() async throws {
        #expect(try await finding(damage: "DELETE FROM audit WHERE number > 6") == nil)
        #expect(try await finding(expecting: true, damage: "DELETE FROM audit WHERE number > 6") == .missing(7))
        #expect(try await finding(expecting: true, damage: "SELECT 1") == nil)
    }
}
