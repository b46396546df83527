import Basics
import CLinux
import Cards
package import FeedAPI
package import FeedEngine
package import FeedStorage
import Glibc
import SQLite

import struct Foundation.Date

/// A storage in one SQLite file, for one server on one machine. The files that users upload are in the same directory.
///
/// A single connection does all the work, including checkpoints, and one process owns the directory: SQLite 3.40 of
/// Debian can lose commits if two processes checkpoint a database at the same moment. Every commit is synced, because a
/// successful response means that the change is on disk.
package final class SQLiteStorage: FeedStorage {
    package var epoch: String { fileEpoch.id }
    private let fileEpoch: FileEpoch
    package var files: any FileStorage { contents }
    let contents: DirectoryFiles
    let database: Connection
    /// The webhooks by environment, as stored in the table. Cached, because every change of a card needs them.
    private let knownWebhooks = Lock<[EnvironmentID: [StoredWebhook]]>([:])
    /// The claimed deliveries and the ends of their claims, in milliseconds since 1970. They need no table, because no
    /// other process uses the storage.
    let claims = Lock<[DeliveryID: Int64]>([:])
    let directory: DataDirectory?
    private let onDamage: @Sendable (StorageError) -> Void
    private let isDamageReported = Lock(false)

    /// Opens the storage of a directory. Creates both if they are missing.
    ///
    /// - Parameters:
    ///   - path: The directory; nil keeps everything in memory.
    ///   - freeBytes: The disk space in bytes that must stay free; larger uploads are refused.
    ///   - isForImport: Whether to open a feed even if it is only partly imported.
    ///   - isServer: Whether a new ``FileEpoch`` begins in any case, as for a server that the user starts.
    ///   - onDamage: Called once if the file turns out to be damaged while it is in use.
    package convenience init(
        directory path: String? = nil, freeBytes: Int = 0, isForImport: Bool = false, isServer: Bool = false,
        onDamage: @escaping @Sendable (StorageError) -> Void = { _ in }
    ) throws(StorageError) {
        var directory: DataDirectory?
        if let path { directory = try DataDirectory(path) }
        try self.init(
            owning: directory, freeBytes: freeBytes, isForImport: isForImport, isServer: isServer, onDamage: onDamage)
    }

    init(
        owning directory: DataDirectory?, freeBytes: Int = 0, isForImport: Bool = false, isServer: Bool = false,
        onDamage: @escaping @Sendable (StorageError) -> Void = { _ in }
    ) throws(StorageError) {
        self.directory = directory
        self.onDamage = onDamage
        contents = DirectoryFiles(directory: directory?.path, freeBytes: freeBytes)
        var options = ConnectionOptions()
        options.label = "cardstream.feed-storage"
        let usesLog = directory != nil
        do {
            try directory?.makePrivateDatabase()
            database = try Connection(directory?.databasePath ?? "", options) { database in
                if usesLog { try database.useWriteAheadLog() }
                try database.execute("PRAGMA synchronous = FULL")
            }
            let file = try directory?.databaseIdentity
            let (epoch, webhooks) = try database.accessNow { database in
                guard try !Schema.migrations.isSuperseded(in: database) else {
                    throw StorageError.newer(path: directory?.databasePath ?? "")
                }
                try Schema.migrations.migrate(database)
                try Schema.requireWhole(database, path: directory?.databasePath ?? "memory")
                let partial = try database.statement("SELECT count(*) FROM archiveImport WHERE NOT isDone")
                if !isForImport, try partial.value() ?? 0 > 0 { throw StorageError.unfinishedImport }
                return (
                    try FileEpoch.open(database, file: file ?? "memory", isServer: isServer),
                    try FeedRows.webhooks(database)
                )
            }
            fileEpoch = epoch
            knownWebhooks.withLock { $0 = Dictionary(grouping: webhooks, by: \.environment) }
        } catch {
            throw StorageError(opening: directory?.databasePath ?? "memory", error)
        }
    }

    /// Whether a directory contains a feed.
    package static func exists(directory path: String) -> Bool { access(path + "/feed.sqlite", F_OK) == 0 }

    /// Whether a server in any process uses the directory now.
    package static func isInUse(directory path: String) -> Bool { DataDirectory.isOwned(path) }

    /// Checkpoints the write-ahead log into the database, and releases the directory.
    package func close() async throws {
        await contents.close()
        try database.close()
        directory?.release()
    }

    // MARK: Changing

    package func run<Command: FeedCommand>(
        _ command: Command
    ) async throws(Problem) -> (reply: Command.Reply, changed: FeedEffects) {
        let known = knownWebhooks.withLock { $0 }
        let epoch = fileEpoch.number
        let done = try await write { database in
            var command = command
            var rows = FeedRows(database, webhooks: known, epoch: epoch)
            var uploads: [UploadID] = []
            var needs = command.begin()
            while true {
                let decision = try command.decide(try rows.load(needs))
                let changes = decision.changes
                try rows.write(changes, at: command.time)
                uploads += changes.uploads.map(\.receipt.id)
                switch decision.next {
                case .load(let next): needs = next
                case .reply(let reply):
                    let changesWebhooks = !changes.webhooks.isEmpty || !changes.removedWebhooks.isEmpty
                    return (
                        reply: reply, changed: FeedEffects(changes), uploads: uploads,
                        webhooks: changesWebhooks ? try FeedRows.webhooks(database) : nil
                    )
                }
            }
        }
        if let webhooks = done.webhooks {
            knownWebhooks.withLock { $0 = Dictionary(grouping: webhooks, by: \.environment) }
        }
        if !done.uploads.isEmpty { await contents.settle(done.uploads) }
        return (done.reply, done.changed)
    }

    // MARK: Access to the database

    /// Runs a transaction. Errors of the database become problems that can be sent to a client.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        do {
            return try await database.access { database in try database.transaction(.immediate) { try body(database) } }
        } catch {
            // If this query fails, too, the first error is reported.
            if (error as? DatabaseError)?.code.primary == .inputOutput,
                (try? await database.access({ $0.hasReachedFileLimit })) == true
            {
                throw Self.fileLimit
            }
            throw problem(error)
        }
    }

    /// Runs a read. It needs no transaction: this is the only connection, and it performs one `body` at a time, so that
    /// nothing is written between the statements of a `body`.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        do { return try await database.access(body) } catch { throw problem(error) }
    }

    private static let fileLimit = Problem(
        .storageFull,
        detail:
            "Nothing was stored. The server's feed file has reached its size limit; the server's administrator can raise the limit (ulimit -f)."
    )

    private func problem(_ error: any Error) -> Problem {
        if let error = error as? DatabaseError, error.isDamage { report(error) }
        return switch error {
        case let problem as Problem: problem
        case let error as DatabaseError where error.code.primary == .full:
            Problem(.storageFull, detail: "Nothing was stored. Free some space on the server's disk and try again.")
        case let error as DatabaseError where error.isDamage:
            Problem(
                .internalError, detail: "The server's feed is damaged; the server's administrator must repair the feed."
            )
        case is CancellationError: Problem(.shuttingDown)
        case let error as DatabaseError where error.isOutcomeUnknown:
            // The status of a gateway timeout. Clients treat it as an unknown result.
            Problem(
                .internalError, status: 504,
                detail:
                    "The server's disk failed while the request was being stored: it is unknown whether the request was stored. "
                    + "Repeat it with the same key, so that nothing is done twice.")
        case let error as DatabaseError:
            Problem(.internalError, detail: "The server's storage failed: \(error.code.primary).")
        default: Problem(.internalError, detail: "The server's storage failed.")
        }
    }

    /// Reports damage once, so that the operator of the server learns of it.
    private func report(_ error: DatabaseError) {
        let wasReported = isDamageReported.withLock { reported in
            defer { reported = true }
            return reported
        }
        if !wasReported { onDamage(StorageError(opening: directory?.databasePath ?? "memory", error)) }
    }
}

extension DataDirectory {
    var databasePath: String { path + "/feed.sqlite" }

    /// Creates the database file with mode 0600. SQLite gives the -wal and -shm files the mode of the database file.
    fileprivate func makePrivateDatabase() throws(StorageError) {
        let database = open(databasePath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard database >= 0 else { throw .unusable(path: databasePath, reason: String(cString: strerror(errno))) }
        Glibc.close(database)
    }

    /// Identifies the database file: a copy has another identity.
    fileprivate var databaseIdentity: String {
        get throws(StorageError) {
            var text = [CChar](repeating: 0, count: 80)
            let code = clinux_file_identity(databasePath, &text, text.count)
            guard code == 0 else { throw .unusable(path: databasePath, reason: String(cString: strerror(code))) }
            return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        }
    }
}
