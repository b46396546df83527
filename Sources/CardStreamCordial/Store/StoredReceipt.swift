import Cards
import SQLite

/// The receipt of a performed action. It is stored in the transaction that performs the action, so that the action
/// takes effect only once.
struct StoredReceipt: Sendable, Hashable {
    /// The maximum number of receipts that are kept.
    static let capacity = 500

    /// The key of the action.
    var key: String
    /// A digest of card and response, to detect a key that is used again for a different action.
    var digest: String
    /// The status of the card after the action.
    var status: CardStatus
}

extension CordialError {
    /// The key was already used for a different action.
    static let keyReused = CordialError(.invalidRequest, "the idempotency key was already used for another action")
}

extension StoreAccess {
    /// The status of the card after an action that was performed; nil if it was not performed.
    ///
    /// - Throws: ``CordialError/keyReused`` if the key was used for a different action.
    func status(of receipt: StoredReceipt) throws -> CardStatus? {
        let rows = try database.statement("SELECT digest, status FROM receipts WHERE key = ?").all([receipt.key]) {
            row in
            (digest: row.string(0), status: CardStatus(rawValue: row.string(1)))
        }
        guard let row = rows.first else { return nil }
        guard row.digest == receipt.digest else { throw CordialError.keyReused }
        return row.status
    }

    /// Stores a receipt.
    ///
    /// - Returns: False if the action was performed before; the caller must then change nothing.
    func finish(_ receipt: StoredReceipt) throws -> Bool {
        guard try status(of: receipt) == nil else { return false }
        try database.run(
            "INSERT INTO receipts (key, digest, status) VALUES (?, ?, ?)",
            [receipt.key, receipt.digest, receipt.status.rawValue])
        try database.run(
            "DELETE FROM receipts WHERE number NOT IN (SELECT number FROM receipts ORDER BY number DESC LIMIT ?)",
            [StoredReceipt.capacity])
        return true
    }
}
