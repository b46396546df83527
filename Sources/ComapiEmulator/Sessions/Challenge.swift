import Cards
import EmulatorHTTP

import struct Foundation.Date

/// A challenge, to which a client responds once with an identity token.
struct Challenge: Hashable, Sendable {
    var id: String
    /// The value that the token must contain as the claim `nonce`.
    var nonce: String
    var expiresOn: Date

    var json: JSONValue {
        [
            "authenticationId": .string(id), "provider": .string(Self.provider), "nonce": .string(nonce),
            "expiresOn": .string(WireTime.text(expiresOn)),
        ]
    }

    static let provider = "jsonWebToken"
}
