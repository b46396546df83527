public import Cards
import VendorClient

public import struct Foundation.Date

/// A session of the user at the service, as the service describes it.
public struct ComapiSession: Sendable, Hashable {
    /// The service's id of the session.
    public var id: String
    /// The id of the user's profile.
    public var profileID: String
    /// When it has to be renewed; nil if the service does not say.
    public var expiresOn: Date?
    /// Whether the service regards it as active.
    public var isActive: Bool
    /// Everything that the service says of the session.
    public var details: JSONObject

    /// Reads a session; nil without an id or a profile.
    public init?(_ json: JSONObject) {
        guard let id = json.text("id"), let profileID = json.text("profileId") else { return nil }
        self.id = id
        self.profileID = profileID
        expiresOn = json.date("expiresOn")
        isActive = json.bool("isActive") ?? true
        details = json.withoutNulls
    }

    /// Whether requests can use it at a time.
    func isValid(at now: Date) -> Bool { isActive && expiresOn.map { now < $0 } ?? true }
}

/// A session with the token that proves it.
public struct StoredSession: Sendable, Hashable {
    /// The session.
    public var session: ComapiSession
    /// The secret that requests carry.
    public var token: String

    /// Creates a stored session.
    public init(session: ComapiSession, token: String) {
        self.session = session
        self.token = token
    }
}
