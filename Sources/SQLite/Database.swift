import CSQLite

/// An open database, inside an access of its ``Connection``.
package final class Database {
    private var handle: OpaquePointer?
    private var statements: [String: Statement] = [:]
    private let interruption = Interruption()
    package let isReadOnly: Bool

    /// - Parameter path: Empty for a database in memory.
    init(_ path: String, _ options: ConnectionOptions) throws(DatabaseError) {
        isReadOnly = options.isReadOnly
        // Without SQLite's own mutex: the connection's queue keeps order.
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        flags |= options.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        if options.isURI { flags |= SQLITE_OPEN_URI }
        var name = path.isEmpty ? ":memory:" : path
        // Debian's SQLite takes any such name for a URI.
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

    /// Throws ``ResultCode/busy`` while a statement that is not kept is still there. Idempotent.
    func close() throws(DatabaseError) {
        for statement in statements.values { statement.finalize() }
        statements = [:]
        let code = sqlite3_close(handle)
        guard code == SQLITE_OK else { throw DatabaseError(code, of: handle) }
        handle = nil
    }

    /// The connection; throws once it is closed.
    func open() throws(DatabaseError) -> OpaquePointer {
        guard let handle else { throw .closed }
        return handle
    }

    // MARK: Statements

    /// The statement of this SQL, which is prepared once and kept. While rows of it are being read it is another one.
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

    /// Runs one statement; returns how many rows it changed.
    @discardableResult
    package func run(_ sql: String, _ values: [(any SQLiteValue)?] = []) throws -> Int {
        try statement(sql).run(values)
    }

    /// Runs statements without parameters, one after the other. They are not kept.
    package func execute(_ sql: String) throws {
        let handle = try open()
        try interruption.check()
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code == SQLITE_INTERRUPT, interruption.isUnderWay { throw CancellationError() }
        guard code == SQLITE_OK else { throw DatabaseError(code, of: handle) }
    }

    /// How many rows the last statement changed that changes rows.
    package var changesCount: Int { handle.map { Int(sqlite3_changes64($0)) } ?? 0 }
    package var lastInsertedRowID: Int64 { handle.map { sqlite3_last_insert_rowid($0) } ?? 0 }

    // MARK: Cancellation

    /// What another thread may do to a running access.
    // Invariant: used between the begin and the end of an access, during which the connection stays open; SQLite lets any
    // thread interrupt it.
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
