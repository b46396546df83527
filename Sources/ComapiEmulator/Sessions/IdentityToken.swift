import Cards

package import struct Foundation.Date

/// The rules for the token with which an app answers a challenge.
package enum IdentityToken {
    /// How long a token is valid, in seconds: 30 days.
    private static let lifetime = 2_592_000

    /// The token of a profile for a challenge, as the server of an app signs it.
    package static func signed(
        for profileID: String, nonce: String, configuration: EmulatorConfiguration, now: Date
    ) -> String {
        let seconds = Int(now.timeIntervalSince1970.rounded(.down))
        return SignedToken.sign(
            [
                "nonce": .string(nonce), configuration.profileClaim: .string(profileID),
                "iss": .string(configuration.issuer), "aud": .string(configuration.audience),
                "iat": .number(JSONNumber(seconds)), "exp": .number(JSONNumber(seconds + lifetime)),
            ], secret: configuration.secret)
    }

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
