package import Cards
import FeedAPI

/// The stored data of a user, except cards.
package struct StoredUser: Hashable, Sendable {
    package var viewer: Viewer
    /// The user's settings; empty if none was ever set.
    package var settings: UserSettings
    /// The user's devices, least recently registered first, then by token.
    package var devices: [StoredDevice]
    /// The streams whose notifications the devices get.
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

    /// The streams whose notifications a device gets: its own list, or else the list for all devices; nil if neither
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
    /// - Throws: ``Problem`` of type `malformed-request` if the user would have too many custom fields.
    func settings(changedBy change: UserSettings) throws(Problem) -> UserSettings {
        let settings = settings.changed(by: change)
        guard settings.custom.count <= Self.mostCustomFields else {
            throw Problem(
                InvalidField(
                    "/custom",
                    expected: "at most \(Self.mostCustomFields) fields, including those already set"))
        }
        return settings
    }

    private static let mostCustomFields = 64
}
