import Basics
import Cards
package import FeedAPI
package import FeedEngine
package import FeedStorage
import Postgres

import struct Foundation.UUID

/// A storage in a PostgreSQL database, for any number of servers at the same time. The files that users upload are also
/// in the database.
///
/// A change locks the rows of its feeds until the commit, so that the changes of a feed are committed in the order of
/// their sequence numbers. If a command conflicts with another one, or its connection ends before the commit, it is
/// repeated. If the connection ends during the commit, the database is asked whether the commit succeeded. Reads with
/// several statements see a consistent snapshot.
package final class PostgresStorage: FeedStorage {
    package var epoch: String { currentIdentity.withLock { $0.epoch } }
    package var secondsAhead: Double { currentIdentity.withLock { $0.secondsAhead } }
    package var files: any FileStorage { contents }
    let contents: DatabaseFiles
    let hints = HintBuffer()
    /// The feeds of the last query for marks, and its encoded parameters.
    let lastMarkParameters = Lock<(feeds: FollowedFeeds, values: [PostgresArray])?>(nil)
    /// The id of this server among the servers of the database. New for each start.
    let server = UUID().uuidString
    let writers: Pool
    /// The connections for changes that wait for a feed which another transaction has locked.
    let waiters: Pool
    let readers: Pool
    /// The connection for queries that must not wait for other operations: whether the database responds, and what has
    /// changed.
    private let watcher: Pool
    /// Sends notices. Both are nil if the connection goes through a pooler, which cannot deliver notices, and for
    /// exports and imports.
    private let sender: NoticeSender?
    private let listener: NoticeListener?
    var isListener: Bool { listener != nil }
    private let currentIdentity: Lock<CurrentIdentity>
    /// Whether the last change failed because it had no connection. The database may respond to reads but accept no
    /// more connections.
    let isChangeLost = Lock(false)
    let changes = ChangesInProgress()
    /// Whether changes have waited for a standby of the database for some time.
    let waitsForStandby: Lock<Bool>
    private let onTrouble: @Sendable (String) -> Void

    /// The maximum numbers of connections: for changes, for changes that wait for a feed that another transaction has
    /// locked, and for reads. A feed that stays locked for long occupies only connections of the second kind.
    static let mostWriters = 4
    static let mostWaiters = 2
    static let mostReaders = 4

    /// The longest time without a response of the database to the watcher, in milliseconds. It is short, because the
    /// watcher's queries are small.
    private static let watcherSilence: Int32 = 3000

    /// The longest time without a response during a change, in milliseconds. Together with the check of the outcome, it
    /// is shorter than the timeouts of proxies.
    private static let changeSilence: Int32 = 40_000

    /// The time in milliseconds that a change waits for a locked feed before it moves to a connection of ``waiters``.
    private static let shortWait = 100

    /// Thrown for such a change instead of the database error, which would be retried on the same connection.
    private struct MustWait: Error {}

    /// The identity of the database. It is read again for each new connection and each call of ``marks(of:asks:)``.
    private struct CurrentIdentity {
        var epoch = ""
        var secondsAhead = 0.0
        private var cluster = ""
        private(set) var timeline = 0

        /// - Returns: False if the database is a former primary that was replaced by another one and is running again.
        mutating func set(_ identity: Identity) -> Bool {
            if identity.cluster == cluster, identity.timeline < timeline { return false }
            (cluster, timeline) = (identity.cluster, identity.timeline)
            epoch = identity.epoch
            // Smaller differences come from the duration of the query, and would make the time jump back and forth.
            if let ahead = identity.secondsAhead, abs(ahead - secondsAhead) > 0.05 { secondsAhead = ahead }
            return true
        }
    }

    /// Connects, and creates or updates the tables. Blocks.
    ///
    /// - Parameters:
    ///   - address: The location of the database. The tables are created in a separate schema.
    ///   - isForImport: Whether to open a feed even if it is only partly imported.
    ///   - isServer: Whether to exchange notices with other servers. While a server does so, no import can begin.
    ///   - onTrouble: Called with each error of the database that is more than a conflict, for the log. The text may
    ///     come from the database.
    package init(
        _ address: DatabaseAddress, isForImport: Bool = false, isServer: Bool = true,
        onTrouble: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StorageError) {
        let currentIdentity = Lock(CurrentIdentity())
        let prepare: @Sendable (Database) throws -> Void = { database in
            do {
                guard let identity = try database.singleRead({ try Identity(database) }) else { return }
                guard currentIdentity.withLock({ $0.set(identity) }) else { throw Self.replaced }
                database.timeline = identity.timeline
            } catch let error as PostgresError where error.state == .wrongState {
                throw PostgresError(.cannotConnect, "the database is a replica, which accepts no changes")
            }
        }
        self.currentIdentity = currentIdentity
        let waitsForStandby = Lock(false)
        self.waitsForStandby = waitsForStandby
        let checkIdentity: @Sendable (Database) throws -> Void = { database in
            // The connection is to a former primary if another one has taken over since.
            guard database.timeline == currentIdentity.withLock(\.timeline) else { throw Self.replaced }
        }
        let checkChange: @Sendable (Database) throws -> Void = { database in
            try checkIdentity(database)
            if waitsForStandby.withLock(\.self) { throw Self.noStandby }
        }
        let target = address.target
        let short: Settings = { Schema.settings(isLocal: $0, lockMilliseconds: Self.shortWait) }
        var changed = target
        changed.silenceLimit = Self.changeSilence
        writers = Pool(
            changed, size: Self.mostWriters, settings: short, commits: Schema.commits, prepare: prepare,
            check: checkChange)
        waiters = Pool(
            changed, size: Self.mostWaiters, settings: Schema.settings, commits: Schema.commits, prepare: prepare,
            check: checkChange)
        var watched = target
        watched.silenceLimit = Self.watcherSilence
        watcher = Pool(watched, size: 1, settings: Schema.settings, prepare: prepare, check: checkIdentity)
        readers = Pool(
            target, size: Self.mostReaders, settings: Schema.settings, prepare: prepare, check: checkIdentity)
        contents = DatabaseFiles(writers: writers, readers: readers, onTrouble: onTrouble)
        self.onTrouble = onTrouble
        let tells = isServer && !isForImport && !target.isPooled
        sender = tells ? NoticeSender(target, sender: server) : nil
        do {
            try Pool(target, size: 1, settings: Schema.settings).accessNow { database in
                guard database.serverVersion >= Self.oldestServer else {
                    throw StorageError.unusableDatabase(
                        reason: "its server is PostgreSQL \(database.serverVersion / 10_000); 13 or later is needed")
                }
                try Self.migrate(database)
                if isServer { try Self.requireRights(database) }
                try prepare(database)
                let isPartial = try database.singleRead {
                    try database.value("SELECT EXISTS (SELECT FROM archiveImport WHERE NOT isDone)", as: Bool.self)
                }
                if isPartial == true, !isForImport { throw StorageError.unfinishedImport }
            }
            listener =
                !tells
                ? nil
                : try NoticeListener(target, channel: Notice.channel, begin: Schema.holdOffImports) {
                    [hints, server] event in
                    switch event {
                    case .began: hints.setListening(true)
                    case .ended(let reason):
                        hints.setListening(false)
                        onTrouble("no notices arrive from other servers (\(reason)), so this server polls for changes")
                    case .notice(let text):
                        let notice = Notice(text: text)
                        if notice.sender != server { hints.add(notice.changed) }
                    }
                }
        } catch { throw StorageError(opening: error) }
    }

    private static let oldestServer = 130_000

    /// The migrations that ``init(_:isForImport:isServer:onTrouble:)`` would perform. Changes nothing. Blocks.
    package static func pendingMigrations(_ address: DatabaseAddress) throws(StorageError) -> [MigrationStep] {
        do {
            return try Pool(address.target, size: 1, settings: Schema.settings).accessNow { database in
                guard let names = try database.transaction(.snapshot, { try Schema.migrations.pending(database) })
                else { throw StorageError.newerDatabase }
                return names.map { MigrationStep(name: $0, title: Schema.titles[$0] ?? "") }
            }
        } catch { throw StorageError(opening: error) }
    }

    package func close() async throws {
        listener?.stop()
        hints.close()
        await sender?.close()
        await watcher.close()
        await writers.close()
        await waiters.close()
        await readers.close()
    }

    // MARK: Changing

    package func run<Command: FeedCommand>(
        _ command: Command
    ) async throws(Problem) -> (reply: Command.Reply, changed: FeedEffects) {
        let done = try await write { database in
            var command = command
            var rows = FeedRows(database)
            var needs = command.begin()
            var changesWebhooks = false
            while true {
                let decision = try command.decide(try rows.load(needs))
                let changes = decision.changes
                try rows.write(changes, at: command.time)
                changesWebhooks =
                    changesWebhooks || !changes.webhooks.isEmpty || !changes.removedWebhooks.isEmpty
                switch decision.next {
                case .load(let next): needs = next
                case .reply(let reply):
                    try rows.finish()
                    return (reply: reply, changed: FeedEffects(changes), changesWebhooks: changesWebhooks)
                }
            }
        }
        notifyOthers(done.changed, isEverything: done.changesWebhooks)
        return (done.reply, done.changed)
    }

    /// Notifies the other servers of committed changes.
    func notifyOthers(_ effects: FeedEffects, isEverything: Bool = false) {
        sender?.add(effects, isEverything: isEverything)
    }

    /// Reads the identity of the database again.
    func refreshIdentity(_ database: Database) throws {
        guard let identity = try Identity(database) else { return }
        guard currentIdentity.withLock({ $0.set(identity) }) else { throw Self.replaced }
    }

    private static let replaced = PostgresError(
        .cannotConnect,
        "this primary was replaced by another one and runs again; stop it, or restart the servers if it is the right one"
    )

    // MARK: Access to the database

    /// Runs a transaction. Repeats it if it conflicts with another one.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        let id = changes.begin()
        defer { changes.end(id) }
        do {
            let result = try await change(body)
            isChangeLost.withLock { $0 = false }
            return result
        } catch {
            // If a change was sent but not confirmed, it had a connection.
            if let error = error as? PostgresError, error.state.isConnectionFailure, !error.isOutcomeUnknown {
                isChangeLost.withLock { $0 = true }
            }
            throw problem(error)
        }
    }

    private func change<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        do {
            return try await writers.access { database in
                do { return try database.transaction(.change) { try body(database) } } catch let error as PostgresError
                    where error.state == .lockNotAvailable
                { throw MustWait() }
            }
        } catch is MustWait {
            return try await waiters.access { database in try database.transaction(.change) { try body(database) } }
        }
    }

    /// Runs a read that must not wait for other operations.
    func watch<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        do {
            return try await watcher.access { database in try database.transaction(.snapshot) { try body(database) } }
        } catch { throw problem(error) }
    }

    /// Runs a read with several statements, in a transaction with a consistent snapshot.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        do {
            return try await readers.access { database in try database.transaction(.snapshot) { try body(database) } }
        } catch { throw problem(error) }
    }

    /// Runs a read with a single statement, which needs no transaction to be consistent.
    func readOnce<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        do {
            return try await readers.access { database in try database.singleRead { try body(database) } }
        } catch { throw problem(error) }
    }

    private func problem(_ error: any Error) -> Problem {
        Problem(storage: error, onTrouble)
    }
}
