import Cards
import FeedAPI
import FeedEngine
import GRDB

import struct Foundation.Data

/// Keys of publications and actions with their first answers.
extension FeedRows {
    func publications(_ ids: [StoredPublication.ID]) throws -> [StoredPublication] {
        guard !ids.isEmpty else { return [] }
        let select = try database.cachedStatement(
            sql: "SELECT fingerprint, receipt FROM publication WHERE environment = ? AND key = ?")
        return try ids.compactMap { id in
            let row = try Row.fetchOne(select, arguments: [id.environment.rawValue, id.key.rawValue])
            return try row.map { row in
                StoredPublication(
                    id: id, fingerprint: row[0], receipt: try FeedCoder.decodeStoredPublishReceipt(row.bytes(at: 1)))
            }
        }
    }

    /// - Parameter time: In milliseconds since 1970.
    func insert(_ publications: [StoredPublication], at time: Int64) throws {
        guard !publications.isEmpty else { return }
        let insert = try database.cachedStatement(
            sql: """
                INSERT INTO publication (environment, key, fingerprint, receipt, receivedAt)
                VALUES (?, ?, ?, ?, ?)
                """)
        for publication in publications {
            try insert.execute(arguments: [
                publication.id.environment.rawValue, publication.id.key.rawValue, publication.fingerprint,
                Data(FeedCoder.encode(publication.receipt)), time,
            ])
        }
    }

    func actions(_ ids: [StoredAction.ID]) throws -> [StoredAction] {
        try ids.compactMap { id in
            let select = try database.cachedStatement(
                sql: """
                    SELECT request, receipt, receivedAt FROM action WHERE environment = ? AND user = ? AND key = ?
                    """)
            let row = try Row.fetchOne(
                select, arguments: [id.viewer.environment.rawValue, id.viewer.user.rawValue, id.key.rawValue])
            return try row.map { try Self.action($0, of: id.viewer) }
        }
    }

    /// What a user did with a card, in the order in which it came.
    func actions(onCard row: Int64, of viewer: Viewer) throws -> [StoredAction] {
        let select = try database.cachedStatement(
            sql: "SELECT request, receipt, receivedAt FROM action WHERE card = ? ORDER BY rowid")
        return try Row.fetchAll(select, arguments: [row]).map { try Self.action($0, of: viewer) }
    }

    private static func action(_ row: Row, of viewer: Viewer) throws -> StoredAction {
        StoredAction(
            viewer: viewer, request: try row.bytes(at: 0),
            receipt: try FeedCoder.decodeStoredActionReceipt(row.bytes(at: 1)), receivedAt: row[2])
    }

    func insert(_ actions: [StoredAction]) throws {
        for action in actions {
            try database.cachedStatement(
                sql: """
                    INSERT INTO action (card, environment, user, key, request, receipt, receivedAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                try row(of: action.receipt.cardID), action.viewer.environment.rawValue, action.viewer.user.rawValue,
                action.receipt.key.rawValue, Data(action.request), Data(FeedCoder.encode(action.receipt)),
                action.receivedAt,
            ])
        }
    }
}
