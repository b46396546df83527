import Cards
import GRDB

/// What came of claiming a store.
package enum StoreClaim: Hashable, Sendable {
    /// It was theirs, or nobody's.
    case granted
    /// It was somebody else's, whose cards have been removed: the feed has to be read anew.
    case takenOver
    /// So many actions of somebody else wait to be sent. Nothing was changed.
    case refused(owner: String, waiting: Int)
}

/// Whose cards the store holds. What one user did must not be sent in the name of another, and a cursor of one feed
/// means something else in another.
extension CardDatabase {
    /// Makes the store `owner`'s, unless actions of somebody else wait in it.
    ///
    /// - Parameter owner: names the server, the environment and the user; shown in messages.
    package func claim(for owner: String) async throws(StoreError) -> StoreClaim {
        let lives = lives
        return try await write { transaction in
            let known = try String.fetchOne(transaction.db, sql: "SELECT name FROM owner")
            if known == owner { return .granted }
            if let known {
                let waiting = try Int.fetchOne(transaction.db, sql: "SELECT count(*) FROM outbox") ?? 0
                if waiting > 0 { return .refused(owner: known, waiting: waiting) }
                try transaction.removeEverything()
                lives.end()
            }
            try transaction.run(
                "INSERT INTO owner (one, name) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET name = excluded.name",
                [owner])
            return known == nil ? .granted : .takenOver
        }
    }
}

extension CardDatabase {
    /// Forgets everything: cards, actions, drafts, analytics, history and whose they were, also in the file's free pages.
    /// Whoever observes is told of nothing any more.
    package func purge() async throws(StoreError) {
        observers.removeAll()
        lives.end()
        try await write(.full) { transaction in
            try transaction.removeEverything()
            let underWay = try String.fetchSet(transaction.db, sql: "SELECT key FROM outbox WHERE attempts > 0")
            transaction.news.append(.purged(underWay: underWay))
            try transaction.run("DELETE FROM outbox", [])
            try transaction.run("DELETE FROM owner", [])
        }
        try await compact()
    }
}

extension StoreTransaction {
    /// Leaves the streams without cards, drafts, analytics and cursors, as before their first connection.
    fileprivate func removeEverything() throws {
        for name in try String.fetchAll(db, sql: "SELECT name FROM stream") {
            markEmptied(try streamRow(StreamID(name)))
        }
        try db.execute(
            sql: """
                DELETE FROM draft; DELETE FROM analytics; DELETE FROM history; DELETE FROM seen; DELETE FROM card;
                UPDATE sync_state SET cursor = NULL, etag = NULL, epoch = NULL, last_synced = NULL;
                UPDATE stream SET visible_count = 0, ever_had_card = 0;
                """)
    }
}
