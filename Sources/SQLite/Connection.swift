import Dispatch

/// One connection to a database, with a queue on which everything is done that is done with it, one access at a time.
///
/// Several connections to one file see each other's commits only: each reads from the state at the begin of its transaction.
// Invariant: the database is used on the queue only; closing is an access like another.
package final class Connection: @unchecked Sendable {
    private let database: Database
    private let queue: DispatchQueue
    /// Empty for a database in memory.
    package let path: String

    /// Opens a database, and makes it where it is missing.
    ///
    /// - Parameters:
    ///   - path: Empty for a database in memory.
    ///   - prepare: Sets the connection up, before anything else uses it.
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

    /// One access, off the caller's thread. Cancelling the task keeps it from beginning, or has each further statement throw
    /// `CancellationError`, the one that runs among them; a transaction is rolled back.
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

    /// The same at once; blocks. Must not be called inside an access.
    package func accessNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
        dispatchPrecondition(condition: .notOnQueue(queue))
        return try queue.sync { try body(database) }
    }

    /// Makes another database a copy of this one. Blocks.
    package func copy(to other: Connection) throws {
        try accessNow { source in try other.accessNow { target in try source.copy(to: target) } }
    }

    /// Ends after the accesses that were asked for before. Later ones throw ``ResultCode/misuse``. Blocks. Idempotent.
    package func close() throws { try accessNow { try $0.close() } }

    /// The same without blocking the caller, even in a task that is cancelled.
    ///
    /// - Parameter inTurn: Calls what it is given, which closes.
    package func end(inTurn: @escaping @Sendable (() throws -> Void) throws -> Void = { try $0() }) async throws {
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            queue.async { [self] in
                ended.resume(with: Result { try inTurn { try database.close() } })
            }
        }
    }
}
