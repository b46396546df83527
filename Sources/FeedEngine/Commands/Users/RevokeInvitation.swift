import Cards
package import FeedAPI

/// Removes an invitation that has not been used.
///
/// Throws ``Problem`` of type `unknown-invitation`, or `invitation-ended` if it was used: removing it would not
/// invalidate the token that was issued for it.
package struct RevokeInvitation: FeedCommand {
    private let id: InvitationID
    private let environment: EnvironmentID

    /// The command does not depend on the time.
    package var time: Int64 { 0 }

    package init(_ id: InvitationID, of environment: EnvironmentID) {
        self.id = id
        self.environment = environment
    }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.invitations = [environment]
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Void> {
        guard let invitation = loaded.invitations.first(where: { $0.id == id }) else {
            throw Problem(.unknownInvitation, detail: "This environment has no invitation with this id.")
        }
        guard invitation.usedAt == nil else {
            throw Problem(
                .invitationEnded,
                detail:
                    "The invitation was already used and can no longer be revoked. The user's token stays valid until the "
                    + "token expires.")
        }
        var changes = FeedChanges()
        changes.removedInvitations = [id]
        return .reply((), changes: changes)
    }
}
