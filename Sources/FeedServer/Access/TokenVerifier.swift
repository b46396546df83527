package import Cards
package import FeedAPI
import JWTKit

package import struct Foundation.Date

/// Verifies tokens for one viewer key: syntax, header, signature, times and user. JWTKit verifies signatures;
/// everything else is parsed here, strictly by RFC 7515 and RFC 7519.
package struct TokenVerifier: Sendable {
    /// The content of a valid token.
    package struct VerifiedToken: Hashable, Sendable {
        package var user: UserID
        package var expiresAt: Date
    }

    /// The reason why a key cannot verify signatures.
    struct InvalidKey: Error {
        var reason: String
    }

    private let verifier: any JWTAlgorithm
    private let algorithm: String
    private let userClaim: String?

    /// - Parameter userClaim: The claim with the user's id; nil uses the usual ones.
    /// - Throws: ``InvalidKey``.
    init(_ verification: ServerConfig.Verification, userClaim: String?) async throws {
        let keys = JWTKeyCollection()
        do {
            switch verification {
            case .hs256(let secret):
                guard secret.utf8.count >= 32 else {
                    throw InvalidKey(reason: "an HS256 secret needs at least 32 bytes")
                }
                await keys.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
            case .rs256(let pem):
                await keys.add(rsa: try Insecure.RSA.PublicKey(pem: pem), digestAlgorithm: .sha256)
            case .rs512(let pem):
                await keys.add(rsa: try Insecure.RSA.PublicKey(pem: pem), digestAlgorithm: .sha512)
            case .es256(let pem):
                await keys.add(ecdsa: try ES256PublicKey(pem: pem))
            }
            verifier = try await keys.getKey()
        } catch let error as InvalidKey {
            throw error
        } catch {
            throw InvalidKey(
                reason: "expected a public key for \(verification.algorithm) in PEM format, beginning with "
                    + "-----BEGIN PUBLIC KEY-----")
        }
        algorithm = verification.algorithm
        self.userClaim = userClaim
    }

    /// - Throws: ``Problem`` of type `unauthenticated` or `token-expired`.
    package func read(_ token: [UInt8], now: Date) throws(Problem) -> VerifiedToken {
        guard let token = CompactToken(token) else {
            throw Self.refusal("The token cannot be read: expected a JSON Web Token.")
        }
        try checkHeader(token.header)
        // The key determines the algorithm, regardless of the header. A signature that cannot be decoded is invalid,
        // too, so the error does not matter.
        guard (try? verifier.verify(token.signature, signs: Array(token.signingInput))) == true else {
            throw Self.wrongSignature
        }
        let claims = try TokenClaims(token.payload)
        guard let expiresAt = claims.expiresAt else { throw Self.refusal("The token needs an exp claim.") }
        guard expiresAt > now else { throw Self.expired }
        // A tolerance of a minute for clocks that differ.
        if let notBefore = claims.notBefore, notBefore > now.addingTimeInterval(60) {
            throw Self.refusal("The token is not valid yet.")
        }
        guard let user = try claims.user(claim: userClaim) else {
            throw Self.refusal(
                "The token names no user; expected "
                    + (userClaim.map { [$0] } ?? TokenClaims.userClaims).joined(separator: ", ") + ".")
        }
        return VerifiedToken(user: user, expiresAt: expiresAt)
    }

    private func checkHeader(_ header: JSONObject) throws(Problem) {
        guard header["alg"] == .string(algorithm) else { throw Self.wrongSignature }
        // RFC 7515, 4.1.11: a token with an unknown critical extension must be refused. None is known here, and an
        // empty list is invalid.
        guard header["crit"] == nil else {
            throw Self.refusal("The token's header lists extensions under \"crit\" that this server does not know.")
        }
        // RFC 7797: the payload would not be encoded.
        guard header["b64"] == nil || header["b64"] == .bool(true) else {
            throw Self.refusal("The token's header has b64; this server accepts base64url payloads only.")
        }
    }

    static let expired = Problem(.tokenExpired, detail: "Get a new token and try again.")
    private static let wrongSignature = refusal("The token's signature does not match the API key.")
    private static func refusal(_ detail: String) -> Problem { Problem(.unauthenticated, detail: detail) }
}
