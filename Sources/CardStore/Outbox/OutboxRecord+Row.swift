import Cards
import GRDB

import struct Foundation.Date

extension OutboxRecord {
    static let select = select(more: "history, report")
    /// Of a file that may be of an earlier version, for one that knows nothing of its history.
    static let rescue = select(more: "NULL, NULL")

    private static func select(more: String) -> String {
        """
        SELECT position, key, stream.name, card, response, created, attempts, next_attempt, refused_reason, \(more)
        FROM outbox JOIN stream ON stream.row = outbox.stream
        """
    }

    /// Nil when the stored response cannot be read.
    init?(_ row: Row) {
        guard let response = StoredResponse.decode(StoreBlob.bytes(row, at: 4)) else { return nil }
        self.init(
            key: ActionKey(stored: row[1]), streamID: StreamID(stored: row[2]), cardID: CardID(stored: row[3]),
            response: response, createdAt: Date(milliseconds: row[5]), attempts: row[6],
            nextAttempt: Date(milliseconds: row[7]), refusedReason: (row[8] as StoredText?)?.text, history: row[9],
            report: StoreBlob.bytes(row, at: 10))
    }
}

extension StoreTransaction {
    func enqueue(_ action: OutboxRecord) throws {
        let stream = try streamRow(action.streamID)
        try run(
            """
            INSERT INTO outbox (key, stream, card, response, created, attempts, next_attempt, refused_reason,
                history, report)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                action.key.rawValue, stream.row, action.cardID.rawValue,
                StoreBlob.data(StoredResponse.encode(action.response)), action.createdAt.milliseconds,
                action.attempts, action.nextAttempt.milliseconds, StoredText(action.refusedReason), action.history,
                action.report.isEmpty ? nil : StoreBlob.data(action.report),
            ])
    }

    func action(_ key: ActionKey) throws -> OutboxRecord? {
        let select = try db.cachedStatement(sql: OutboxRecord.select + " WHERE key = ?")
        return try Row.fetchOne(select, arguments: [key.rawValue]).flatMap(OutboxRecord.init)
    }
}
