package import Cards
import FeedAPI
import SQLite

import struct Foundation.Date

/// Records for the publisher, kept until the server has them. Queued records survive the end of the process.
extension CardDatabase {
    /// The maximum number of queued records. Beyond it, the oldest are dropped.
    package static let maxRecords = 10_000

    /// Identifies the current owner of the store. Changes each time that the store is emptied for another user.
    package var ownerEpoch: Int { storeEpoch.current }

    /// Queues records. Ignores a record whose id is already queued.
    ///
    /// - Parameter ownerEpoch: ``ownerEpoch`` when the records were created; nil accepts any. Nothing is queued if the
    ///   store was emptied for another user since.
    /// - Returns: The number of the oldest records that were dropped.
    package func queue(_ records: [AnalyticsRecord], of ownerEpoch: Int? = nil) async throws(StoreError) -> Int {
        guard !records.isEmpty else { return 0 }
        let storeEpoch = storeEpoch
        return try await write { transaction in
            guard ownerEpoch == nil || ownerEpoch == storeEpoch.current else { return 0 }
            return try transaction.queue(records)
        }
    }

    /// The oldest records, at most `limit`. If there is more than one, they have at most `bytes` bytes together.
    package func queuedRecords(
        limit: Int, bytes: Int = .max, of source: StoredSource = .connection
    ) async throws(StoreError) -> [QueuedRecord] {
        try await read { db in
            let select = try db.statement(
                "SELECT id, content FROM analytics WHERE source = ? ORDER BY position LIMIT ?")
            var queued: [QueuedRecord] = []
            var size = 0
            try select.forEachRow([source.row, limit]) { row in
                let content = row.bytes(1)
                size += content.count
                if !queued.isEmpty, size > bytes { return false }
                // The sender reports and drops a record that cannot be read.
                queued.append(QueuedRecord(id: row[0], record: try? FeedCoder.decodeAnalyticsRecord(content)))
                return true
            }
            return queued
        }
    }

    /// The number of queued records.
    package func queuedRecordCount() async throws(StoreError) -> Int {
        try await read { db in
            try db.statement("SELECT count(*) FROM analytics").value() ?? 0
        }
    }

    /// Removes records that the server has, or will never accept.
    package func removeRecords(_ ids: [String]) async throws(StoreError) {
        try await write { transaction in
            for id in ids { try transaction.run("DELETE FROM analytics WHERE id = ?", [id]) }
        }
    }
}

/// A queued record for the publisher.
package struct QueuedRecord: Hashable, Sendable {
    package var id: String
    /// Nil if it cannot be read.
    package var record: AnalyticsRecord?

    package init(id: String, record: AnalyticsRecord?) {
        self.id = id
        self.record = record
    }
}

extension StoreTransaction {
    /// See ``CardDatabase/queue(_:of:)``.
    @discardableResult
    func queue(_ records: [AnalyticsRecord]) throws -> Int {
        for record in records { try queue(FeedCoder.encode(record), id: record.id, of: record.streamID) }
        return try dropOldestRecords()
    }

    /// Queues the record that reports an action to the publisher after the server has accepted it.
    func queueReport(of action: OutboxRecord) throws {
        guard !action.report.isEmpty else { return }
        // Uses the key as the id, so that an action that is settled twice counts once.
        try queue(action.report, id: action.key.rawValue, of: action.streamID)
        try dropOldestRecords()
    }

    /// - Parameter stream: The record goes to the source of this stream; nil for the connection.
    private func queue(_ content: [UInt8], id: String, of stream: StreamID?) throws {
        try run(
            """
            INSERT INTO analytics (id, content, source)
            VALUES (?, ?, coalesce((SELECT source FROM stream WHERE name = ?), 0)) ON CONFLICT (id) DO NOTHING
            """, [id, content, stream?.rawValue])
    }

    @discardableResult
    private func dropOldestRecords() throws -> Int {
        // Counts by position, which takes the same time for any number of records. Mostly the oldest records leave, so
        // there are few gaps.
        try run(
            "DELETE FROM analytics WHERE position <= (SELECT max(position) FROM analytics) - ?",
            [CardDatabase.maxRecords])
        return db.changesCount
    }
}

extension QueuedRecord {
    /// Moves the events that version 6 kept, but did not send, to the queue.
    static func migrateEvents(_ db: Database) throws {
        try db.statement(
            """
            SELECT event.id, kind, stream.name, card, time, content FROM event
            JOIN stream ON stream.row = event.stream ORDER BY position
            """
        ).forEachRow { row in
            // An event whose content cannot be read is kept without properties.
            let content = try? JSONValue(parsing: row.bytes(5)).object
            var properties = JSONObject()
            for (old, new) in [("subviewId", "subviewId"), ("url", "mediaURL"), ("values", "resolvedVariables")] {
                properties[new] = content?[old]
            }
            let record = AnalyticsRecord(
                id: row[0], name: row[1], at: Date(milliseconds: row[4]), streamID: StreamID(stored: row[2]),
                card: AnalyticsRecord.CardContext(id: CardID(stored: row[3])), properties: properties)
            try db.run(
                "INSERT INTO analytics (id, content) VALUES (?, ?)",
                [record.id, FeedCoder.encode(record)])
            return true
        }
    }
}
