package import Cards
package import FeedAPI

package import struct Foundation.Date

/// Sets the streams whose notifications a device, or all devices of a user, get.
package struct RegisterStreams: FeedCommand {
    private let registration: StreamRegistration
    private let token: DeviceToken?
    private let viewer: Viewer
    package let time: Int64

    /// - Parameter token: The device; nil for all devices of the user.
    package init(_ registration: StreamRegistration, for token: DeviceToken?, of viewer: Viewer, now: Date) {
        self.registration = registration
        self.token = token
        self.viewer = viewer
        time = FeedTime.milliseconds(now)
    }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        if registration.notificationsEnabled != nil { needs.users = [viewer] }
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Void> {
        var changes = FeedChanges()
        changes.deviceStreams = [
            DeviceStreams(id: DeviceStreams.ID(viewer: viewer, token: token), streams: registration.streams)
        ]
        if let isEnabled = registration.notificationsEnabled {
            changes.settings[viewer] = try loaded.user(viewer).settings(
                changedBy: UserSettings(notificationsEnabled: isEnabled))
        }
        return .reply((), changes: changes)
    }
}
