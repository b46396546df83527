import Basics
import Cards
import FeedAPI
import GRDB

import struct Foundation.Date
import struct Foundation.UUID

/// The server's memory: every card of every user with its last change, in SQLite. The changes of a stream are the
/// cards themselves in the order of their sequence numbers, so there is no second table to keep in step, and of
/// several changes to one card only the last is ever told.
///
/// One connection does everything, checkpoints included, and one process owns the directory: Debian's SQLite 3.40
/// can lose commits otherwise. Every commit is synced, because an answer of success means "on disk".
final class FeedLog: Sendable {
    let database: DatabaseQueue
    /// Names this log in cursors; new with every new log, so that a cursor of another log is never misread.
    let epoch: String
    let limits: ServerLimits
    /// The webhooks by environment, as the table has them: every change of a card asks.
    let hooks = Lock<[EnvironmentID: [StoredWebhook]]>([:])
    var knownHooks: [EnvironmentID: [StoredWebhook]] { hooks.withLock { $0 } }
    private let directory: DataDirectory?
    private let onDamage: @Sendable (FeedServerError) -> Void
    private let isDamageTold = Lock(false)

    /// - Parameters:
    ///   - directory: nil keeps the log in memory.
    ///   - onDamage: told once when the log turns out to be damaged while it is in use.
    init(
        directory: DataDirectory?, limits: ServerLimits,
        onDamage: @escaping @Sendable (FeedServerError) -> Void = { _ in }
    ) throws(FeedServerError) {
        self.directory = directory
        self.onDamage = onDamage
        self.limits = limits
        var configuration = Configuration()
        configuration.label = "cardstream.feed-log"
        let usesLog = directory != nil
        configuration.prepareDatabase { database in
            // Not by GRDB's own setting, which comes after this and lowers the other to NORMAL.
            if usesLog, try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") != "wal" {
                throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "no write-ahead log on this file system")
            }
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        do {
            if let directory {
                database = try DatabaseQueue(path: directory.databasePath, configuration: configuration)
            } else {
                database = try DatabaseQueue(configuration: configuration)
            }
            let isNewer = try database.read { try Self.migrator.hasBeenSuperseded($0) }
            if isNewer { throw FeedServerError.newerLog(path: directory?.databasePath ?? "") }
            try Self.migrator.migrate(database)
            let (epoch, webhooks) = try database.read { database in
                (
                    try String.fetchOne(database, sql: "SELECT epoch FROM log") ?? "",
                    try Self.webhooks(database)
                )
            }
            self.epoch = epoch
            hooks.withLock { $0 = webhooks }
        } catch {
            throw FeedServerError(opening: directory?.databasePath ?? "memory", error)
        }
    }

    /// Folds the write-ahead log into the database and gives the directory free. The log must not be used afterwards.
    func close() throws {
        try database.close()
        directory?.release()
    }

    // MARK: Doors

    /// Runs one transaction. Failures of the disk become problems that can be answered.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        do { return try await database.write(body) } catch {
            if (error as? DatabaseError)?.resultCode == .SQLITE_IOERR,
                (try? await database.unsafeRead({ $0.hasReachedFileLimit })) == true
            {
                throw Self.fileLimit
            }
            throw problem(error)
        }
    }

    /// Nothing is written between the statements of one `body`: this is the only connection, and it does one thing at
    /// a time. So no transaction is needed; and GRDB's `read`, which guards against writing with a pragma, would make
    /// SQLite prepare every cached statement anew.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        do { return try await database.unsafeRead(body) } catch { throw problem(error) }
    }

    private static let fileLimit = Problem(
        .storageFull, detail: "Nothing was stored. A file of the server has reached the largest size that it may have.")

    private func problem(_ error: any Error) -> Problem {
        if let error = error as? DatabaseError, error.isDamage { tell(error) }
        return switch error {
        case let problem as Problem: problem
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            Problem(.storageFull, detail: "Nothing was stored. Free some space and try again.")
        case let error as DatabaseError where error.isDamage:
            Problem(.internalError, detail: "The server's log is damaged: whoever runs it has to mend it.")
        case is CancellationError: Problem(.shuttingDown)
        case let error as DatabaseError: Problem(.internalError, detail: "The log failed: \(error.resultCode).")
        default: Problem(.internalError, detail: "The log failed.")
        }
    }

    /// Whoever runs the server has to know, not only who asked.
    private func tell(_ error: DatabaseError) {
        let wasTold = isDamageTold.withLock { told in
            defer { told = true }
            return told
        }
        if !wasTold { onDamage(FeedServerError(opening: directory?.databasePath ?? "memory", error)) }
    }

    // MARK: Schema

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE log (
                        epoch TEXT NOT NULL
                    );
                    CREATE TABLE feed (
                        id INTEGER PRIMARY KEY,
                        environment TEXT NOT NULL,
                        user TEXT NOT NULL,
                        stream TEXT NOT NULL,
                        -- The number of the last change.
                        sequence INTEGER NOT NULL DEFAULT 0 CHECK (sequence >= 0),
                        -- Cursors below it are too old: changes after them have been forgotten.
                        horizon INTEGER NOT NULL DEFAULT 0,
                        -- How many cards are active.
                        visible INTEGER NOT NULL DEFAULT 0 CHECK (visible >= 0),
                        everHadCard INTEGER NOT NULL DEFAULT 0,
                        UNIQUE (environment, user, stream)
                    );
                    CREATE TABLE card (
                        rowid INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        feed INTEGER NOT NULL REFERENCES feed (id),
                        -- Of the last change; 0 while the user has never been told of the card.
                        sequence INTEGER NOT NULL,
                        status TEXT NOT NULL,
                        priority INTEGER NOT NULL CHECK (priority BETWEEN 1 AND 10),
                        createdAt INTEGER NOT NULL,
                        updatedAt INTEGER NOT NULL,
                        -- The time of the last activation, negated so that one ascending index is the feed's order.
                        recency INTEGER NOT NULL,
                        publishAt INTEGER,
                        snoozedUntil INTEGER,
                        expiresAt INTEGER,
                        -- When the clock changes the card next.
                        deadline INTEGER,
                        vote TEXT,
                        lifecycle TEXT,
                        body BLOB NOT NULL
                    );
                    CREATE INDEX cardByChange ON card (feed, sequence);
                    CREATE INDEX cardByOrder ON card (feed, priority, recency, id) WHERE status = 'active';
                    CREATE INDEX cardByDeadline ON card (deadline) WHERE deadline IS NOT NULL;
                    CREATE INDEX cardByLifecycle ON card (feed, lifecycle) WHERE lifecycle IS NOT NULL;
                    CREATE INDEX cardByEnd ON card (updatedAt)
                        WHERE status IN ('completed', 'dismissed', 'cancelled', 'expired');
                    CREATE TABLE action (
                        rowid INTEGER PRIMARY KEY,
                        card INTEGER NOT NULL REFERENCES card (rowid) ON DELETE CASCADE,
                        environment TEXT NOT NULL,
                        user TEXT NOT NULL,
                        key TEXT NOT NULL,
                        request BLOB NOT NULL,
                        receipt BLOB NOT NULL,
                        receivedAt INTEGER NOT NULL,
                        UNIQUE (environment, user, key)
                    );
                    CREATE INDEX actionByCard ON action (card);
                    CREATE TABLE publication (
                        rowid INTEGER PRIMARY KEY,
                        environment TEXT NOT NULL,
                        key TEXT NOT NULL,
                        fingerprint TEXT NOT NULL,
                        receipt BLOB NOT NULL,
                        receivedAt INTEGER NOT NULL,
                        UNIQUE (environment, key)
                    );
                    CREATE INDEX publicationByAge ON publication (receivedAt);
                    """)
            let epoch = UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(12)
            try database.execute(sql: "INSERT INTO log (epoch) VALUES (?)", arguments: [String(epoch)])
        }
        migrator.registerMigration("2") { try $0.execute(sql: uploadSchema) }
        migrator.registerMigration("3") { database in
            try database.execute(
                sql: "CREATE INDEX cardBySnooze ON card (feed, priority, recency, id) WHERE status = 'snoozed'")
        }
        migrator.registerMigration("4") { try $0.execute(sql: userSchema) }
        migrator.registerMigration("5") { try $0.execute(sql: webhookSchema) }
        migrator.registerMigration("6") { database in
            // Of a notification: the event of the card that it is about.
            try database.execute(sql: "ALTER TABLE delivery ADD COLUMN cause TEXT")
        }
        return migrator
    }
}
