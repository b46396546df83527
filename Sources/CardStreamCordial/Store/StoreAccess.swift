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
        try JSONParser.parse(text, depthLimit: JSONParser.greatestDepthLimit).object ?? [:]
    }
}

/// Something that waits to be sent.
struct WaitingRow: Sendable, Hashable {
    /// Grows: the order in which they came.
    var number: Int64
    var kind: WaitingKind
    /// What it replaces: another row of its kind with the same key.
    var key: String
    /// The contact it belongs to; nil for a guest's and for what was made while no contact was set.
    var owner: String?
    var body: JSONObject
    /// How often the service could not take it.
    var attempts = 0

    /// What people know it by.
    var name: String { body["event"]?.string ?? key }
}

extension StoreAccess {
    /// Adds something to send for the present contact. A row of the same kind and key is replaced.
    func add(_ kind: WaitingKind, key: String, _ body: JSONObject) throws {
        try database.run(
            "INSERT OR REPLACE INTO waiting (kind, key, owner, body) VALUES (?, ?, ?, ?)",
            [kind.rawValue, key, state.primaryKey, JSONValue.object(body).text()])
    }

    /// In the order in which they came.
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

    /// Removes the oldest of a kind beyond a number of them.
    func limit(_ kind: WaitingKind, to count: Int) throws {
        try database.run(
            """
            DELETE FROM waiting WHERE kind = ?1 AND number NOT IN
                (SELECT number FROM waiting WHERE kind = ?1 ORDER BY number DESC LIMIT ?2)
            """, [kind.rawValue, max(count, 0)])
    }

    /// The rows of other contacts, whose ends are sent in any case.
    private static let ofOthers = "kind <> 'logout' AND owner IS NOT NULL AND owner IS NOT ?"

    /// What waits for another contact than this one.
    func unsent(besides owner: String?) throws -> CordialContact.Unsent? {
        let found = try database.statement("SELECT count(*), max(owner) FROM waiting WHERE \(Self.ofOthers)").all([
            owner
        ]) {
            (count: $0.int(0), owner: $0.optionalString(1))
        }.first
        return found.flatMap { found in found.owner.map { .init(primaryKey: $0, count: found.count) } }
    }

    /// What a change of the contact does to everything that is stored.
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
