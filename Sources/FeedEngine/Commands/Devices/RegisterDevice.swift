package import Cards
package import FeedAPI

package import struct Foundation.Date

/// Registers a device for a user, and removes it from any other user.
package struct RegisterDevice: FeedCommand {
    private let token: DeviceToken
    private let viewer: Viewer
    private let environments: [PushEnvironment]
    private let limit: Int
    package let time: Int64

    /// - Parameters:
    ///   - environments: The environments to register the device in. Environments of an earlier registration by the
    ///     same user are kept.
    ///   - limit: The maximum number of devices of a user. The ones registered least recently are removed.
    package init(
        _ token: DeviceToken, of viewer: Viewer, in environments: [PushEnvironment], limit: Int, now: Date
    ) {
        self.token = token
        self.viewer = viewer
        self.environments = environments
        self.limit = limit
        time = FeedTime.milliseconds(now)
    }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.devices = [StoredDevice.ID(environment: viewer.environment, token: token)]
        needs.users = [viewer]
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Void> {
        var changes = FeedChanges()
        var device = StoredDevice(
            id: StoredDevice.ID(environment: viewer.environment, token: token), user: viewer.user,
            environments: environments, updatedAt: time)
        if let old = loaded.devices.first {
            if old.user == viewer.user {
                device.environments = [.sandbox, .production].filter {
                    environments.contains($0) || old.environments.contains($0)
                }
            } else {
                changes.removedDeviceStreams.append(DeviceStreams.ID(viewer: old.viewer, token: token))
            }
        }
        changes.devices = [device]
        let others = loaded.user(viewer).devices.filter { $0.id != device.id }
        for extra in others.prefix(max(0, others.count + 1 - limit)) {
            changes.removedDevices.append(extra.id)
            changes.removedDeviceStreams.append(DeviceStreams.ID(viewer: viewer, token: extra.id.token))
        }
        return .reply((), changes: changes)
    }
}
