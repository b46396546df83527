import Cards
import FeedAPI
import FeedEngine
import Postgres

/// Reads and writes the keys of publications and actions with their first receipts. If another transaction is storing
/// the same key, the insert violates a unique constraint; the command is then repeated and finds the stored key.
extension FeedRows {
    func publications(_ ids: [StoredPublication.ID]) throws -> [StoredPublication] {
        guard !ids.isEmpty else { return [] }
        // One query for all keys, because there may be thousands.
        return try database.all(
            """
            SELECT environment, key, fingerprint, receipt FROM publication
            WHERE (environment, key) IN (SELECT * FROM unnest($1::text[], $2::text[]))
            """, [PostgresArray(ids.map(\.environment.rawValue)), PostgresArray(ids.map(\.key.rawValue))]
        ) { row in
            StoredPublication(
                id: StoredPublication.ID(
                    environment: EnvironmentID(stored: row[0]), key: PublicationKey(stored: row[1])),
                fingerprint: row[2], receipt: try FeedCoder.decodeStoredPublishReceipt(row.bytes(3)))
        }
    }

    /// - Parameter time: The time of the publications, in milliseconds since 1970.
    func insert(_ publications: [StoredPublication], at time: Int64) throws {
        let rows = publications.map { publication in
            [
                publication.id.environment.rawValue, publication.id.key.rawValue, publication.fingerprint,
                FeedCoder.encode(publication.receipt), time,
            ] as [(any PostgresValue)?]
        }
        try database.enqueueEach(
            """
            INSERT INTO publication (environment, key, fingerprint, receipt, receivedAt) VALUES ($1, $2, $3, $4, $5)
            """, rows)
    }

    func actions(_ ids: [StoredAction.ID]) throws -> [StoredAction] {
        try ids.compactMap { id in
            try database.first(
                """
                SELECT request, receipt, receivedAt FROM action WHERE environment = $1 AND userID = $2 AND key = $3
                """, [id.viewer.environment.rawValue, id.viewer.user.rawValue, id.key.rawValue]
            ) { try Self.action($0, of: id.viewer) }
        }
    }

    /// The user's actions on a card, in the order of arrival.
    func actions(onCard number: Int64, of viewer: Viewer) throws -> [StoredAction] {
        try database.all(
            "SELECT request, receipt, receivedAt FROM action WHERE card = $1 ORDER BY number", [number]
        ) { try Self.action($0, of: viewer) }
    }

    private static func action(_ row: borrowing Row, of viewer: Viewer) throws -> StoredAction {
        StoredAction(
            viewer: viewer, request: row.bytes(0),
            receipt: try FeedCoder.decodeStoredActionReceipt(row.bytes(1)), receivedAt: row[2])
    }

    mutating func insert(_ actions: [StoredAction]) throws {
        for action in actions {
            try database.enqueue(
                """
                INSERT INTO action (card, environment, userID, key, request, receipt, receivedAt)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                """,
                [
                    try number(of: action.receipt.cardID), action.viewer.environment.rawValue,
                    action.viewer.user.rawValue, action.receipt.key.rawValue, action.request,
                    FeedCoder.encode(action.receipt), action.receivedAt,
                ])
        }
    }
}
