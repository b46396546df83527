import Cards
import SQLite

/// The result of claiming a store for an owner.
package enum StoreClaim: Hashable, Sendable {
    /// The store had this owner or none.
    case granted
    /// The store had another owner, whose cards were removed. The feed must be loaded again.
    case takenOver(from: UnsentData)
    /// The store belongs to another owner and was not changed.
    case refused(UnsentData)
}

/// The owner of a store, and how much of the owner's data exists nowhere else.
package struct UnsentData: Hashable, Sendable {
    package var owner: String
    /// The number of actions that the server has not accepted, including refused ones.
    package var actions: Int
    /// The number of cards with unsent input.
    package var drafts: Int
    /// The number of unsent records for the publisher.
    package var events: Int

    package init(owner: String, actions: Int = 0, drafts: Int = 0, events: Int = 0) {
        self.owner = owner
        self.actions = actions
        self.drafts = drafts
        self.events = events
    }
}

/// The owner of the stored cards. The actions of one user must not be sent in the name of another, and a cursor of one
/// feed has a different meaning in another feed.
extension CardDatabase {
    /// Makes `owner` the owner of the store, unless actions of another owner wait in it.
    ///
    /// - Parameters:
    ///   - owner: The server, the environment and the user; shown in messages.
    ///   - replacesOwner: Whether the cards of another owner are removed; if false, the store keeps its owner.
    package func claim(for owner: String, replacingOwner replacesOwner: Bool = true) async throws(StoreError)
        -> StoreClaim
    {
        try await write { transaction in
            let known = try transaction.db.statement("SELECT name FROM owner").value(as: StoredText.self)?.text
            // Compare bytes: a server can have different users whose names are equal in Unicode.
            if let known, known.utf8.elementsEqual(owner.utf8) { return .granted }
            let unsent = try known.map { try transaction.unsentData(of: $0) }
            if let unsent {
                if unsent.actions > 0 || !replacesOwner { return .refused(unsent) }
                try transaction.removeEverything()
            }
            try transaction.run(
                "INSERT INTO owner (one, name) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET name = excluded.name",
                [StoredText(owner)])
            return unsent.map { .takenOver(from: $0) } ?? .granted
        }
    }
}

extension CardDatabase {
    /// The owner of the store; nil before the first claim.
    package func owner() async throws(StoreError) -> String? {
        try await read { db in try db.statement("SELECT name FROM owner").value(as: StoredText.self)?.text }
    }

    /// Whether the store ever had a card, of its owner or of a former owner.
    package func hasEverHadCard() async throws(StoreError) -> Bool {
        try await read { db in
            try db.statement("SELECT count(*) FROM stream WHERE ever_had_card = 1 OR had_former_card = 1").value() ?? 0
        } > 0
    }

    /// Removes everything: cards, actions, drafts, analytics, history and the owner, also from the file's free pages.
    /// Observers get no further calls.
    package func purge() async throws(StoreError) {
        await observers.end()
        storeEpoch.end()
        try await write(.full) { transaction in
            try transaction.removeEverything()
            let select = try transaction.db.statement("SELECT key FROM outbox WHERE attempts > 0")
            transaction.outboxEvents.append(.purged(underWay: Set(try select.values(as: String.self))))
            try transaction.run("DELETE FROM outbox", [])
            try transaction.run("DELETE FROM owner", [])
        }
        try await compact()
    }
}

extension StoreTransaction {
    fileprivate func unsentData(of owner: String) throws -> UnsentData {
        func count(_ table: String) throws -> Int {
            try db.statement("SELECT count(*) FROM \(table)").value() ?? 0
        }
        return UnsentData(
            owner: owner, actions: try count("outbox"), drafts: try count("draft"), events: try count("analytics"))
    }

    /// Removes all cards, drafts, analytics and cursors, so that the streams are as before their first connection.
    fileprivate func removeEverything() throws {
        emptiesStore = true
        for name in try db.statement("SELECT name FROM stream").values(as: String.self) {
            markEmptied(try streamRow(StreamID(stored: name)))
        }
        try db.execute(
            """
            DELETE FROM draft; DELETE FROM analytics; DELETE FROM history; DELETE FROM seen; DELETE FROM card;
            DELETE FROM unreadable_action; DELETE FROM theme;
            UPDATE sync_state SET cursor = NULL, etag = NULL, epoch = NULL, last_synced = NULL;
            UPDATE stream SET
                had_former_card = max(had_former_card, ever_had_card), visible_count = 0, ever_had_card = 0;
            """)
    }
}
