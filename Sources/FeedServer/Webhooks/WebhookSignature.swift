import Crypto

import struct Foundation.Data

/// Signs deliveries according to Standard Webhooks 1.0 (standardwebhooks.com), for which most languages have a
/// verification library: HMAC-SHA256 over id, time and body.
enum WebhookSignature {
    static let prefix = "whsec_"

    /// A new secret of 32 random bytes.
    static func newSecret() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return prefix + Data(bytes).base64EncodedString()
    }

    /// - Parameter seconds: The time of the attempt, in seconds since 1970.
    static func headers(id: String, seconds: Int64, body: [UInt8], secret: String) -> [(name: String, value: String)] {
        let key = SymmetricKey(data: Data(base64Encoded: String(secret.dropFirst(prefix.count))) ?? Data(secret.utf8))
        let signed = Array("\(id).\(seconds).".utf8) + body
        let code = HMAC<SHA256>.authenticationCode(for: signed, using: key)
        return [
            ("webhook-id", id), ("webhook-timestamp", String(seconds)),
            ("webhook-signature", "v1,\(Data(code).base64EncodedString())"),
        ]
    }
}
