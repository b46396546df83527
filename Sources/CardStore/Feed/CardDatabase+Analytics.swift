package import Cards
import FeedAPI
import SQLite

import struct Foundation.Date

/// What is to be reported to the publisher, until the server has it: what was queued outlives the death of the process.
extension CardDatabase {
    /// More records than this are not kept: the oldest go.
    package static let maxRecords = 10_000

    /// Whose store it is by now: another number from each time on that it is emptied for another user.
    package var ownerEpoch: Int { storeEpoch.current }

    /// Queues records. One with the id of another that waits changes nothing.
    ///
    /// - Parameter ownerEpoch: What ``ownerEpoch`` was when they were made: nothing is queued once the store is another user's.
    /// - Returns: How many of the oldest had to go.
    package func queue(_ records: [AnalyticsRecord], of ownerEpoch: Int? = nil) async throws(StoreError) -> Int {
        guard !records.isEmpty else { return 0 }
        let storeEpoch = storeEpoch
        return try await write { transaction in
            guard ownerEpoch == nil || ownerEpoch == storeEpoch.current else { return 0 }
            return try transaction.queue(records)
        }
    }

    /// The oldest records, at most so many, and of more than one no more than so many bytes.
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

    /// How many records wait.
    package func queuedRecordCount() async throws(StoreError) -> Int {
        try await read { db in
            try db.statement("SELECT count(*) FROM analytics").value() ?? 0
        }
    }

    /// Forgets records that the server has, or never takes.
    package func removeRecords(_ ids: [String]) async throws(StoreError) {
        try await write { transaction in
            for id in ids { try transaction.run("DELETE FROM analytics WHERE id = ?", [id]) }
        }
    }
}

/// A record on its way to the publisher.
package struct QueuedRecord: Hashable, Sendable {
    package var id: String
    /// Nil where it cannot be read.
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

    /// What is reported to the publisher of an action that the server has.
    func queueReport(of action: OutboxRecord) throws {
        guard !action.report.isEmpty else { return }
        // By its key: settled twice it counts once.
        try queue(action.report, id: action.key.rawValue, of: action.streamID)
        try dropOldestRecords()
    }

    /// - Parameter stream: Its source gets the record; without one, the connection.
    private func queue(_ content: [UInt8], id: String, of stream: StreamID?) throws {
        try run(
            """
            INSERT INTO analytics (id, content, source)
            VALUES (?, ?, coalesce((SELECT source FROM stream WHERE name = ?), 0)) ON CONFLICT (id) DO NOTHING
            """, [id, content, stream?.rawValue])
    }

    @discardableResult
    private func dropOldestRecords() throws -> Int {
        // Counted by position, which costs the same however many wait: what leaves is the oldest, so gaps are few.
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
