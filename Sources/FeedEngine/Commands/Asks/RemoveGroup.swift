package import FeedAPI

/// Removes a group. Asks that were made with the group keep their users.
///
/// Throws ``Problem`` of type `unknown-group`.
package struct RemoveGroup: FeedCommand {
    private let id: StoredGroup.ID

    /// The command does not depend on the time.
    package var time: Int64 { 0 }

    package init(_ id: StoredGroup.ID) { self.id = id }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.groups = [id.environment]
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Void> {
        guard loaded.groups.contains(where: { $0.id == id }) else {
            throw .unknownGroup(id.name, among: loaded.groups.map(\.group.name))
        }
        var changes = FeedChanges()
        changes.removedGroups = [id]
        return .reply((), changes: changes)
    }
}
