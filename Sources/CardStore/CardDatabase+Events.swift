package import Cards
import GRDB

import struct Foundation.Date

/// What the user did with cards besides answering them, until somebody has taken it.
extension CardDatabase {
    /// More than this many are not kept: where nobody takes events, the oldest go.
    package static let maxEvents = 10_000

    /// Keeps an event. One with the id of another that is kept changes nothing.
    package func record(_ event: CardEvent) async throws(StoreError) {
        try await write { transaction in try transaction.record(event) }
    }

    /// The oldest events. Blocks for well under a millisecond.
    /// - Parameter unreadable: Given the id of each event whose details cannot be read: it comes without them.
    package func events(
        limit: Int, unreadable: (String) -> Void = { _ in }
    ) throws(StoreError) -> [CardEvent] {
        do {
            return try reader.read { db in
                let rows = try Row.fetchAll(
                    db.cachedStatement(
                        sql: """
                            SELECT event.id, kind, stream.name, card, time, content FROM event
                            JOIN stream ON stream.row = event.stream ORDER BY position LIMIT ?
                            """), arguments: [limit])
                return rows.compactMap { row in
                    // Of a later version of the program.
                    guard let kind = CardEvent.Kind(rawValue: row[1]) else { return nil }
                    let content = try? JSONValue(parsing: StoreBlob.bytes(row, at: 5)).object
                    if content == nil { unreadable(row[0]) }
                    let values = content?["values"]?.object?.members.compactMap { name, value in
                        value.string.map { (name, $0) }
                    }
                    return CardEvent(
                        id: row[0], kind: kind, streamID: StreamID(row[2]), cardID: CardID(row[3]),
                        at: Date(milliseconds: row[4]), subviewID: content?["subviewId"]?.string,
                        url: content?["url"]?.string,
                        values: Dictionary(values ?? []) { first, _ in first })
                }
            }
        } catch { throw noted(StoreError(error)) }
    }

    /// Forgets events that somebody has taken.
    package func removeEvents(_ ids: [String]) async throws(StoreError) {
        try await write { transaction in
            for id in ids { try transaction.run("DELETE FROM event WHERE id = ?", [id]) }
        }
    }
}

extension StoreTransaction {
    /// See ``CardDatabase/record(_:)``.
    func record(_ event: CardEvent) throws {
        var content: JSONObject = [:]
        content["subviewId"] = event.subviewID.map { .string($0) }
        content["url"] = event.url.map { .string($0) }
        if !event.values.isEmpty {
            var values: JSONObject = [:]
            for (name, value) in event.values { values[name] = .string(value) }
            content["values"] = .object(values)
        }
        try run(
            """
            INSERT INTO event (id, kind, stream, card, time, content) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO NOTHING
            """,
            [
                event.id, event.kind.rawValue, try streamRow(event.streamID).row, event.cardID.rawValue,
                event.at.milliseconds, StoreBlob.data(JSONValue.object(content).encoded()),
            ])
        try run(
            "DELETE FROM event WHERE position <= (SELECT max(position) FROM event) - ?", [CardDatabase.maxEvents])
    }
}
