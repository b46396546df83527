import CSQLite

/// An error of SQLite.
package struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The extended result code.
    package var code: ResultCode
    /// SQLite's message.
    package var message: String
    /// Whether a commit failed in such a way that the transaction may still be applied when the file is opened the next
    /// time.
    package var isOutcomeUnknown = false

    package init(_ code: ResultCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Creates the error for the last failure of a connection.
    init(_ code: Int32, of connection: OpaquePointer?) {
        self.code = ResultCode(rawValue: code)
        message = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
    }

    static let closed = DatabaseError(.misuse, "the connection is closed")

    package var description: String { "SQLite error \(code.rawValue): \(message)" }
}
