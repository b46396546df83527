import Cards
import FeedAPI

import struct Foundation.Date

/// The claims of a viewer's token that the server uses: its validity period and its user.
struct TokenClaims {
    let expiresAt: Date?
    let notBefore: Date?
    private let members: [(key: String, value: JSONValue)]

    /// The claims that may contain the user's id if none is configured.
    static let userClaims = ["atomic_sub", "atomic_id", "sub", "id"]

    /// The end of the year 9999, in seconds since 1970. Later times in `exp` and `nbf` are reduced to it.
    private static let latest = 253_402_300_799.0

    /// - Throws: ``Problem`` for an `exp` or `nbf` that is not a number.
    init(_ payload: JSONObject) throws(Problem) {
        members = payload.members
        expiresAt = try Self.date("exp", of: payload)
        notBefore = try Self.date("nbf", of: payload)
    }

    private static func date(_ name: String, of payload: JSONObject) throws(Problem) -> Date? {
        guard let value = payload[name], value != .null else { return nil }
        guard let seconds = value.number?.double, !seconds.isNaN else {
            throw Problem(InvalidField("/\(name)", expected: "a number of seconds since 1970"), .unauthenticated)
        }
        return Date(timeIntervalSince1970: min(max(seconds, -latest), latest))
    }

    /// The user named by the first of the claims; nil if there is none.
    ///
    /// - Parameter claim: The claim with the user's id; nil uses ``userClaims``.
    /// - Throws: ``Problem`` if the first claim with a value is not a valid user id. Later claims are not tried then.
    func user(claim: String?) throws(Problem) -> UserID? {
        for name in claim.map({ [$0] }) ?? Self.userClaims {
            guard let text = text(of: name) else { continue }
            do { return try UserID(text, at: "/\(name)") } catch { throw Problem(error, .unauthenticated) }
        }
        return nil
    }

    /// The text of a claim that is a string or a whole number; nil for other types and empty strings.
    private func text(of name: String) -> String? {
        // Compares bytes: canonically equivalent names are different claims.
        switch members.first(where: { $0.key.utf8.elementsEqual(name.utf8) })?.value {
        case .string(let text)?: text.isEmpty ? nil : text
        // Only in canonical form, so that 42 and 42.0 are not two ids, and two long numbers do not become the same id.
        case .number(let number)?: Int64(number.literal).flatMap { String($0) == number.literal ? number.literal : nil }
        default: nil
        }
    }
}
