package import Cards

/// The request that exchanges the code of an invitation for credentials.
package struct InvitationExchange: Hashable, Sendable {
    /// The code. It cannot be used again after the exchange.
    package var code: InvitationCode
    /// The user that the invitation must be for. If it is for another user, the exchange fails and the code can still
    /// be used. Nil, the default, accepts any user.
    package var user: UserID?

    /// Creates a request from its properties.
    package init(code: InvitationCode, user: UserID? = nil) {
        self.code = code
        self.user = user
    }
}
