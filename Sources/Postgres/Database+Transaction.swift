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
        try begin(kind)
        let value: Value
        do {
            value = try body()
            try interruption.check()
        } catch {
            rollBack()
            throw error
        }
        let commit = kind == .change ? commits.map(Commit.init) : nil
        do { try end(commit) } catch var error as PostgresError {
            guard error.state.isConnectionFailure else {
                rollBack()
                throw error
            }
            guard kind == .change else { throw error }
            switch commit.flatMap({ findOutcome?($0) }) ?? .unknown {
            case .committed: break
            case .aborted: throw error
            case .unknown:
                error.isOutcomeUnknown = true
                throw error
            }
        } catch {
            rollBack()
            throw error
        }
        return value
    }

    /// From here on a cancelled task does not keep the transaction from its end.
    private func end(_ commit: Commit?) throws {
        try query(commit.map { "\($0.note);COMMIT" } ?? "COMMIT", isCancellable: false) { _ in }
    }

    /// Runs `body`, which reads with one statement: as a transaction only where the settings need one.
    package func reading<Value>(_ body: () throws -> Value) throws -> Value {
        isPooled ? try transaction(.snapshot, body) : try body()
    }

    private func begin(_ kind: TransactionKind) throws {
        // One message, so that it costs no more than the beginning itself.
        let settings = isPooled ? ";\(settings(true))" : ""
        do { try query(kind.rawValue + settings) { _ in } } catch var error as PostgresError {
            // So says a replica. Behind a pooler the connection itself does not tell.
            if kind == .change, error.state == .notSupported {
                error.state = .readOnly
                close()
            }
            throw error
        }
    }

    private func rollBack() {
        // Also in a task that was cancelled. What cannot be rolled back ends with the connection.
        let wasRequested = interruption.isRequested
        if wasRequested { interruption.withdraw() }
        do { try execute("ROLLBACK") } catch { close() }
    }
}
