public import struct Foundation.Date

/// The question of the service that a token has to answer.
public struct AuthenticationChallenge: Sendable, Hashable {
    /// The service's id of this attempt.
    public var authenticationID: String
    /// The kind of token that the service wants, as "jsonWebToken".
    public var provider: String
    /// A value for one use, which the token must contain as claim `nonce`.
    public var nonce: String
    /// When the challenge expires; nil if the service does not say.
    public var expiresOn: Date?

    /// Creates a challenge from its properties.
    public init(authenticationID: String, provider: String, nonce: String, expiresOn: Date? = nil) {
        self.authenticationID = authenticationID
        self.provider = provider
        self.nonce = nonce
        self.expiresOn = expiresOn
    }
}
