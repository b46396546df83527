import Basics
import Cards
import Dispatch
import SQLite

package import struct Foundation.Date

/// The one door to the cards on disk.
///
/// One connection writes and does every checkpoint; a second one only reads, so that a key press never waits for an
/// ingest. In an exclusive store one connection does both. Several processes may have a store open: one leads, the others
/// follow (``openShared(path:at:)``), and their writes and checkpoints take turns (``StoreTurns``). So no two connections ever write and checkpoint at once, which
/// corrupts the write-ahead log of SQLite before 3.51.3.
package final class CardDatabase: Sendable {
    /// What opening found.
    package enum Opening: Equatable, Sendable {
        case created
        case opened
        /// The file was damaged: it lies at `setAside`, and a new one was begun with the actions that had not been
        /// sent and could still be read.
        case recovered(setAside: String, rescuedActions: Int)
    }

    package let opening: Opening
    /// Where the files are; nil in memory.
    package let folder: String?
    let writer: Connection
    let reader: Connection
    let observers: ObserverList
    let waitingActions = WaitingActions()
    let bursts = WriteBurst()
    let storeEpoch = StoreEpoch()
    let awaited = AwaitedActions()
    let ownEntries = OwnEntries()
    /// Called after each commit with what it changed, on the writer's queue.
    let onCommit = Lock<StoreHandler<StoreCommit>?>(nil)
    let onUnperformed = Lock<StoreHandler<[OutboxRecord]>?>(nil)
    let clockSkew = Lock(ClockSkew { 0 })
    let gate = StoreGate()
    /// The lock of the leader; nil in a follower and in memory.
    let lock: Lock<StoreLock?>
    /// Nil in memory, and in an exclusive store.
    let turns: StoreTurns?
    private let damageMark: String?

    /// Opens or creates the database as its leader. Blocks: a few milliseconds at most, unless an older schema is
    /// migrated.
    ///
    /// - Parameters:
    ///   - now: by the server's clock as far as it is known; cards whose time has come change at once.
    ///   - kind: Whether others may open the store meanwhile, see ``StoreHolder/Kind``.
    ///   - isExclusive: Whether one connection does everything, and no other one can even read the file: it takes few
    ///     descriptors and no threads of its own, so that a process can have hundreds. For ``StoreHolder/Kind/alone`` only.
    package static func open(
        path: String, at now: Date, as kind: StoreHolder.Kind = .alone, isExclusive: Bool = false
    ) throws(StoreError) -> CardDatabase {
        let files = StoreFiles(path: path)
        try files.checkKind()
        try files.prepare()
        let turns = try StoreTurns(databasePath: path)
        let lock = try StoreLock(databasePath: path)
        // Others that follow would go on with the file that was replaced, or in the schema that was.
        let isAlone = try turns.useAlone()
        func requireAlone() throws(StoreError) { if !isAlone { throw .alreadyOpen(path: path, pid: nil) } }
        precondition(!isExclusive || kind == .alone)
        if kind == .alone { try requireAlone() }
        let database: CardDatabase
        do throws(StoreError) {
            let found = try files.schemaVersion()
            if let found, found > Schema.version {
                throw StoreError.newerSchema(path: path, found: found, known: Schema.version)
            }
            guard files.pendingRescue == nil else { throw StoreError.corrupt("its repair was interrupted") }
            guard !files.isMarkedDamaged else { throw StoreError.corrupt("it was found damaged while in use") }
            let opened = try CardDatabase(
                path: path, lock: lock, turns: turns, opening: found == nil && isAlone ? .created : .opened,
                damageMark: files.damageMark, isExclusive: isExclusive, mayMigrate: isAlone)
            try opened.advanceNow(to: now)
            database = opened
        } catch {
            guard error.isDamage else { throw error }
            try requireAlone()
            database = try recover(files: files, lock: lock, turns: turns, isExclusive: isExclusive, at: now)
        }
        if !isExclusive { try turns.use() }
        // Keeps others away from here on also without turns, which are closed now.
        lock.identify(kind)
        return database
    }

    /// The schema version of the database there, if there is one. Throws what ``open(path:at:)`` would throw or repair, as
    /// far as that can be found out without making, locking or changing anything.
    ///
    /// Not for a database that this process has open.
    package static func inspect(path: String) throws(StoreError) -> Int? { try StoreFiles(path: path).inspect() }

    /// A database that lives as long as the process: for tests and for `--no-store`.
    ///
    /// - Parameter hasOwnThreads: False if a process may have hundreds.
    package static func inMemory(hasOwnThreads: Bool = true) throws(StoreError) -> CardDatabase {
        do {
            let connection = try openWriter("", target: hasOwnThreads ? nil : CommonQueues.stores)
            try connection.accessNow(Schema.migrations.migrate)
            return CardDatabase(inMemory: connection, observersOn: hasOwnThreads ? nil : CommonQueues.observers)
        } catch { throw StoreError(error) }
    }

    /// A copy of all of another database, which lives as long as the process.
    package static func inMemory(copying other: CardDatabase) throws(StoreError) -> CardDatabase {
        do {
            let connection = try openWriter("")
            try other.writer.copy(to: connection)
            return CardDatabase(inMemory: connection)
        } catch { throw StoreError(error) }
    }

    private convenience init(inMemory connection: Connection, observersOn queue: DispatchQueue? = nil) {
        self.init(
            writer: connection, reader: connection, folder: nil, lock: nil, turns: nil, opening: .created,
            damageMark: nil, observersOn: queue)
    }

    private init(
        writer: Connection, reader: Connection, folder: String?, lock: StoreLock?, turns: StoreTurns?, opening: Opening,
        damageMark: String?, observersOn queue: DispatchQueue?
    ) {
        self.folder = folder
        self.writer = writer
        self.reader = reader
        self.lock = Lock(lock)
        self.turns = turns
        self.opening = opening
        self.damageMark = damageMark
        observers = ObserverList(reader: WindowReader(reader, gate: gate), target: queue)
    }

    static func create(
        files: StoreFiles, lock: StoreLock, turns: StoreTurns, isExclusive: Bool, setAside: String, rescued: Int
    ) throws(StoreError) -> CardDatabase {
        try CardDatabase(
            path: files.path, lock: lock, turns: turns,
            opening: .recovered(setAside: setAside, rescuedActions: rescued),
            damageMark: files.damageMark, isExclusive: isExclusive)
    }

    /// - Parameters:
    ///   - lock: Nil for a follower.
    ///   - isExclusive: Whether it gets one connection, and no turns once it is open.
    ///   - mayMigrate: Whether an older schema may become this one, or a new one be made: not while others have the file open.
    convenience init(
        path: String, lock: StoreLock?, turns: StoreTurns, opening: Opening, damageMark: String,
        isExclusive: Bool = false, mayMigrate: Bool = true
    ) throws(StoreError) {
        do {
            let writer = try turns.perform {
                let writer = try Self.openWriter(
                    path, isExclusive: isExclusive, target: isExclusive ? CommonQueues.stores : nil)
                let version = try writer.accessNow { db in
                    try db.statement("PRAGMA user_version").value() ?? 0
                }
                // What the header says may be older: the schema of a new store, and the change of a later program, can be in
                // the log only.
                guard version <= Schema.version else {
                    throw StoreError.newerSchema(path: path, found: version, known: Schema.version)
                }
                if version < Schema.version {
                    guard lock != nil, mayMigrate else { throw StoreError.alreadyOpen(path: path, pid: nil) }
                    try writer.accessNow { db in
                        try Schema.migrations.migrate(db)
                        try db.execute("PRAGMA user_version = \(Schema.version)")
                    }
                }
                if let missing = try writer.accessNow({ try $0.firstMissing(of: Schema.names) }) {
                    throw StoreError.corrupt("it has no \(missing)")
                }
                // A damaged column of the cards shows here, where the file can still be set aside.
                try writer.accessNow(Self.checkCards)
                return writer
            }
            let reader = isExclusive ? writer : try Self.openReader(path)
            self.init(
                writer: writer, reader: reader, folder: StoreFiles(path: path).directory, lock: lock,
                turns: isExclusive ? nil : turns, opening: opening, damageMark: damageMark,
                observersOn: isExclusive ? CommonQueues.observers : nil)
            if lock != nil { tidyAfterOpening() }
        } catch { throw StoreError(opening: path, error) }
    }

    /// Throws ``StoreError/corrupt(_:)`` if the cards lack a column that windows read.
    static func checkCards(_ db: Database) throws {
        do { _ = try db.statement("SELECT \(WindowReader.columns), body FROM card LIMIT 0").first { $0.int(0) } } catch
        {
            throw StoreError.corrupt("its cards cannot be read: \(error)")
        }
    }

    /// Milliseconds to wait for another process that opens, closes or reads the files.
    private static let busyTimeout: Int32 = 2000

    private static func openWriter(
        _ path: String, isExclusive: Bool = false, target: DispatchQueue? = nil
    ) throws -> Connection {
        var options = ConnectionOptions()
        options.isExclusive = isExclusive
        options.target = target
        options.busyTimeout = busyTimeout
        return try Connection(path, options) { db in
            if !path.isEmpty { try db.useWriteAheadLog() }
            // Ids are random, so an ingest touches index pages all over: with SQLite's 2 MB each would be read and
            // written again and again. Rarer checkpoints write a page that changes often once instead.
            try db.execute(
                """
                PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 8000
                """)
        }
    }

    private static func openReader(_ path: String) throws -> Connection {
        var options = ConnectionOptions()
        options.isReadOnly = true
        options.busyTimeout = busyTimeout
        return try Connection(path, options) { db in
            // Only the writer checkpoints.
            try db.execute("PRAGMA query_only = 1; PRAGMA wal_autocheckpoint = 0")
        }
    }

    /// Ends observation, closes the files and gives up the lock. Later calls throw ``StoreError/closed``. Blocks until
    /// what is being read or written is done. Idempotent. Must not be called from an observer's handler.
    package func close() {
        guard gate.close() else { return }
        observers.removeAll()
        // The reader first, so that the writer's close is the last and folds the log into the file. A failure leaves
        // the log for the next start, which is as good.
        if reader !== writer { try? reader.close() }
        // The same holds for the writer.
        if let turns { try? turns.perform { try writer.close() } } else { try? writer.close() }
        giveUp()
    }

    /// The same without blocking the caller. May be called from an observer's handler.
    package func end() async {
        guard gate.close() else { return }
        await observers.end()
        if reader !== writer { try? await reader.end() }
        let turns = turns
        try? await writer.end { close in
            if let turns { try turns.perform { try close() } } else { try close() }
        }
        giveUp()
    }

    private func giveUp() {
        turns?.endUse()
        lock.withLock { $0 }?.release()
    }

    // MARK: Access

    /// How soon a write must be on the disk.
    enum Durability {
        /// Survives the death of the process; the last ones may be missing after a power cut, and come again.
        case fast
        /// Survives a power cut: what the user did comes from nowhere else.
        case full
    }

    func write<T: Sendable>(
        _ durability: Durability = .fast, _ body: @escaping @Sendable (StoreTransaction) throws -> T
    ) async throws(StoreError) -> T {
        if durability == .full { waitingActions.enter() }
        defer { if durability == .full { waitingActions.leave() } }
        do {
            try gate.pass()
            return try await writer.access { [self] db in
                try gate.pass()
                return try perform(db, durability, body)
            }
        } catch { throw recordDamage(StoreError(error)) }
    }

    /// The same for data that was requested at an earlier ``ownerEpoch``; nil is any.
    ///
    /// - Throws: ``StoreError/begunAnew`` if the store was emptied for another user since.
    func write<T: Sendable>(
        of ownerEpoch: Int?, _ body: @escaping @Sendable (StoreTransaction) throws -> T
    ) async throws(StoreError) -> T {
        let storeEpoch = storeEpoch
        return try await write { transaction in
            if let ownerEpoch, ownerEpoch != storeEpoch.current { throw StoreError.begunAnew }
            return try body(transaction)
        }
    }

    func writeNow<T>(
        _ durability: Durability = .fast, _ body: (StoreTransaction) throws -> T
    ) throws(StoreError) -> T {
        do {
            try gate.pass()
            return try writer.accessNow { db in
                try gate.pass()
                return try perform(db, durability, body)
            }
        } catch { throw recordDamage(StoreError(error)) }
    }

    /// Folds the log into the file, outside any transaction.
    func checkpoint() async throws(StoreError) {
        do {
            let (gate, turns) = (gate, turns)
            try gate.pass()
            try await writer.access { db in
                try gate.pass()
                if let turns { try turns.perform { try db.checkpoint() } } else { try db.checkpoint() }
                try db.execute("PRAGMA shrink_memory")
            }
        } catch { throw recordDamage(StoreError(error)) }
    }

    /// Writes the file again without what was deleted, and empties the log.
    func compact() async throws(StoreError) {
        do {
            let (gate, turns) = (gate, turns)
            try gate.pass()
            try await writer.access { db in
                try gate.pass()
                if let turns { try turns.perform { try db.execute("VACUUM") } } else { try db.execute("VACUUM") }
            }
        } catch { throw recordDamage(StoreError(error)) }
        try await checkpoint()
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws(StoreError) -> T {
        do {
            let gate = gate
            try gate.pass()
            return try await reader.access { db in
                try gate.pass()
                return try db.transaction(.deferred) { try body(db) }
            }
        } catch { throw recordDamage(StoreError(error)) }
    }

    /// The same at once. Blocks while another reads.
    func readNow<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        do {
            return try reader.accessNow { db in
                try gate.pass()
                return try db.transaction(.deferred) { try body(db) }
            }
        } catch { throw recordDamage(StoreError(error)) }
    }

    private func perform<T>(
        _ db: Database, _ durability: Durability, _ body: (StoreTransaction) throws -> T
    ) throws -> T {
        guard let turns else { return try performInTurn(db, durability, body) }
        return try turns.perform { try performInTurn(db, durability, body) }
    }

    private func performInTurn<T>(
        _ db: Database, _ durability: Durability, _ body: (StoreTransaction) throws -> T
    ) throws -> T {
        // SQLite refuses the change inside a transaction; on the single writing connection nothing comes between.
        if durability == .full { try db.execute("PRAGMA synchronous = FULL") }
        defer {
            // A failure here only makes later writes safer than they need to be.
            if durability == .full { try? db.execute("PRAGMA synchronous = NORMAL") }
        }
        let transaction = StoreTransaction(db, clockSkew: clockSkew.withLock { $0 }.seconds())
        let result = try db.transaction(.immediate) {
            let result = try body(transaction)
            try transaction.finish()
            return result
        }
        // After the commit: a reader of the new epoch must not see rows of the old one.
        if transaction.endsLife { storeEpoch.end() }
        awaited.handle(transaction.news)
        if !transaction.unperformed.isEmpty { onUnperformed.withLock({ $0 })?.call(transaction.unperformed) }
        ownEntries.record(transaction.entries)
        let changes = transaction.changes
        observers.changed(changes, byUser: durability == .full)
        if !changes.isEmpty, let onCommit = onCommit.withLock({ $0 }) {
            onCommit.call(StoreCommit(changes, isByUser: durability == .full, endsLife: transaction.endsLife))
        }
        return result
    }

    /// Leaves a mark for the next start when the file turns out to be damaged.
    func recordDamage(_ error: StoreError) -> StoreError {
        if case .corrupt = error, let damageMark { StoreFiles.touch(damageMark) }
        return error
    }
}
