public import struct Foundation.Date

/// The service's challenge, to which a program responds with a token.
public struct AuthenticationChallenge: Sendable, Hashable {
    /// The service's id of this attempt to authenticate.
    public var authenticationID: String
    /// The kind of token that the service requires, such as "jsonWebToken".
    public var provider: String
    /// A value that is used once. The token must contain it as the claim `nonce`.
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
