package import Cards
package import FeedAPI

/// An invitation as stored by the server. It contains the hash of its code instead of the code. Times are in
/// milliseconds since 1970.
package struct StoredInvitation: Hashable, Sendable, Identifiable {
    package var id: InvitationID
    package var environment: EnvironmentID
    package var user: UserID
    /// The SHA-256 hash of the code's bytes. The code is random, so that neither a salt nor a slow hash is needed.
    package var hash: [UInt8]
    package var createdAt: Int64
    package var expiresAt: Int64
    /// The lifetime of the token that is issued for the code, in days.
    package var tokenDays: Int
    /// When the code was exchanged; nil if it was not.
    package var usedAt: Int64?

    package init(
        id: InvitationID, environment: EnvironmentID, user: UserID, hash: [UInt8], createdAt: Int64, expiresAt: Int64,
        tokenDays: Int, usedAt: Int64? = nil
    ) {
        self.id = id
        self.environment = environment
        self.user = user
        self.hash = hash
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.tokenDays = tokenDays
        self.usedAt = usedAt
    }

    /// Whether the code can still be exchanged.
    ///
    /// - Parameter now: The time in milliseconds since 1970.
    package func isOpen(at now: Int64) -> Bool { usedAt == nil && expiresAt > now }
}
