extension Database {
    package enum TransactionKind: String, Sendable {
        /// For changes: each statement sees what was committed before it, and waits for locks of other transactions.
        case change = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        /// For reading: all statements see one moment.
        case snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }

    /// All that `body` does, or nothing of it if that throws. Does not nest.
    ///
    /// - Throws: What `body` throws. If the connection ends during the commit, a ``PostgresError`` with
    ///   ``PostgresError/isOutcomeUnknown``.
    package func transaction<Value>(_ kind: TransactionKind, _ body: () throws -> Value) throws -> Value {
        try run(kind.rawValue)
        let value: Value
        do {
            value = try body()
            try interruption.check()
        } catch {
            rollBack()
            throw error
        }
        do { try run("COMMIT") } catch var error as PostgresError {
            error.isOutcomeUnknown = error.state.isConnectionFailure && kind == .change
            throw error
        }
        return value
    }

    private func rollBack() {
        // Also in a task that was cancelled. What cannot be rolled back ends with the connection.
        let wasRequested = interruption.isRequested
        if wasRequested { interruption.withdraw() }
        do { try execute("ROLLBACK") } catch { close() }
    }
}
