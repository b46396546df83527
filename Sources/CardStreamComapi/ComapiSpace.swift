public import Cards

import struct Foundation.UUID

/// An API space of the service, and how this program takes part in it.
public struct ComapiSpace: Sendable {
    /// The service's public address.
    public static let defaultBaseURL = "https://api.comapi.com"

    /// The id of the API space.
    public var id: String
    /// `https://HOST[:PORT]`; `http://` only for a service on this machine. The WebSocket is at the same address.
    public var baseURL: String
    /// Makes the tokens with which sessions start.
    public var authenticator: any ComapiAuthenticator
    /// Keeps the session between two starts of the program; in memory by default.
    public var storage: any SessionStorage
    /// How the program describes itself.
    public var device: ComapiDevice
    /// Asked about every request; nil, the default, allows all.
    public var requestPolicy: RequestPolicy?
    /// A PEM file with the certificate authorities to trust instead of the system's.
    public var authorityFile: String?

    /// Creates an API space.
    ///
    /// ```swift
    /// let client = ComapiClient(ComapiSpace(id: "5d1…", authenticator: CompanyLogin()))
    /// for conversation in try await client.conversations.list() { print(conversation.name) }
    /// ```
    public init(
        id: String, authenticator: any ComapiAuthenticator, baseURL: String = ComapiSpace.defaultBaseURL,
        storage: any SessionStorage = MemorySessionStorage(), device: ComapiDevice = ComapiDevice()
    ) {
        self.id = id
        self.authenticator = authenticator
        self.baseURL = baseURL
        self.storage = storage
        self.device = device
    }
}

/// How a program describes itself when a session starts. The service knows three platforms, none of them a terminal;
/// `javascript` is the one without a push service of its own.
public struct ComapiDevice: Sendable, Hashable {
    /// An id of this installation; a new one by default. Keep it between starts.
    public var id: String
    /// `android`, `iOS` or `javascript`.
    public var platform: String
    /// The version of the platform.
    public var platformVersion: String
    /// The version of the program.
    public var programVersion: String

    /// Creates a description.
    ///
    /// - Parameter id: A new one by default.
    public init(
        id: String? = nil, platform: String = "javascript", platformVersion: String = "1.0",
        programVersion: String = "1.0"
    ) {
        self.id = id ?? UUID().uuidString.lowercased()
        self.platform = platform
        self.platformVersion = platformVersion
        self.programVersion = programVersion
    }

    /// The body that starts a session.
    func sessionBody(_ challenge: AuthenticationChallenge, token: String) -> JSONObject {
        [
            "authenticationId": .string(challenge.authenticationID), "authenticationToken": .string(token),
            "deviceId": .string(id), "platform": .string(platform), "platformVersion": .string(platformVersion),
            "sdkType": "native", "sdkVersion": .string(programVersion),
        ]
    }
}
