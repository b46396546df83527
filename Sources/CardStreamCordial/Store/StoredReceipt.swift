import Cards
import SQLite

/// A performed action, which is kept in the transaction that performs it, so that it takes effect once.
struct StoredReceipt: Sendable, Hashable {
    /// The number of receipts that are kept.
    static let capacity = 500

    /// The key of the action.
    var key: String
    /// Of card and response, to recognise a key that is used for something else.
    var digest: String
    /// The status of the card after it.
    var status: CardStatus
}

extension CordialError {
    /// The key of an action stands for another action.
    static let keyReused = CordialError(.invalidRequest, "the idempotency key was already used for another action")
}

extension StoreAccess {
    /// The status that an action has led to; nil if it was not performed.
    ///
    /// - Throws: ``CordialError/keyReused``.
    func status(of receipt: StoredReceipt) throws -> CardStatus? {
        let rows = try database.statement("SELECT digest, status FROM receipts WHERE key = ?").all([receipt.key]) {
            row in
            (digest: row.string(0), status: CardStatus(rawValue: row.string(1)))
        }
        guard let row = rows.first else { return nil }
        guard row.digest == receipt.digest else { throw CordialError.keyReused }
        return row.status
    }

    /// Keeps a receipt.
    ///
    /// - Returns: False if the action was performed before; nothing must change then.
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
