import Basics
import Dispatch

/// A few connections to one database, each with a thread of its own, which are made when they are needed. They end with the pool.
///
/// An access that meets another transaction, or a connection that has ended, is repeated: so its body must have no effect but
/// on the database.
package final class Pool: Sendable {
    private let threads: WorkerThreads

    /// Connects to nothing yet.
    ///
    /// - Parameters:
    ///   - size: The maximum number of connections.
    ///   - settings: Those of the connections.
    ///   - commits: Where transactions that change something leave a row. Without it, it is unknown what became of a commit that
    ///     is not confirmed.
    ///   - prepare: Called with each new connection.
    ///   - check: Called before each access. With the error of a lost connection, the access gets a new one.
    package init(
        _ target: ConnectionTarget, size: Int, settings: @escaping Settings = { _ in "" },
        commits: CommitTable? = nil,
        prepare: @escaping @Sendable (Database) throws -> Void = { _ in },
        check: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) {
        threads = WorkerThreads(
            target, size: size, settings: settings, commits: commits, prepare: prepare, check: check)
    }

    deinit { threads.stop() }

    package var use: PoolUse { threads.use }

    /// Runs `body` with a connection, off the caller's thread. Cancelling the task keeps it from beginning, or ends it with
    /// `CancellationError`; a transaction is rolled back.
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
                    // Not only when a connection is free: none may be for long.
                    access.whenCancelled { continuation.resume(throwing: CancellationError()) }
                } else {
                    continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            access.cancel()
        }
    }

    /// The same at once, on a connection of its own that is closed afterwards. Blocks.
    package func accessNow<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let worker = threads.makeWorker()
        defer { worker.close() }
        return try worker.run(body)
    }

    /// Ends after the accesses that were asked for before; later ones throw `CancellationError`. Idempotent.
    package func close() async {
        guard let ended = threads.stop() else { return }
        await Blocking.run { ended.wait() }
    }
}
