import Cards
import SQLite

import struct Foundation.Date

extension OutboxRecord {
    static let select = select(more: "history, report")
    /// The columns for rescue from a file that may be of an earlier version, without a history.
    static let rescue = select(more: "NULL, NULL")

    /// Reads rows in the order of an index.
    static func select(by index: String) -> String {
        select(more: "history, report", from: "outbox INDEXED BY \(index) CROSS")
    }

    private static func select(more: String, from outbox: String = "outbox") -> String {
        """
        SELECT position, key, stream.name, card, response, created, attempts, next_attempt, refused_reason, \(more)
        FROM \(outbox) JOIN stream ON stream.row = outbox.stream
        """
    }

    /// Nil when the stored response cannot be read.
    init?(_ row: borrowing Row) {
        guard let (response, proof, entered) = StoredResponse.read(row.bytes(4)) else { return nil }
        self.init(
            key: ActionKey(stored: row[1]), streamID: StreamID(stored: row[2]), cardID: CardID(stored: row[3]),
            response: response, createdAt: Date(milliseconds: row[5]), attempts: row[6],
            nextAttempt: Date(milliseconds: row[7]), refusedReason: (row[8] as StoredText?)?.text, history: row[9],
            report: row.bytes(10), proof: proof, entered: entered)
    }
}

extension StoreTransaction {
    func enqueue(_ action: OutboxRecord) throws {
        let stream = try streamRow(action.streamID)
        try run(
            """
            INSERT INTO outbox (key, stream, card, response, created, attempts, next_attempt, refused_reason,
                history, report, source)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, (SELECT source FROM stream WHERE row = ?2))
            """,
            [
                action.key.rawValue, stream.row, action.cardID.rawValue,
                StoredResponse.encode(action.response, action.proof, entered: action.entered),
                action.createdAt.milliseconds,
                action.attempts, action.nextAttempt.milliseconds, StoredText(action.refusedReason), action.history,
                action.report.isEmpty ? nil : action.report,
            ])
        outboxEvents.append(.stored(action.key, history: action.history))
    }

    func action(_ key: ActionKey) throws -> OutboxRecord? {
        let select = try db.statement(OutboxRecord.select + " WHERE key = ?")
        return try select.first([key.rawValue], OutboxRecord.init) ?? nil
    }
}
