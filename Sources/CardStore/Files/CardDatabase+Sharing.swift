import Basics
import Cards
import Glibc
import SQLite

package import struct Foundation.Date

/// Several processes with one store: the first leads, and the others follow. All of them read and write the file. Only
/// the leader communicates with the source of the cards; when it ends, a follower takes the lead.
extension CardDatabase {
    /// Opens the store as its leader or, while another process leads it, as a follower. Blocks for some milliseconds;
    /// longer while the other process repairs or migrates the store.
    ///
    /// - Throws: ``StoreError/alreadyOpen(path:pid:)`` if the other process does not share the store, such as one of an
    ///   earlier version; ``StoreError/newerSchema(path:found:known:)``; other errors of opening.
    package static func openShared(path: String, at now: Date) throws(StoreError) -> CardDatabase {
        let start = ContinuousClock.now
        while true {
            var processID: Int32?
            do throws(StoreError) { return try open(path: path, at: now, as: .shared) } catch {
                guard case .alreadyOpen(_, let process) = error else { throw error }
                processID = process
            }
            if let holder = StoreLock.holder(of: path) {
                if holder.kind == .alone { throw .alreadyOpen(path: path, pid: holder.processID) }
                if let database = try follow(path) { return database }
            }
            // A suspended process does not continue by itself.
            let isStopped = processID.map(ProcessState.isStopped) ?? false
            guard ContinuousClock.now < start + (isStopped ? .seconds(1) : timeout) else {
                throw .alreadyOpen(path: path, pid: processID)
            }
            // In microseconds. The other process is still opening the store.
            usleep(2000)
        }
    }

    /// Opens the store as a follower of a viewer. Nil if no viewer leads and shares it.
    package static func openFollowing(path: String) throws(StoreError) -> CardDatabase? {
        guard StoreLock.holder(of: path)?.kind == .shared else { return nil }
        return try follow(path)
    }

    /// How long a leader may take to open a store.
    private static let timeout = Duration.seconds(10)

    /// Opens the store as a follower. Nil if the leader has ended, or has not opened the store yet.
    private static func follow(_ path: String) throws(StoreError) -> CardDatabase? {
        let files = StoreFiles(path: path)
        let processLock = try StoreProcessLock(databasePath: path)
        // From here on no leader replaces or migrates the file. A leader that is doing so has not identified itself
        // yet.
        try processLock.use()
        guard let holder = StoreLock.holder(of: path), holder.kind != .alone else { return nil }
        guard !files.isMarkedDamaged else {
            throw .unusable(
                path: path,
                reason:
                    "is damaged; quit the other cardstream (process \(holder.processID)), and the next start repairs it"
            )
        }
        return try CardDatabase(
            path: path, lock: nil, processLock: processLock, opening: .opened, damageMark: files.damageMark)
    }

    /// Whether this process leads the store; true in memory.
    package var isLeader: Bool { processLock == nil || lock.withLock { $0 != nil } }

    /// The path of the socket that connects the processes with this store; nil in memory, and in an exclusive store.
    package var socketPath: String? { processLock == nil ? nil : writer.path + ".socket" }

    /// Calls `onLeader` on its own thread once this process leads the store, or at once if it already does. Never calls
    /// it if the database is closed first, or `isWanted` returns false.
    package func whenLeader(
        isWanted: @escaping @Sendable () -> Bool, onLeader: @escaping @Sendable () -> Void,
        onFailure: @escaping @Sendable (StoreError) -> Void
    ) {
        if isLeader { return onLeader() }
        let path = writer.path
        Blocking.start { [weak self] in
            do throws(StoreError) {
                let lock = try StoreLock.wait(databasePath: path)
                // Otherwise the last reference to the lock releases it for the next process.
                guard let self, isWanted(), self.lead(with: lock) else { return }
                onLeader()
            } catch { onFailure(error) }
        }
    }

    private func lead(with lock: StoreLock) -> Bool {
        self.lock.withLock { held in
            do throws(StoreError) { try gate.checkOpen() } catch { return false }
            lock.identify(.shared)
            held = lock
            return true
        }
    }

    /// Lets another process lead. This process continues as a follower.
    package func endLead() {
        lock.withLock { held in
            held?.release()
            held = nil
        }
    }

    /// Runs `body` while this process writes nothing. Waits for a write that is in progress.
    package func withoutWriting(_ body: () -> Void) {
        // Ignore errors: the access itself throws none.
        try? writer.accessNow { _ in body() }
    }
}
