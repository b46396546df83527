import Cards
import EmulatorHTTP

import struct Foundation.Date

/// A question that a client answers once with an identity token.
struct Challenge: Hashable, Sendable {
    var id: String
    /// A claim of the answer.
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
