import CPostgres

/// Where a database is, as libpq reads it: a URL such as `postgres://user@host/database`, or `name=value` pairs. What it does
/// not say comes from libpq's environment variables, its service file and `~/.pgpass`. May contain a password, so it is never
/// shown.
package struct ConnectionTarget: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    package let text: String
    /// Whether a pooler gives each transaction another connection, as PgBouncer does in its transaction mode. Then nothing
    /// may belong to a connection: no prepared statements, no settings beyond a transaction, no LISTEN.
    package let isPooled: Bool
    /// How long the server may say nothing while it is waited for, in milliseconds. Then the connection counts as lost.
    package var silenceLimit: Int32 = 60_000

    package enum Failure: Error, Hashable, Sendable {
        /// libpq cannot be used: why, and what to do.
        case noLibrary(String)
        case unreadable
    }

    /// - Throws: If libpq is missing, or does not understand the text.
    package init(_ text: String, isPooled: Bool = false) throws(Failure) {
        self.text = text
        self.isPooled = isPooled
        guard try Self.inspect(text) != CPOSTGRES_UNREADABLE else { throw .unreadable }
    }

    /// Whether the text itself contains a password.
    package static func hasPassword(_ text: String) throws(Failure) -> Bool {
        try inspect(text) == CPOSTGRES_HAS_PASSWORD
    }

    private static func inspect(_ text: String) throws(Failure) -> Int {
        if let problem = cpostgres_load() { throw .noLibrary(String(cString: problem)) }
        // Before libpq connects, whose errors would show pieces of the password.
        guard !DatabaseURL.isMisread(text) else { return Int(CPOSTGRES_UNREADABLE) }
        return Int(cpostgres_inspect(text))
    }

    package var description: String { "a database" }
    package var debugDescription: String { description }
}
