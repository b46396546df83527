package import Cards
package import FeedAPI

package import struct Foundation.Date

/// Marks the invitation with a code as used, so that of several exchanges of one code exactly one succeeds.
///
/// Throws ``Problem`` of type `unknown-invitation`, `invitation-ended`, or `forbidden` for another user's invitation.
package struct RedeemInvitation: FeedCommand {
    private let hash: [UInt8]
    private let user: UserID?
    package let time: Int64

    /// - Parameters:
    ///   - hash: The hash of the code, see ``StoredInvitation/hash``. A comparison in constant time is not needed:
    ///     looking up the hash of a nearly correct code takes the same time as that of any other code.
    ///   - user: The only user whose invitation may be used; nil for any user.
    package init(hash: [UInt8], for user: UserID? = nil, now: Date) {
        self.hash = hash
        self.user = user
        time = FeedTime.milliseconds(now)
    }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.invitationHashes = [hash]
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<StoredInvitation> {
        guard var invitation = loaded.invitations.first else { throw .unknownInvitation }
        if let usedAt = invitation.usedAt {
            throw Self.ended(
                "The invitation was used at \(Self.text(usedAt)). If you did not use it, warn the server's administrator now; "
                    + "otherwise ask for a new invitation.")
        }
        guard invitation.isOpen(at: time) else {
            throw Self.ended(
                "The invitation was valid until \(Self.text(invitation.expiresAt)). Ask for a new invitation.")
        }
        guard user == nil || user == invitation.user else {
            throw Problem(
                .forbidden, title: "The invitation is for another user",
                detail: "Its code was not used up, and still works for that user.")
        }
        invitation.usedAt = time
        var changes = FeedChanges()
        changes.invitations = [invitation]
        return .reply(invitation, changes: changes)
    }

    private static func ended(_ detail: String) -> Problem { Problem(.invitationEnded, detail: detail) }

    /// A time such as `2026-07-31 09:05 UTC`. It is in UTC because the server does not know the user's time zone.
    private static func text(_ time: Int64) -> String {
        FeedTime.text(FeedTime.date(milliseconds: time)).prefix(16).replacing("T", with: " ") + " UTC"
    }
}
