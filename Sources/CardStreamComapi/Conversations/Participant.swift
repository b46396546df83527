import Cards
import VendorClient

/// A user who takes part in a conversation.
public struct Participant: Sendable, Hashable {
    /// The roles of a conversation.
    public enum Role: String, Sendable, CaseIterable {
        /// The creator, and others who were given the role.
        case owner
        /// All others.
        case participant
    }

    /// The id of the user's profile.
    public var profileID: String
    /// The user's role.
    public var role: Role

    /// Creates a participant.
    public init(_ profileID: String, role: Role = .participant) {
        self.profileID = profileID
        self.role = role
    }

    /// Nil without an id. Events of different ages call it `id` or `profileId`; an unknown role is a participant's.
    init?(_ json: JSONObject) {
        guard let id = json.text(anyOf: "id", "profileId") else { return nil }
        profileID = id
        role = json.text("role").flatMap { Role(rawValue: $0.lowercased()) } ?? .participant
    }

    var json: JSONObject { ["id": .string(profileID), "role": .string(role.rawValue)] }
}
