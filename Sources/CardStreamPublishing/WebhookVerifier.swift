import Basics
import Crypto

public import struct Foundation.Data
public import struct Foundation.Date

/// Verifies that a webhook delivery is recent and comes from the server that has the webhook's secret (Standard
/// Webhooks 1.0).
///
/// ```swift
/// let verifier = WebhookVerifier(secret: secret)   // "whsec_…", from `cardstream admin webhooks add`
/// guard verifier.accepts(body, headers: request.headers) else { return .unauthorized }
/// ```
///
/// A delivery can arrive more than once. If that matters, remember its `webhook-id` for a while.
public struct WebhookVerifier: Sendable {
    /// The default of the maximum age of a delivery, and of how far its time may be in the future: 5 minutes.
    public static let defaultTolerance = Duration.seconds(300)

    private let key: SymmetricKey

    /// Creates a verifier.
    ///
    /// - Parameter secret: The secret that was printed once when the webhook was added, `whsec_…`.
    public init(secret: String) {
        let text = secret.hasPrefix("whsec_") ? String(secret.dropFirst(6)) : secret
        key = SymmetricKey(data: Data(base64Encoded: text) ?? Data(secret.utf8))
    }

    /// Whether a delivery is genuine.
    ///
    /// - Parameters:
    ///   - body: The received bytes of the request, before JSON parsing.
    ///   - headers: The request's headers; names are compared without regard to case.
    ///   - now: The time to compare the delivery's time with.
    ///   - tolerance: The maximum difference between the times; ``defaultTolerance`` by default.
    public func accepts(
        _ body: some Sequence<UInt8>, headers: some Sequence<(name: String, value: String)>, now: Date = Date(),
        tolerance: Duration = Self.defaultTolerance
    ) -> Bool {
        var found: [String: String] = [:]
        for (name, value) in headers { found[name.lowercased()] = value }
        guard let id = found["webhook-id"], let timestamp = found["webhook-timestamp"],
            let signatures = found["webhook-signature"], let seconds = Int64(timestamp),
            abs(now.timeIntervalSince1970 - Double(seconds)) <= tolerance.seconds
        else { return false }
        let signed = Array("\(id).\(timestamp).".utf8) + Array(body)
        // After a change of the secret, there are several signatures.
        return signatures.split(separator: " ").contains { signature in
            guard signature.hasPrefix("v1,"), let code = Data(base64Encoded: String(signature.dropFirst(3))) else {
                return false
            }
            return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: signed, using: key)
        }
    }
}
