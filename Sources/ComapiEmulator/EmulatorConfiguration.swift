/// What an API space is set up with, in the way of the vendor's dashboard, and the limits of the emulator.
package struct EmulatorConfiguration: Hashable, Sendable {
    /// In every path: `/apispaces/{id}`.
    package var apiSpaceID: String
    /// Signs identity tokens with HS256; its UTF-8 bytes are the key.
    package var secret: String
    /// The required `iss` of identity tokens.
    package var issuer: String
    /// The required `aud` of identity tokens.
    package var audience: String
    /// The claim of an identity token that names the profile.
    package var profileClaim: String
    /// Where clients reach the service: scheme, host and port, without a slash at the end. Uploaded files have addresses
    /// below it.
    package var baseURL: String
    /// How long a challenge can be answered, in seconds.
    package var challengeLifetime: Double
    /// In seconds.
    package var sessionLifetime: Double
    /// By how many seconds the clock of the signer of identity tokens may differ from the service's.
    package var clockLeeway: Double
    /// In typing events and `socket.info`.
    package var accountID: Int
    /// How events spell their entity tag: `etag` or `eTag`. Both occur.
    package var eventETagKey: String
    /// How `conversation.create` names the identifier of a participant: `id` or `profileId`. Both occur.
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
