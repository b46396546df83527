public import Cards
import VendorClient

public import struct Foundation.Date

/// A session of the user, as the service describes it.
public struct ComapiSession: Sendable, Hashable {
    /// The service's id of the session.
    public var id: String
    /// The id of the user's profile.
    public var profileID: String
    /// When it expires; nil if the service does not say.
    public var expiresOn: Date?
    /// Whether the service regards it as active.
    public var isActive: Bool
    /// All members of the service's description of the session, except null ones.
    public var details: JSONObject

    /// Reads a session; nil if the id or the profile is missing.
    public init?(_ json: JSONObject) {
        guard let id = json.text("id"), let profileID = json.text("profileId") else { return nil }
        self.id = id
        self.profileID = profileID
        expiresOn = json.date("expiresOn")
        isActive = json.bool("isActive") ?? true
        details = json.withoutNulls
    }

    /// Whether the session is active and has not expired at a time.
    func isValid(at now: Date) -> Bool { isActive && expiresOn.map { now < $0 } ?? true }
}

/// A session with its token.
public struct StoredSession: Sendable, Hashable {
    /// The session.
    public var session: ComapiSession
    /// The secret token that requests contain.
    public var token: String

    /// Creates a stored session.
    public init(session: ComapiSession, token: String) {
        self.session = session
        self.token = token
    }
}
