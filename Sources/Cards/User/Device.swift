/// Which deliveries of notifications a device takes part in: a publisher keeps trials apart from what users see.
public enum PushEnvironment: String, Hashable, Sendable, CaseIterable {
    /// Devices under test, and those of users.
    case sandbox, production
    /// All that the server has.
    case both
}

/// A device that wants to be told of new cards (Atomic SwiftUI SDK guide 25.4, "Push notifications").
public struct DeviceRegistration: Hashable, Sendable {
    /// Names the device: in hexadecimal or any other plain text, 8 to 256 bytes.
    public var token: String
    /// ``PushEnvironment/production`` by default.
    public var environment: PushEnvironment

    /// See the properties.
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

/// The streams a device wants notifications of; a later registration replaces them.
public struct StreamRegistration: Hashable, Sendable {
    /// The device; nil for all of the user's.
    public var token: String?
    /// At most 64. None of them means no notifications.
    public var streams: [StreamID]
    /// Changes the user's own preference, which holds on every device; nil leaves it as it is.
    public var notificationsEnabled: Bool?

    /// See the properties.
    public init(token: String? = nil, streams: [StreamID], notificationsEnabled: Bool? = nil) {
        self.token = token
        self.streams = streams
        self.notificationsEnabled = notificationsEnabled
    }

    /// - Throws: ``InvalidField``. Names of streams are the server's question.
    public func validate() throws(InvalidField) {
        if let token { try DeviceRegistration.check(token) }
        guard streams.count <= 64 else { throw InvalidField("/streams", expected: "at most 64 streams") }
    }
}
