import Cards
import FeedAPI
import FeedEngine
import SQLite

/// Reads and writes the audit logs of environments.
extension FeedRows {
    /// Appends a row to the audit log.
    func append(_ entry: AuditEntry, of environment: EnvironmentID) throws {
        let last = try database.statement(
            "SELECT number, hash FROM audit WHERE environment = ? ORDER BY number DESC LIMIT 1"
        ).first([environment.rawValue]) { (number: $0.int64(0), hash: $0.string(1)) }
        let row = AuditRow(entry, after: last)
        try database.statement(
            """
            INSERT INTO audit (environment, number, at, event, ask, user, card, detail, previous, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).run([
            environment.rawValue, row.number, entry.at, entry.event.rawValue, entry.ask.rawValue, entry.user?.rawValue,
            entry.card?.rawValue, entry.detail.isEmpty ? nil : JSONValue.object(entry.detail).encoded(), row.previous,
            row.hash,
        ])
    }

    func audit(of environment: EnvironmentID, in query: AuditQuery) throws -> [AuditRow] {
        let select = try database.statement(
            """
            SELECT number, at, event, ask, user, card, detail, previous, hash FROM audit
            WHERE environment = ?1 AND number > ?2 AND (?3 IS NULL OR ask = ?3) AND (?4 IS NULL OR at >= ?4)
            ORDER BY number LIMIT ?5
            """)
        let arguments: [(any SQLiteValue)?] = [
            environment.rawValue, query.after, query.ask?.rawValue, query.since.map(FeedTime.milliseconds),
            query.limit ?? -1,
        ]
        return try select.all(arguments) { row in
            let event = AuditEntry.Event(rawValue: row[2])
            var detail: JSONObject? = row.isNull(6) ? [:] : (try? JSONParser.parse(row.bytes(6)))?.object
            // A row that cannot be decoded was changed. This member makes its hash wrong, so that the check finds it.
            if event == nil || detail == nil { detail = ["damaged": true] }
            return AuditRow(
                number: row[0],
                entry: AuditEntry(
                    event ?? .asked, ask: AskID(stored: row[3]),
                    user: (row[4] as String?).map(UserID.init(stored:)),
                    card: (row[5] as String?).map(CardID.init(stored:)), detail: detail ?? [:], at: row[1]),
                previous: row[7], hash: row[8])
        }
    }
}
