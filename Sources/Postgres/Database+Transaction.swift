import CPostgres

extension Database {
    package enum TransactionKind: String, Sendable {
        /// For changes: each statement sees everything that was committed before it, and waits for locks of other
        /// transactions.
        case change = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        /// For reads: all statements see the same snapshot.
        case snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }

    /// Runs `body` in a transaction. If `body` throws, the transaction is rolled back. Transactions cannot be nested.
    ///
    /// If the connection ends during the commit, another connection is used to find out whether the commit succeeded.
    ///
    /// - Throws: Errors of `body`. If the outcome of a commit cannot be determined, a ``PostgresError`` with
    ///   ``PostgresError/isOutcomeUnknown``.
    package func transaction<Value>(_ kind: TransactionKind, _ body: () throws -> Value) throws -> Value {
        let value: Value
        do {
            try begin(kind)
            value = try body()
            try interruption.check()
        } catch {
            rollBack()
            throw kind == .change ? ofReplica(error) : error
        }
        let commit = kind == .change ? commits.map(CommitCheck.init) : nil
        do {
            try interruption.beginCommit()
            defer { interruption.endCommit() }
            try end(commit)
        } catch var error as PostgresError {
            if error.isOutcomeUnknown { throw error }
            guard error.state.isConnectionFailure else {
                rollBack()
                throw kind == .change ? ofReplica(error) : error
            }
            guard kind == .change else { throw error }
            // If the task was cancelled, do not wait for the outcome.
            let found = interruption.isRequested ? nil : commit.flatMap { findOutcome?($0) }
            switch found ?? .unknown {
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

    /// Commits the transaction. Cancelling the task no longer prevents the commit.
    private func end(_ commit: CommitCheck?) throws {
        var statements = deferred
        deferred = []
        if let commit { statements.append(commit.markerStatement) }
        statements.append(Statement("COMMIT", isPrepared: false))
        var isWarned = false
        let connection = try open()
        try withUnsafeMutablePointer(to: &isWarned) { warned in
            cpostgres_watch_warnings(connection, warned)
            defer { if self.connection != nil { cpostgres_ignore_notices(connection) } }
            try exchange(statements, isCancellable: false)
        }
        // An administrator has cancelled the wait for a standby, so the commit may exist only on this server.
        if isWarned {
            var error = PostgresError(
                .cancelled, "the wait for a standby was interrupted; the change may be lost with this server")
            error.isOutcomeUnknown = true
            throw error
        }
    }

    /// Runs `body`, which must read with a single statement. Uses a transaction only behind a pooler, where the
    /// settings need one.
    package func singleRead<Value>(_ body: () throws -> Value) throws -> Value {
        isPooled ? try transaction(.snapshot, body) : try body()
    }

    /// Begins a transaction. The statement is sent together with the first statement of the transaction.
    private func begin(_ kind: TransactionKind) throws {
        if isPooled {
            // Send the settings in the same message.
            try execute("\(kind.rawValue);\(settings(true))")
        } else {
            deferred.append(Statement(kind.rawValue, isPrepared: false))
        }
    }

    /// Converts the error with which a replica refuses to begin a change. Behind a pooler, the connection itself does
    /// not show that it leads to a replica.
    private func ofReplica(_ error: any Error) -> any Error {
        guard var error = error as? PostgresError, error.state == .notSupported else { return error }
        error.state = .readOnly
        close()
        return error
    }

    private func rollBack() {
        deferred = []
        guard isInTransaction else { return }
        // Roll back even if the task was cancelled. If the rollback fails, close the connection, which ends the
        // transaction.
        let wasRequested = interruption.isRequested
        if wasRequested { interruption.withdraw() }
        do { try execute("ROLLBACK") } catch { close() }
    }
}
