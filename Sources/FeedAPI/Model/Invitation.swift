package import Cards

package import struct Foundation.Date

/// An invitation of a user to a server: its code gives the user's credentials, once and within its time.
package struct Invitation: Hashable, Sendable, Identifiable {
    /// Chosen by the server.
    package var id: InvitationID
    package var user: UserID
    package var createdAt: Date
    /// When its code ends.
    package var expiresAt: Date
    /// Only in the answer to making the invitation: the server keeps a hash.
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
    /// Who is invited; a user needs no cards for it.
    package var user: UserID
    /// Seconds until the code ends.
    package var seconds: Int
    /// Days until the token ends that is given for the code.
    package var tokenDays: Int

    package static let defaultSeconds = 3600
    /// At least a second, at most a week.
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

/// A user's credentials, given for an invitation's code. JSON: `{"environment","user","viewerKey","token","tokenExpires"}`.
package struct InvitationGrant: Hashable, Sendable {
    package var environment: EnvironmentID
    package var user: UserID
    /// The API key of viewers.
    package var viewerKey: String
    /// The user's JWT.
    package var token: String
    /// When the token ends.
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
