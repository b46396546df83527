import Cards
import FeedAPI
import FeedEngine
import SQLite

/// Reads and writes the keys of publications and actions with their first receipts.
extension FeedRows {
    func publications(_ ids: [StoredPublication.ID]) throws -> [StoredPublication] {
        guard !ids.isEmpty else { return [] }
        let select = try database.statement(
            "SELECT fingerprint, receipt FROM publication WHERE environment = ? AND key = ?")
        return try ids.compactMap { id in
            return try select.first([id.environment.rawValue, id.key.rawValue]) { row in
                StoredPublication(
                    id: id, fingerprint: row[0], receipt: try FeedCoder.decodeStoredPublishReceipt(row.bytes(1)))
            }
        }
    }

    /// - Parameter time: The time of the publications, in milliseconds since 1970.
    func insert(_ publications: [StoredPublication], at time: Int64) throws {
        guard !publications.isEmpty else { return }
        let insert = try database.statement(
            """
            INSERT INTO publication (environment, key, fingerprint, receipt, receivedAt)
            VALUES (?, ?, ?, ?, ?)
            """)
        for publication in publications {
            try insert.run([
                publication.id.environment.rawValue, publication.id.key.rawValue, publication.fingerprint,
                FeedCoder.encode(publication.receipt), time,
            ])
        }
    }

    func actions(_ ids: [StoredAction.ID]) throws -> [StoredAction] {
        try ids.compactMap { id in
            let select = try database.statement(
                """
                SELECT request, receipt, receivedAt FROM action WHERE environment = ? AND user = ? AND key = ?
                """)
            return try select.first([id.viewer.environment.rawValue, id.viewer.user.rawValue, id.key.rawValue]) {
                try Self.action($0, of: id.viewer)
            }
        }
    }

    /// The user's actions on a card, in the order of arrival.
    func actions(onCard row: Int64, of viewer: Viewer) throws -> [StoredAction] {
        let select = try database.statement(
            "SELECT request, receipt, receivedAt FROM action WHERE card = ? ORDER BY rowid")
        return try select.all([row]) { try Self.action($0, of: viewer) }
    }

    private static func action(_ row: borrowing Row, of viewer: Viewer) throws -> StoredAction {
        StoredAction(
            viewer: viewer, request: row.bytes(0),
            receipt: try FeedCoder.decodeStoredActionReceipt(row.bytes(1)), receivedAt: row[2])
    }

    func insert(_ actions: [StoredAction]) throws {
        for action in actions {
            try database.statement(
                """
                INSERT INTO action (card, environment, user, key, request, receipt, receivedAt)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
            ).run([
                try row(of: action.receipt.cardID), action.viewer.environment.rawValue, action.viewer.user.rawValue,
                action.receipt.key.rawValue, action.request, FeedCoder.encode(action.receipt),
                action.receivedAt,
            ])
        }
    }
}
