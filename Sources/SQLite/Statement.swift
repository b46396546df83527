import CSQLite

/// A prepared statement. Set its parameters in order, then run it. It must be used like its ``Database``, and not after
/// that was closed.
package final class Statement {
    private(set) var pointer: OpaquePointer?
    private let connection: OpaquePointer
    private let interruption: Interruption
    /// Whether the statement's rows are being read.
    private(set) var isRunning = false
    private var position: Int32 = 0
    private var bindingFailure: Int32 = SQLITE_OK

    /// - Parameter isKept: Whether the statement will run often, so that SQLite allocates its memory accordingly.
    init(
        _ sql: String, _ connection: OpaquePointer, _ interruption: Interruption, isKept: Bool
    ) throws {
        try interruption.check()
        var sql = sql
        var pointer: OpaquePointer?
        var rest = 0
        let code = sql.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) { text in
                var tail: UnsafePointer<CChar>?
                let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
                let code = sqlite3_prepare_v3(
                    connection, text.baseAddress, Int32(text.count), flags, &pointer, &tail)
                if let tail, let start = text.baseAddress { rest = text.count - (tail - start) }
                return code
            }
        }
        // Preparing can also be interrupted.
        if code == SQLITE_INTERRUPT, interruption.isUnderWay { throw CancellationError() }
        guard code == SQLITE_OK else { throw DatabaseError(code, of: connection) }
        self.pointer = pointer
        self.connection = connection
        self.interruption = interruption
        guard pointer != nil else { throw DatabaseError(.misuse, "the SQL has no statement") }
        guard sql.utf8.suffix(rest).allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: ";") }) else {
            throw DatabaseError(.misuse, "the SQL has more than one statement")
        }
    }

    deinit { sqlite3_finalize(pointer) }

    /// Releases the statement. It can no longer run.
    func finalize() {
        sqlite3_finalize(pointer)
        pointer = nil
    }

    // MARK: Parameters, in order

    package func bind(_ value: Int64) { bound { sqlite3_bind_int64(pointer, $0, value) } }
    package func bind(_ value: Int) { bind(Int64(value)) }
    package func bind(_ value: Bool) { bind(value ? 1 as Int64 : 0) }
    package func bind(_ value: Double) { bound { sqlite3_bind_double(pointer, $0, value) } }
    package func bind(_ value: Int64?) { if let value { bind(value) } else { bindNull() } }
    package func bind(_ value: String?) { if let value { bind(value) } else { bindNull() } }
    package func bindNull() { bound { sqlite3_bind_null(pointer, $0) } }

    package func bind(_ value: String) {
        var value = value
        value.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) { text in
                // The address must not be nil, because SQLite would bind NULL.
                guard let address = text.baseAddress else {
                    return bound { sqlite3_bind_text(pointer, $0, "", 0, nil) }
                }
                bound {
                    sqlite3_bind_text64(
                        pointer, $0, address, UInt64(text.count), Self.copying, UInt8(SQLITE_UTF8))
                }
            }
        }
    }

    package func bind(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            if let address = bytes.baseAddress, !bytes.isEmpty {
                bound { sqlite3_bind_blob64(pointer, $0, address, UInt64(bytes.count), Self.copying) }
            } else {
                bound { sqlite3_bind_zeroblob(pointer, $0, 0) }
            }
        }
    }

    private func bound(_ bind: (Int32) -> Int32) {
        position += 1
        let code = bind(position)
        if code != SQLITE_OK, bindingFailure == SQLITE_OK { bindingFailure = code }
    }

    private func bind(_ values: [(any SQLiteValue)?]) {
        for value in values { if let value { value.bind(to: self) } else { bindNull() } }
    }

    /// The value of `SQLITE_TRANSIENT`, which makes SQLite copy the bytes.
    private static var copying: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    // MARK: Running

    /// Passes rows to `read` one by one, until it returns false. The values are bound after those that were bound
    /// before.
    package func forEachRow(
        _ values: [(any SQLiteValue)?] = [], _ read: (borrowing Row) throws -> Bool
    ) throws {
        guard !isRunning else { throw DatabaseError(.misuse, "the statement is already running") }
        isRunning = true
        defer { reset() }
        bind(values)
        try interruption.check()
        guard bindingFailure == SQLITE_OK else { throw DatabaseError(bindingFailure, of: connection) }
        // SQLite would use the values of the previous run for missing ones.
        guard position == sqlite3_bind_parameter_count(pointer) else {
            throw DatabaseError(.range, "\(position) values for \(sqlite3_bind_parameter_count(pointer)) parameters")
        }
        while true {
            let code = sqlite3_step(pointer)
            switch code {
            case SQLITE_ROW: guard try read(Row(pointer)) else { return }
            case SQLITE_DONE: return
            case SQLITE_INTERRUPT where interruption.isUnderWay: throw CancellationError()
            default: throw pointer == nil ? DatabaseError.closed : DatabaseError(code, of: connection)
            }
        }
    }

    /// Runs the statement to its end. Returns the number of rows that the last statement with changes has changed.
    @discardableResult
    package func run(_ values: [(any SQLiteValue)?] = []) throws -> Int {
        try forEachRow(values) { _ in true }
        return Int(sqlite3_changes64(connection))
    }

    /// The result of `read` for the first row; nil if there is no row.
    package func first<Value>(
        _ values: [(any SQLiteValue)?] = [], _ read: (borrowing Row) throws -> Value
    ) throws -> Value? {
        var first: Value?
        try forEachRow(values) { row in
            first = try read(row)
            return false
        }
        return first
    }

    /// The results of `read` for all rows.
    package func all<Value>(
        _ values: [(any SQLiteValue)?] = [], _ read: (borrowing Row) throws -> Value
    ) throws -> [Value] {
        var all: [Value] = []
        try forEachRow(values) { row in
            all.append(try read(row))
            return true
        }
        return all
    }

    /// The first column of the first row; nil if there is no row or the value is NULL.
    package func value<Value: SQLiteValue>(
        _ values: [(any SQLiteValue)?] = [], as type: Value.Type = Value.self
    ) throws -> Value? {
        try first(values) { $0[0] as Value? } ?? nil
    }

    /// The first column of all rows.
    package func values<Value: SQLiteValue>(
        _ values: [(any SQLiteValue)?] = [], as type: Value.Type = Value.self
    ) throws -> [Value] {
        try all(values) { $0[0] }
    }

    /// Ends a run, and removes the values that were bound for the next one.
    func reset() {
        // This returns the error of the last step again, which was already thrown.
        sqlite3_reset(pointer)
        position = 0
        bindingFailure = SQLITE_OK
        isRunning = false
    }
}
