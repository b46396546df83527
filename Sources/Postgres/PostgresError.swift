import CPostgres

/// A failure of a connection or a statement.
package struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    package var state: SQLState
    /// What the server or libpq says. Never contains the password. Comes from outside.
    package var message: String
    /// The constraint that a row violates; nil for other errors.
    package var constraint: String?
    /// Whether the connection was lost during a commit, so that it is unknown whether the transaction was stored.
    package var isOutcomeUnknown = false

    package init(_ state: SQLState, _ message: String, constraint: String? = nil) {
        self.state = state
        self.message = message
        self.constraint = constraint
    }

    /// The error of a result.
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
