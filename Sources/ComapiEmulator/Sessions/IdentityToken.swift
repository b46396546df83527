import Cards

package import struct Foundation.Date

/// Signs and verifies the tokens with which an app responds to a challenge.
package enum IdentityToken {
    /// How long a token is valid, in seconds: 30 days.
    private static let lifetime = 2_592_000

    /// Signs the token of a profile for a challenge, as the server of an app does.
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

    /// The profile that the token identifies; nil if the token is not valid: the signature, nonce, issuer or audience
    /// is wrong, a claim is missing, or a time exceeds the leeway.
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

    /// Whether the claim `aud` contains an audience. The claim is one string or an array of strings (RFC 7519, 4.1.3).
    private static func isFor(_ audience: String, _ claim: JSONValue?) -> Bool {
        claim == .string(audience) || claim?.array.map { $0.contains(.string(audience)) } == true
    }
}
