import Cards

import struct Foundation.Date

/// The rules for the token with which an app answers a challenge.
enum IdentityToken {
    /// The profile that the token proves; nil if it does not verify: another signature, nonce, issuer or audience, a
    /// missing claim, or a time beyond the leeway.
    static func profileID(
        in text: String, nonce: String, configuration: EmulatorConfiguration, now: Date
    ) -> String? {
        guard let token = SignedToken(text), token.isSigned(with: configuration.secret),
            token.claims["nonce"] == .string(nonce), token.claims["iss"] == .string(configuration.issuer),
            isFor(configuration.audience, token.claims["aud"]),
            let issued = token.claims["iat"]?.number?.double, let expires = token.claims["exp"]?.number?.double,
            let profileID = token.claims[configuration.profileClaim]?.string, !profileID.isEmpty
        else { return nil }
        let seconds = now.timeIntervalSince1970
        guard expires > seconds - configuration.clockLeeway, issued <= seconds + configuration.clockLeeway else {
            return nil
        }
        return profileID
    }

    /// An audience is one text or several (RFC 7519, 4.1.3).
    private static func isFor(_ audience: String, _ claim: JSONValue?) -> Bool {
        claim == .string(audience) || claim?.array.map { $0.contains(.string(audience)) } == true
    }
}
