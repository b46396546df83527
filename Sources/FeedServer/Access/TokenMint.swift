import JWTKit

package import struct Foundation.Date

/// Creates tokens signed with HS256: for invited users, for development, and for the profile's own server. Other tokens
/// come from the host's own service.
package enum TokenMint {
    /// In seconds: three days.
    package static let defaultLifetime = 259_200.0
    /// The claim with the user's id unless the environment names another one.
    package static let userClaim = "sub"

    /// The claims, by name.
    private struct Claims: JWTPayload {
        var members: [String: Claim]

        init(_ members: [String: Claim]) { self.members = members }

        init(from decoder: any Decoder) throws {
            members = try decoder.singleValueContainer().decode([String: Claim].self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(members)
        }

        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }

    /// The value of a claim.
    private enum Claim: Codable {
        case text(String)
        case seconds(Int)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            // The other type of claim.
            if let number = try? container.decode(Int.self) {
                self = .seconds(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .seconds(let seconds): try container.encode(seconds)
            }
        }
    }

    /// - Parameters:
    ///   - claim: The claim with the user's id.
    ///   - lifetime: In seconds; nil creates a token without expiry, which servers refuse.
    package static func mint(
        user: String, secret: String, claim: String = userClaim, now: Date, lifetime: Double? = defaultLifetime
    ) async throws -> String {
        let keys = await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
        let seconds = { (date: Date) in Claim.seconds(Int(date.timeIntervalSince1970)) }
        var members = [claim: Claim.text(user)]
        members["iat"] = seconds(now)
        members["exp"] = lifetime.map { seconds(now.addingTimeInterval($0)) }
        return try await keys.sign(Claims(members))
    }
}
