public import Cards

public import struct Foundation.Date

/// An invitation of a user to a server: its code gives the user's credentials, once and within its time.
public struct Invitation: Hashable, Sendable, Identifiable {
    /// Chosen by the server.
    public var id: InvitationID
    public var user: UserID
    public var createdAt: Date
    /// When its code ends.
    public var expiresAt: Date
    /// Only in the answer to making the invitation: the server keeps a hash.
    public var code: InvitationCode?

    public init(id: InvitationID, user: UserID, createdAt: Date, expiresAt: Date, code: InvitationCode? = nil) {
        self.id = id
        self.user = user
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.code = code
    }
}

/// A request for a new invitation. JSON: `{"user","expiresIn"?,"tokenDays"?}`.
public struct InvitationRequest: Hashable, Sendable {
    /// Who is invited; a user needs no cards for it.
    public var user: UserID
    /// Seconds until the code ends.
    public var seconds: Int
    /// Days until the token ends that is given for the code.
    public var tokenDays: Int

    public static let defaultSeconds = 3600
    /// At least a second, at most a week.
    public static let allowedSeconds = 1...604_800
    public static let defaultTokenDays = 90
    public static let allowedTokenDays = 1...3650

    public init(
        user: UserID, seconds: Int = Self.defaultSeconds, tokenDays: Int = Self.defaultTokenDays
    ) {
        self.user = user
        self.seconds = seconds
        self.tokenDays = tokenDays
    }
}

/// A user's credentials, given for an invitation's code. JSON: `{"environment","user","viewerKey","token","tokenExpires"}`.
public struct InvitationGrant: Hashable, Sendable {
    public var environment: EnvironmentID
    public var user: UserID
    /// The API key of viewers.
    public var viewerKey: String
    /// The user's JWT.
    public var token: String
    /// When the token ends.
    public var tokenExpiresAt: Date

    public init(
        environment: EnvironmentID, user: UserID, viewerKey: String, token: String, tokenExpiresAt: Date
    ) {
        self.environment = environment
        self.user = user
        self.viewerKey = viewerKey
        self.token = token
        self.tokenExpiresAt = tokenExpiresAt
    }
}
