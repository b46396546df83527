package import Cards
package import FeedAPI

/// A device that receives notifications. It belongs to one user at a time.
package struct StoredDevice: Hashable, Sendable, Identifiable {
    package struct ID: Hashable, Sendable {
        package var environment: EnvironmentID
        package var token: DeviceToken

        package init(environment: EnvironmentID, token: DeviceToken) {
            self.environment = environment
            self.token = token
        }
    }

    package var id: ID
    package var user: UserID
    /// ``Cards/PushEnvironment/sandbox``, ``Cards/PushEnvironment/production`` or both, in this order.
    package var environments: [PushEnvironment]
    /// The time of the last registration, in milliseconds since 1970.
    package var updatedAt: Int64

    package init(id: ID, user: UserID, environments: [PushEnvironment], updatedAt: Int64) {
        self.id = id
        self.user = user
        self.environments = environments
        self.updatedAt = updatedAt
    }

    package var viewer: Viewer { Viewer(environment: id.environment, user: user) }
}

/// The streams whose notifications a device gets.
package struct DeviceStreams: Hashable, Sendable, Identifiable {
    package struct ID: Hashable, Sendable {
        package var viewer: Viewer
        /// The token of the device; nil for all devices of the user that have no list of their own.
        package var token: DeviceToken?

        package init(viewer: Viewer, token: DeviceToken?) {
            self.viewer = viewer
            self.token = token
        }
    }

    package var id: ID
    package var streams: [StreamID]

    package init(id: ID, streams: [StreamID]) {
        self.id = id
        self.streams = streams
    }
}
