package import FeedAPI

/// A group of users as stored by the server.
package struct StoredGroup: Hashable, Sendable {
    package struct ID: Hashable, Sendable {
        package var environment: EnvironmentID
        package var name: GroupName

        package init(environment: EnvironmentID, name: GroupName) {
            self.environment = environment
            self.name = name
        }
    }

    package var environment: EnvironmentID
    package var group: UserGroup

    package init(environment: EnvironmentID, group: UserGroup) {
        self.environment = environment
        self.group = group
    }

    package var id: ID { ID(environment: environment, name: group.name) }
}
