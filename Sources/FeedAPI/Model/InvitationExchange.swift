public import Cards

/// The request for the credentials of an invitation.
public struct InvitationExchange: Hashable, Sendable {
    /// The code, which the exchange uses up.
    public var code: InvitationCode
    /// The user that the invitation must be for, so that the code of another user's is not used up. Nil, the default, for
    /// any.
    public var user: UserID?

    /// Creates a request from its properties.
    public init(code: InvitationCode, user: UserID? = nil) {
        self.code = code
        self.user = user
    }
}
