import Basics
import Cards
package import FeedAPI
package import FeedEngine
package import FeedStorage
import Postgres

import struct Foundation.UUID

/// A storage in a database of PostgreSQL, for any number of servers at the same time. The files that users upload are in the
/// database as well.
///
/// A change locks the rows of its feeds until it is committed, so the changes of a feed are committed in the order of their
/// numbers. A command that meets another one, or whose connection ends before it is committed, is repeated; if it ends during
/// the commit, the database is asked what became of it. Reads of several statements see one moment.
package final class PostgresStorage: FeedStorage {
    package var epoch: String { place.withLock { $0.epoch } }
    package var secondsAhead: Double { place.withLock { $0.secondsAhead } }
    package var files: any FileStorage { contents }
    let contents: DatabaseFiles
    let hints = HintBox()
    /// The feeds that were last asked about, as they are sent.
    let lastQuestion = Lock<(feeds: FollowedFeeds, values: [PostgresArray])?>(nil)
    /// Names this server among those of the database; new with each start.
    let server = UUID().uuidString
    let writers: Pool
    /// For changes that wait for a feed.
    let waiters: Pool
    let readers: Pool
    /// For what must be known soon, whatever the others do: whether the database responds, and what has changed.
    private let watcher: Pool
    /// Both are nil behind a pooler, where no one listens, and for an export or import.
    private let sender: NoticeSender?
    private let listener: NoticeListener?
    var isListener: Bool { listener != nil }
    private let place: Lock<Place>
    /// Whether the last change had no connection: the database may respond and give no more connections.
    let isChangeLost = Lock(false)
    let changes = ChangesInProgress()
    /// Whether changes have waited for a standby of the database for some time.
    let waitsForStandby: Lock<Bool>
    private let onTrouble: @Sendable (String) -> Void

    /// Connections for changes, for those that wait for a feed that another transaction holds, and for reading. A feed that is
    /// held for long takes those of the second kind only.
    static let mostWriters = 4
    static let mostWaiters = 2
    static let mostReaders = 4

    /// How long the database may say nothing to the watcher, in milliseconds: it asks for little.
    private static let watcherSilence: Int32 = 3000

    /// How long it may say nothing during a change, in milliseconds. With the search for its outcome it takes less than proxies wait.
    private static let changeSilence: Int32 = 40_000

    /// A change that waits this long for a feed, in milliseconds, leaves its connection to others.
    private static let shortWait = 100

    /// What such a change ends with, instead of the error, which would be repeated on the same connection.
    private struct MustWait: Error {}

    /// What every new connection, and every round of ``marks(of:asks:)``, finds out again.
    private struct Place {
        var epoch = ""
        var secondsAhead = 0.0
        private var cluster = ""
        private(set) var timeline = 0

        /// - Returns: False for a primary that another one has replaced, and that runs again.
        mutating func set(_ identity: Identity) -> Bool {
            if identity.cluster == cluster, identity.timeline < timeline { return false }
            (cluster, timeline) = (identity.cluster, identity.timeline)
            epoch = identity.epoch
            // Smaller differences are the time of the answer, and would let the time go back and forth.
            if let ahead = identity.secondsAhead, abs(ahead - secondsAhead) > 0.05 { secondsAhead = ahead }
            return true
        }
    }

    /// Connects, and makes or updates the tables. Blocks.
    ///
    /// - Parameters:
    ///   - address: The database. Its tables are made in a schema of their own.
    ///   - isForImport: Whether a feed that is only partly imported is opened.
    ///   - isServer: Whether it hears of what other servers change, and tells them. While one does, no import begins.
    ///   - onTrouble: Called with each failure of the database that is more than a conflict, for the log. The text comes
    ///     from outside.
    package init(
        _ address: DatabaseAddress, isForImport: Bool = false, isServer: Bool = true,
        onTrouble: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StorageError) {
        let place = Lock(Place())
        let prepare: @Sendable (Database) throws -> Void = { database in
            do {
                guard let identity = try database.reading({ try Identity(database) }) else { return }
                guard place.withLock({ $0.set(identity) }) else { throw Self.replaced }
                database.timeline = identity.timeline
            } catch let error as PostgresError where error.state == .wrongState {
                throw PostgresError(.cannotConnect, "the database is a replica, which accepts no changes")
            }
        }
        self.place = place
        let waitsForStandby = Lock(false)
        self.waitsForStandby = waitsForStandby
        let checkPlace: @Sendable (Database) throws -> Void = { database in
            // Another primary has taken over since the connection was made.
            guard database.timeline == place.withLock(\.timeline) else { throw Self.replaced }
        }
        let checkChange: @Sendable (Database) throws -> Void = { database in
            try checkPlace(database)
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
        watcher = Pool(watched, size: 1, settings: Schema.settings, prepare: prepare, check: checkPlace)
        readers = Pool(
            target, size: Self.mostReaders, settings: Schema.settings, prepare: prepare, check: checkPlace)
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
                let isPartial = try database.reading {
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

    /// The steps that ``init(_:isForImport:onTrouble:)`` would take. Changes nothing. Blocks.
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

    /// Lets the other servers know what this one has committed.
    func notifyOthers(_ effects: FeedEffects, isEverything: Bool = false) {
        sender?.add(effects, isEverything: isEverything)
    }

    /// Finds out again which database this is.
    func look(_ database: Database) throws {
        guard let identity = try Identity(database) else { return }
        guard place.withLock({ $0.set(identity) }) else { throw Self.replaced }
    }

    private static let replaced = PostgresError(
        .cannotConnect,
        "this primary was replaced by another one and runs again; stop it, or restart the servers if it is the right one"
    )

    // MARK: Access to the database

    /// Runs one transaction, again if it meets another one.
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
            // One that was sent and not confirmed had a connection.
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

    /// Reads what must be known soon.
    func watch<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        do {
            return try await watcher.access { database in try database.transaction(.snapshot) { try body(database) } }
        } catch { throw problem(error) }
    }

    /// Reads with several statements that see one moment.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        do {
            return try await readers.access { database in try database.transaction(.snapshot) { try body(database) } }
        } catch { throw problem(error) }
    }

    /// Reads with one statement, which sees one moment by itself.
    func readOnce<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(Problem) -> Result {
        do {
            return try await readers.access { database in try database.reading { try body(database) } }
        } catch { throw problem(error) }
    }

    private func problem(_ error: any Error) -> Problem {
        Problem(storage: error, onTrouble)
    }
}
