package import FeedAPI

/// Stores a group, or replaces the one with the same name. Replies whether it is new.
///
/// Throws ``Problem`` of type `too-large` if the environment has too many groups.
package struct SetGroup: FeedCommand {
    private let stored: StoredGroup

    package init(_ stored: StoredGroup) { self.stored = stored }

    package var time: Int64 { FeedTime.milliseconds(stored.group.updatedAt) }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.groups = [stored.environment]
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Bool> {
        let isNew = !loaded.groups.contains { $0.id == stored.id }
        guard !isNew || loaded.groups.count < UserGroup.mostGroups else {
            throw Problem(
                .tooLarge,
                detail: "An environment can have at most \(UserGroup.mostGroups) groups. Remove a group first.")
        }
        var changes = FeedChanges()
        changes.groups = [stored]
        return .reply(isNew, changes: changes)
    }
}
