import Cards
import SQLite

/// One transaction of a ``CordialStore``.
struct StoreAccess {
    let database: Database
    var state = CordialState()

    init(_ database: Database) { self.database = database }

    func storedState() throws -> CordialState? {
        let text: String? = try database.statement("SELECT body FROM state").value()
        return try text.map { CordialState(try Self.object($0)) }
    }

    func store(_ state: CordialState) throws {
        try database.run(
            "INSERT OR REPLACE INTO state (id, body) VALUES (1, ?)", [JSONValue.object(state.object).text()])
    }

    static func object(_ text: String) throws -> JSONObject {
        try JSONParser.parse(text, depthLimit: JSONParser.maxDepthLimit).object ?? [:]
    }
}

/// A row of data that waits to be sent.
struct WaitingRow: Sendable, Hashable {
    /// Increases with each row: the order in which rows were added.
    var number: Int64
    var kind: WaitingKind
    /// A new row replaces a row of the same kind with the same key.
    var key: String
    /// The contact that it belongs to; nil if it was recorded for a guest or while no contact was set.
    var owner: String?
    var body: JSONObject
    /// The number of attempts in which the service failed.
    var attempts = 0

    /// The name in messages.
    var name: String { body["event"]?.string ?? key }
}

extension StoreAccess {
    /// Adds data to send for the current contact. Replaces a row of the same kind with the same key.
    func add(_ kind: WaitingKind, key: String, _ body: JSONObject) throws {
        try database.run(
            "INSERT OR REPLACE INTO waiting (kind, key, owner, body) VALUES (?, ?, ?, ?)",
            [kind.rawValue, key, state.primaryKey, JSONValue.object(body).text()])
    }

    /// The rows of a kind, in the order in which they were added.
    func waiting(_ kind: WaitingKind) throws -> [WaitingRow] {
        try database.statement(
            "SELECT number, key, owner, body, attempts FROM waiting WHERE kind = ? ORDER BY number"
        ).all([kind.rawValue]) { row in
            WaitingRow(
                number: row.int64(0), kind: kind, key: row.string(1), owner: row.optionalString(2),
                body: try Self.object(row.string(3)), attempts: row.int(4))
        }
    }

    func waitingCount(_ kind: WaitingKind? = nil) throws -> Int {
        guard let kind else { return try database.statement("SELECT count(*) FROM waiting").value() ?? 0 }
        return try database.statement("SELECT count(*) FROM waiting WHERE kind = ?").value([kind.rawValue]) ?? 0
    }

    func removeWaiting(_ rows: [WaitingRow]) throws {
        for row in rows { try database.run("DELETE FROM waiting WHERE number = ?", [row.number]) }
    }

    func removeWaiting(_ kind: WaitingKind) throws {
        try database.run("DELETE FROM waiting WHERE kind = ?", [kind.rawValue])
    }

    func replaceBody(of row: WaitingRow, _ body: JSONObject) throws {
        try database.run("UPDATE waiting SET body = ? WHERE number = ?", [JSONValue.object(body).text(), row.number])
    }

    func countAttempt(_ rows: [WaitingRow]) throws {
        for row in rows {
            try database.run("UPDATE waiting SET attempts = attempts + 1 WHERE number = ?", [row.number])
        }
    }

    /// Removes the oldest rows of a kind beyond a maximum number.
    func limit(_ kind: WaitingKind, to count: Int) throws {
        try database.run(
            """
            DELETE FROM waiting WHERE kind = ?1 AND number NOT IN
                (SELECT number FROM waiting WHERE kind = ?1 ORDER BY number DESC LIMIT ?2)
            """, [kind.rawValue, max(count, 0)])
    }

    /// The SQL condition for rows of other contacts, without logouts, which are always sent.
    private static let ofOthers = "kind <> 'logout' AND owner IS NOT NULL AND owner IS NOT ?"

    /// The data that waits for contacts other than this one; nil if there is none.
    func unsent(besides owner: String?) throws -> CordialContact.Unsent? {
        let found = try database.statement("SELECT count(*), max(owner) FROM waiting WHERE \(Self.ofOthers)").all([
            owner
        ]) {
            (count: $0.int(0), owner: $0.optionalString(1))
        }.first
        return found.flatMap { found in found.owner.map { .init(primaryKey: $0, count: found.count) } }
    }

    /// Applies a change of the contact to all other stored data.
    func apply(_ change: ContactChange) throws {
        switch change.waiting {
        case .unchanged: break
        case .pass(let owner):
            try database.run("DELETE FROM waiting WHERE \(Self.ofOthers)", [owner])
            if let owner {
                try database.run("UPDATE waiting SET owner = ? WHERE kind <> 'logout' AND owner IS NULL", [owner])
            }
        case .remove: try database.run("DELETE FROM waiting WHERE kind <> 'logout'")
        }
        if change.clearsCaches {
            for table in ["messages", "contents", "in_app"] { try database.run("DELETE FROM \(table)") }
        }
    }
}
