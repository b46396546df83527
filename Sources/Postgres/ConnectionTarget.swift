import CPostgres

/// The location of a database, as libpq parses it: a URL such as `postgres://user@host/database`, or `name=value`
/// pairs. Missing values come from libpq's environment variables, its service file and `~/.pgpass`. The text may
/// contain a password, so it is never shown.
package struct ConnectionTarget: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    package let text: String
    /// Whether a pooler may use another connection for each transaction, for example PgBouncer in transaction mode.
    /// Nothing may then depend on the connection: no prepared statements, no settings beyond a transaction, and no
    /// LISTEN.
    package let isPooled: Bool
    /// How long to wait for the server without receiving anything, in milliseconds. After that, the connection counts
    /// as lost.
    package var silenceLimit: Int32 = 60_000

    package enum Failure: Error, Hashable, Sendable {
        /// libpq cannot be used. The text contains the reason and what to do.
        case noLibrary(String)
        case unreadable
    }

    /// - Throws: ``Failure`` if libpq is missing or cannot parse the text.
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
        // Check this before libpq connects, because its errors would show parts of the password.
        guard !DatabaseURL.isMisread(text) else { return Int(CPOSTGRES_UNREADABLE) }
        return Int(cpostgres_inspect(text))
    }

    package var description: String { "a database" }
    package var debugDescription: String { description }
}
