package import Cards
package import FeedAPI

/// A user of an environment.
package struct Viewer: Hashable, Sendable {
    package var environment: EnvironmentID
    package var user: UserID

    package init(environment: EnvironmentID, user: UserID) {
        self.environment = environment
        self.user = user
    }
}
