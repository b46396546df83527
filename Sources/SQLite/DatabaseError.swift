import CSQLite

/// A failure of SQLite.
package struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The extended code.
    package var code: ResultCode
    /// What SQLite says of this failure.
    package var message: String
    /// The commit of a transaction failed in such a way that the next program which opens the file may find it done.
    package var isOutcomeUnknown = false

    package init(_ code: ResultCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The last failure of a connection.
    init(_ code: Int32, of connection: OpaquePointer?) {
        self.code = ResultCode(rawValue: code)
        message = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
    }

    static let closed = DatabaseError(.misuse, "the connection is closed")

    package var description: String { "SQLite error \(code.rawValue): \(message)" }
}
