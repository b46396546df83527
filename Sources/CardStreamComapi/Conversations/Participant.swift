import Cards
import VendorClient

/// A user who takes part in a conversation.
public struct Participant: Sendable, Hashable {
    /// The roles of a conversation.
    public enum Role: String, Sendable, CaseIterable {
        /// The creator, and participants who were given this role.
        case owner
        /// Every other participant.
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

    /// Reads a participant; nil without an id. Depending on their age, events call the id `id` or `profileId`. An
    /// unknown role is read as ``Role/participant``.
    init?(_ json: JSONObject) {
        guard let id = json.text(anyOf: "id", "profileId") else { return nil }
        profileID = id
        role = json.text("role").flatMap { Role(rawValue: $0.lowercased()) } ?? .participant
    }

    var json: JSONObject { ["id": .string(profileID), "role": .string(role.rawValue)] }
}
