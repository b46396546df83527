import Basics
import Dispatch

/// A few connections to a database, each with its own thread. They are opened when they are needed, and stay open as
/// long as the pool.
///
/// An access is repeated if it conflicts with another transaction or its connection ends. Therefore its body must have
/// no effects outside the database.
package final class Pool: Sendable {
    private let threads: WorkerThreads

    /// Creates a pool without opening a connection.
    ///
    /// - Parameters:
    ///   - size: The maximum number of connections.
    ///   - settings: The settings of the connections.
    ///   - commits: The table in which transactions with changes store a row. If nil, the outcome of a commit that was
    ///     not confirmed is unknown.
    ///   - prepare: Called with each new connection.
    ///   - check: Called before each access. If it throws the error of a lost connection, the access gets a new
    ///     connection.
    package init(
        _ target: ConnectionTarget, size: Int, settings: @escaping Settings = { _ in "" },
        commits: CommitMarkerTable? = nil,
        prepare: @escaping @Sendable (Database) throws -> Void = { _ in },
        check: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) {
        threads = WorkerThreads(
            target, size: size, settings: settings, commits: commits, prepare: prepare, check: check)
    }

    deinit { threads.stop() }

    package var use: PoolUse { threads.use }

    /// Runs `body` with a connection, on the connection's thread. If the task is cancelled, the access does not begin,
    /// or ends with `CancellationError`; its transaction is rolled back.
    package func access<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let access = Access()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isAccepted = threads.submit { worker in
                    do {
                        let value = try access.run(worker.interruption) { try worker.run(body) }
                        if let value { continuation.resume(returning: value) }
                    } catch { continuation.resume(throwing: error) }
                }
                if isAccepted {
                    // Resume at once when the task is cancelled, because no connection may be free for a long time.
                    access.whenCancelled { continuation.resume(throwing: CancellationError()) }
                } else {
                    continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            access.cancel()
        }
    }

    /// Runs `body` at once on the calling thread, with a new connection that is closed afterwards. Blocks.
    package func accessNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let worker = threads.makeWorker()
        defer { worker.close() }
        return try worker.run(body)
    }

    /// Closes the pool after the accesses that were already requested. Later ones throw `CancellationError`.
    /// Idempotent.
    package func close() async {
        guard let ended = threads.stop() else { return }
        await Blocking.run { ended.wait() }
    }
}
