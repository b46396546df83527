package import Cards
package import FeedAPI

/// Removes a user's device from environments, and deletes it if no environment is left. Does nothing if the device is
/// not registered for the user.
package struct DeregisterDevice: FeedCommand {
    private let token: DeviceToken
    private let viewer: Viewer
    private let environments: [PushEnvironment]

    /// The command does not depend on the time.
    package var time: Int64 { 0 }

    package init(_ token: DeviceToken, of viewer: Viewer, from environments: [PushEnvironment]) {
        self.token = token
        self.viewer = viewer
        self.environments = environments
    }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.devices = [StoredDevice.ID(environment: viewer.environment, token: token)]
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Void> {
        var changes = FeedChanges()
        guard var device = loaded.devices.first, device.user == viewer.user else { return .reply(()) }
        device.environments.removeAll { environments.contains($0) }
        if device.environments.isEmpty {
            changes.removedDevices = [device.id]
            changes.removedDeviceStreams = [DeviceStreams.ID(viewer: viewer, token: token)]
        } else {
            changes.devices = [device]
        }
        return .reply((), changes: changes)
    }
}
