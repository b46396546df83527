import Cards
import SQLite

package import struct Foundation.Date

extension CardDatabase {
    /// When the next card returns from snooze or expires by itself, online or not; nil when none does.
    package func nextDeadline() async throws(StoreError) -> Date? {
        try await read { db in
            try db.statement("SELECT min(deadline) FROM card WHERE deadline IS NOT NULL").value(as: Int64.self).map {
                Date(milliseconds: $0)
            }
        }
    }

    /// Lets every card whose time has come change, and forgets those that have been over for a day.
    package func advance(to now: Date) async throws(StoreError) {
        var isMore = true
        while isMore {
            isMore = try await write { transaction in try transaction.advance(to: now.milliseconds) }
        }
    }

    /// One step of ``advance(to:)``, for opening.
    func advanceNow(to now: Date) throws(StoreError) {
        let due = try readNow { db in
            try db.statement(
                "SELECT EXISTS (SELECT 1 FROM card WHERE deadline IS NOT NULL AND deadline <= ?)"
            ).value([now.milliseconds], as: Bool.self)
        }
        if due == true { _ = try writeNow { transaction in try transaction.advance(to: now.milliseconds) } }
    }

    /// Reads the whole file for damage; a tenth of a second for 100,000 cards, so after the first paint. Damage is
    /// marked, and the next start sets the file aside.
    package func check() async throws(StoreError) {
        let verdict = try await read { db in try db.statement("PRAGMA quick_check(1)").value(as: String.self) }
        if let verdict, verdict != "ok" { throw recordDamage(.corrupt(verdict)) }
    }
}

extension StoreTransaction {
    /// Returns whether more are due.
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
            let isOver = card.state.isHollow || CardStatus(rawValue: card.effect.status)?.isOpen == false
            if isOver, card.effect.delivery == 0 {
                try delete(card, in: stream)
            } else {
                try update(card, id: id, in: stream, at: now)
            }
        }
        return due.count == CardDatabase.transactionLimit
    }
}
