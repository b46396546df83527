package import Cards

/// The request for the credentials of an invitation.
package struct InvitationExchange: Hashable, Sendable {
    /// The code, which the exchange uses up.
    package var code: InvitationCode
    /// The user that the invitation must be for, so that the code of another user's is not used up. Nil, the default, for
    /// any.
    package var user: UserID?

    /// Creates a request from its properties.
    package init(code: InvitationCode, user: UserID? = nil) {
        self.code = code
        self.user = user
    }
}
