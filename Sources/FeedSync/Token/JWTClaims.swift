import Cards

package import struct Foundation.Date

/// What a client may read from its own token. Not verified: only the server can, and only its word counts.
package struct JWTClaims: Hashable, Sendable {
    /// The claims that may name the user, in the order they are looked for.
    package static let userClaims = ["atomic_sub", "atomic_id", "sub", "id"]

    package var expiresAt: Date?
    package var userID: String?

    /// Nil when the token is not a JWT.
    ///
    /// - Parameter userClaim: the one claim that names the user; nil looks for ``userClaims``.
    package init?(token: String, userClaim: String? = nil) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Self.decodeBase64URL(parts[1].utf8) else { return nil }
        // Anything but a JSON object is no JWT.
        guard let json = try? JSONValue(parsing: bytes), let claims = json.object else { return nil }
        if case .number(let seconds)? = claims["exp"], seconds.double.isFinite {
            expiresAt = Date(timeIntervalSince1970: seconds.double)
        }
        for name in userClaim.map({ [$0] }) ?? Self.userClaims {
            switch claims[name] {
            case .string(let text) where !text.isEmpty: userID = text
            // As servers read it: whole numbers, in their one spelling.
            case .number(let number) where Int64(number.literal).map { String($0) } == number.literal:
                userID = number.literal
            default: continue
            }
            break
        }
    }

    /// RFC 4648 section 5, without padding; nil for any other character.
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
