package import FeedStorage
import Postgres

/// Where a database is: a URL such as `postgres://user@host/database`, or `name=value` pairs, as libpq reads them. What the
/// text does not say comes from libpq's environment variables, its service file and `~/.pgpass`. Never shown, since it may
/// contain a password.
package struct DatabaseAddress: Sendable, CustomStringConvertible {
    let target: ConnectionTarget

    /// - Parameter isPooled: Whether it is the address of a pooler that gives each transaction another connection.
    /// - Throws: If libpq cannot be used, or does not understand the text.
    package init(_ text: String, isPooled: Bool = false) throws(StorageError) {
        do { target = try ConnectionTarget(text, isPooled: isPooled) } catch { throw StorageError(error) }
    }

    /// Whether a text contains a password. False for one that cannot be read.
    package static func hasPassword(_ text: String) throws(StorageError) -> Bool {
        do { return try ConnectionTarget.hasPassword(text) } catch { throw StorageError(error) }
    }

    /// Whether it is another address, however the database is used there.
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
