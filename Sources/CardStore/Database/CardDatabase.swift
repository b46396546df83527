import Basics
import Cards
import Dispatch
import SQLite

package import struct Foundation.Date

/// The access to the cards on disk. All reads and writes use it.
///
/// One connection writes and does every checkpoint; a second one only reads, so that a key press never waits for an
/// ingest. In an exclusive store one connection does both. Several processes may have a store open: one leads, the
/// others follow (``openShared(path:at:)``), and writes and checkpoints take turns (``StoreProcessLock``): a write and
/// a checkpoint at the same time corrupt the write-ahead log of SQLite before 3.51.3.
package final class CardDatabase: Sendable {
    /// The result of opening.
    package enum Opening: Equatable, Sendable {
        case created
        case opened
        /// The file was damaged and was moved to `setAside`. A new file has the unsent actions that could be read.
        case recovered(setAside: String, rescuedActions: Int)
    }

    package let opening: Opening
    /// The folder of the files; nil in memory.
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
    let processLock: StoreProcessLock?
    private let damageMark: String?

    /// Opens or creates the database as its leader. Blocks: a few milliseconds at most, unless an older schema is
    /// migrated.
    ///
    /// - Parameters:
    ///   - now: The time by the server's clock, as far as it is known. Cards whose deadline has passed change at once.
    ///   - kind: Whether other processes may open the store in the meantime, see ``StoreHolder/Kind``.
    ///   - isExclusive: Whether one connection does everything, and no other one can even read the file. Such a store
    ///     needs few descriptors and no threads of its own, so that a process can have hundreds. For
    ///     ``StoreHolder/Kind/alone`` only.
    package static func open(
        path: String, at now: Date, as kind: StoreHolder.Kind = .alone, isExclusive: Bool = false
    ) throws(StoreError) -> CardDatabase {
        let files = StoreFiles(path: path)
        try files.checkKind()
        try files.prepare()
        let processLock = try StoreProcessLock(databasePath: path)
        let lock = try StoreLock(databasePath: path)
        // Other processes with the file open would continue with the replaced file or the old schema, so only a process
        // that is alone may replace or migrate it.
        let isAlone = try processLock.useAlone()
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
                path: path, lock: lock, processLock: processLock, opening: found == nil && isAlone ? .created : .opened,
                damageMark: files.damageMark, isExclusive: isExclusive, mayMigrate: isAlone)
            try opened.advanceNow(to: now)
            database = opened
        } catch {
            guard error.isDamage else { throw error }
            try requireAlone()
            database = try recover(
                files: files, lock: lock, processLock: processLock, isExclusive: isExclusive, at: now)
        }
        if !isExclusive { try processLock.use() }
        // From now on the lock file keeps other processes away, even after an exclusive store has closed `processLock`.
        lock.identify(kind)
        return database
    }

    /// The schema version of the database; nil if there is none. Throws the errors that ``open(path:at:)`` would throw
    /// or repair, as far as they can be detected without creating, locking or changing anything. Do not call this for a
    /// database that this process has open.
    package static func inspect(path: String) throws(StoreError) -> Int? { try StoreFiles(path: path).inspect() }

    /// A database in memory that lives as long as the process: for tests and for `--no-store`.
    ///
    /// - Parameter hasOwnThreads: False if the process may have hundreds of databases.
    package static func inMemory(hasOwnThreads: Bool = true) throws(StoreError) -> CardDatabase {
        do {
            let connection = try openWriter("", target: hasOwnThreads ? nil : CommonQueues.stores)
            try connection.accessNow(Schema.migrations.migrate)
            return CardDatabase(inMemory: connection, observersOn: hasOwnThreads ? nil : CommonQueues.observers)
        } catch { throw StoreError(error) }
    }

    /// A complete copy of another database, in memory.
    package static func inMemory(copying other: CardDatabase) throws(StoreError) -> CardDatabase {
        do {
            let connection = try openWriter("")
            try other.writer.copy(to: connection)
            return CardDatabase(inMemory: connection)
        } catch { throw StoreError(error) }
    }

    private convenience init(inMemory connection: Connection, observersOn queue: DispatchQueue? = nil) {
        self.init(
            writer: connection, reader: connection, folder: nil, lock: nil, processLock: nil, opening: .created,
            damageMark: nil, observersOn: queue)
    }

    private init(
        writer: Connection, reader: Connection, folder: String?, lock: StoreLock?, processLock: StoreProcessLock?,
        opening: Opening, damageMark: String?, observersOn queue: DispatchQueue?
    ) {
        self.folder = folder
        self.writer = writer
        self.reader = reader
        self.lock = Lock(lock)
        self.processLock = processLock
        self.opening = opening
        self.damageMark = damageMark
        observers = ObserverList(reader: WindowReader(reader, gate: gate), target: queue)
    }

    static func create(
        files: StoreFiles, lock: StoreLock, processLock: StoreProcessLock, isExclusive: Bool, setAside: String,
        rescued: Int
    ) throws(StoreError) -> CardDatabase {
        try CardDatabase(
            path: files.path, lock: lock, processLock: processLock,
            opening: .recovered(setAside: setAside, rescuedActions: rescued), damageMark: files.damageMark,
            isExclusive: isExclusive)
    }

    /// Opens the connections of a database file.
    ///
    /// - Parameters:
    ///   - lock: Nil for a follower.
    ///   - isExclusive: Whether to use a single connection, and no process lock once it is open.
    ///   - mayMigrate: Whether the schema may be created or migrated. False while other processes have the file open.
    convenience init(
        path: String, lock: StoreLock?, processLock: StoreProcessLock, opening: Opening, damageMark: String,
        isExclusive: Bool = false, mayMigrate: Bool = true
    ) throws(StoreError) {
        do {
            let writer = try processLock.perform {
                let writer = try Self.openWriter(
                    path, isExclusive: isExclusive, target: isExclusive ? CommonQueues.stores : nil)
                let version = try writer.accessNow { db in
                    try db.statement("PRAGMA user_version").value() ?? 0
                }
                // The file's header may be out of date: the schema of a new store, or a change by a later program, may
                // still be only in the log.
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
                // Detects a damaged column of the cards now, while the file can still be set aside.
                try writer.accessNow(Self.checkCards)
                return writer
            }
            let reader = isExclusive ? writer : try Self.openReader(path)
            self.init(
                writer: writer, reader: reader, folder: StoreFiles(path: path).directory, lock: lock,
                processLock: isExclusive ? nil : processLock, opening: opening, damageMark: damageMark,
                observersOn: isExclusive ? CommonQueues.observers : nil)
            if lock != nil { checkpointAfterOpening() }
        } catch { throw StoreError(opening: path, error) }
    }

    /// Throws ``StoreError/corrupt(_:)`` if the cards lack a column that windows read.
    static func checkCards(_ db: Database) throws {
        do { _ = try db.statement("SELECT \(WindowReader.columns), body FROM card LIMIT 0").first { $0.int(0) } } catch
        {
            throw StoreError.corrupt("its cards cannot be read: \(error)")
        }
    }

    /// How long to wait, in milliseconds, for another process that opens, closes or reads the files.
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
            // Ids are random, so an ingest changes index pages throughout the file. With SQLite's default cache of 2
            // MB, each page would be read and written many times. With rarer checkpoints, a page that changes often is
            // written once.
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

    /// Ends observation, closes the files and releases the lock. Later calls throw ``StoreError/closed``. Blocks until
    /// running reads and writes have finished. Idempotent. Must not be called from an observer's handler.
    package func close() {
        guard gate.close() else { return }
        observers.removeAll()
        // Close the reader first, so that the writer is the last connection and checkpoints the log into the file. If
        // this fails, the log stays for the next start, which loses nothing.
        if reader !== writer { try? reader.close() }
        // Ignore errors of the writer for the same reason.
        if let processLock { try? processLock.perform { try writer.close() } } else { try? writer.close() }
        giveUp()
    }

    /// Like ``close()``, but does not block the caller. May be called from an observer's handler.
    package func end() async {
        guard gate.close() else { return }
        await observers.end()
        if reader !== writer { try? await reader.end() }
        let processLock = processLock
        try? await writer.end { close in
            if let processLock { try processLock.perform { try close() } } else { try close() }
        }
        giveUp()
    }

    private func giveUp() {
        processLock?.endUse()
        lock.withLock { $0 }?.release()
    }

    // MARK: Access

    /// How durable a write is.
    enum Durability {
        /// Survives the end of the process. The last writes may be lost in a power cut, and are then received again.
        case fast
        /// Survives a power cut. For actions of the user, which exist nowhere else.
        case full
    }

    func write<T: Sendable>(
        _ durability: Durability = .fast, _ body: @escaping @Sendable (StoreTransaction) throws -> T
    ) async throws(StoreError) -> T {
        if durability == .full { waitingActions.enter() }
        defer { if durability == .full { waitingActions.leave() } }
        do {
            try gate.checkOpen()
            return try await writer.access { [self] db in
                try gate.checkOpen()
                return try perform(db, durability, body)
            }
        } catch { throw recordDamage(StoreError(error)) }
    }

    /// Writes data that was requested at an earlier ``ownerEpoch``; nil accepts any.
    ///
    /// - Throws: ``StoreError/ownerReplaced`` if the store was emptied for another user since.
    func write<T: Sendable>(
        of ownerEpoch: Int?, _ body: @escaping @Sendable (StoreTransaction) throws -> T
    ) async throws(StoreError) -> T {
        let storeEpoch = storeEpoch
        return try await write { transaction in
            if let ownerEpoch, ownerEpoch != storeEpoch.current { throw StoreError.ownerReplaced }
            return try body(transaction)
        }
    }

    func writeNow<T>(
        _ durability: Durability = .fast, _ body: (StoreTransaction) throws -> T
    ) throws(StoreError) -> T {
        do {
            try gate.checkOpen()
            return try writer.accessNow { db in
                try gate.checkOpen()
                return try perform(db, durability, body)
            }
        } catch { throw recordDamage(StoreError(error)) }
    }

    /// Checkpoints the write-ahead log, outside any transaction, and frees cached memory.
    func checkpoint() async throws(StoreError) {
        do {
            let (gate, lock) = (gate, processLock)
            try gate.checkOpen()
            try await writer.access { db in
                try gate.checkOpen()
                if let lock { try lock.perform { try db.checkpoint() } } else { try db.checkpoint() }
                try db.execute("PRAGMA shrink_memory")
            }
        } catch { throw recordDamage(StoreError(error)) }
    }

    /// Rewrites the file without deleted data, and empties the write-ahead log.
    func compact() async throws(StoreError) {
        do {
            let (gate, lock) = (gate, processLock)
            try gate.checkOpen()
            try await writer.access { db in
                try gate.checkOpen()
                if let lock { try lock.perform { try db.execute("VACUUM") } } else { try db.execute("VACUUM") }
            }
        } catch { throw recordDamage(StoreError(error)) }
        try await checkpoint()
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws(StoreError) -> T {
        do {
            let gate = gate
            try gate.checkOpen()
            return try await reader.access { db in
                try gate.checkOpen()
                return try db.transaction(.deferred) { try body(db) }
            }
        } catch { throw recordDamage(StoreError(error)) }
    }

    /// Like ``read(_:)``, but synchronous. Blocks while another read is in progress.
    func readNow<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        do {
            return try reader.accessNow { db in
                try gate.checkOpen()
                return try db.transaction(.deferred) { try body(db) }
            }
        } catch { throw recordDamage(StoreError(error)) }
    }

    private func perform<T>(
        _ db: Database, _ durability: Durability, _ body: (StoreTransaction) throws -> T
    ) throws -> T {
        guard let processLock else { return try performLocked(db, durability, body) }
        return try processLock.perform { try performLocked(db, durability, body) }
    }

    private func performLocked<T>(
        _ db: Database, _ durability: Durability, _ body: (StoreTransaction) throws -> T
    ) throws -> T {
        // SQLite does not allow this change inside a transaction. Nothing else runs in between on the single writing
        // connection.
        if durability == .full { try db.execute("PRAGMA synchronous = FULL") }
        defer {
            // Ignore errors: later writes are then only more durable than necessary.
            if durability == .full { try? db.execute("PRAGMA synchronous = NORMAL") }
        }
        let transaction = StoreTransaction(db, clockSkew: clockSkew.withLock { $0 }.seconds())
        let result = try db.transaction(.immediate) {
            let result = try body(transaction)
            try transaction.finish()
            return result
        }
        // Begin the new epoch after the commit: a reader of the new epoch must not see rows of the old one.
        if transaction.emptiesStore { storeEpoch.end() }
        awaited.handle(transaction.outboxEvents)
        if !transaction.unperformed.isEmpty { onUnperformed.withLock({ $0 })?.call(transaction.unperformed) }
        ownEntries.record(transaction.entries)
        let changes = transaction.changes
        observers.changed(changes, byUser: durability == .full)
        if !changes.isEmpty, let onCommit = onCommit.withLock({ $0 }) {
            onCommit.call(StoreCommit(changes, isByUser: durability == .full, emptiesStore: transaction.emptiesStore))
        }
        return result
    }

    /// If the file is damaged, leaves a mark for the next start. Returns the error.
    func recordDamage(_ error: StoreError) -> StoreError {
        if case .corrupt = error, let damageMark { StoreFiles.touch(damageMark) }
        return error
    }
}
