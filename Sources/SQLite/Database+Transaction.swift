import CSQLite

extension Database {
    /// When a transaction takes its locks.
    package enum TransactionKind: String, Sendable {
        /// With the first statement. For reading: all statements see the same state of the database.
        case deferred
        /// Immediately. For writing.
        case immediate
    }

    /// Whether a transaction is open; false on a closed connection.
    package var isInTransaction: Bool { (try? open()).map { sqlite3_get_autocommit($0) == 0 } ?? false }

    /// Runs `body` in a transaction. If `body` throws, the transaction is rolled back. Transactions cannot be nested:
    /// the inner one throws.
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
            // If only syncing failed, the log contains the whole transaction, and it is applied when the file is opened
            // the next time.
            error.isOutcomeUnknown = true
            throw error
        }
    }

    /// Rolls back without using `run`, which throws in a cancelled task.
    private func rollBack() {
        // Some errors, such as a full disk, have already ended the transaction.
        guard isInTransaction, let handle = try? open() else { return }
        sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    }
}
