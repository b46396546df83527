package import FeedStorage
import Postgres

/// The location of a database: a URL such as `postgres://user@host/database`, or `name=value` pairs, as libpq parses
/// them. Missing values come from libpq's environment variables, its service file and `~/.pgpass`. The text is never
/// shown, because it may contain a password.
package struct DatabaseAddress: Sendable, CustomStringConvertible {
    let target: ConnectionTarget

    /// - Parameter isPooled: Whether this is the address of a pooler that may use another connection for each
    ///   transaction.
    /// - Throws: ``StorageError`` if libpq cannot be used or cannot parse the text.
    package init(_ text: String, isPooled: Bool = false) throws(StorageError) {
        do { target = try ConnectionTarget(text, isPooled: isPooled) } catch { throw StorageError(error) }
    }

    /// Whether a text contains a password. False if the text cannot be parsed.
    package static func hasPassword(_ text: String) throws(StorageError) -> Bool {
        do { return try ConnectionTarget.hasPassword(text) } catch { throw StorageError(error) }
    }

    /// Whether the text of the address is different. Ignores whether the database is used through a pooler.
    package func isElsewhere(than other: DatabaseAddress) -> Bool { target.text != other.target.text }

    package var description: String { "a database" }
}

extension StorageError {
    fileprivate init(_ failure: ConnectionTarget.Failure) {
        self =
            switch failure {
            case .noLibrary(let reason): .noDatabaseLibrary(reason: reason)
            case .unreadable: .unreadableDatabaseAddress
            }
    }
}
