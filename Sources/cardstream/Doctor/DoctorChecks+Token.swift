internal import AppRuntime
internal import Cards
internal import FeedAPI
internal import FeedSync

internal import struct Foundation.Date

/// Checks of the viewer's token before the server sees it.
extension DoctorChecks {
    /// The remaining lifetime in seconds below which a token is reported: one week.
    private static let soon = 604_800.0

    /// A check that fails if the token has expired, or warns if it expires soon. Nil if the token is valid for longer,
    /// or has no expiry.
    ///
    /// - Parameters:
    ///   - source: Where the token comes from.
    ///   - isInvited: Whether `cardstream login` got it for an invitation.
    static func expiry(of token: String, from source: String, isInvited: Bool, now: Date = Date()) -> Check? {
        guard let end = JWTClaims(token: token)?.expiresAt, end.timeIntervalSince(now) < soon else { return nil }
        let hasExpired = end <= now
        let advice =
            isInvited
            ? "log in again with a new invitation: `cardstream invite NAME` on the server prints one for `cardstream login`"
            : "get a new token from the same source, or run `cardstream login` with an invitation"
        let time = TextTable.time(FeedTime.text(end))
        return Check(
            "token", hasExpired ? .fail : .warn,
            "the token from \(source) \(hasExpired ? "expired" : "expires") at \(time) UTC; \(advice)")
    }

    /// Whether `cardstream login` got the token of the settings for an invitation.
    static func isInvited(_ setup: Setup) -> Bool {
        setup.config.tokenFile == setup.paths.tokenFile(profile: setup.config.profile)
    }
}
