package import Cards
import SQLite

package import struct Foundation.Date

/// The user's history of actions, and the snoozed cards.
extension CardDatabase {
    /// The user's last actions, newest first.
    package func history() async throws(StoreError) -> [HistoryEntry] {
        try await read { db in
            let past = try db.statement(
                """
                SELECT history.row, time, stream.name, history.card, title, count, history.response, ending,
                    (SELECT count(*) FROM outbox WHERE history = history.row),
                    (SELECT count(refused_reason) FROM outbox WHERE history = history.row), closed,
                    EXISTS (SELECT 1 FROM unreadable_action WHERE history = history.row), button
                FROM history JOIN stream ON stream.row = history.stream ORDER BY history.row DESC
                """
            ).all { row -> HistoryEntry? in
                guard let response = StoredResponse.decode(row.bytes(6)) else { return nil }
                let (count, left, refused, closed): (Int, Int, Int, Int) = (row[5], row[8], row[9], row[10])
                let state: HistoryEntry.State =
                    if refused > 0 {
                        .refused
                    } else if left > 0 {
                        .waiting
                    } else if row[11] {
                        .unreadable
                    } else {
                        (row[7] as String?).flatMap(HistoryEntry.State.init) ?? (closed < count ? .sent : .closed)
                    }
                return HistoryEntry(
                    id: row[0], at: Date(milliseconds: row[1]), streamID: StreamID(stored: row[2]),
                    cardID: CardID(stored: row[3]), title: (row[4] as StoredText).text, count: count, closed: closed,
                    response: response, button: (row[12] as StoredText?)?.text, state: state)
            }
            return past.compactMap(\.self)
        }
    }

    /// The snoozed cards of these streams, sorted by the end of the snooze.
    ///
    /// - Returns: Each with its card, which is nil if it cannot be read.
    package func snoozed(
        in streams: [StreamID], limit: Int
    ) async throws(StoreError) -> [(snoozed: SnoozedCard, card: Card?)] {
        try await read { db in
            let select = try db.statement(
                """
                SELECT id, shown_until, body, created, updated, active, expires FROM card INDEXED BY card_snoozed
                WHERE stream = (SELECT row FROM stream WHERE name = ?) AND shown_status = 'snoozed'
                    AND length(body) > 0
                ORDER BY shown_until LIMIT ?
                """)
            let cards = try streams.flatMap { stream in
                try select.all([stream.rawValue, limit]) { row in
                    let (id, until) = (CardID(stored: row[0]), (row[1] as Int64?).map { Date(milliseconds: $0) })
                    // Ignore errors: a card that cannot be read has no title, but can still be woken.
                    let body = try? CardBody.decode(row.bytes(2))
                    let card = body.map { body in
                        Card(
                            id: id, streamID: stream, status: .snoozed, createdAt: Date(milliseconds: row[3]),
                            updatedAt: Date(milliseconds: row[4]), activeAt: Date(milliseconds: row[5]),
                            snoozedUntil: until, expiresAt: (row[6] as Int64?).map { Date(milliseconds: $0) },
                            body: body)
                    }
                    return (SnoozedCard(id: id, streamID: stream, title: body?.title ?? "", until: until), card)
                }
            }
            let sorted = cards.sorted { ($0.0.until ?? .distantFuture) < ($1.0.until ?? .distantFuture) }
            return sorted.prefix(limit).map { (snoozed: $0.0, card: $0.1) }
        }
    }

    /// Brings a snoozed card back: withdraws the snooze if it was not sent; otherwise lets the server wake the card.
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

    /// Whether the newest action of a card is a snooze that was not sent.
    private func isSnoozeHeld(_ cardID: CardID, in streamID: StreamID) async throws(StoreError) -> Bool {
        try await read { db in
            let newest =
                try db.statement(
                    OutboxRecord.select + """
                         WHERE stream.name = ? AND card = ? AND refused_reason IS NULL ORDER BY position DESC LIMIT 1
                        """
                ).first([streamID.rawValue, cardID.rawValue], OutboxRecord.init) ?? nil
            guard let newest, newest.attempts == 0, case .snooze = newest.response else { return false }
            return true
        }
    }
}
