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
        let value: Value
        do {
            try begin(kind)
            value = try body()
            try interruption.check()
        } catch {
            rollBack()
            throw kind == .change ? ofReplica(error) : error
        }
        let commit = kind == .change ? commits.map(Commit.init) : nil
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
            // A task that was cancelled does not wait to find out.
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

    /// From here on a cancelled task does not keep the transaction from its end.
    private func end(_ commit: Commit?) throws {
        var statements = deferred
        deferred = []
        if let commit { statements.append(commit.note) }
        statements.append(Statement("COMMIT", isPrepared: false))
        var isWarned = false
        let connection = try open()
        try withUnsafeMutablePointer(to: &isWarned) { warned in
            cpostgres_watch_warnings(connection, warned)
            defer { if self.connection != nil { cpostgres_ignore_notices(connection) } }
            try exchange(statements, isCancellable: false)
        }
        // An administrator has ended the wait for a standby: the commit may be on this server only.
        if isWarned {
            var error = PostgresError(
                .cancelled, "the wait for a standby was interrupted; the change may be lost with this server")
            error.isOutcomeUnknown = true
            throw error
        }
    }

    /// Runs `body`, which reads with one statement: as a transaction only where the settings need one.
    package func reading<Value>(_ body: () throws -> Value) throws -> Value {
        isPooled ? try transaction(.snapshot, body) : try body()
    }

    /// Sent with the first statement of the transaction.
    private func begin(_ kind: TransactionKind) throws {
        if isPooled {
            // One message with the settings.
            try execute("\(kind.rawValue);\(settings(true))")
        } else {
            deferred.append(Statement(kind.rawValue, isPrepared: false))
        }
    }

    /// A replica refuses to begin a change. Behind a pooler the connection itself does not tell.
    private func ofReplica(_ error: any Error) -> any Error {
        guard var error = error as? PostgresError, error.state == .notSupported else { return error }
        error.state = .readOnly
        close()
        return error
    }

    private func rollBack() {
        deferred = []
        guard isInTransaction else { return }
        // Also in a task that was cancelled. What cannot be rolled back ends with the connection.
        let wasRequested = interruption.isRequested
        if wasRequested { interruption.withdraw() }
        do { try execute("ROLLBACK") } catch { close() }
    }
}
