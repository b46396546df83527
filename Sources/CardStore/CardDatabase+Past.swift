package import Cards
import GRDB

package import struct Foundation.Date

/// What the user did, and what they put off.
extension CardDatabase {
    /// The last things the user did, newest first.
    package func history() async throws(StoreError) -> [PastAction] {
        try await read { db in
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT history.row, time, stream.name, history.card, title, count, history.response, ending,
                            (SELECT count(*) FROM outbox WHERE history = history.row),
                            (SELECT count(refused_reason) FROM outbox WHERE history = history.row), closed
                        FROM history JOIN stream ON stream.row = history.stream ORDER BY history.row DESC
                        """))
            return rows.compactMap { row in
                guard let response = StoredResponse.decode(StoreBlob.bytes(row, at: 6)) else { return nil }
                let (count, left, refused, closed): (Int, Int, Int, Int) = (row[5], row[8], row[9], row[10])
                let state: PastAction.State =
                    if refused > 0 {
                        .refused
                    } else if left > 0 {
                        .waiting
                    } else {
                        (row[7] as String?).flatMap(PastAction.State.init) ?? (closed < count ? .sent : .closed)
                    }
                return PastAction(
                    id: row[0], at: Date(milliseconds: row[1]), streamID: StreamID(row[2] as String),
                    cardID: CardID(row[3] as String), title: row[4], count: count, closed: closed, response: response,
                    state: state)
            }
        }
    }

    /// Adds what was done elsewhere and has come to its end, newest first as ``history()`` gives it.
    package func join(_ past: [PastAction]) async throws(StoreError) {
        try await write { transaction in
            for action in past.reversed() { try transaction.joinHistory(action) }
        }
    }

    /// The snoozed cards of these streams, those that return first at the front.
    package func snoozed(in streams: [StreamID], limit: Int) async throws(StoreError) -> [SnoozedCard] {
        try await read { db in
            let select = try db.cachedStatement(
                sql: """
                    SELECT id, shown_until, body FROM card INDEXED BY card_snoozed
                    WHERE stream = (SELECT row FROM stream WHERE name = ?) AND shown_status = 'snoozed'
                        AND length(body) > 0
                    ORDER BY shown_until LIMIT ?
                    """)
            let cards = try streams.flatMap { stream in
                try Row.fetchAll(select, arguments: [stream.rawValue, limit]).map { row in
                    SnoozedCard(
                        id: CardID(row[0] as String), streamID: stream,
                        // A card that cannot be read has no title, and can be woken all the same.
                        title: (try? CardBody.decode(StoreBlob.bytes(row, at: 2)))?.title ?? "",
                        until: (row[1] as Int64?).map { Date(milliseconds: $0) })
                }
            }
            let sorted = cards.sorted { ($0.until ?? .distantFuture) < ($1.until ?? .distantFuture) }
            return Array(sorted.prefix(limit))
        }
    }

    /// Brings a snoozed card back: takes the snooze back where it has not left, and else has the server wake the card.
    package func wake(
        _ cardID: CardID, in streamID: StreamID, key: ActionKey, at now: Date
    ) async throws(StoreError) {
        if try await isSnoozeHeld(cardID, in: streamID),
            try await withdraw(cardID, in: streamID, at: now) == .withdrawn
        {
            return
        }
        try await respond(.unsnooze, to: cardID, in: streamID, key: key, at: now)
    }

    /// Whether the newest action of a card is a snooze that has not left.
    private func isSnoozeHeld(_ cardID: CardID, in streamID: StreamID) async throws(StoreError) -> Bool {
        try await read { db in
            let newest = try Row.fetchOne(
                db.cachedStatement(
                    sql: OutboxRecord.select + """
                         WHERE stream.name = ? AND card = ? AND refused_reason IS NULL ORDER BY position DESC LIMIT 1
                        """), arguments: [streamID.rawValue, cardID.rawValue]
            ).flatMap(OutboxRecord.init)
            guard let newest, newest.attempts == 0, case .snooze = newest.response else { return false }
            return true
        }
    }
}
