/// The notification environment of a device: publishers separate tests from production.
public enum PushEnvironment: String, Hashable, Sendable, CaseIterable {
    /// Test devices; devices of users.
    case sandbox, production
    /// All environments of the server.
    case both
}

/// A device that receives notifications of new cards (Atomic SwiftUI SDK guide 25.4, "Push notifications").
public struct DeviceRegistration: Hashable, Sendable {
    /// The device's token: hexadecimal or other plain text, 8 to 256 bytes.
    public var token: String
    /// The environment of the device; ``PushEnvironment/production`` by default.
    public var environment: PushEnvironment

    /// Creates an instance with these properties.
    public init(token: String, environment: PushEnvironment = .production) {
        self.token = token
        self.environment = environment
    }

    /// - Throws: ``InvalidField``.
    public func validate() throws(InvalidField) { try Self.check(token) }

    static func check(_ token: String) throws(InvalidField) {
        _ = try DeviceToken(token, at: "/token")
    }
}

/// The streams that a device wants notifications of; a later registration replaces them.
public struct StreamRegistration: Hashable, Sendable {
    /// The device; nil for all devices of the user.
    public var token: String?
    /// The streams; at most 64. An empty list disables notifications.
    public var streams: [StreamID]
    /// Changes the user's own preference, which applies to all devices; nil leaves it unchanged.
    public var notificationsEnabled: Bool?

    /// Creates an instance with these properties.
    public init(token: String? = nil, streams: [StreamID], notificationsEnabled: Bool? = nil) {
        self.token = token
        self.streams = streams
        self.notificationsEnabled = notificationsEnabled
    }

    /// - Throws: ``InvalidField``. The server decides whether streams exist.
    public func validate() throws(InvalidField) {
        if let token { try DeviceRegistration.check(token) }
        guard streams.count <= 64 else { throw InvalidField("/streams", expected: "at most 64 streams") }
    }
}
