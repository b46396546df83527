import Cards
import FeedAPI
import FeedEngine
import GRDB

import struct Foundation.Data
import struct Foundation.Date

extension FeedLog {
    /// Does what the user asks, once: effect, key and answer are one transaction. A repeated key gets the first answer.
    ///
    /// - Throws: A ``Problem`` of type `key-reused`, `unknown-card`, `card-closed`, `not-offered` or `bad-action`.
    func perform(
        _ request: ActionRequest, viewer: Viewer, now: Date
    ) async throws(Problem) -> (receipt: ActionReceipt, changed: Set<FeedKey>) {
        try await write { [self] database in
            let stored = try Self.storedAction(request.key, viewer, database)
            if let first = try FeedEngine.answer(to: request, stored: stored) { return (first, []) }
            var rows = FeedRows(database, hooks: knownHooks)
            var engine = FeedEngine(now: now)
            let feed = FeedKey(viewer: viewer, streamID: request.streamID)
            var files: [UploadID: BucketID] = [:]
            let card = try rows.card(request.cardID, of: feed)
            if let card {
                engine.load(try rows.load(FeedNeeds(feeds: [feed])))
                if !request.response.fileIDs.isEmpty {
                    files = try Self.files(for: rows.row(of: card.card.id), of: viewer, database)
                }
            }
            let receipt = try engine.act(request, by: viewer, on: card, files: files)
            return (receipt, try rows.finish(&engine))
        }
    }

    private static func storedAction(
        _ key: ActionKey, _ viewer: Viewer, _ database: Database
    ) throws -> StoredAction? {
        let select = try database.cachedStatement(
            sql: "SELECT request, receipt FROM action WHERE environment = ? AND user = ? AND key = ?")
        let row = try Row.fetchOne(
            select, arguments: [viewer.environment.rawValue, viewer.user.rawValue, key.rawValue])
        return try row.map { row in
            StoredAction(
                viewer: viewer, request: try row.bytes(at: 0),
                receipt: try FeedCoder.decodeStoredActionReceipt(row.bytes(at: 1)))
        }
    }

    /// Stores an action with its answer. Part of the action's transaction.
    static func remember(_ action: StoredAction, of card: Int64, at now: Int64, _ database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO action (card, environment, user, key, request, receipt, receivedAt)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            card, action.viewer.environment.rawValue, action.viewer.user.rawValue, action.receipt.key.rawValue,
            Data(action.request), Data(FeedCoder.encode(action.receipt)), now,
        ])
    }
}
