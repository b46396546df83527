/// The settings of an API space, which the vendor's dashboard has, and the limits of the emulator.
package struct EmulatorConfiguration: Hashable, Sendable {
    /// The id of the API space. Every path begins with `/apispaces/{id}`.
    package var apiSpaceID: String
    /// The secret for the HS256 signatures of identity tokens. Its UTF-8 bytes are the key.
    package var secret: String
    /// The required `iss` of identity tokens.
    package var issuer: String
    /// The required `aud` of identity tokens.
    package var audience: String
    /// The claim of an identity token with the profile's id.
    package var profileClaim: String
    /// The URL of the service for clients: scheme, host and port, without a trailing slash. The URLs of uploaded files
    /// begin with it.
    package var baseURL: String
    /// How long a challenge is valid, in seconds.
    package var challengeLifetime: Double
    /// How long a session is valid, in seconds.
    package var sessionLifetime: Double
    /// The greatest difference between the service's clock and the clock of the signer of identity tokens, in seconds.
    package var clockLeeway: Double
    /// The account id in typing events and `socket.info`.
    package var accountID: Int
    /// The member name of the entity tag in events: `etag` or `eTag`. The service uses both.
    package var eventETagKey: String
    /// The member name of a participant's identifier in `conversation.create`: `id` or `profileId`. The service uses
    /// both.
    package var createEventParticipantKey: String

    package init(
        apiSpaceID: String, secret: String, issuer: String = "https://api.comapi.com/defaultauth",
        audience: String = "https://api.comapi.com", profileClaim: String = "sub",
        baseURL: String = "https://api.comapi.com", challengeLifetime: Double = 300,
        sessionLifetime: Double = 86_400, clockLeeway: Double = 60, accountID: Int = 1,
        eventETagKey: String = "etag", createEventParticipantKey: String = "id"
    ) {
        self.apiSpaceID = apiSpaceID
        self.secret = secret
        self.issuer = issuer
        self.audience = audience
        self.profileClaim = profileClaim
        self.baseURL = baseURL
        self.challengeLifetime = challengeLifetime
        self.sessionLifetime = sessionLifetime
        self.clockLeeway = clockLeeway
        self.accountID = accountID
        self.eventETagKey = eventETagKey
        self.createEventParticipantKey = createEventParticipantKey
    }
}
