import Cards

package import struct Foundation.Date

/// The claims of a client's own token. They are not verified, because only the server can do that.
package struct JWTClaims: Hashable, Sendable {
    /// The claims that may contain the user's id, in order of preference.
    package static let userClaims = ["atomic_sub", "atomic_id", "sub", "id"]

    package var expiresAt: Date?
    package var userID: String?

    /// Nil if the token is not a JWT.
    ///
    /// - Parameter userClaim: The claim with the user's id; nil uses ``userClaims``.
    package init?(token: String, userClaim: String? = nil) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Self.decodeBase64URL(parts[1].utf8) else { return nil }
        // Ignore the error: the token is not a JWT.
        guard let json = try? JSONValue(parsing: bytes), let claims = json.object else { return nil }
        if case .number(let seconds)? = claims["exp"], seconds.double.isFinite {
            expiresAt = Date(timeIntervalSince1970: seconds.double)
        }
        for name in userClaim.map({ [$0] }) ?? Self.userClaims {
            switch claims[name] {
            case .string(let text) where !text.isEmpty: userID = text
            // Like servers, accept whole numbers in canonical form.
            case .number(let number) where Int64(number.literal).map { String($0) } == number.literal:
                userID = number.literal
            default: continue
            }
            break
        }
    }

    /// Decodes base64url (RFC 4648, section 5); nil for any other character. Padding is ignored, because some issuers add
    /// it although RFC 7515 forbids it, and because only the server decides whether a token is valid.
    static func decodeBase64URL(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for character in text {
            let value: UInt8
            switch character {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = character - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = character - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = character - UInt8(ascii: "0") + 52
            case UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "_"): value = 63
            case UInt8(ascii: "="): continue
            default: return nil
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }
}
