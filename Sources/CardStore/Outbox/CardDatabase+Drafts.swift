package import Cards
import SQLite

/// Unsent user input. A draft is kept until it is replaced or removed, or its card ends.
extension CardDatabase {
    /// Stores a card's draft; nil removes it. Also removes the stream's drafts of cards that have ended.
    ///
    /// - Parameters:
    ///   - earlier: The draft before the change. Only the members that differ from it are stored, because another
    ///     viewer may have stored others in the meantime. Nil replaces everything that is stored.
    ///   - keepsEnded: Whether cards of the stream may come back, so that the drafts of ended cards must be kept.
    package func saveDraft(
        _ draft: JSONObject?, changedFrom earlier: JSONObject? = nil, of card: CardID, in stream: StreamID,
        keepsEnded: Bool = false
    ) async throws(StoreError) {
        try await write { try Self.save(draft, earlier, of: card, in: stream, keepsEnded, $0) }
    }

    /// Like ``saveDraft(_:changedFrom:of:in:keepsEnded:)``, but synchronous, for the end of the program. Blocks until
    /// the writing connection is free.
    package func saveDraftNow(
        _ draft: JSONObject?, changedFrom earlier: JSONObject? = nil, of card: CardID, in stream: StreamID,
        keepsEnded: Bool = false
    ) throws(StoreError) {
        try writeNow { try Self.save(draft, earlier, of: card, in: stream, keepsEnded, $0) }
    }

    private static func save(
        _ draft: JSONObject?, _ earlier: JSONObject?, of card: CardID, in stream: StreamID, _ keepsEnded: Bool,
        _ transaction: StoreTransaction
    ) throws {
        let stream = try transaction.streamRow(stream)
        var draft = draft
        if let changed = draft, let earlier, let stored = try transaction.draft(of: card, in: stream) {
            draft = stored.changed(from: earlier, to: changed)
        }
        try transaction.setDraft(draft, of: card, in: stream)
        guard !keepsEnded else { return }
        // While an answer is in the outbox, the card may come back to be filled in again.
        try transaction.run(
            """
            DELETE FROM draft WHERE stream = ? AND EXISTS (
                SELECT 1 FROM card WHERE card.stream = draft.stream AND card.id = draft.card
                    AND card.status NOT IN ('active', 'embargoed', 'snoozed'))
                AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.stream = draft.stream AND outbox.card = draft.card)
            """, [stream.row])
    }

    /// All drafts of a stream. Blocks for well under a millisecond.
    package func drafts(in stream: StreamID) throws(StoreError) -> [CardID: JSONObject] {
        try readNow { db in
            var drafts: [CardID: JSONObject] = [:]
            try db.statement(
                """
                SELECT card, content FROM draft
                WHERE stream = (SELECT row FROM stream WHERE name = ?)
                """
            ).forEachRow([stream.rawValue]) { row in
                // Ignore errors: a draft that cannot be read counts as no draft.
                let content = try? JSONValue(parsing: row.bytes(1))
                drafts[CardID(stored: row[0])] = content?.object
                return true
            }
            return drafts
        }
    }
}

extension JSONObject {
    /// This object with the changes between two others applied.
    func changed(from earlier: JSONObject, to later: JSONObject) -> JSONObject {
        var result = self
        for (name, value) in later.members where earlier[name] != value { result[name] = value }
        for (name, _) in earlier.members where later[name] == nil { result[name] = nil }
        return result
    }
}

extension StoreTransaction {
    /// The draft of a card; nil if there is none or it cannot be read.
    func draft(of card: CardID, in stream: StreamRow) throws -> JSONObject? {
        try db.statement("SELECT content FROM draft WHERE stream = ? AND card = ?")
            .first([stream.row, card.rawValue]) { row in try? JSONValue(parsing: row.bytes(0)).object } ?? nil
    }

    func setDraft(_ draft: JSONObject?, of card: CardID, in stream: StreamRow) throws {
        guard let draft else {
            return try run("DELETE FROM draft WHERE stream = ? AND card = ?", [stream.row, card.rawValue])
        }
        try run(
            """
            INSERT INTO draft (stream, card, content) VALUES (?, ?, ?)
            ON CONFLICT (stream, card) DO UPDATE SET content = excluded.content
            """, [stream.row, card.rawValue, JSONValue.object(draft).encoded()])
    }
}
