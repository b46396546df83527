package import Cards
package import FeedAPI

/// An invitation as stored by the server: with the hash of its code instead of the code. Times are in milliseconds since
/// 1970.
package struct StoredInvitation: Hashable, Sendable, Identifiable {
    package var id: InvitationID
    package var environment: EnvironmentID
    package var user: UserID
    /// Of the code's bytes, by SHA-256. The code is random, so neither salt nor a slow hash is needed.
    package var hash: [UInt8]
    package var createdAt: Int64
    package var expiresAt: Int64
    /// Days until the token ends that is given for the code.
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

    /// Whether the code can be exchanged.
    ///
    /// - Parameter now: In milliseconds since 1970.
    package func isOpen(at now: Int64) -> Bool { usedAt == nil && expiresAt > now }
}
