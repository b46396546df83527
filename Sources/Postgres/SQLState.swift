/// A code of five characters with which PostgreSQL identifies a kind of error.
package struct SQLState: RawRepresentable, Hashable, Sendable {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let foreignKeyViolation = Self(rawValue: "23503")
    package static let uniqueViolation = Self(rawValue: "23505")
    package static let serializationFailure = Self(rawValue: "40001")
    package static let deadlock = Self(rawValue: "40P01")
    package static let lockNotAvailable = Self(rawValue: "55P03")
    package static let diskFull = Self(rawValue: "53100")
    package static let cancelled = Self(rawValue: "57014")
    package static let adminShutdown = Self(rawValue: "57P01")
    package static let insufficientPrivilege = Self(rawValue: "42501")
    /// The server refuses the password, or requires one and has not got it.
    package static let invalidPassword = Self(rawValue: "28P01")
    /// A change was sent to a server that is read-only: a replica, or a former primary.
    package static let readOnly = Self(rawValue: "25006")
    static let notSupported = Self(rawValue: "0A000")
    /// The transaction was ended because its client was silent for too long.
    package static let idleInTransaction = Self(rawValue: "25P03")
    /// The error of a function that is not available on a replica.
    package static let wrongState = Self(rawValue: "55000")
    /// A prepared statement does not exist, or already exists, because the connection was used by another client.
    package static let unknownStatement = Self(rawValue: "26000")
    package static let knownStatement = Self(rawValue: "42P05")
    /// A code for a connection that cannot be opened. libpq has no code for this, so this library sets it.
    package static let cannotConnect = Self(rawValue: "08001")
    /// A code for a lost connection, set by this library.
    package static let connectionLost = Self(rawValue: "08006")
    /// A code for wrong use of this library or an unexpected response, set by this library.
    package static let protocolViolation = Self(rawValue: "08P01")

    /// Whether the connection is unusable: it was lost, the server is shutting down or starting, or it has become a replica.
    /// A new connection may find another server.
    package var isConnectionFailure: Bool {
        rawValue.hasPrefix("08") && self != .protocolViolation
            || ["57P01", "57P02", "57P03", Self.readOnly.rawValue, Self.idleInTransaction.rawValue].contains(rawValue)
    }

    /// Whether the transaction conflicted with another one, so that it may succeed if it is repeated.
    package var isConflict: Bool {
        [.serializationFailure, .deadlock, .lockNotAvailable, .uniqueViolation, .foreignKeyViolation].contains(self)
    }
}
