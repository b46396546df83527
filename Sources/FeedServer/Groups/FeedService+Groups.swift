import Cards
import FeedAPI
import FeedEngine
import FeedStorage

/// The operations on groups of users, for publishers.
extension FeedService {
    func groups(of environment: EnvironmentID) async throws(Problem) -> [UserGroup] {
        try await storage.groups(of: environment)
    }

    /// Creates a group, or replaces its users.
    ///
    /// - Returns: The group, and whether it is new.
    func setGroup(
        _ name: GroupName, users: [UserID], environment: EnvironmentID
    ) async throws(Problem) -> (group: UserGroup, isNew: Bool) {
        let group = UserGroup(name: name, users: users, updatedAt: clock.now())
        let isNew = try await run(SetGroup(StoredGroup(environment: environment, group: group))).reply
        return (group, isNew)
    }

    func removeGroup(_ name: GroupName, environment: EnvironmentID) async throws(Problem) {
        _ = try await run(RemoveGroup(StoredGroup.ID(environment: environment, name: name)))
    }
}
