import SQLite

/// Reads a database that another process may have open, without locking or changing it. A connection that only reads
/// neither writes nor checkpoints, so it needs no turn (``StoreProcessLock``).
extension CardDatabase {
    /// A copy in memory of the database at a path; nil if there is none. Cards, cursors and what the user has seen are
    /// copied; unsent actions are not, because the process that has the store sends them.
    ///
    /// - Throws: ``StoreError/corrupt(_:)`` for a file that the next ``open(path:at:as:isExclusive:)`` sets aside.
    package static func copy(of path: String) throws(StoreError) -> CardDatabase? {
        guard try StoreFiles(path: path).inspect() != nil else { return nil }
        do {
            let source = try readOnly(path)
            // Ignore errors: the connection only reads, so a failed close loses nothing.
            defer { try? source.close() }
            _ = try version(of: source, path)
            let copy = try upToDate(source)
            try copy.writer.accessNow { db in
                try db.transaction(.immediate) {
                    let tables = try db.statement("SELECT name FROM sqlite_master WHERE type = 'table'")
                    for table in try tables.values(as: String.self)
                    where !kept.contains(table) && !table.hasPrefix("sqlite_") && !table.hasPrefix("grdb_") {
                        try db.execute("DELETE FROM \"\(table)\"")
                    }
                    // The copy would contain any damage, which would appear later.
                    try requireWhole(db)
                    try checkCards(db)
                }
            }
            return copy
        } catch {
            if isUnbegun(error) { return nil }
            throw inUse(error, path) ?? damage(StoreError(error))
        }
    }

    /// Whether the program that created the file ended before it enabled the write-ahead log, and so before the first
    /// table. Only then does a store have a rollback journal, which only a connection that can write can apply.
    private static func isUnbegun(_ error: any Error) -> Bool { (error as? DatabaseError)?.code == .readOnlyRollback }

    /// An error if the program that has the file open does not allow reading it, see ``open(path:at:as:isExclusive:)``;
    /// nil for other errors.
    private static func inUse(_ error: any Error, _ path: String) -> StoreError? {
        guard (error as? DatabaseError)?.code == .busy else { return nil }
        return .alreadyOpen(path: path, pid: StoreLock.holder(of: path)?.processID)
    }

    /// Checks a database for damage.
    ///
    /// - Throws: ``StoreError/corrupt(_:)`` for the first damage that SQLite finds. A value that violates a CHECK
    ///   constraint is not damage of the file: opening accepts it too, and the next change of its card overwrites it.
    static func requireWhole(_ database: Database) throws {
        let findings = try database.statement("PRAGMA quick_check").values(as: String.self)
        let damage = findings.first { $0 != "ok" && !$0.hasPrefix("CHECK constraint failed") }
        if let damage { throw StoreError.corrupt(damage) }
    }

    /// Converts errors that opening would repair to ``StoreError/corrupt(_:)``, whatever error SQLite reports.
    static func damage(_ error: StoreError) -> StoreError {
        if case .corrupt = error { return error }
        return error.isDamage ? .corrupt(error.explanation) : error
    }

    private static let kept: Set = ["stream", "sync_state", "card", "seen", "owner", "source"]

    /// The number of cards in each stream that was fully loaded, and of unsent actions; nil if there is no store at the
    /// path. Takes a few milliseconds.
    package static func summary(at path: String) throws(StoreError) -> StoreSummary? {
        guard try StoreFiles(path: path).inspect() != nil else { return nil }
        do {
            let source = try readOnly(path)
            // Ignore errors: the connection only reads, so a failed close loses nothing.
            defer { try? source.close() }
            return try version(of: source, path) < Schema.version
                ? try summary(of: upToDate(source).writer) : try summary(of: source)
        } catch {
            if isUnbegun(error) { return nil }
            throw inUse(error, path) ?? damage(StoreError(error))
        }
    }

    /// Reads all numbers from one state of the database.
    private static func summary(of connection: Connection) throws -> StoreSummary {
        try connection.accessNow { db in try db.transaction(.deferred) { try StoreSummary(db) } }
    }

    /// The version according to the database itself, because the file's header may be older than its log.
    private static func version(of source: Connection, _ path: String) throws -> Int {
        let version = try source.accessNow { try $0.statement("PRAGMA user_version").value() ?? 0 }
        guard version <= Schema.version else {
            throw StoreError.newerSchema(path: path, found: version, known: Schema.version)
        }
        return version
    }

    /// A complete copy in memory, with the current schema.
    private static func upToDate(_ source: Connection) throws -> CardDatabase {
        let copy = try inMemory()
        try source.copy(to: copy.writer)
        try copy.writer.accessNow(Schema.migrations.migrate)
        return copy
    }

    static func readOnly(_ path: String) throws -> Connection {
        var options = ConnectionOptions()
        options.isReadOnly = true
        // The program that has the file open may be closing it.
        options.busyTimeout = 1000
        return try Connection(path, options)
    }
}
