import SQLite

/// Looking at a database that another process may have open: nothing of it is locked or changed. A connection that only
/// reads neither writes nor checkpoints, so it needs no turn (``StoreTurns``).
extension CardDatabase {
    /// A copy in memory of what is at a path; nil when nothing is there. Cards, cursors and what the user has seen are
    /// copied; what waits to be sent is not, since the process that has the store sends it.
    ///
    /// - Throws: ``StoreError/corrupt(_:)`` for a file that the next ``open(path:at:as:isExclusive:)`` sets aside.
    package static func copy(of path: String) throws(StoreError) -> CardDatabase? {
        guard try StoreFiles(path: path).inspect() != nil else { return nil }
        do {
            let source = try readOnly(path)
            // It was only read, so a close that fails loses nothing.
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
                    // Damage comes along, and would show at any later moment.
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

    /// Whether the program that made the file ended before it could turn the write-ahead log on, and so before the first table: only
    /// then a store has a journal that is to be rolled back, which needs a connection that writes.
    private static func isUnbegun(_ error: any Error) -> Bool { (error as? DatabaseError)?.code == .readOnlyRollback }

    /// The program that has the file does not even let it be read, see ``open(path:at:as:isExclusive:)``.
    private static func inUse(_ error: any Error, _ path: String) -> StoreError? {
        guard (error as? DatabaseError)?.code == .busy else { return nil }
        return .alreadyOpen(path: path, pid: StoreLock.holder(of: path)?.processID)
    }

    /// - Throws: ``StoreError/corrupt(_:)`` for the first damage that SQLite finds. A value that breaks a constraint is no
    ///   damage of the file: opening takes it too, and the next change of its card writes it again.
    static func requireWhole(_ database: Database) throws {
        let findings = try database.statement("PRAGMA quick_check").values(as: String.self)
        let damage = findings.first { $0 != "ok" && !$0.hasPrefix("CHECK constraint failed") }
        if let damage { throw StoreError.corrupt(damage) }
    }

    /// What opening would repair is damage, also where SQLite reports another error.
    static func damage(_ error: StoreError) -> StoreError {
        if case .corrupt = error { return error }
        return error.isDamage ? .corrupt(error.explanation) : error
    }

    private static let kept: Set = ["stream", "sync_state", "card", "seen", "owner", "source"]

    /// How many cards there are in each stream that was here in full, and what waits to be sent; nil when nothing is at
    /// the path. A matter of milliseconds.
    package static func glance(at path: String) throws(StoreError) -> StoreSummary? {
        guard try StoreFiles(path: path).inspect() != nil else { return nil }
        do {
            let source = try readOnly(path)
            // It was only read, so a close that fails loses nothing.
            defer { try? source.close() }
            return try version(of: source, path) < Schema.version
                ? try summary(of: upToDate(source).writer) : try summary(of: source)
        } catch {
            if isUnbegun(error) { return nil }
            throw inUse(error, path) ?? damage(StoreError(error))
        }
    }

    /// All numbers from one state of the database.
    private static func summary(of connection: Connection) throws -> StoreSummary {
        try connection.accessNow { db in try db.transaction(.deferred) { try StoreSummary(db) } }
    }

    /// By the database itself: the file's header may be behind its log.
    private static func version(of source: Connection, _ path: String) throws -> Int {
        let version = try source.accessNow { try $0.statement("PRAGMA user_version").value() ?? 0 }
        guard version <= Schema.version else {
            throw StoreError.newerSchema(path: path, found: version, known: Schema.version)
        }
        return version
    }

    /// All of it in memory, in the present schema.
    private static func upToDate(_ source: Connection) throws -> CardDatabase {
        let copy = try inMemory()
        try source.copy(to: copy.writer)
        try copy.writer.accessNow(Schema.migrations.migrate)
        return copy
    }

    static func readOnly(_ path: String) throws -> Connection {
        var options = ConnectionOptions()
        options.isReadOnly = true
        // The program that has the file may be closing it.
        options.busyTimeout = 1000
        return try Connection(path, options)
    }
}
