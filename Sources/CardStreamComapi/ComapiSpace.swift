public import Cards

import struct Foundation.UUID

/// An API space of the service, and how this program connects to it.
public struct ComapiSpace: Sendable {
    /// The service's public address.
    public static let defaultBaseURL = "https://api.comapi.com"

    /// The id of the API space.
    public var id: String
    /// `https://HOST[:PORT]`; `http://` only for a service on this machine. The WebSocket is at the same address.
    public var baseURL: String
    /// Makes the tokens that start sessions.
    public var authenticator: any ComapiAuthenticator
    /// Stores the session between two starts of the program; in memory by default.
    public var storage: any SessionStorage
    /// How the program describes itself.
    public var device: ComapiDevice
    /// Decides whether each request is allowed; nil, the default, allows all.
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

/// The description of a program that starts a session. The service knows three platforms, and none is a terminal. The
/// default is `javascript`, the only one without a push service of its own.
public struct ComapiDevice: Sendable, Hashable {
    /// The id of this installation; a random one by default. Keep it between starts.
    public var id: String
    /// `android`, `iOS` or `javascript`.
    public var platform: String
    /// The version of the platform.
    public var platformVersion: String
    /// The version of the program.
    public var programVersion: String

    /// Creates a description.
    ///
    /// - Parameter id: The id of this installation; nil for a random one.
    public init(
        id: String? = nil, platform: String = "javascript", platformVersion: String = "1.0",
        programVersion: String = "1.0"
    ) {
        self.id = id ?? UUID().uuidString.lowercased()
        self.platform = platform
        self.platformVersion = platformVersion
        self.programVersion = programVersion
    }

    /// The body of the request that starts a session.
    func sessionBody(_ challenge: AuthenticationChallenge, token: String) -> JSONObject {
        [
            "authenticationId": .string(challenge.authenticationID), "authenticationToken": .string(token),
            "deviceId": .string(id), "platform": .string(platform), "platformVersion": .string(platformVersion),
            "sdkType": "native", "sdkVersion": .string(programVersion),
        ]
    }
}
