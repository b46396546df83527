import JWTKit

package import struct Foundation.Date

/// Makes development tokens, signed with HS256. Real tokens come from the host's own service.
package enum TokenMint {
    /// Three days.
    package static let defaultLifetime = 259_200.0

    /// - Parameter lifetime: in seconds; nil makes a token without expiry, which servers refuse.
    package static func mint(
        user: String, secret: String, now: Date, lifetime: Double? = defaultLifetime
    ) async throws -> String {
        let keys = await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
        return try await keys.sign(
            TokenClaims(expiresAt: lifetime.map { now.addingTimeInterval($0) }, issuedAt: now, user: user))
    }
}
