import JWTKit

package import struct Foundation.Date

/// Creates development tokens signed with HS256. Production tokens come from the host's own service.
package enum TokenMint {
    /// In seconds: three days.
    package static let defaultLifetime = 259_200.0

    private struct Claims: JWTPayload {
        var sub: String
        var iat: Int
        var exp: Int?

        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }

    /// - Parameter lifetime: In seconds; nil creates a token without expiry, which servers refuse.
    package static func mint(
        user: String, secret: String, now: Date, lifetime: Double? = defaultLifetime
    ) async throws -> String {
        let keys = await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
        let seconds = { (date: Date) in Int(date.timeIntervalSince1970) }
        return try await keys.sign(
            Claims(
                sub: user, iat: seconds(now), exp: lifetime.map { seconds(now.addingTimeInterval($0)) }))
    }
}
