import CPostgres

extension Database {
    package enum TransactionKind: String, Sendable {
        /// For changes: each statement sees what was committed before it, and waits for locks of other transactions.
        case change = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        /// For reading: all statements see one moment.
        case snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }

    /// All that `body` does, or nothing of it if that throws. Does not nest.
    ///
    /// If the connection ends during the commit, another one is asked whether it was done.
    ///
    /// - Throws: What `body` throws. If it cannot be found out whether a commit was done, a ``PostgresError`` with
    ///   ``PostgresError/isOutcomeUnknown``.
    package func transaction<Value>(_ kind: TransactionKind, _ body: () throws -> Value) throws -> Value {
        let commit = try begin(kind)
        let value: Value
        do {
            value = try body()
            try interruption.check()
        } catch {
            rollBack()
            throw error
        }
        do { try execute("COMMIT") } catch var error as PostgresError {
            guard error.state.isConnectionFailure, let commit else { throw error }
            switch findOutcome?(commit) ?? .unknown {
            case .committed: break
            case .aborted: throw error
            case .unknown:
                error.isOutcomeUnknown = true
                throw error
            }
        }
        return value
    }

    /// Runs `body`, which reads with one statement: as a transaction only where the settings need one.
    package func reading<Value>(_ body: () throws -> Value) throws -> Value {
        isPooled ? try transaction(.snapshot, body) : try body()
    }

    /// - Returns: Nil for a transaction that only reads.
    private func begin(_ kind: TransactionKind) throws -> Commit? {
        // One message, so that it costs no more than the beginning itself.
        var statements = [kind.rawValue]
        if kind == .change { statements.append("SELECT \(Commit.columns)") }
        if isPooled { statements.append(settings(true)) }
        var commit: Commit?
        try query(statements.joined(separator: ";")) { result in
            guard kind == .change, commit == nil, cPQntuples(result) == 1 else { return }
            // Both are texts, so their format does not matter.
            let row = Row(result, 0)
            commit = Commit(transaction: row.string(0), timeline: row.string(1))
        }
        return commit
    }

    private func rollBack() {
        // Also in a task that was cancelled. What cannot be rolled back ends with the connection.
        let wasRequested = interruption.isRequested
        if wasRequested { interruption.withdraw() }
        do { try execute("ROLLBACK") } catch { close() }
    }
}
