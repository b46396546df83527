package import FeedAPI

/// Stores a new invitation.
package struct MakeInvitation: FeedCommand {
    private let invitation: StoredInvitation

    package init(_ invitation: StoredInvitation) { self.invitation = invitation }

    package var time: Int64 { invitation.createdAt }

    package func begin() -> FeedNeeds { FeedNeeds() }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Void> {
        var changes = FeedChanges()
        changes.invitations = [invitation]
        return .reply((), changes: changes)
    }
}
