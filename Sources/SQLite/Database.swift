import CSQLite

/// An open database. Use it only inside an access of its ``Connection``.
package final class Database {
    private var handle: OpaquePointer?
    private var statements: [String: Statement] = [:]
    private let interruption = Interruption()
    package let isReadOnly: Bool

    /// - Parameter path: The path of the file; empty for a database in memory.
    init(_ path: String, _ options: ConnectionOptions) throws(DatabaseError) {
        isReadOnly = options.isReadOnly
        // SQLite's mutex is not needed, because the connection's queue runs one access at a time.
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        flags |= options.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        if options.isURI { flags |= SQLITE_OPEN_URI }
        var name = path.isEmpty ? ":memory:" : path
        // SQLite on Debian is built to treat any such name as a URI.
        if !options.isURI, name.hasPrefix("file:") { name = "./" + name }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(name, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let error = DatabaseError(code, of: handle)
            sqlite3_close_v2(handle)
            throw error
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, options.busyTimeout)
        csqlite_refuse_quoted_strings(handle)
    }

    deinit {
        for statement in statements.values { statement.finalize() }
        sqlite3_close_v2(handle)
    }

    /// Closes the database. Idempotent.
    /// - Throws: ``ResultCode/busy`` while a statement exists that is not cached.
    func close() throws(DatabaseError) {
        for statement in statements.values { statement.finalize() }
        statements = [:]
        let code = sqlite3_close(handle)
        guard code == SQLITE_OK else { throw DatabaseError(code, of: handle) }
        handle = nil
    }

    /// The handle of SQLite. Throws after the connection was closed.
    func open() throws(DatabaseError) -> OpaquePointer {
        guard let handle else { throw .closed }
        return handle
    }

    // MARK: Statements

    /// The prepared statement for an SQL text. It is prepared once and cached. While the cached statement's rows are
    /// being read, returns a new statement.
    package func statement(_ sql: String) throws -> Statement {
        let known = statements[sql]
        if let known, !known.isRunning {
            known.reset()
            return known
        }
        let statement = try Statement(sql, try open(), interruption, isKept: known == nil)
        if known == nil { statements[sql] = statement }
        return statement
    }

    /// Runs a statement. Returns the number of rows that it changed.
    @discardableResult
    package func run(_ sql: String, _ values: [(any SQLiteValue)?] = []) throws -> Int {
        try statement(sql).run(values)
    }

    /// Runs statements without parameters one after the other. They are not cached.
    package func execute(_ sql: String) throws {
        let handle = try open()
        try interruption.check()
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code == SQLITE_INTERRUPT, interruption.isUnderWay { throw CancellationError() }
        guard code == SQLITE_OK else { throw DatabaseError(code, of: handle) }
    }

    /// The number of rows that were changed by the last statement that changes rows.
    package var changesCount: Int { handle.map { Int(sqlite3_changes64($0)) } ?? 0 }
    package var lastInsertedRowID: Int64 { handle.map { sqlite3_last_insert_rowid($0) } ?? 0 }

    // MARK: Cancellation

    /// Interrupts a running access from another thread.
    // Invariant: used only between the beginning and the end of an access, during which the connection stays open.
    // SQLite allows any thread to interrupt it.
    struct Interrupter: @unchecked Sendable {
        fileprivate let handle: OpaquePointer?
        fileprivate let interruption: Interruption

        func request() {
            interruption.request()
            if let handle { sqlite3_interrupt(handle) }
        }

        func withdraw() { interruption.withdraw() }
    }

    var interrupter: Interrupter { Interrupter(handle: handle, interruption: interruption) }
}
