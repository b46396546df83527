import CPostgres

/// An error of a connection or a statement.
package struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    package var state: SQLState
    /// The message of the server or of libpq. It never contains the password. The text comes from outside the program.
    package var message: String
    /// The constraint that a row violates; nil for other errors.
    package var constraint: String?
    /// Whether it is unknown if the transaction was committed: the connection was lost during the commit, or the wait
    /// for a standby was interrupted.
    package var isOutcomeUnknown = false

    package init(_ state: SQLState, _ message: String, constraint: String? = nil) {
        self.state = state
        self.message = message
        self.constraint = constraint
    }

    /// Creates the error in a result of libpq.
    init(_ result: OpaquePointer) {
        func field(_ code: Int) -> String? {
            cPQresultErrorField(result, Int32(code)).map { String(cString: $0) }
        }
        let state = field(CPOSTGRES_DIAG_SQLSTATE)
        self.init(
            state.map(SQLState.init) ?? .connectionLost, field(CPOSTGRES_DIAG_MESSAGE) ?? "the connection was lost",
            constraint: field(CPOSTGRES_DIAG_CONSTRAINT))
    }

    package static func misuse(_ message: String) -> Self { Self(.protocolViolation, message) }

    package var description: String { "PostgreSQL error \(state.rawValue): \(message)" }
}
