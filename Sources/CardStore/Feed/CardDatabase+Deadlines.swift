import Cards
import SQLite

package import struct Foundation.Date

extension CardDatabase {
    /// The next time at which a card returns from a snooze or expires, online or offline; nil if there is none.
    package func nextDeadline() async throws(StoreError) -> Date? {
        try await read { db in
            try db.statement("SELECT min(deadline) FROM card WHERE deadline IS NOT NULL").value(as: Int64.self).map {
                Date(milliseconds: $0)
            }
        }
    }

    /// Updates every card whose deadline has passed, and deletes cards that ended more than a day ago.
    package func advance(to now: Date) async throws(StoreError) {
        var isMore = true
        while isMore {
            isMore = try await write { transaction in try transaction.advance(to: now.milliseconds) }
        }
    }

    /// One synchronous step of ``advance(to:)``, for opening.
    func advanceNow(to now: Date) throws(StoreError) {
        let due = try readNow { db in
            try db.statement(
                "SELECT EXISTS (SELECT 1 FROM card WHERE deadline IS NOT NULL AND deadline <= ?)"
            ).value([now.milliseconds], as: Bool.self)
        }
        if due == true { _ = try writeNow { transaction in try transaction.advance(to: now.milliseconds) } }
    }

    /// Checks the whole file for damage. Takes a tenth of a second for 100,000 cards, so it should run after the first
    /// frame. Damage is marked, and the next start sets the file aside.
    package func check() async throws(StoreError) {
        let verdict = try await read { db in try db.statement("PRAGMA quick_check(1)").value(as: String.self) }
        if let verdict, verdict != "ok" { throw recordDamage(.corrupt(verdict)) }
    }
}

extension StoreTransaction {
    /// Returns whether more cards are due.
    fileprivate func advance(to now: Milliseconds) throws -> Bool {
        let select = try db.statement(
            """
            SELECT name, id FROM card JOIN stream ON stream.row = card.stream
            WHERE deadline IS NOT NULL AND deadline <= ? ORDER BY deadline LIMIT ?
            """)
        let due = try select.all([now, CardDatabase.transactionLimit]) {
            (stream: StreamID(stored: $0[0]), card: CardID(stored: $0[1]))
        }
        for (name, id) in due {
            let stream = try streamRow(name)
            guard let card = try card(id, in: stream) else { continue }
            let isOver = card.state.isRemovalOnly || CardStatus(rawValue: card.effect.status)?.isOpen == false
            if isOver, card.effect.delivery == 0 {
                try delete(card, in: stream)
            } else {
                try update(card, id: id, in: stream, at: now)
            }
        }
        return due.count == CardDatabase.transactionLimit
    }
}
