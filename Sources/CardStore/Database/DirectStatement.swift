import GRDB
import GRDBSQLite

/// A statement of a connection's cache, bound and stepped by SQLite's own functions. For the two places that touch many
/// rows: storing a feed and reading a window. There the checks and boxes of GRDB's `Row` and `StatementArguments` cost
/// several times what SQLite itself needs.
final class DirectStatement {
    /// Keeps the pointer alive.
    private let statement: Statement
    private let pointer: OpaquePointer
    private let db: Database
    private var position: Int32 = 0
    private var bindingFailure: Int32 = SQLITE_OK

    init(_ db: Database, _ sql: String) throws {
        statement = try db.cachedStatement(sql: sql)
        pointer = statement.sqliteStatement
        self.db = db
        sqlite3_reset(pointer)
    }

    // MARK: Arguments, in order

    func bind(_ value: Int64) { bound { sqlite3_bind_int64(pointer, $0, value) } }
    func bind(_ value: Int) { bind(Int64(value)) }
    func bind(_ value: Bool) { bind(value ? 1 as Int64 : 0) }
    func bind(_ value: Int64?) { if let value { bind(value) } else { bindNull() } }
    func bind(_ value: String?) { if let value { bind(value) } else { bindNull() } }

    func bind(_ value: String) {
        var value = value
        value.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) { text in
                bound { sqlite3_bind_text(pointer, $0, text.baseAddress, Int32(text.count), Self.copying) }
            }
        }
    }

    func bind(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            // Without an address SQLite would bind NULL.
            if let address = bytes.baseAddress, !bytes.isEmpty {
                bound { sqlite3_bind_blob(pointer, $0, address, Int32(bytes.count), Self.copying) }
            } else {
                bound { sqlite3_bind_zeroblob(pointer, $0, 0) }
            }
        }
    }

    private func bindNull() { bound { sqlite3_bind_null(pointer, $0) } }

    private func bound(_ bind: (Int32) -> Int32) {
        position += 1
        let code = bind(position)
        if code != SQLITE_OK, bindingFailure == SQLITE_OK { bindingFailure = code }
    }

    /// SQLite's way to ask for a copy.
    private static var copying: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    // MARK: Running

    /// Runs a statement that gives no rows; returns how many it changed.
    @discardableResult
    func run() throws -> Int {
        defer { reset() }
        while try step() {}
        return Int(sqlite3_changes(db.sqliteConnection))
    }

    /// What `read` makes of the first row; nil when there is none.
    func first<Value>(_ read: (DirectStatement) throws -> Value) throws -> Value? {
        defer { reset() }
        return try step() ? try read(self) : nil
    }

    /// Reads row after row until `read` returns false.
    func forEachRow(_ read: (DirectStatement) throws -> Bool) throws {
        defer { reset() }
        while try step() {
            guard try read(self) else { return }
        }
    }

    private func step() throws -> Bool {
        guard bindingFailure == SQLITE_OK else { throw failure(bindingFailure) }
        let code = sqlite3_step(pointer)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw failure(code)
        }
    }

    private func reset() {
        // Repeats the error of the step before, which has been thrown.
        sqlite3_reset(pointer)
        position = 0
        bindingFailure = SQLITE_OK
    }

    private func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: sqlite3_errmsg(db.sqliteConnection).map { String(cString: $0) })
    }

    // MARK: Columns of the current row

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }
    func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }
    func int(_ column: Int32) -> Int { Int(int64(column)) }
    func bool(_ column: Int32) -> Bool { int64(column) != 0 }
    func optionalInt64(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }

    func string(_ column: Int32) -> String {
        guard let text = sqlite3_column_text(pointer, column) else { return "" }
        let count = Int(sqlite3_column_bytes(pointer, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    func optionalString(_ column: Int32) -> String? { isNull(column) ? nil : string(column) }

    /// Empty for a NULL.
    func bytes(_ column: Int32) -> [UInt8] {
        guard let blob = sqlite3_column_blob(pointer, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: blob, count: Int(sqlite3_column_bytes(pointer, column))))
    }
}
