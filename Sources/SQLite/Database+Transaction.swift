import CSQLite

extension Database {
    /// When a transaction takes its locks.
    package enum TransactionKind: String, Sendable {
        /// With the first statement: for reading, all of it from one state of the database.
        case deferred
        /// At once: for writing.
        case immediate
    }

    /// Whether a transaction is open; false on a closed connection.
    package var isInTransaction: Bool { (try? open()).map { sqlite3_get_autocommit($0) == 0 } ?? false }

    /// All that `body` does, or nothing of it where that throws. Transactions do not nest: the inner one throws.
    package func transaction<Value>(_ kind: TransactionKind, _ body: () throws -> Value) throws -> Value {
        try run(kind == .deferred ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE")
        do {
            let value = try body()
            try commit()
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    private func commit() throws {
        do { try run("COMMIT") } catch var error as DatabaseError where error.code.primary == .inputOutput {
            // Where only syncing failed, the log has all of the transaction, and the next opening takes it up.
            error.isOutcomeUnknown = true
            throw error
        }
    }

    /// Rolls back without a prepared statement of ours, which would not run in a cancelled task.
    private func rollBack() {
        // Some failures, as a full disk, have ended the transaction already.
        guard isInTransaction, let handle = try? open() else { return }
        sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    }
}
