package import Cards
import FeedAPI

/// What is kept of a user besides cards.
package struct StoredUser: Hashable, Sendable {
    package var viewer: Viewer
    /// Empty when nothing was ever set.
    package var settings: UserSettings
    /// The user's devices, the one registered longest ago first; by token where they are of one time.
    package var devices: [StoredDevice]
    /// Which streams they get notifications of.
    package var deviceStreams: [DeviceStreams]

    package init(
        viewer: Viewer, settings: UserSettings = UserSettings(), devices: [StoredDevice] = [],
        deviceStreams: [DeviceStreams] = []
    ) {
        self.viewer = viewer
        self.settings = settings
        self.devices = devices
        self.deviceStreams = deviceStreams
    }

    /// The streams that a device of the user gets notifications of: its own list, else that of all devices; nil where none
    /// was ever registered.
    package func streams(of device: StoredDevice) -> [StreamID]? {
        let own = deviceStreams.first { $0.id.token == device.id.token }
        return (own ?? deviceStreams.first { $0.id.token == nil })?.streams
    }

    /// The user's devices that get notifications of a stream.
    package func devices(for stream: StreamID) -> [StoredDevice] {
        devices.filter { streams(of: $0)?.contains(stream) == true }
    }

    /// The settings after a change.
    ///
    /// - Throws: A ``Problem`` of type `malformed-request` when the user would have too many custom fields.
    func settings(changedBy change: UserSettings) throws(Problem) -> UserSettings {
        let settings = settings.changed(by: change)
        guard settings.custom.count <= Self.mostCustomFields else {
            throw Problem(
                InvalidField(
                    "/custom",
                    expected: "fields of which, with those set before, there are at most \(Self.mostCustomFields)"))
        }
        return settings
    }

    private static let mostCustomFields = 64
}
