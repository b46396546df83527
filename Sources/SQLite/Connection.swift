import Dispatch

/// A connection to a database, with a serial queue on which all accesses run, one at a time.
///
/// Several connections to the same file see only each other's commits. A transaction reads the state of the database at
/// its beginning.
// Invariant: the database is used only on the queue. Closing is an access like any other.
package final class Connection: @unchecked Sendable {
    private let database: Database
    private let queue: DispatchQueue
    /// The path of the file; empty for a database in memory.
    package let path: String

    /// Opens a database. Creates the file if it is missing.
    ///
    /// - Parameters:
    ///   - path: The path of the file; empty for a database in memory.
    ///   - prepare: Configures the connection before anything else uses it.
    package init(
        _ path: String = "", _ options: ConnectionOptions = ConnectionOptions(),
        prepare: (Database) throws -> Void = { _ in }
    ) throws {
        self.path = path
        queue = DispatchQueue(label: options.label, qos: .userInitiated, target: options.target)
        database = try Database(path, options)
        if options.isExclusive { try database.execute("PRAGMA locking_mode = EXCLUSIVE") }
        try database.execute("PRAGMA foreign_keys = ON")
        try prepare(database)
    }

    /// Runs an access on the queue. If the task is cancelled, the access does not begin, or the running statement and
    /// all further ones throw `CancellationError`; a transaction is rolled back.
    package func access<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let access = Access()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in
                    continuation.resume(with: Result { try access.run(database, body) })
                }
            }
        } onCancel: {
            access.cancel()
        }
    }

    /// Runs an access and blocks until it has ended. Must not be called inside an access.
    package func accessNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
        dispatchPrecondition(condition: .notOnQueue(queue))
        return try queue.sync { try body(database) }
    }

    /// Replaces the content of another database with a copy of this one. Blocks.
    package func copy(to other: Connection) throws {
        try accessNow { source in try other.accessNow { target in try source.copy(to: target) } }
    }

    /// Closes the connection after the accesses that were already requested. Later ones throw ``ResultCode/misuse``.
    /// Blocks. Idempotent.
    package func close() throws { try accessNow { try $0.close() } }

    /// Closes the connection without blocking the caller, even if the task is cancelled.
    ///
    /// - Parameter inTurn: Must call its argument, which closes the connection.
    package func end(inTurn: @escaping @Sendable (() throws -> Void) throws -> Void = { try $0() }) async throws {
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            queue.async { [self] in
                ended.resume(with: Result { try inTurn { try database.close() } })
            }
        }
    }
}
