package import Cards
package import FeedAPI

package import struct Foundation.Date

/// Verifies tokens for one viewer key: syntax, header, signature, times and user. Parses tokens strictly according to
/// RFC 7515 and RFC 7519; swift-crypto verifies the signatures (``TokenKey``).
package struct TokenVerifier: Sendable {
    /// The content of a valid token.
    package struct VerifiedToken: Hashable, Sendable {
        package var user: UserID
        package var expiresAt: Date
    }

    private let key: TokenKey
    private let algorithm: String
    private let userClaim: String?

    /// - Parameter userClaim: The claim with the user's id; nil uses ``TokenClaims/userClaims``.
    init(_ verification: ServerConfig.Verification, userClaim: String?) throws(TokenKey.Invalid) {
        key = try TokenKey(verification)
        algorithm = verification.algorithm
        self.userClaim = userClaim
    }

    /// - Throws: ``Problem`` of type `unauthenticated` or `token-expired`.
    package func read(_ token: [UInt8], now: Date) throws(Problem) -> VerifiedToken {
        guard let token = CompactToken(token) else {
            throw Self.refusal("The token cannot be read: expected a JSON Web Token.")
        }
        try checkHeader(token.header)
        // The key determines the algorithm; the header cannot choose another one.
        guard key.isValid(token.signature, for: token.signingInput) else { throw Self.wrongSignature }
        let claims = try TokenClaims(token.payload)
        guard let expiresAt = claims.expiresAt else { throw Self.refusal("The token needs an exp claim.") }
        guard expiresAt > now else { throw Self.expired }
        // Allows for clocks that differ by up to a minute.
        if let notBefore = claims.notBefore, notBefore > now.addingTimeInterval(60) {
            throw Self.refusal("The token is not valid yet.")
        }
        guard let user = try claims.user(claim: userClaim) else {
            throw Self.refusal(
                "The token names no user; expected the claim "
                    + (userClaim.map { [$0] } ?? TokenClaims.userClaims).joined(separator: " or ") + ".")
        }
        return VerifiedToken(user: user, expiresAt: expiresAt)
    }

    private func checkHeader(_ header: JSONObject) throws(Problem) {
        guard header["alg"] == .string(algorithm) else { throw Self.wrongSignature }
        // RFC 7515, 4.1.11: a token with an unknown critical extension must be refused. This server supports none, and
        // an empty list is invalid.
        guard header["crit"] == nil else {
            throw Self.refusal("The token's header lists extensions under \"crit\" that this server does not support.")
        }
        // RFC 7797: with b64 set to false, the payload would not be base64url-encoded.
        guard header["b64"] == nil || header["b64"] == .bool(true) else {
            throw Self.refusal("The token's header has b64; this server accepts base64url payloads only.")
        }
    }

    static let expired = Problem(.tokenExpired, detail: "Get a new token and try again.")
    private static let wrongSignature = refusal("The token's signature does not match the API key.")
    private static func refusal(_ detail: String) -> Problem { Problem(.unauthenticated, detail: detail) }
}
