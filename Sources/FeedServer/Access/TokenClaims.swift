import JWTKit

import struct Foundation.Date

/// The claims of a viewer's token that matter here: when it is valid, and every claim that can name a user.
struct TokenClaims: JWTPayload {
    var expiresAt: Date?
    var notBefore: Date?
    /// Claims that are text or whole numbers, as text.
    var names: [String: String]

    /// Where the user's id is looked for when no claim is configured.
    static let userClaims = ["atomic_sub", "atomic_id", "sub", "id"]

    init(expiresAt: Date?, issuedAt: Date, user: String) {
        self.expiresAt = expiresAt
        notBefore = nil
        names = ["sub": user, "iat": String(Int(issuedAt.timeIntervalSince1970))]
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        names = [:]
        for key in container.allKeys {
            // Claims of other kinds are nobody's id.
            if let text = try? container.decode(String.self, forKey: key) {
                names[key.stringValue] = text
            } else if let number = try? container.decode(Int64.self, forKey: key) {
                names[key.stringValue] = String(number)
            }
        }
        expiresAt = try container.decodeIfPresent(Double.self, forKey: Key("exp"))
            .map(Date.init(timeIntervalSince1970:))
        notBefore = try container.decodeIfPresent(Double.self, forKey: Key("nbf"))
            .map(Date.init(timeIntervalSince1970:))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (name, value) in names {
            if name == "iat", let seconds = Int(value) {
                try container.encode(seconds, forKey: Key(name))
            } else {
                try container.encode(value, forKey: Key(name))
            }
        }
        if let expiresAt { try container.encode(Int(expiresAt.timeIntervalSince1970), forKey: Key("exp")) }
    }

    /// Times are checked by ``Authenticator`` against the server's clock.
    func verify(using algorithm: some JWTAlgorithm) async throws {}

    func user(claim: String?) -> String? {
        let candidates = claim.map { [$0] } ?? Self.userClaims
        return candidates.lazy.compactMap { names[$0] }.first { (1...128).contains($0.utf8.count) }
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
