import Basics
import Cards
import Crypto

public import struct Foundation.Date

/// Signs tokens on this machine with the secret of the API space.
///
/// For development only: a program that has the secret can act as any user. In production, the company's server signs
/// the tokens.
public struct HS256Authenticator: ComapiAuthenticator {
    /// The id of the user's profile.
    public var profileID: String
    /// The name of the claim in which the API space expects the profile's id; `sub` by default.
    public var profileClaim: String
    /// The claim `iss`.
    public var issuer: String
    /// The claim `aud`.
    public var audience: String
    /// How long a token is valid; 30 days by default.
    public var lifetime: Duration
    private let secret: SymmetricKey
    private let now: @Sendable () -> Date

    /// Creates an authenticator.
    ///
    /// - Parameters:
    ///   - secret: The shared secret of the API space; its UTF-8 bytes are the key.
    ///   - now: Returns the current time; this machine's clock by default.
    public init(
        profileID: String, secret: String, issuer: String, audience: String, profileClaim: String = "sub",
        lifetime: Duration = .seconds(30 * 86_400), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.profileID = profileID
        self.profileClaim = profileClaim
        self.issuer = issuer
        self.audience = audience
        self.lifetime = lifetime
        self.secret = SymmetricKey(data: Array(secret.utf8))
        self.now = now
    }

    /// Returns a signed token. It is never nil.
    public func token(for challenge: AuthenticationChallenge) -> String? {
        let issued = Int(now().timeIntervalSince1970)
        var claims: JSONObject = ["nonce": .string(challenge.nonce)]
        claims[profileClaim] = .string(profileID)
        claims["iss"] = .string(issuer)
        claims["aud"] = .string(audience)
        claims["iat"] = .number(JSONNumber(issued))
        claims["exp"] = .number(JSONNumber(issued + Int(lifetime.components.seconds)))
        let header: JSONValue = ["typ": "JWT", "alg": "HS256"]
        let signed = Base64.urlText(header.encoded()) + "." + Base64.urlText(JSONValue.object(claims).encoded())
        let signature = HMAC<SHA256>.authenticationCode(for: Array(signed.utf8), using: secret)
        return signed + "." + Base64.urlText(Array(signature))
    }
}
