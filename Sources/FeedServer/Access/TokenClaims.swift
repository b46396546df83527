import Cards
import FeedAPI

import struct Foundation.Date

/// The claims of a viewer's token that matter here: when it is valid, and whom it names.
struct TokenClaims {
    let expiresAt: Date?
    let notBefore: Date?
    private let members: [(key: String, value: JSONValue)]

    /// Where the user's id is looked for when no claim is configured.
    static let userClaims = ["atomic_sub", "atomic_id", "sub", "id"]

    /// The last moment of the year 9999, in seconds since 1970. A later `exp` stands for it.
    private static let latest = 253_402_300_799.0

    /// - Throws: ``Problem`` for an `exp` or `nbf` that is no number.
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

    /// The user that the first of the claims names; nil when there is none.
    ///
    /// - Parameter claim: the one claim that names the user; nil looks for ``userClaims``.
    /// - Throws: ``Problem`` when that claim's text is no user's id. No later claim takes its place.
    func user(claim: String?) throws(Problem) -> UserID? {
        for name in claim.map({ [$0] }) ?? Self.userClaims {
            guard let text = text(of: name) else { continue }
            do { return try UserID(text, at: "/\(name)") } catch { throw Problem(error, .unauthenticated) }
        }
        return nil
    }

    /// A claim that is a text or a whole number. Claims of other kinds, and empty ones, name no user.
    private func text(of name: String) -> String? {
        // By its bytes: a claim whose name only looks the same is another one.
        switch members.first(where: { $0.key.utf8.elementsEqual(name.utf8) })?.value {
        case .string(let text)?: text.isEmpty ? nil : text
        // In its one spelling: 42 and 42.0 must not be two ids, nor two long numbers one.
        case .number(let number)?: Int64(number.literal).flatMap { String($0) == number.literal ? number.literal : nil }
        default: nil
        }
    }
}
