import Basics
package import Cards
import Crypto

package import struct Foundation.Date

/// Creates tokens signed with HS256: for invited users, for development, and for the profile's own server. All other
/// tokens come from the service of the server's operator.
package enum TokenMint {
    /// In seconds: three days.
    package static let defaultLifetime = 259_200.0
    /// The claim with the user's id, unless the environment configures another one.
    package static let userClaim = "sub"

    /// - Parameters:
    ///   - claim: The claim with the user's id.
    ///   - lifetime: In seconds; nil creates a token without expiry, which servers refuse.
    package static func mint(
        user: String, secret: String, claim: String = userClaim, now: Date, lifetime: Double? = defaultLifetime
    ) -> String {
        let seconds = { (date: Date) in JSONValue.number(JSONNumber(Int(date.timeIntervalSince1970))) }
        var claims: JSONObject = [claim: .string(user)]
        claims["iat"] = seconds(now)
        if let lifetime { claims["exp"] = seconds(now.addingTimeInterval(lifetime)) }
        return sign(claims, secret: secret)
    }

    /// A token with these claims, in the compact serialization of RFC 7515.
    package static func sign(_ claims: JSONObject, secret: String) -> String {
        let header: JSONObject = ["alg": "HS256", "typ": "JWT"]
        let input = [header, claims].map { Base64.urlText(Array($0.text().utf8)) }
            .joined(separator: ".")
        let code = HMAC<SHA256>.authenticationCode(for: Array(input.utf8), using: TokenKey.secret(secret))
        return "\(input).\(Base64.urlText(Array(code)))"
    }
}
