package import Cards

package import struct Foundation.Date

/// An invitation of a user to a server. Its code can be exchanged once for the user's credentials, until it expires.
package struct Invitation: Hashable, Sendable, Identifiable {
    /// The id, chosen by the server.
    package var id: InvitationID
    package var user: UserID
    package var createdAt: Date
    /// When the code expires.
    package var expiresAt: Date
    /// The code. Nil except in the response to the request that made the invitation, because the server stores only a
    /// hash.
    package var code: InvitationCode?

    package init(id: InvitationID, user: UserID, createdAt: Date, expiresAt: Date, code: InvitationCode? = nil) {
        self.id = id
        self.user = user
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.code = code
    }
}

/// A request for a new invitation. JSON: `{"user","expiresIn"?,"tokenDays"?}`.
package struct InvitationRequest: Hashable, Sendable {
    /// The invited user. The user need not have cards.
    package var user: UserID
    /// The time in seconds until the code expires.
    package var seconds: Int
    /// The lifetime in days of the token that is issued for the code.
    package var tokenDays: Int

    package static let defaultSeconds = 3600
    /// From a second to a week.
    package static let allowedSeconds = 1...604_800
    package static let defaultTokenDays = 90
    package static let allowedTokenDays = 1...3650

    package init(
        user: UserID, seconds: Int = Self.defaultSeconds, tokenDays: Int = Self.defaultTokenDays
    ) {
        self.user = user
        self.seconds = seconds
        self.tokenDays = tokenDays
    }
}

/// The credentials of a user that are issued for an invitation's code.
/// JSON: `{"environment","user","viewerKey","token","tokenExpires"}`.
package struct InvitationGrant: Hashable, Sendable {
    package var environment: EnvironmentID
    package var user: UserID
    /// The viewer key.
    package var viewerKey: String
    /// The user's JWT.
    package var token: String
    /// When the token expires.
    package var tokenExpiresAt: Date

    package init(
        environment: EnvironmentID, user: UserID, viewerKey: String, token: String, tokenExpiresAt: Date
    ) {
        self.environment = environment
        self.user = user
        self.viewerKey = viewerKey
        self.token = token
        self.tokenExpiresAt = tokenExpiresAt
    }
}
