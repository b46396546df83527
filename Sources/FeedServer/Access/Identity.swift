package import Cards
package import FeedAPI

import struct Foundation.Date

/// Who a request comes from, once its keys and token have been checked.
enum Identity: Hashable, Sendable {
    /// - Parameter until: when the token ends, and with it every connection that it opened.
    case viewer(Viewer, until: Date)
    case publisher(environment: EnvironmentID)
}

/// A user of an environment.
package struct Viewer: Hashable, Sendable {
    package var environment: EnvironmentID
    package var user: UserID

    package init(environment: EnvironmentID, user: UserID) {
        self.environment = environment
        self.user = user
    }
}
